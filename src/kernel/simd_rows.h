/* simd_rows.h: kernels of rows of tokens: table look-up, addition of vectors per position, and rotary embedding (Su et
 * al., "RoFormer", 2021). */
#ifndef LG_KERNEL_SIMD_ROWS_H
#define LG_KERNEL_SIMD_ROWS_H

#include "kernel/kernel.h"
#include "kernel/vec.h"

static inline void lookup(const lg_kernels *set, lg_view y, lg_view table, lg_view ids, int M, int N, real scale) {
    const int32_t *id = ids.data;
    for (int r = 0; r < M; r++) {
        const real *in = (const real *)table.data + (ptrdiff_t)id[r] * N;
        real *out = (real *)y.data + (ptrdiff_t)r * N;
        for (int c = 0; c < N; c += VL) vstore_first(out + c, vload_first(in + c, N - c) * vsplat(scale), N - c);
    }
}

static inline void lookup_backward(const lg_kernels *set, lg_view dtable, lg_view dy, lg_view ids, int M, int N,
                                   real scale) {
    const int32_t *id = ids.data;
    for (int r = 0; r < M; r++) {
        const real *in = (const real *)dy.data + (ptrdiff_t)r * N;
        real *out = (real *)dtable.data + (ptrdiff_t)id[r] * N;
        for (int c = 0; c < N; c += VL) {
            vstore_first(out + c, vfma(vload_first(in + c, N - c), vsplat(scale), vload_first(out + c, N - c)), N - c);
        }
    }
}

static inline void add_rows(const lg_kernels *set, lg_view y, lg_view x, lg_view a, int S, int T, int N) {
    const ptrdiff_t n = (ptrdiff_t)T * N;
    const real *row = a.data;
    for (int s = 0; s < S; s++) {
        const real *in = (const real *)x.data + s * n;
        real *out = (real *)y.data + s * n;
        for (ptrdiff_t e = 0; e < n; e += VL) {
            const int left = n - e < VL ? (int)(n - e) : VL;
            vstore_first(out + e, vload_first(in + e, left) + vload_first(row + e, left), left);
        }
    }
}

static inline void add_rows_backward(const lg_kernels *set, lg_view da, lg_view dy, int S, int T, int N) {
    const ptrdiff_t n = (ptrdiff_t)T * N;
    real *out = da.data;
    for (int s = 0; s < S; s++) {
        const real *in = (const real *)dy.data + s * n;
        for (ptrdiff_t e = 0; e < n; e += VL) {
            const int left = n - e < VL ? (int)(n - e) : VL;
            vstore_first(out + e, vload_first(out + e, left) + vload_first(in + e, left), left);
        }
    }
}

/* ---- rotary embedding ------------------------------------------------------------------------------------------- */

/* Rotates pairs of neighbours: columns c..c+HL-1 of every head of token t in all sequences. */
TEMPLATE void rotate_columns(const lg_rotation *a, int t, int c, bool inverse, bool accumulate) {
    const ptrdiff_t token = (ptrdiff_t)t * a->H * a->D + c, angle = (ptrdiff_t)t * a->pairs + c / 2;
    const real *cosine = (const real *)a->cosine.data + angle, *sine = (const real *)a->sine.data + angle;
    const real *x = (const real *)a->x.data + token;
    real *y = (real *)a->y.data + token;
    hvec cos2, sin2;
    for (int l = 0; l < HL; l++) {
        cos2[l] = cosine[l / 2];
        sin2[l] = (l % 2 == 0) == inverse ? sine[l / 2] : -sine[l / 2];
    }
    for (int s = 0; s < a->S; s++) {
        for (int h = 0; h < a->H; h++) {
            const ptrdiff_t at = (ptrdiff_t)s * a->T * a->H * a->D + (ptrdiff_t)h * a->D;
            const hvec in = hload(x + at);
            hvec out = hfma(hswap(in), sin2, in * cos2);
            if (accumulate) out += hload(y + at);
            hstore(y + at, out);
        }
    }
}

/* Rotates the last pairs of neighbours of one head, from column c on, which do not fill a vector. */
TEMPLATE void rotate_rest(const lg_rotation *a, real *y, const real *x, const real *cosine, const real *sine, int c) {
    for (; c < 2 * a->pairs; c += 2) {
        const real turn = a->inverse ? -sine[c / 2] : sine[c / 2], x0 = x[c], x1 = x[c + 1];
        const real y0 = x0 * cosine[c / 2] - x1 * turn, y1 = x1 * cosine[c / 2] + x0 * turn;
        y[c] = a->accumulate ? y[c] + y0 : y0;
        y[c + 1] = a->accumulate ? y[c + 1] + y1 : y1;
    }
}

/* Rotates pairs (i, pairs + i) of one head. */
TEMPLATE void rotate_halves(const lg_rotation *a, real *y, const real *x, const real *cosine, const real *sine) {
    real *y2 = y + a->pairs;
    for (int i = 0; i < a->pairs; i += VL) {
        const int n = a->pairs - i < VL ? a->pairs - i : VL;
        const vec cos_i = vload_first(cosine + i, n), turn = vload_first(sine + i, n);
        const vec sin_i = a->inverse ? -turn : turn, x0 = vload_first(x + i, n), x1 = vload_first(x + a->pairs + i, n);
        vec y0 = vfma(x0, cos_i, -(x1 * sin_i)), y1 = vfma(x1, cos_i, x0 * sin_i);
        if (a->accumulate) y0 += vload_first(y + i, n), y1 += vload_first(y2 + i, n);
        vstore_first(y + i, y0, n);
        vstore_first(y2 + i, y1, n);
    }
}

/* Processes the columns of token t in each head, except the first `done` columns. */
TEMPLATE void rotate_token(const lg_rotation *a, int t, int done) {
    const real *cosine = (const real *)a->cosine.data + (ptrdiff_t)t * a->pairs;
    const real *sine = (const real *)a->sine.data + (ptrdiff_t)t * a->pairs;
    for (int s = 0; s < a->S; s++) {
        for (int h = 0; h < a->H; h++) {
            const ptrdiff_t at = (((ptrdiff_t)s * a->T + t) * a->H + h) * a->D;
            const real *x = (const real *)a->x.data + at;
            real *y = (real *)a->y.data + at;
            if (a->halves)
                rotate_halves(a, y, x, cosine, sine);
            else
                rotate_rest(a, y, x, cosine, sine, done);
            for (int c = 2 * a->pairs; c < a->D; c++) y[c] = a->accumulate ? y[c] + x[c] : x[c];
        }
    }
}

static inline void rotate(const lg_kernels *set, const lg_rotation *a) {
    const int whole_columns = a->halves ? 0 : 2 * a->pairs / HL * HL;
    for (int t = 0; t < a->T; t++) {
        for (int c = 0; c < whole_columns; c += HL) {
            if (a->inverse)
                rotate_columns(a, t, c, true, a->accumulate);
            else
                rotate_columns(a, t, c, false, a->accumulate);
        }
        if (whole_columns < a->D) rotate_token(a, t, whole_columns);
    }
}

#endif
