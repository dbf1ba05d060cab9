/* ref_bf16.c: the reference for linear maps in bfloat16 (kernel.h). Unlike other reference kernels it sums in float, in
 * the order defined in kernel.h: all sets must give the same bits. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "kernel/bf16.h"
#include "kernel/ref.h"

#ifndef LG_DOUBLE

/* Subnormal numbers become 0. */
static float flushed(float x) {
    return fabsf(x) < FLT_MIN ? copysignf(0, x) : x;
}

static float rounded(float x) {
    return bf16_from_bits(bf16_bits(x));
}

/* `sum` plus the sum of x[i] y[i] over i < n; x_stride and y_stride: distance between elements. */
static float chain(float sum, const real *x, size_t x_stride, const real *y, size_t y_stride, int n) {
    sum = flushed(sum);
    for (int i = 0; i < n; i += 2) {
        const size_t j = (size_t)i, next = j + 1;
        const bool both = next < (size_t)n;
        sum = flushed(fmaf(both ? rounded(x[next * x_stride]) : 0, both ? rounded(y[next * y_stride]) : 0, sum));
        sum = flushed(fmaf(rounded(x[j * x_stride]), rounded(y[j * y_stride]), sum));
    }
    return sum;
}

void lg_ref_linear_bfloat16(const lg_kernels *set, const lg_linear *a) {
    const real *x = a->x.data, *w = a->w.data, *bias = a->bias.data;
    const size_t K = (size_t)a->K, N = (size_t)a->N;
    real *y = a->y.data;
    for (size_t m = 0; m < (size_t)a->M; m++) {
        for (size_t n = 0; n < N; n++) {
            const float total = chain(bias ? bias[n] : 0, x + m * K, 1, w + n, N, a->K);
            real *out = &y[m * N + n];
            if (a->accumulate)
                *out = flushed(flushed(*out) + total);
            else
                *out = a->act == LG_RELU && total < 0 ? 0 : total;
        }
    }
}

void lg_ref_linear_weight_bfloat16(const lg_kernels *set, const lg_linear_weight *a) {
    const real *x = a->x.data, *dy = a->dy.data;
    const size_t K = (size_t)a->K, N = (size_t)a->N;
    real *dw = a->dw.data;
    for (size_t k = 0; k < K; k++)
        for (size_t n = 0; n < N; n++)
            dw[k * N + n] = flushed(flushed(dw[k * N + n]) + chain(0, x + k, K, dy + n, N, a->M));
}

/* ---- in the order of tiles ---- */

/* Sum of x[i] y[i] over even i < n of a block, starting from 0; x_stride and y_stride: distance between elements. */
static float every_other(const real *x, size_t x_stride, const real *y, size_t y_stride, int n) {
    float sum = 0;
    for (int i = 0; i < n; i += 2)
        sum = flushed(fmaf(rounded(x[(size_t)i * x_stride]), rounded(y[(size_t)i * y_stride]), sum));
    return n < LG_TILE_DEPTH ? sum + 0.0f : sum; /* tiles are padded with zeros, which turns -0 into +0 */
}

/* The sum over all i < n, block by block, starting from `sum`. */
static float blocks(float sum, const real *x, size_t x_stride, const real *y, size_t y_stride, int n) {
    sum = flushed(sum);
    for (int i = 0; i < n; i += LG_TILE_DEPTH, x += LG_TILE_DEPTH * x_stride, y += LG_TILE_DEPTH * y_stride) {
        const int m = n - i < LG_TILE_DEPTH ? n - i : LG_TILE_DEPTH;
        const float even = every_other(x, x_stride, y, y_stride, m);
        const float odd = every_other(x + x_stride, x_stride, y + y_stride, y_stride, m - 1);
        sum = flushed(sum + flushed(even + odd));
    }
    return sum;
}

void lg_ref_linear_tiles(const lg_kernels *set, const lg_linear *a) {
    const real *x = a->x.data, *w = a->w.data, *bias = a->bias.data;
    const size_t K = (size_t)a->K, N = (size_t)a->N;
    real *y = a->y.data;
    for (size_t m = 0; m < (size_t)a->M; m++) {
        for (size_t n = 0; n < N; n++) {
            float start = bias ? bias[n] : 0;
            if (a->accumulate) start = bias ? y[m * N + n] + start : y[m * N + n];
            const float total = blocks(start, x + m * K, 1, w + n, N, a->K);
            y[m * N + n] = a->act == LG_RELU && total < 0 ? 0 : total;
        }
    }
}

void lg_ref_linear_weight_tiles(const lg_kernels *set, const lg_linear_weight *a) {
    const size_t K = (size_t)a->K, N = (size_t)a->N;
    const int T = a->T > 0 ? a->T : a->M;
    real *dw = a->dw.data;
    for (int m = 0; m < a->M; m += T) {
        const real *x = (const real *)a->x.data + (size_t)m * K, *dy = (const real *)a->dy.data + (size_t)m * N;
        for (size_t k = 0; k < K; k++)
            for (size_t n = 0; n < N; n++) dw[k * N + n] = blocks(dw[k * N + n], x + k, K, dy + n, N, T);
    }
}

#endif
