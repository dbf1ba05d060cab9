/* experts.h: what sublayers with experts have in common: networks of which each token has one, its expert's. */
#ifndef LG_NN_EXPERTS_H
#define LG_NN_EXPERTS_H

#include "nn/axes/sublayer.h"
#include "nn/model/order.h"

/* Options that those of sublayers e and b begin with; and those of e. */
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

/* Rows of both. */
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
/* lg_sublayer.experts of both. */
int lg_experts_count(const void *own);

/* How many times an equal share of the tokens an expert of a sublayer e has room for; 0: there is no limit. */
double lg_expert_capacity(const lg_switch *x, bool causal, bool training);
/* Does evaluation limit how many tokens an expert of sublayers e of the order has, with such a mask? Who reads tokens
 * one by one cannot: no one knows how many will follow. */
static inline bool lg_experts_are_limited(const lg_order *o, bool causal) {
    const lg_place *p = lg_order_find(o, 'e');
    return p && lg_expert_capacity((const void *)&p->own, causal, false) > 0;
}
/* Are tokens sent to experts as in a training step, or as in evaluation? */
bool lg_experts_train(const lg_build *b);
/* Of so many tokens of a sequence, how many an expert of a sublayer e takes; 0: all who come. */
int lg_expert_slots(const lg_build *b, const lg_switch *x, int tokens);

/* The networks of a sublayer's experts. */
typedef struct lg_experts {
    const lg_expert_networks *options;
    int block;
    const char *name;  /* which their parameters begin with */
    lg_tensor *expert; /* of each token, int32 [S,T] */
    double scale;      /* initial weights are a truncated normal of deviation sqrt(scale / inputs); 0: as the model's */
    bool silent;       /* the last map begins with zeros */
} lg_experts;

/* The logits of tokens, NAME [width,count], in float32. */
lg_tensor *lg_build_router(lg_build *b, int block, const char *name, lg_tensor *x, int count, lg_initial initial);
/* The model's mixer with maps of each token's expert, NAME.1, NAME.gate and NAME.2 [count,.,.]; 0 for who has none. */
lg_tensor *lg_build_expert_mixer(lg_build *b, const lg_experts *x, lg_tensor *h);
/* Leaves word of where tokens go. */
void lg_build_load(lg_build *b, const lg_site *at, lg_tensor *expert, lg_tensor *choice, lg_tensor *loss);

#endif
