/* alibi.c: attention with linear biases: a penalty that grows with the distance, with a slope for each head. Keys on
 * the left are half a step nearer, so that a bidirectional model can tell the sides apart. */
#include <math.h>
#include <string.h>

#include "nn/encoding.h"
#include "nn/model.h"

/* Slopes are 2^(-8(h+1)/H) for a power of two. Other H: those of the power below, then every second of twice it. */
static double slope(int head, int heads) {
    int power = 1;
    while (2 * power <= heads) power *= 2;
    if (head < power) return exp2(-8.0 * (head + 1) / power);
    return exp2(-8.0 * (2 * (head - power) + 1) / (2 * power));
}

/* Bias of slope 1 for a key at this signed distance. */
static double penalty(double distance, int offset) {
    return (offset < 0 ? 0.5 : 0) - fabs(distance);
}

static void fill_toeplitz(const void *context, const void *user, const lg_tensor *t, void *out) {
    const lg_position_ids *n = lg_build_position_ids(context, user);
    int H = t->shape[0], N = t->shape[1], T = n->T;
    real *row = out;
    memset(out, 0, t->bytes);
    for (int h = 0; h < H; h++, row += N) {
        const double m = slope(h, H);
        for (int offset = 1 - T; offset < T; offset++)
            row[LG_BIAS_ZERO(T) - offset] = (real)(m * penalty(n->distance[offset + T - 1], offset));
    }
}

/* Of slope 1, for all heads: there is a number for each pair of tokens. */
static void fill_dense(const void *context, const void *user, const lg_tensor *t, void *out) {
    const lg_position_ids *n = lg_build_position_ids(context, user);
    const double *p = n->position;
    int T = n->T, N = t->shape[2];
    real *row = out;
    memset(out, 0, t->bytes);
    for (int j = 0; j < T; j++, row += N)
        for (int i = 0; i < T; i++) row[i] = (real)penalty(p[j] - p[i], p[j] < p[i] ? -1 : 1);
}

static void fill_slopes(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)context, (void)user;
    for (int h = 0; h < t->shape[0]; h++) ((real *)out)[h] = (real)slope(h, t->shape[0]);
}

static void bias(lg_build *b, int block, lg_attend *a) {
    int H = b->model->heads, T = b->g->T;
    if (b->model->distances) {
        a->bias = lg_build_constant(b, block, false, 2, (int[]){H, LG_BIAS_ROW(T)}, 0, LG_LANES, fill_toeplitz);
        return;
    }
    a->bias = lg_build_constant(b, block, false, 3, (int[]){1, T, LG_PAD(T)}, 0, LG_LANES, fill_dense);
    a->slope = lg_build_constant(b, -1, false, 1, (int[]){H}, 0, 0, fill_slopes);
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
