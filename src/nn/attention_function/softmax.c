/* softmax.c: weights by softmax, the usual attention. */
#include "nn/attention_function.h"

static lg_tensor *attend(lg_build *b, int block, lg_tensor *h, const lg_attend *a) {
    (void)block, (void)h;
    return lg_op_attention(b->g, a);
}

const lg_attention_function lg_attention_function_softmax = {
    .name = "softmax",
    .summary = "softmax over the visible keys",
    .formula = "P[t,s] = exp(l[t,s]) / sum over visible k of exp(l[t,k])",
    .source = "Vaswani et al. 2017, equation 1",
    .spans = true,
    .sums = true,
    .attend = attend,
};
