/* simd_bf16.h: linear maps in bfloat16: the tiles of simd_tiles.h over pairs of numbers (kernel.h).
 * Weights are packed as pairs of rows; x and dy are turned into pairs in scratch memory: neighbours in a row for a
 * product, two rows at a time for the gradient of the weight.
 *
 * The dot product of pairs takes denormal numbers for 0; processors that lack it do the same while these maps run. */
#ifndef LG_KERNEL_SIMD_BF16_H
#define LG_KERNEL_SIMD_BF16_H

#ifndef LG_DOUBLE

#include "kernel/kernel.h"
#include "kernel/simd_tiles.h"
#include "kernel/vec.h"

typedef uint32_t pattern __attribute__((vector_size(LG_VEC_BYTES)));
typedef uint64_t doubled __attribute__((vector_size(LG_VEC_BYTES)));
typedef uint32_t half_bits __attribute__((vector_size(LG_VEC_BYTES / 2)));

/* ---- denormal numbers are 0 ------------------------------------------------------------------------------------- */

static inline uint64_t flush_denormals(void) {
#ifdef __SSE2__
    const uint64_t before = _mm_getcsr();
    _mm_setcsr((unsigned)before | 0x8040);
    return before;
#elif defined __aarch64__
    uint64_t before;
    __asm__ volatile("mrs %0, fpcr" : "=r"(before));
    __asm__ volatile("msr fpcr, %0" : : "r"(before | 1u << 24));
    return before;
#else
    return 0;
#endif
}

static inline void restore_denormals(uint64_t before) {
#ifdef __SSE2__
    _mm_setcsr((unsigned)before);
#elif defined __aarch64__
    __asm__ volatile("msr fpcr, %0" : : "r"(before));
#else
    (void)before;
#endif
}

/* ---- rounding --------------------------------------------------------------------------------------------------- */

/* bfloat16 in the upper half of each lane, to nearest, ties to even; the lower half means nothing. */
TEMPLATE pattern round_bits(vec x) {
    const pattern u = (pattern)x, size = u & 0x7fffffff;
    const pattern tiny = (pattern)(size < 0x00800000), nan = (pattern)(size > 0x7f800000);
    const pattern rounded = u + 0x7fff + (u >> 16 & 1);
    return (rounded & ~(tiny | nan)) | (u & 0x80000000 & tiny) | (0x7fc00000 & nan);
}

/* Lane by lane. */
TEMPLATE vec pair_lanes(vec low, vec high) {
#ifdef __AVX512BF16__
    typedef uint16_t halves __attribute__((vector_size(LG_VEC_BYTES)));
    halves turn;
    UNROLL for (int l = 0; l < 2 * VL; l++) turn[l] = (uint16_t)(l / 2 + l % 2 * VL);
    return (vec)_mm512_permutexvar_epi16((__m512i)turn, (__m512i)_mm512_cvtne2ps_pbh(high, low));
#else
    return (vec)((round_bits(low) >> 16) | (round_bits(high) & 0xffff0000));
#endif
}

/* Neighbours: VL pairs from 2 VL numbers. */
TEMPLATE void store_pairs_of(real *out, vec first, vec second) {
#ifdef __AVX512BF16__
    vstore(out, (vec)_mm512_cvtne2ps_pbh(second, first));
#else
    const doubled r[] = {(doubled)round_bits(first), (doubled)round_bits(second)};
    for (int i = 0; i < 2; i++) {
        const doubled pairs = (r[i] >> 16 & 0xffff) | (r[i] >> 32 & 0xffff0000);
        const half_bits narrow = __builtin_convertvector(pairs, half_bits);
        memcpy(out + i * VL / 2, &narrow, sizeof narrow);
    }
#endif
}

TEMPLATE int pairs_of(int n) {
    return (n + 1) / 2;
}

/* A row's neighbours; writes up to VL pairs beyond. */
TEMPLATE void pair_row(real *out, const real *x, int K) {
    for (int k = 0; k < K; k += 2 * VL) {
        const vec second = K - k > VL ? vload_first(x + k + VL, K - k - VL) : (vec){0};
        store_pairs_of(out + k / 2, vload_first(x + k, K - k), second);
    }
}

/* [M,K] becomes [M, pairs of K]. */
TEMPLATE void pair_neighbours(real *out, const real *x, int M, int K) {
    for (int m = 0; m < M; m++) pair_row(out + (ptrdiff_t)m * pairs_of(K), x + (ptrdiff_t)m * K, K);
}

