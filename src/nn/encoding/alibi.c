/* alibi.c: attention with linear biases: a penalty that grows with the distance, with a slope for each head. Keys on
 * the left are half a step nearer, so that a bidirectional model can tell the sides apart. */
#include <math.h>

#include "nn/encoding.h"
#include "nn/model.h"

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
    .reads = LG_POSITION_INPUT_DISTANCES,
    .per_block = true,
    .shift_invariant = true,
    .bias = bias,
};
