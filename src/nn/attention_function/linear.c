/* linear.c: linear attention: the weight of a key is a product of positive features of query and key. With such
 * weights, sums over keys could be carried from token to token. This implementation computes the weights of all pairs
 * instead, so that any mask can be used. */
#include "graph/ops.h"
#include "nn/axes/attention_function.h"

static lg_tensor *map(lg_build *b, lg_tensor *x) {
    return lg_op_elementwise(b->g, x, LG_ELU_PLUS_ONE);
}

static lg_tensor *attend(const void *own, lg_build *b, int block, lg_tensor *h, const lg_attend *a) {
    lg_attend more = *a;
    (void)own, (void)block, (void)h;
    more.linear = true;
    more.scale = lg_build_ones(b, lg_columns(a->scale)); /* weights must not be negative, but the axis scale may give 0
                                                          * or a negative number */
    return lg_op_attention(b->g, &more);
}

const lg_attention_function lg_attention_function_linear = {
    .name = "linear",
    .summary = "linear attention: products of positive features, normalized over the visible keys; computed for all "
               "pairs, in quadratic time",
    .formula = "P[t,s] = f(q_t) . f(k_s) / sum over visible u of f(q_t) . f(k_u)\n"
               "f(x) = elu(x) + 1: x + 1 if x > 0, else e^x\n"
               "encodings cannot add terms to the logits; there is no scale, because it would cancel out",
    .source = "Katharopoulos et al. 2020, Transformers are RNNs, section 3.2",
    .example = "lengthen inspect encoding none --attention linear --heads 1 --q ONES --k ROWS\n"
               "weights[0,0]: 0.1 0.2 0.3 0.4\n"
               "ONES: a file of 4 rows of 4 ones; ROWS: row s has 4 numbers s. f(q) = 2 and f(k_s) = s + 1:\n"
               "f(q) . f(k_s) = 8 (s + 1), divided by 80.",
    .spans = true,
    .own_scale = true,
    .no_terms = true,
    .map = map,
    .attend = attend,
};
