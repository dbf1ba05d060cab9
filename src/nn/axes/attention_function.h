/* attention_function.h: how logits become weights. */
#ifndef LG_NN_ATTENTION_FUNCTION_H
#define LG_NN_ATTENTION_FUNCTION_H

#include "nn/axes/chosen.h"
#include "nn/record/build.h"

struct lg_attention_function {
    LG_ENTRY;
    bool encodes_order; /* needs no encoding, and takes no terms of one */
    bool spans;         /* takes a span of keys for each sequence */
    bool sums;          /* a softmax: can be joined to that over other keys (lg_op_join) */
    bool own_scale;     /* trains factors of its own, and reads no scale */
    /* Attention [S,T,width] of the sublayer input h from the terms in a. Its weights can be looked into where this is
     * the result of an op that has some. */
    lg_tensor *(*attend)(const void *own, lg_build *b, int block, lg_tensor *h, const lg_attend *a);
};

extern const lg_attention_function *const lg_attention_functions[]; /* ends with NULL */

#endif
