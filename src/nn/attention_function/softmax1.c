/* softmax1.c: a softmax that can attend to nothing: it has one additional logit, always 0, which has no value. */
#include "graph/ops.h"
#include "nn/axes/attention_function.h"

static lg_tensor *attend(const void *own, lg_build *b, int block, lg_tensor *h, const lg_attend *a) {
    lg_attend more = *a;
    (void)own, (void)block, (void)h;
    more.sinks = true;
    return lg_op_attention(b->g, &more);
}

const lg_attention_function lg_attention_function_softmax1 = {
    .name = "softmax1",
    .summary = "softmax over the visible keys and an extra logit of 0, so that weights sum to "
               "less than 1",
    .formula = "P[t,s] = exp(l[t,s]) / (1 + sum over visible k of exp(l[t,k]))\n"
               "in sublayer a (all-attention), keys, trained pairs and the extra logit share one softmax",
    .source = "Miller 2023, Attention Is Off By One",
    .example = "lengthen inspect encoding none --attention softmax1 --heads 1 --q ONES --k ONES\n"
               "scores[0,1]: 2 2 2 2\n"
               "weights[0,1]: 0.241818 0.241818 0.241818 0.241818\n"
               "ONES: a file of 4 rows of 4 ones. Each key has the weight e^2 / (1 + 4 e^2).",
    .spans = true,
    .sums = true,
    .attend = attend,
};
