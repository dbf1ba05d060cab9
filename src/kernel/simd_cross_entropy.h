/* simd_cross_entropy.h: softmax and cross-entropy of rows of logits. Few classes, as in algorithmic tasks, use plain
 * loops in the precision of the arrays; many classes, as in language models, use vectors. The choice depends only on
 * the number of classes. */
#ifndef LG_KERNEL_SIMD_CROSS_ENTROPY_H
#define LG_KERNEL_SIMD_CROSS_ENTROPY_H

#include "kernel/kernel.h"
#include "kernel/simd_attention.h"
#include "kernel/simd_norm.h"
#include "kernel/vec.h"

#define MANY_CLASSES 32 /* at least a vector in every kernel set */
#define ROW_CHAINS   4  /* independent chains over a row; at most EXP2_KEYS, the limit of vexp2_lanes */

/* The largest logit of a row, and its lowest index. */
typedef struct row_top {
    real value;
    int at;
} row_top;

TEMPLATE row_top small_top(const real *x, int N) {
    int best = 0;
    for (int n = 1; n < N; n++)
        if (x[n] > x[best]) best = n;
    return (row_top){x[best], best};
}

TEMPLATE real small_sum_exp(const real *x, int N, real shift) {
    real total = 0;
    for (int n = 0; n < N; n++) total += real_exp(x[n] - shift);
    return total;
}

/* Updates the lanes of `top` and `at` where x is larger than `top`. */
TEMPLATE void keep_larger(vec *top, vmask *at, const real *x, int c) {
    const vec value = vload(x + c);
    const vmask wins = value > *top;
    *top = vselect(wins, value, *top);
    *at = (wins & (vcount() + (lane_int)c)) | (~wins & *at);
}

/* Finds the largest of many logits. The last vector ends at the end of the row. It may repeat earlier columns, which
 * does not change the result. */
static inline row_top many_top(const real *x, int N) {
    vec top[ROW_CHAINS];
    vmask at[ROW_CHAINS];
    UNROLL for (int i = 0; i < ROW_CHAINS; i++) top[i] = vload(x), at[i] = vcount();
    int c = VL;
    for (; c + ROW_CHAINS * VL <= N; c += ROW_CHAINS * VL) {
        UNROLL for (int i = 0; i < ROW_CHAINS; i++) keep_larger(&top[i], &at[i], x, c + i * VL);
    }
    for (; c + VL <= N; c += VL) keep_larger(&top[0], &at[0], x, c);
    keep_larger(&top[0], &at[0], x, N - VL);
    row_top best = {top[0][0], (int)at[0][0]};
    for (int i = 0; i < ROW_CHAINS; i++) {
        for (int l = 0; l < VL; l++) {
            const row_top other = {top[i][l], (int)at[i][l]};
            if (other.value > best.value || (other.value == best.value && other.at < best.at)) best = other;
        }
    }
    return best;
}

/* exp(x - shift) of `count` vectors; 0 if x is -infinity. */
TEMPLATE void exp_columns(int count, vec e[ROW_CHAINS], const real *x, int left, real shift) {
    UNROLL for (int i = 0; i < count; i++) {
        e[i] = (vload_first(x + i * VL, left) - vsplat(shift)) * vsplat(LG_LOG2_E);
    }
    vexp2_lanes(count, e);
}

static inline real many_sum_exp(const real *x, int N, real shift) {
    vec total[ROW_CHAINS] = {{0}}, e[ROW_CHAINS];
    int c = 0;
    for (; c + ROW_CHAINS * VL <= N; c += ROW_CHAINS * VL) {
        exp_columns(ROW_CHAINS, e, x + c, VL, shift);
        UNROLL for (int i = 0; i < ROW_CHAINS; i++) total[i] += e[i];
    }
    for (; c < N; c += VL) {
        exp_columns(1, e, x + c, N - c, shift);
        total[0] += N - c < VL ? vkeep(e[0], (1u << (N - c)) - 1) : e[0];
    }
    return vsum((total[0] + total[1]) + (total[2] + total[3]));
}

/* dx (+)= scale exp(x - shift) */
static inline void many_gradients(real *dx, const real *x, int N, real shift, real scale, bool accumulate) {
    vec e[ROW_CHAINS];
    int c = 0;
    for (; c + ROW_CHAINS * VL <= N; c += ROW_CHAINS * VL) {
        exp_columns(ROW_CHAINS, e, x + c, VL, shift);
        UNROLL for (int i = 0; i < ROW_CHAINS; i++) put_first(dx + c + i * VL, e[i] * scale, VL, accumulate);
    }
    for (; c < N; c += VL) {
        exp_columns(1, e, x + c, N - c, shift);
        put_first(dx + c, e[0] * scale, N - c, accumulate);
    }
}

static inline void log_softmax(const lg_kernels *set, lg_view x, lg_view shift, int M, int N) {
    real *row = x.data;
    for (int r = 0; r < M; r++, row += N) {
        const real top = N < MANY_CLASSES ? small_top(row, N).value : many_top(row, N).value;
        const real sum = N < MANY_CLASSES ? small_sum_exp(row, N, top) : many_sum_exp(row, N, top);
        const real add = (shift.data ? ((const real *)shift.data)[r] : 0) - real_log(sum);
        for (int n = 0; n < N; n++) row[n] = (row[n] - top) + add;
    }
}

