/* simd_rows.h: what is done to rows of tokens besides products and norms: table look-up, vectors added per position,
 * rotary embedding (Su et al., "RoFormer", 2021). */
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

/* Columns c..c+HL-1 of every head of one token in all sequences. */
TEMPLATE void rotate_columns(real *y, const real *x, const real *cosine, const real *sine, int S, int H, int D,
                             ptrdiff_t sequence, bool inverse, bool accumulate) {
    hvec cos2, sin2;
    for (int l = 0; l < HL; l++) {
        cos2[l] = cosine[l / 2];
        sin2[l] = (l % 2 == 0) == inverse ? sine[l / 2] : -sine[l / 2];
    }
    for (int s = 0; s < S; s++) {
        for (int h = 0; h < H; h++) {
            const ptrdiff_t at = s * sequence + (ptrdiff_t)h * D;
            const hvec in = hload(x + at);
            hvec out = hfma(hswap(in), sin2, in * cos2);
            if (accumulate) out += hload(y + at);
            hstore(y + at, out);
        }
    }
}

/* The columns that do not fill a vector, of one head of one token. */
TEMPLATE void rotate_rest(real *y, const real *x, const real *cosine, const real *sine, int D, int c, bool inverse,
                          bool accumulate) {
    for (; c + 1 < D; c += 2) {
        const real turn = inverse ? -sine[c / 2] : sine[c / 2], x0 = x[c], x1 = x[c + 1];
        const real y0 = x0 * cosine[c / 2] - x1 * turn, y1 = x1 * cosine[c / 2] + x0 * turn;
        y[c] = accumulate ? y[c] + y0 : y0;
        y[c + 1] = accumulate ? y[c + 1] + y1 : y1;
    }
    if (c < D) y[c] = accumulate ? y[c] + x[c] : x[c];
}

static inline void rotate(const lg_kernels *set, lg_view y, lg_view x, lg_view cosine, lg_view sine, int S, int T,
                          int H, int D, bool inverse, bool accumulate) {
    const int whole_columns = D / HL * HL;
    const ptrdiff_t sequence = (ptrdiff_t)T * H * D;
    for (int t = 0; t < T; t++) {
        const real *cos_t = (const real *)cosine.data + (ptrdiff_t)t * (D / 2);
        const real *sin_t = (const real *)sine.data + (ptrdiff_t)t * (D / 2);
        const real *in = (const real *)x.data + (ptrdiff_t)t * H * D;
        real *out = (real *)y.data + (ptrdiff_t)t * H * D;
        for (int c = 0; c < whole_columns; c += HL) {
            rotate_columns(out + c, in + c, cos_t + c / 2, sin_t + c / 2, S, H, D, sequence, inverse, accumulate);
        }
        if (whole_columns == D) continue;
        for (int s = 0; s < S; s++) {
            for (int h = 0; h < H; h++) {
                const ptrdiff_t at = s * sequence + (ptrdiff_t)h * D;
                rotate_rest(out + at, in + at, cos_t, sin_t, D, whole_columns, inverse, accumulate);
            }
        }
    }
}

#endif
