/* simd_move.h: rows and columns that go to other places, and depthwise convolution, which sums neighbours in time. */
#ifndef LG_KERNEL_SIMD_MOVE_H
#define LG_KERNEL_SIMD_MOVE_H

#include "kernel/kernel.h"
#include "kernel/vec.h"

TEMPLATE void move_columns(real *y, const real *x, int columns, bool accumulate) {
    if (!accumulate) {
        memcpy(y, x, sizeof *y * (size_t)columns);
        return;
    }
    for (int c = 0; c < columns; c += VL)
        vstore_first(y + c, vload_first(y + c, columns - c) + vload_first(x + c, columns - c), columns - c);
}

static inline void copy(const lg_kernels *set, const lg_copy *a) {
    real *y = a->y.data;
    const real *x = a->x.data;
    for (int r = 0; r < a->rows; r++, y += a->y_stride, x += a->x_stride) move_columns(y, x, a->columns, a->accumulate);
}

/* The row of `all` that a slot of sequence s stands for; NULL: none. */
TEMPLATE real *indexed_row(const lg_move_rows *a, int s, int c) {
    const int32_t row = ((const int32_t *)a->index.data)[(ptrdiff_t)s * a->C + c];
    return row < 0 || row >= a->T ? NULL : (real *)a->all.data + ((ptrdiff_t)s * a->T + row) * a->N;
}

static inline void gather_rows(const lg_kernels *set, const lg_move_rows *a) {
    real *few = a->few.data;
    for (int s = 0; s < a->S; s++) {
        for (int c = 0; c < a->C; c++, few += a->N) {
            const real *row = indexed_row(a, s, c);
            if (row)
                move_columns(few, row, a->N, a->accumulate);
            else if (!a->accumulate)
                memset(few, 0, sizeof *few * (size_t)a->N);
        }
    }
}

static inline void scatter_rows(const lg_kernels *set, const lg_move_rows *a) {
    const real *few = a->few.data;
    if (!a->accumulate) memset(a->all.data, 0, sizeof(real) * (size_t)a->S * (size_t)a->T * (size_t)a->N);
    for (int s = 0; s < a->S; s++) {
        for (int c = 0; c < a->C; c++, few += a->N) {
            real *row = indexed_row(a, s, c);
            if (row) move_columns(row, few, a->N, true);
        }
    }
}

/* ---- depthwise convolution: a vector is some columns of a token, of which so many taps are worked on together ---- */

#define TAPS (LG_VEC_REGISTERS / 2)

/* Row j of weights [K,H] for the columns c..c+left-1; others 0. */
TEMPLATE vec tap_weights(const lg_depthwise_convolution *a, int j, int c, int left) {
    const real *row = (const real *)a->w.data + (ptrdiff_t)j * a->H;
    if (a->H == a->N) return vload_first(row + c, left);
    const int width = a->N / a->H;
    vec w = {0};
    for (int l = 0; l < VL && l < left; l++) w[l] = row[(c + l) / width];
    return w;
}

/* The taps first..first+count-1 of all sequences, for a vector of columns: y[t] (+)= sum_j w[j] x[t + j - before]. */
TEMPLATE void convolve_columns(const lg_depthwise_convolution *a, real *y, const real *x, const vec *w, int first,
                               int count, int before, int left, bool accumulate) {
    const ptrdiff_t N = a->N;
    for (int s = 0; s < a->S; s++, x += a->T * N, y += a->T * N) {
        for (int t = 0; t < a->T; t++) {
            const int from = t + first - before;
            const int begin = from < 0 ? -from : 0, end = from + count > a->T ? a->T - from : count;
            vec total = accumulate ? vload_first(y + t * N, left) : (vec){0};
            for (int j = begin; j < end; j++) total = vfma(w[j], vload_first(x + (from + j) * N, left), total);
            vstore_first(y + t * N, total, left);
        }
    }
}

/* y (+)= the convolution of x; flip: with the taps in the other order, as the gradient of the input needs them. */
static inline void convolve(const lg_depthwise_convolution *a, lg_view y, lg_view x, bool flip, bool accumulate) {
    const int before = flip ? a->K - 1 - a->before : a->before;
    for (int c = 0; c < a->N; c += VL) {
        for (int first = 0; first < a->K; first += TAPS) {
            const int count = a->K - first < TAPS ? a->K - first : TAPS;
            vec w[TAPS];
            for (int j = 0; j < count; j++) w[j] = tap_weights(a, flip ? a->K - 1 - first - j : first + j, c, a->N - c);
            convolve_columns(a, (real *)y.data + c, (const real *)x.data + c, w, first, count, before, a->N - c,
                             accumulate || first > 0);
        }
    }
}

/* Adds what the columns c..c+left-1 contribute to the gradient of tap j. */
TEMPLATE void add_tap(const lg_depthwise_convolution *a, int j, int c, int left, vec total) {
    real *row = (real *)a->dw.data + (ptrdiff_t)j * a->H;
    const int width = a->N / a->H;
    for (int l = 0; l < VL && l < left; l++) row[(c + l) / width] += total[l];
}

/* The gradients of the weights from a vector of columns. */
static inline void tap_gradients(const lg_depthwise_convolution *a, int c) {
    const ptrdiff_t N = a->N;
    const int left = a->N - c;
    for (int j = 0; j < a->K; j++) {
        const int shift = j - a->before;
        const int begin = shift < 0 ? -shift : 0, end = shift > 0 ? a->T - shift : a->T;
        const real *dy = (const real *)a->dy.data + c, *x = (const real *)a->x.data + c;
        vec total = {0};
        for (int s = 0; s < a->S; s++, dy += a->T * N, x += a->T * N) {
            for (int t = begin; t < end; t++)
                total = vfma(vload_first(dy + t * N, left), vload_first(x + (t + shift) * N, left), total);
        }
        add_tap(a, j, c, left, total);
    }
}

static inline void depthwise_convolution(const lg_kernels *set, const lg_depthwise_convolution *a) {
    convolve(a, a->y, a->x, false, false);
}

static inline void depthwise_convolution_backward(const lg_kernels *set, const lg_depthwise_convolution *a) {
    if (a->dx.data) convolve(a, a->dx, a->dy, true, a->accumulate);
    for (int c = 0; a->dw.data && c < a->N; c += VL) tap_gradients(a, c);
}

#endif
