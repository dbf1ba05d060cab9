/* ref_move.c: reference kernels that copy, gather and scatter rows and columns. Formulas in kernel.h. */
#include "kernel/ref.h"

#include <string.h>

void lg_ref_copy(const lg_kernels *set, const lg_copy *a) {
    for (int r = 0; r < a->rows; r++) {
        real *y = (real *)a->y.data + r * a->y_stride;
        const real *x = (const real *)a->x.data + r * a->x_stride;
        for (int c = 0; c < a->columns; c++) y[c] = a->accumulate ? y[c] + x[c] : x[c];
    }
}

/* The row of `all` that slot c of sequence s refers to; NULL: none. */
static real *row_of(const lg_move_rows *a, int s, int c) {
    const int32_t row = ((const int32_t *)a->index.data)[(size_t)s * a->C + c];
    return row < 0 || row >= a->T ? NULL : (real *)a->all.data + ((size_t)s * a->T + row) * a->N;
}

void lg_ref_gather_rows(const lg_kernels *set, const lg_move_rows *a) {
    for (int s = 0; s < a->S; s++) {
        for (int c = 0; c < a->C; c++) {
            real *few = (real *)a->few.data + ((size_t)s * a->C + c) * a->N;
            const real *row = row_of(a, s, c);
            for (int n = 0; n < a->N; n++) few[n] = (a->accumulate ? few[n] : 0) + (row ? row[n] : 0);
        }
    }
}

void lg_ref_scatter_rows(const lg_kernels *set, const lg_move_rows *a) {
    if (!a->accumulate) memset(a->all.data, 0, (size_t)a->S * a->T * a->N * sizeof(real));
    for (int s = 0; s < a->S; s++) {
        for (int c = 0; c < a->C; c++) {
            const real *few = (const real *)a->few.data + ((size_t)s * a->C + c) * a->N;
            real *row = row_of(a, s, c);
            for (int n = 0; row && n < a->N; n++) row[n] += few[n];
        }
    }
}

int lg_ref_cluster_rows(const lg_kernels *set, const lg_cluster_rows *a) {
    const int32_t *id = a->id.data;
    const real *weight = a->weight.data;
    int32_t *rows = a->rows.data, *within = a->within.data;
    int count = 0;
    for (int r = 0; r < a->M; r++) {
        const int32_t own = id[a->each > 0 ? r / a->each * a->stride + r % a->each : r];
        if (own < a->first || own >= a->end || (weight && weight[r] == 0)) continue;
        rows[count] = r;
        if (within) within[count] = own - a->first;
        count++;
    }
    return count;
}

void lg_ref_cluster_classes(const lg_kernels *set, lg_view y, lg_view id, int M, const int *end, int count) {
    const int32_t *from = id.data;
    int32_t *out = y.data;
    for (int r = 0; r < M; r++) {
        int i = 0;
        while (i + 1 < count && from[r] >= end[i]) i++;
        out[r] = i > 0 ? end[0] + i - 1 : from[r];
    }
}

void lg_ref_put_integers(const lg_kernels *set, lg_view y, lg_view rows, lg_view x, int count) {
    const int32_t *row = rows.data, *from = x.data;
    for (int j = 0; j < count; j++) ((int32_t *)y.data)[row[j]] = from ? from[j] : -1;
}

void lg_ref_span_rows(const lg_kernels *set, lg_view y, lg_view x, lg_view span, int S, int T, int N, int first,
                      bool accumulate) {
    for (int r = 0; r < S * T; r++) {
        const int32_t *there = (const int32_t *)span.data + 2 * (r / T);
        const int token = first + r % T;
        const bool kept = token >= there[0] && token < there[0] + there[1];
        for (int c = 0; c < N; c++) {
            const size_t e = (size_t)r * N + c;
            real *out = (real *)y.data + e;
            *out = (accumulate ? *out : 0) + (kept ? ((const real *)x.data)[e] : 0);
        }
    }
}
