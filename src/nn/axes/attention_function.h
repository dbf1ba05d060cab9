/* attention_function.h: turns attention logits into weights. */
#ifndef LG_NN_ATTENTION_FUNCTION_H
#define LG_NN_ATTENTION_FUNCTION_H

#include "nn/axes/chosen.h"
#include "nn/record/build.h"

struct lg_attention_function {
    LG_ENTRY;
    bool encodes_order; /* needs no encoding and accepts no terms from one */
    bool spans;         /* supports a span of valid keys for each sequence */
    bool sums;          /* a softmax: lg_op_join can merge its output with the softmax over other keys */
    bool own_scale;     /* ignores the axis scale */
    bool no_terms;      /* computes no logits, so an encoding can neither add terms nor rotate */
    /* Transforms queries and keys, before keys are cached; NULL: unchanged. */
    lg_tensor *(*map)(lg_build *b, lg_tensor *x);
    /* Returns the attention output [S,T,width] for the sublayer input h and the terms in `a`. Attention weights can be
     * inspected only if the op that computes the output provides them. */
    lg_tensor *(*attend)(const void *own, lg_build *b, int block, lg_tensor *h, const lg_attend *a);
};

extern const lg_attention_function *const lg_attention_functions[]; /* ends with NULL */

#endif
