/* alibi.c: attention with linear biases: a penalty that grows with the distance, with a slope for each head. Keys on
 * the left are half a step nearer, so that a bidirectional model can tell the sides apart. */
#include <math.h>

#include "nn/encoding.h"
#include "nn/model.h"
#include "nn/published.h"

/* Slopes are 2^(-8(h+1)/H) for a power of two. Other H: those of the power below, then every second of twice it. */
static double slope(int head, int heads) {
    int power = 1;
    while (2 * power <= heads) power *= 2;
    if (head < power) return exp2(-8.0 * (head + 1) / power);
    return exp2(-8.0 * (2 * (head - power) + 1) / (2 * power));
}

/* Of slope 1. */
static double penalty(const void *user, double distance) {
    (void)user;
    return (distance < 0 ? 0.5 : 0) - fabs(distance);
}

static void fill_slopes(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)context, (void)user;
    for (int h = 0; h < t->shape[0]; h++) ((real *)out)[h] = (real)slope(h, t->shape[0]);
}

static void bias(lg_build *b, int block, lg_attend *a) {
    a->bias = lg_build_distances(b, block, false, penalty, NULL);
    a->slope = lg_build_constant(b, false, 1, &b->model->heads, fill_slopes);
}

const lg_encoding lg_encoding_alibi = {
    .name = "alibi",
    .summary = "a penalty that grows with the distance, with a slope for each head",
    .formula = "score(t,s) = q_t . k_s / sqrt(dk) + m_h b(D), D = key - query, not scaled\n"
               "b(0) = 0, b(D) = -D for D > 0, b(D) = D + 0.5 for D < 0\n"
               "m_h = 2^(-8(h+1)/H), h in 0..H-1; for H that is no power of two: those of the power below, then every "
               "second of twice it",
    .source = "Press et al. 2022, Train Short, Test Long; bidirectional as in Ruoss et al. 2023",
    .example = "lengthen inspect encoding alibi --length 4 --heads 2\n"
               "bias[0,1]: -0.03125 0 -0.0625 -0.125\n"
               "bias[0,3]: -0.15625 -0.09375 -0.03125 0\n"
               "bias[1,3]: -0.00976562 -0.00585938 -0.00195312 0\n"
               "m = 2^-4, 2^-8. Key 0 of query 3: -(3 - 0.5) / 16; key 3 of query 1, to the right: -2 / 16.",
    .published = "Press et al. 2022, table 2: WikiText-103, 247M, trained at 512, perplexity at 512 712 1012 1512 2512 "
                 "5512 15512 tokens: 19.73 19.14 18.73 18.52 18.41 18.36 18.31\n"
                 "Chi et al. 2022, table 3: OpenWebText2, 162M, trained at 512, perplexity at 512 1024 2048 4096 8192 "
                 "16384 tokens: 23.9 22.4 22.5 22.2 22.3 22.5\n" LG_KAZEMNEJAD_2023_ALIBI,
    .reads = LG_POSITION_INPUT_DISTANCES,
    .per_block = true,
    .shift_invariant = true,
    .crosses = true,
    .bias = bias,
    .work = "H T T sums",
};
