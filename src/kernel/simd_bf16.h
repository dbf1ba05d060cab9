/* simd_bf16.h: linear maps in bfloat16: the tiles of simd_tiles.h, applied to pairs of numbers (kernel.h). Weights are
 * packed as pairs of rows. Other operands are converted in two ways: to pairs of neighbours in a row for a product, and
 * to pairs of neighbours in a column for the gradient of the weight.
 *
 * The dot product of pairs treats subnormal numbers as 0. On processors without an instruction for it, these maps
 * switch the floating-point mode while they run, so that subnormal numbers are 0 there, too. */
#ifndef LG_KERNEL_SIMD_BF16_H
#define LG_KERNEL_SIMD_BF16_H

#ifndef LG_DOUBLE

#include "base/denormals.h"
#include "kernel/kernel.h"
#include "kernel/simd_round.h"
#include "kernel/simd_tiles.h"
#include "kernel/vec.h"

TEMPLATE int pairs_of(int n) {
    return (n + 1) / 2;
}

/* ---- operands --------------------------------------------------------------------------------------------------- */

static inline size_t made_pairs_size(const lg_kernels *set, int S, int T, int N, bool weight) {
    const int M = S * T;
    return (weight ? (size_t)pairs_of(M) * (size_t)N : (size_t)M * (size_t)pairs_of(N)) * sizeof(real);
}

/* Stores pairs of two rows, one pair per column: the first n of 2 VL pairs. */
TEMPLATE void store_stacked(real *out, rounded upper, rounded lower, int n) {
    vstore_first(out, stacked(upper, lower, 0), n);
    if (n > VL) vstore_first(out + VL, stacked(upper, lower, 1), n - VL);
}

/* Converts x [M,N] to `product` [M, pairs of N] and to `weight` [pairs of M, N], unless these are absent. */
static inline void make_pairs(const lg_kernels *set, lg_view product, lg_view weight, lg_view x, int S, int T, int N) {
    const int M = S * T;
    const ptrdiff_t P = pairs_of(N);
    const real *in = x.data;
    real *beside = product.data, *above = weight.data;
    for (int m = 0; m < M; m += 2) {
        const real *upper = in + (ptrdiff_t)m * N, *lower = m + 1 < M ? upper + N : NULL;
        for (int n = 0; n < N; n += 2 * VL) {
            const rounded u = load_rounded(upper + n, N - n);
            const rounded l = lower ? load_rounded(lower + n, N - n) : (rounded){0};
            real *to = beside + m * P + n / 2;
            if (beside) vstore_first(to, neighbours(u), pairs_of(N - n));
            if (beside && lower) vstore_first(to + P, neighbours(l), pairs_of(N - n));
            if (above) store_stacked(above + (ptrdiff_t)m / 2 * N + n, u, l, N - n);
        }
    }
}

/* ---- packing ---------------------------------------------------------------------------------------------------- */

static inline size_t pairs_pack_size(const lg_kernels *set, int K, int N, bool transpose) {
    return (size_t)pairs_of(K) * ((N + VL - 1) / VL * VL) * sizeof(real);
}

/* Packs one panel: the next columns of w[K,N]. */
TEMPLATE void pack_pair_columns(real *out, const real *w, int K, int N, int vecs, int columns) {
    for (int k = 0; k < K; k += 2, w += 2 * N) {
        for (int v = 0; v < (vecs > 0 ? vecs : 1); v++, out += VL) {
            const int left = vecs > 0 ? VL : columns;
            const vec low = vload_first(w + v * VL, left);
            const vec high = k + 1 < K ? vload_first(w + N + v * VL, left) : (vec){0};
            vstore(out, stacked(round_both(low, low), round_both(high, high), 0));
        }
    }
}

/* Packs one panel from the transposed matrix [N,K]; w is the row of the panel's first column. */
TEMPLATE void pack_pair_rows(real *out, const real *w, int K, int vecs, int columns) {
    enum { STRETCH = 32 }; /* pairs of a row that are converted at a time */
    const int width = panel_width(vecs), rows = at_most(width, columns);
    _Alignas(64) real some[PANEL_VECS * VL * STRETCH + 2 * VL];
    for (int k = 0; k < K; k += 2 * STRETCH, out += (ptrdiff_t)width * STRETCH) {
        const int count = at_most(K - k, 2 * STRETCH);
        for (int n = 0; n < rows; n++)
            for (int i = 0; i < count; i += 2 * VL)
                vstore(some + n * pairs_of(count) + i / 2,
                       neighbours(load_rounded(w + (ptrdiff_t)n * K + k + i, count - i)));
        pack_rows(false, out, some, pairs_of(count), vecs, columns);
    }
}

static inline void pack_pairs(const lg_kernels *set, lg_view packed, lg_view w, int K, int N, bool transpose) {
    real *out = packed.data;
    const real *in = w.data;
    for (int n = 0, vecs; n < N; n += panel_width(vecs)) {
        vecs = panel_vecs(N - n);
        if (transpose)
            pack_pair_rows(out + (size_t)n * pairs_of(K), in + (size_t)n * K, K, vecs, N - n);
        else
            pack_pair_columns(out + (size_t)n * pairs_of(K), in + n, K, N, vecs, N - n);
    }
}

/* ---- maps ------------------------------------------------------------------------------------------------------- */

#define TILE(rows, vecs)                                                                                               \
    static __attribute__((noinline)) void linear_pairs_##rows##x##vecs(const panel_job *job, int m) {                  \
        linear_tile(true, 0, rows, vecs, job, m);                                                                      \
    }                                                                                                                  \
    static __attribute__((noinline)) void weight_pairs_##rows##x##vecs(const weight_job *job) {                        \
        weight_tile(true, false, rows, vecs, job);                                                                     \
    }
TILES
#undef TILE
#define TILE(rows, vecs) [vecs][rows - 1] = linear_pairs_##rows##x##vecs,
static linear_function *const linear_pairs_functions[PANEL_VECS + 1][TILE_ROWS] = {TILES};
#undef TILE
#define TILE(rows, vecs) [vecs][rows - 1] = weight_pairs_##rows##x##vecs,
static weight_function *const weight_pairs_functions[PANEL_VECS + 1][TILE_ROWS] = {TILES};
#undef TILE

static __attribute__((noinline)) void weight_pairs_whole(const weight_job *job) {
    weight_tile(true, true, TILE_ROWS, PANEL_VECS, job);
}

static inline void linear_pairs(const lg_kernels *set, const lg_linear *a) {
    const uint64_t before = lg_flush_denormals();
    linear_panels(a, a->x.data, pairs_of(a->K), linear_pairs_functions, NULL);
    lg_restore_denormals(before);
}

static inline void linear_weight_pairs(const lg_kernels *set, const lg_linear_weight *a) {
    const uint64_t before = lg_flush_denormals();
    weight_panels(a->dw.data, a->x.data, a->dy.data, pairs_of(a->M), a->K, a->N, weight_pairs_functions,
                  weight_pairs_whole);
    lg_restore_denormals(before);
}

static inline void use_bfloat16(lg_kernels *t) {
    t->pack_size = pairs_pack_size;
    t->pack = pack_pairs;
    t->bf16_pairs_size = made_pairs_size;
    t->to_bf16_pairs = make_pairs;
    t->linear = linear_pairs;
    t->linear_weight = linear_weight_pairs;
}

#endif
#endif
