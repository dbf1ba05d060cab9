/* softmax.c: standard softmax attention. */
#include "graph/ops.h"
#include "nn/axes/attention_function.h"

static lg_tensor *attend(const void *own, lg_build *b, int block, lg_tensor *h, const lg_attend *a) {
    (void)own, (void)block, (void)h;
    return lg_op_attention(b->g, a);
}

const lg_attention_function lg_attention_function_softmax = {
    .name = "softmax",
    .summary = "softmax over the visible keys",
    .formula = "P[t,s] = exp(l[t,s]) / sum over visible k of exp(l[t,k])",
    .source = "Vaswani et al. 2017, equation 1",
    .example = "lengthen inspect encoding none --heads 1 --q ONES --k ONES\n"
               "scores[0,1]: 2 2 2 2\n"
               "ONES: a file of 4 rows of 4 ones. Each key has the weight e^2 / (4 e^2) = 1/4; with a causal mask\n"
               "query 1 sees keys 0 and 1, each with the weight 1/2.",
    .spans = true,
    .sums = true,
    .attend = attend,
};
