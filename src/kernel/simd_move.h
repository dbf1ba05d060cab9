/* simd_move.h: copies, gathers and scatters rows and columns. */
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

/* The row of `all` that slot c of sequence s refers to; NULL: none. */
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

static inline void span_rows(const lg_kernels *set, lg_view y, lg_view x, lg_view span, int S, int T, int N, int first,
                             bool accumulate) {
    real *to = y.data;
    const real *from = x.data;
    for (int r = 0; r < S * T; r++, to += N, from += N) {
        const int32_t *there = (const int32_t *)span.data + 2 * (r / T);
        const int token = first + r % T;
        if (token >= there[0] && token < there[0] + there[1])
            move_columns(to, from, N, accumulate);
        else if (!accumulate)
            memset(to, 0, sizeof *to * (size_t)N);
    }
}

#endif
