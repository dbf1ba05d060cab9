/* experts.h: what sublayers with experts have in common: networks of which each token has one, its expert's. */
#ifndef LG_NN_EXPERTS_H
#define LG_NN_EXPERTS_H

#include "nn/sublayer.h"

extern const lg_option lg_expert_options[]; /* experts.* and gating.*, of every run */

/* Does evaluation limit how many tokens an expert of a sublayer e has, with such a mask? Who reads tokens one by one
 * cannot: no one knows how many will follow. */
bool lg_experts_are_limited(const lg_values *v, bool causal);
/* Are tokens sent to experts as in a training step, or as in evaluation? */
bool lg_experts_train(const lg_build *b);
/* Of so many tokens of a sequence, how many an expert of a sublayer e takes; 0: all who come. */
int lg_expert_slots(const lg_build *b, int tokens);

/* The networks of a sublayer's experts. */
typedef struct lg_experts {
    int block;
    const char *name;  /* which their parameters begin with */
    int count;         /* experts */
    lg_tensor *expert; /* of each token, int32 [S,T] */
    double scale;      /* initial weights are a truncated normal of deviation sqrt(scale / inputs); 0: as the model's */
    bool silent;       /* the last map begins with zeros */
} lg_experts;

/* The logits of tokens, NAME [width,count], in float32. */
lg_tensor *lg_build_router(lg_build *b, int block, const char *name, lg_tensor *x, lg_initial initial);
/* The model's mixer with maps of each token's expert, NAME.1, NAME.gate and NAME.2 [count,.,.]; 0 for who has none. */
lg_tensor *lg_build_expert_mixer(lg_build *b, const lg_experts *x, lg_tensor *h);
/* Leaves word of where tokens go. */
void lg_build_load(lg_build *b, const lg_site *at, lg_tensor *expert, lg_tensor *choice, lg_tensor *loss);

#endif