/* [M,K] becomes [pairs of M, K]. */
TEMPLATE void pair_rows(real *out, const real *x, int M, int K) {
    for (int m = 0; m < M; m += 2, x += 2 * K, out += K) {
        for (int k = 0; k < K; k += VL) {
            const vec low = vload_first(x + k, K - k), high = m + 1 < M ? vload_first(x + K + k, K - k) : (vec){0};
            vstore_first(out + k, pair_lanes(low, high), K - k);
        }
    }
}

/* ---- packing ---------------------------------------------------------------------------------------------------- */

static inline size_t pairs_pack_size(int K, int N, bool transpose) {
    (void)transpose;
    return (size_t)pairs_of(K) * ((N + VL - 1) / VL * VL) * sizeof(real);
}

/* One panel: the next columns of w[K,N]. */
TEMPLATE void pack_pair_columns(real *out, const real *w, int K, int N, int vecs, int columns) {
    for (int k = 0; k < K; k += 2, w += 2 * N) {
        for (int v = 0; v < (vecs > 0 ? vecs : 1); v++, out += VL) {
            const int left = vecs > 0 ? VL : columns;
            const vec low = vload_first(w + v * VL, left);
            const vec high = k + 1 < K ? vload_first(w + N + v * VL, left) : (vec){0};
            vstore(out, pair_lanes(low, high));
        }
    }
}

/* The same from a matrix [N,K]: w is its row of the panel's first column. */
TEMPLATE void pack_pair_rows(real *out, const real *w, int K, int vecs, int columns) {
    enum { STRETCH = 32 }; /* pairs */
    const int width = vecs > 0 ? vecs * VL : VL, rows = at_most(width, columns);
    _Alignas(64) real some[PANEL_VECS * VL * STRETCH + 2 * VL];
    for (int k = 0; k < K; k += 2 * STRETCH, out += (ptrdiff_t)width * STRETCH) {
        const int count = at_most(K - k, 2 * STRETCH);
        for (int n = 0; n < rows; n++) pair_row(some + n * pairs_of(count), w + (ptrdiff_t)n * K + k, count);
        pack_rows(out, some, pairs_of(count), vecs, columns);
    }
}

static inline void pack_pairs(lg_view packed, lg_view w, int K, int N, bool transpose) {
    real *out = packed.data;
    const real *in = w.data;
    for (int n = 0, vecs; n<N; n += vecs> 0 ? vecs * VL : VL) {
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
        linear_tile(true, rows, vecs, job, m);                                                                         \
    }                                                                                                                  \
    static __attribute__((noinline)) void weight_pairs_##rows##x##vecs(const weight_job *job, int k) {                 \
        weight_tile(true, rows, vecs, job, k);                                                                         \
    }
TILES
#undef TILE
#define TILE(rows, vecs) [vecs][rows - 1] = linear_pairs_##rows##x##vecs,
static linear_function *const linear_pairs_functions[PANEL_VECS + 1][TILE_ROWS] = {TILES};
#undef TILE
#define TILE(rows, vecs) [vecs][rows - 1] = weight_pairs_##rows##x##vecs,
static weight_function *const weight_pairs_functions[PANEL_VECS + 1][TILE_ROWS] = {TILES};
#undef TILE

/* Numbers that pairs of [M,K], or of [M,N], or of the rows of both take, with room to write beyond. */
static inline size_t pairs_scratch(int M, int K, int N) {
    const int wider = K > N ? K : N;
    const size_t rows = (size_t)M * (size_t)pairs_of(wider);
    const size_t both = ((size_t)pairs_of(M) * (size_t)K + VL) / VL * VL + (size_t)pairs_of(M) * (size_t)N;
    return ((rows > both ? rows : both) + 2 * VL) * sizeof(real);
}

static inline void linear_pairs(const lg_linear *a) {
    const uint64_t before = flush_denormals();
    real *x = a->scratch.data;
    pair_neighbours(x, a->x.data, a->M, a->K);
    linear_panels(a, x, pairs_of(a->K), linear_pairs_functions);
    restore_denormals(before);
}

static inline void linear_weight_pairs(const lg_linear_weight *a) {
    const uint64_t before = flush_denormals();
    real *x = a->scratch.data, *dy = x + ((size_t)pairs_of(a->M) * (size_t)a->K + VL) / VL * VL;
    pair_rows(x, a->x.data, a->M, a->K);
    pair_rows(dy, a->dy.data, a->M, a->N);
    weight_panels(a->dw.data, x, dy, pairs_of(a->M), a->K, a->N, weight_pairs_functions);
    restore_denormals(before);
}

static inline void use_bfloat16(lg_kernels *t) {
    t->pack_size = pairs_pack_size;
    t->pack = pack_pairs;
    t->linear = linear_pairs;
    t->linear_weight = linear_weight_pairs;
    t->linear_scratch = pairs_scratch;
}

#endif
#endif