TEMPLATE real row_weight(const lg_cross_entropy *a, int r) {
    return a->weight.data ? ((const real *)a->weight.data)[r] : 1;
}

/* Sum of x - shift, in chains whose order depends only on the width. */
static inline real row_sum(const real *x, int N, real shift) {
    vec total[ROW_CHAINS] = {{0}};
    int c = 0;
    for (; c + ROW_CHAINS * VL <= N; c += ROW_CHAINS * VL) {
        UNROLL for (int i = 0; i < ROW_CHAINS; i++) total[i] += vload(x + c + i * VL) - vsplat(shift);
    }
    real sum = vsum((total[0] + total[1]) + (total[2] + total[3]));
    for (; c < N; c++) sum += x[c] - shift;
    return sum;
}

/* The probability of a smoothed target: the remainder if every other class has probability `rest`. */
TEMPLATE real left_at_target(const lg_cross_entropy *a) {
    return 1 - (real)(a->N - 1) * a->rest;
}

/* The loss of a row. shift: the row's largest logit; log_sum: the logarithm of the row's sum of exp(x - shift). */
TEMPLATE real row_loss(const lg_cross_entropy *a, const real *x, int truth, real shift, real log_sum) {
    real loss = log_sum - (x[truth] - shift);
    if (a->rest > 0)
        loss = log_sum - a->rest * row_sum(x, a->N, shift) - (left_at_target(a) - a->rest) * (x[truth] - shift);
    return a->z > 0 ? loss + a->z * (log_sum + shift) * (log_sum + shift) : loss;
}

/* Factor of the softmax in a gradient. */
TEMPLATE real softmax_factor(const lg_cross_entropy *a, real shift, real sum) {
    return a->z > 0 ? 1 + 2 * a->z * (real_log(sum) + shift) : 1;
}

static inline void cross_entropy(const lg_kernels *set, const lg_cross_entropy *a) {
    const int32_t *truth = a->target.data;
    const int N = a->N;
    const real *row = a->x.data;
    real *loss = a->loss.data;
    for (int r = 0; r < a->M; r++, row += N) {
        const row_top top = N < MANY_CLASSES ? small_top(row, N) : many_top(row, N);
        if (a->best.data) ((int32_t *)a->best.data)[r] = top.at;
        loss[r] = 0;
        if (row_weight(a, r) == 0) continue;
        const real sum = N < MANY_CLASSES ? small_sum_exp(row, N, top.value) : many_sum_exp(row, N, top.value);
        loss[r] = row_loss(a, row, truth[r], top.value, real_log(sum));
    }
}

/* The gradient of one row of few classes. */
TEMPLATE void small_backward(real *dx, const real *x, int N, int truth, real weight, bool accumulate) {
    const real shift = small_top(x, N).value, inverse = 1 / small_sum_exp(x, N, shift);
    for (int n = 0; n < N; n++) {
        const real gradient = weight * (real_exp(x[n] - shift) * inverse - (n == truth));
        dx[n] = accumulate ? dx[n] + gradient : gradient;
    }
}

/* The gradient of one row of few classes, with a smoothed target or with the penalty z on the log sum of
 * exponentials. */
TEMPLATE void small_smoothed_backward(const lg_cross_entropy *a, real *dx, const real *x, int truth, real weight) {
    const real shift = small_top(x, a->N).value, sum = small_sum_exp(x, a->N, shift);
    const real scale = softmax_factor(a, shift, sum) / sum, left = left_at_target(a);
    for (int n = 0; n < a->N; n++) {
        const real gradient = weight * (real_exp(x[n] - shift) * scale - (n == truth ? left : a->rest));
        dx[n] = a->accumulate ? dx[n] + gradient : gradient;
    }
}

/* The gradient of one row of many classes. */
TEMPLATE void many_backward(const lg_cross_entropy *a, real *dx, const real *x, int truth, real weight) {
    const real shift = many_top(x, a->N).value, sum = many_sum_exp(x, a->N, shift);
    many_gradients(dx, x, a->N, shift, weight * softmax_factor(a, shift, sum) / sum, a->accumulate);
    if (a->rest > 0) {
        const real less = weight * a->rest;
        for (int n = 0; n < a->N; n++) dx[n] -= less;
        dx[truth] -= weight * (left_at_target(a) - a->rest);
    } else {
        dx[truth] -= weight;
    }
}

static inline void cross_entropy_backward(const lg_kernels *set, const lg_cross_entropy *a) {
    const int32_t *truth = a->target.data;
    const int N = a->N;
    const real *row = a->x.data;
    real *dx = a->dx.data;
    for (int r = 0; r < a->M; r++, row += N, dx += N) {
        const real weight = a->factor * row_weight(a, r);
        if (weight == 0) {
            if (!a->accumulate) memset(dx, 0, sizeof *dx * (size_t)N);
        } else if (N >= MANY_CLASSES) {
            many_backward(a, dx, row, truth[r], weight);
        } else if (a->rest > 0 || a->z > 0) {
            small_smoothed_backward(a, dx, row, truth[r], weight);
        } else {
            small_backward(dx, row, N, truth[r], weight, a->accumulate);
        }
    }
}

#endif
