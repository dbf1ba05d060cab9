/* simd_gemm.h: linear maps of reals, from the tiles in simd_tiles.h. */
#ifndef LG_KERNEL_SIMD_GEMM_H
#define LG_KERNEL_SIMD_GEMM_H

#include "kernel/kernel.h"
#include "kernel/simd_tiles.h"
#include "kernel/vec.h"

static inline size_t pack_size(const lg_kernels *set, int K, int N, bool transpose) {
    return (size_t)K * ((N + VL - 1) / VL * VL) * sizeof(real);
}

TEMPLATE void pack_panels(bool far, real *out, const real *in, int K, int N, bool transpose) {
    for (int n = 0, vecs; n < N; n += panel_width(vecs)) {
        vecs = panel_vecs(N - n);
        if (transpose)
            pack_rows(far, out + (size_t)n * K, in + (size_t)n * K, K, vecs, N - n);
        else
            pack_columns(far, out + (size_t)n * K, in + n, K, N, vecs, N - n);
    }
}

static inline void pack(const lg_kernels *set, lg_view packed, lg_view w, int K, int N, bool transpose) {
    if (pack_size(set, K, N, transpose) < FAR_PACK) {
        pack_panels(false, packed.data, w.data, K, N, transpose);
    } else {
        pack_panels(true, packed.data, w.data, K, N, transpose);
        vstreamed();
    }
}

/* One function per tile size. */
#define TILE(rows, vecs)                                                                                               \
    static __attribute__((noinline)) void linear_##rows##x##vecs(const panel_job *job, int m) {                        \
        linear_tile(false, 0, rows, vecs, job, m);                                                                     \
    }                                                                                                                  \
    static __attribute__((noinline)) void weight_##rows##x##vecs(const weight_job *job) {                              \
        weight_tile(false, false, rows, vecs, job);                                                                    \
    }
TILES
#undef TILE
#define TILE(rows, vecs) [vecs][rows - 1] = linear_##rows##x##vecs,
static linear_function *const linear_functions[PANEL_VECS + 1][TILE_ROWS] = {TILES};
#undef TILE
#define TILE(rows, vecs) [vecs][rows - 1] = weight_##rows##x##vecs,
static weight_function *const weight_functions[PANEL_VECS + 1][TILE_ROWS] = {TILES};
#undef TILE

#define TILE(rows, vecs)                                                                                               \
    static __attribute__((noinline)) void linear_far_##rows(const panel_job *job, int m) {                             \
        linear_tile(false, 1, rows, vecs, job, m);                                                                     \
    }                                                                                                                  \
    static __attribute__((noinline)) void linear_farther_##rows(const panel_job *job, int m) {                         \
        linear_tile(false, 2, rows, vecs, job, m);                                                                     \
    }
ROWS_OF(PANEL_VECS)
#undef TILE
#define TILE(rows, vecs) [0][rows - 1] = linear_far_##rows, [1][rows - 1] = linear_farther_##rows,
static linear_function *const linear_far_functions[2][TILE_ROWS] = {ROWS_OF(PANEL_VECS)};
#undef TILE

static __attribute__((noinline)) void weight_whole(const weight_job *job) {
    weight_tile(false, true, TILE_ROWS, PANEL_VECS, job);
}

static inline void linear(const lg_kernels *set, const lg_linear *a) {
    linear_panels(a, a->x.data, a->K, linear_functions, linear_far_functions);
}

static inline void linear_weight(const lg_kernels *set, const lg_linear_weight *a) {
    weight_panels(a->dw.data, a->x.data, a->dy.data, a->M, a->K, a->N, weight_functions, weight_whole);
}

/* ---- bias and activation, backward ------------------------------------------------------------------------------ */

/* dy *= act'(y) for one vector of columns. Returns the sums of dy over rows. */
TEMPLATE vec bias_columns(real *dy, const real *y, int M, ptrdiff_t N, int columns, bool partial) {
    vec sum = {0};
    for (int m = 0; m < M; m++, dy += N) {
        vec g = partial ? vload_first(dy, columns) : vload(dy);
        if (y) {
            g = vwhere_positive(g, partial ? vload_first(y, columns) : vload(y));
            y += N;
            if (partial)
                vstore_first(dy, g, columns);
            else
                vstore(dy, g);
        }
        sum += g;
    }
    return sum;
}

static inline void linear_bias(const lg_kernels *set, lg_view dy, lg_view y, lg_view db, int M, int N,
                               lg_activation act) {
    for (int n = 0; n < N; n += VL) {
        real *g = (real *)dy.data + n, *bias = db.data ? (real *)db.data + n : NULL;
        const real *out = act == LG_RELU ? (const real *)y.data + n : NULL;
        if (n + VL <= N) {
            const vec sum = bias_columns(g, out, M, N, VL, false);
            if (bias) vstore(bias, vload(bias) + sum);
        } else {
            const vec sum = bias_columns(g, out, M, N, N - n, true);
            if (bias) vstore_first(bias, vload_first(bias, N - n) + sum, N - n);
        }
    }
}

#endif
