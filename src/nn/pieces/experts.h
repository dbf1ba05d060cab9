/* experts.h: functions for sublayers with experts: each token uses one of several expert networks. */
#ifndef LG_NN_EXPERTS_H
#define LG_NN_EXPERTS_H

#include "nn/axes/sublayer.h"
#include "nn/model/order.h"

/* lg_expert_networks: the options that sublayers "e" and "b" share, which come first in both. lg_switch: all options of
 * "e". */
typedef struct lg_expert_networks {
    int count, width;
    double dropout;
} lg_expert_networks;

typedef struct lg_switch {
    lg_expert_networks networks;
    double capacity, capacity_eval;
    int capacity_least;
    double jitter, balance, z_loss, scale;
} lg_switch;

/* Option rows of both sublayers. */
#define LG_OPTION_EXPERTS_COUNT                                                                                        \
    {                                                                                                                  \
        "experts.count", LG_INT, "8", 1, LG_EXPERTS_MAX, NULL, "number of experts in a sublayer e or b",               \
            .at = offsetof(lg_expert_networks, count)                                                                  \
    }
#define LG_OPTION_EXPERTS_WIDTH                                                                                        \
    {                                                                                                                  \
        "experts.width", LG_INT, "0", 0, 65536, NULL, "hidden width of an expert; 0: model.feed_forward",              \
            .at = offsetof(lg_expert_networks, width)                                                                  \
    }
#define LG_OPTION_EXPERTS_DROPOUT                                                                                      \
    {                                                                                                                  \
        "experts.dropout", LG_REAL, "-1", -1, 0.95, NULL,                                                              \
            "dropout rate on the hidden layer of experts; -1: model.dropout",                                          \
            .at = offsetof(lg_expert_networks, dropout)                                                                \
    }
/* The hook lg_sublayer.experts of both sublayers. */
int lg_experts_count(const void *own);

/* The capacity of an expert of a sublayer "e", as a multiple of an equal share of the tokens; 0: unlimited. */
double lg_expert_capacity(const lg_switch *x, bool causal, bool training);
/* Is the capacity of sublayers "e" limited in evaluation? causal: the model's mask is causal. With a limit, tokens
 * cannot be read one by one, since the number of tokens that follow is unknown. */
static inline bool lg_experts_are_limited(const lg_order *o, bool causal) {
    const lg_place *p = lg_order_find(o, 'e');
    return p && lg_expert_capacity((const void *)&p->own, causal, false) > 0;
}
/* Are tokens routed as in a training step, not as in evaluation? */
bool lg_experts_train(const lg_build *b);
/* The number of tokens that an expert of a sublayer "e" accepts, out of `tokens` in a sequence; 0: unlimited. */
int lg_expert_slots(const lg_build *b, const lg_switch *x, int tokens);

/* The expert networks of a sublayer. */
typedef struct lg_experts {
    const lg_expert_networks *options;
    int block;
    const char *name;  /* prefix of their parameter names */
    lg_tensor *expert; /* int32 [S,T]: the expert of each token */
    double scale; /* initial weights: truncated normal with standard deviation sqrt(scale / inputs); 0: the model's */
    bool silent;  /* the last map starts at zero */
} lg_experts;

/* Routing logits of tokens, by the linear map NAME [width,count], in float32. */
lg_tensor *lg_build_router(lg_build *b, int block, const char *name, lg_tensor *x, int count, lg_initial initial);
/* Applies the model's mixer with the maps NAME.1, NAME.gate and NAME.2 [count,.,.] of each token's expert. The output
 * is 0 for tokens without an expert. */
lg_tensor *lg_build_expert_mixer(lg_build *b, const lg_experts *x, lg_tensor *h);
/* Adds the routing of a sublayer to b->loads, unless that is NULL. */
void lg_build_load(lg_build *b, const lg_site *at, lg_tensor *expert, lg_tensor *choice, lg_tensor *loss);

#endif
