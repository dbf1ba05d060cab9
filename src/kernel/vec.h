/* vec.h: vector types and operations of the kernels: one source for all instruction sets. The types are vector
 * extensions of GCC and clang, which provide + - * and comparisons. The functions below are operations that the
 * extensions lack or that compilers translate badly. There are two widths:
 *   vec   as wide as the registers, VL lanes; functions begin with v
 *   hvec  eight floats if registers are wider than eight floats, else the same as vec; HL lanes; functions begin with h
 * hvec is useful because a head of an attention layer is often eight columns wide, and because the last few queries of
 * a sequence fill less than a vec. Fused multiply-add is always explicit (vfma, hfma), so that an element gets the same
 * bits in every tile. */
#ifndef LG_KERNEL_VEC_H
#define LG_KERNEL_VEC_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/real.h"

/* Kernels have the parameters that kernel.h declares, but need not use all of them. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

#if defined __AVX512F__ && defined __AVX512BW__ && defined __AVX512DQ__ && defined __AVX512VL__
#include <immintrin.h>
#define LG_VEC_AVX512
#define LG_VEC_BYTES     64
#define LG_VEC_REGISTERS 32
#elif defined __AVX2__ && defined __FMA__
#include <immintrin.h>
#define LG_VEC_AVX2
#define LG_VEC_BYTES     32
#define LG_VEC_REGISTERS 16
#elif defined __aarch64__ && !defined LG_PLAIN_VECTORS
#include <arm_neon.h>
#define LG_VEC_NEON
#define LG_VEC_BYTES     16
#define LG_VEC_REGISTERS 32
#else
#ifdef __SSE2__
#include <emmintrin.h>
#endif
#define LG_VEC_BYTES     16
#define LG_VEC_REGISTERS 16
#endif

/* Intrinsics for the type of reals. lane_int is the integer of the same width, for lane numbers and for masks (all bits
 * 1 or all bits 0). */
#ifdef LG_DOUBLE
#define MM(name)   name##_pd
#define NEON(name) name##q_f64
typedef int64_t lane_int;
typedef uint64_t lane_uint;
#else
#define MM(name)   name##_ps
#define NEON(name) name##q_f32
typedef int32_t lane_int;
typedef uint32_t lane_uint;
#endif
#define LANE_BITS (8 * LG_REAL_BYTES)

#if LG_VEC_BYTES > 8 * LG_REAL_BYTES
#define LG_HALF_BYTES (8 * LG_REAL_BYTES)
#else
#define LG_HALF_BYTES LG_VEC_BYTES
#endif

#define VL (LG_VEC_BYTES / LG_REAL_BYTES)
#define HL (LG_HALF_BYTES / LG_REAL_BYTES)

typedef real vec __attribute__((vector_size(LG_VEC_BYTES)));
typedef real hvec __attribute__((vector_size(LG_HALF_BYTES)));
typedef lane_int vmask __attribute__((vector_size(LG_VEC_BYTES)));
typedef lane_int hmask __attribute__((vector_size(LG_HALF_BYTES)));
typedef real vec_anywhere __attribute__((vector_size(LG_VEC_BYTES), aligned(LG_REAL_BYTES), may_alias));
typedef real hvec_anywhere __attribute__((vector_size(LG_HALF_BYTES), aligned(LG_REAL_BYTES), may_alias));

/* A function that is always inlined and specialized for the constants of each call. */
#define TEMPLATE static inline __attribute__((always_inline))
/* A loop whose trip count is known at compile time. */
#ifdef __clang__
#define UNROLL      _Pragma("clang loop unroll(full)")
#define UNROLL_FOUR _Pragma("clang loop unroll_count(4)")
#else
#define UNROLL      _Pragma("GCC unroll 32")
#define UNROLL_FOUR _Pragma("GCC unroll 4")
#endif
/* Hides the pointer's value from the compiler. Otherwise the compiler could compute the addresses of all elements of an
 * unrolled loop in advance, which are more than fit into registers. */
#define FORGET(pointer) __asm__("" : "+r"(pointer))
/* Forces the vector into a register. Otherwise the compiler may reload it from memory for each multiply-add, and loads
 * would be the bottleneck. */
#if defined LG_VEC_AVX512
#define HOLD(vector) __asm__("" : "+v"(vector))
#elif defined LG_VEC_NEON
#define HOLD(vector) __asm__("" : "+w"(vector))
#elif defined __SSE2__
#define HOLD(vector) __asm__("" : "+x"(vector))
#else
#define HOLD(vector) (void)(vector)
#endif

TEMPLATE real real_exp(real x) {
    return LG_REAL_BYTES == 8 ? (real)exp(x) : (real)expf((float)x);
}

TEMPLATE real real_log(real x) {
    return LG_REAL_BYTES == 8 ? (real)log(x) : (real)logf((float)x);
}

TEMPLATE real real_sqrt(real x) {
    return LG_REAL_BYTES == 8 ? (real)sqrt(x) : (real)sqrtf((float)x);
}

/* ---- full width ------------------------------------------------------------------------------------------------ */

TEMPLATE vec vload(const real *p) {
    return *(const vec_anywhere *)p;
}

TEMPLATE void vstore(real *p, vec a) {
    *(vec_anywhere *)p = a;
}

/* Streaming stores of whole vectors, which bypass the caches. For memory that is not read soon. p must be aligned; call
 * vstreamed before other threads read the memory. */
TEMPLATE void vstream(real *p, vec a) {
#ifdef LG_VEC_AVX512
    MM(_mm512_stream)(p, a);
#elif defined LG_VEC_AVX2
    MM(_mm256_stream)(p, a);
#else
    vstore(p, a);
#endif
}

TEMPLATE void vstreamed(void) {
#if defined LG_VEC_AVX512 || defined LG_VEC_AVX2
    _mm_sfence();
#endif
}

TEMPLATE vec vsplat(real x) {
#ifdef LG_VEC_AVX512
    return MM(_mm512_set1)(x);
#elif defined LG_VEC_AVX2
    return MM(_mm256_set1)(x);
#else
    return x - (vec){0};
#endif
}

/* 0 1 2 ... */
TEMPLATE vmask vcount(void) {
    vmask count;
    UNROLL for (int l = 0; l < VL; l++) count[l] = l;
    return count;
}

/* Copies the bits of x to all lanes; x may be a pair of bfloat16. */
TEMPLATE vec vsplat_bits(real x) {
    lane_int bits;
    memcpy(&bits, &x, sizeof bits);
    return (vec)(bits + (vmask){0});
}

/* a b + c */
TEMPLATE vec vfma(vec a, vec b, vec c) {
#ifdef LG_VEC_AVX512
    return MM(_mm512_fmadd)(a, b, c);
#elif defined LG_VEC_AVX2
    return MM(_mm256_fmadd)(a, b, c);
#elif defined LG_VEC_NEON
    return NEON(vfma)(c, a, b);
#else
    return a * b + c;
#endif
}

#ifndef LG_DOUBLE
/* Lanes are pairs of bfloat16: (a.high b.high + c) + a.low b.low, in this order. Products are exact. The bits are the
 * same with and without the instruction, except for subnormal numbers (see simd_bf16.h). */
TEMPLATE vec vdot(vec a, vec b, vec c) {
#ifdef __AVX512BF16__
    return _mm512_dpbf16_ps(c, (__m512bh)a, (__m512bh)b);
#else
    const lane_int high = (lane_int)0xffff0000u;
    c = vfma((vec)((vmask)a & high), (vec)((vmask)b & high), c);
    return vfma((vec)((vmask)a << 16), (vec)((vmask)b << 16), c);
#endif
}
#else
TEMPLATE vec vdot(vec a, vec b, vec c) {
    return c; /* never called: the double build has no bfloat16 */
}
#endif

TEMPLATE vec vsqrt(vec a) {
#ifdef LG_VEC_AVX512
    return MM(_mm512_sqrt)(a);
#elif defined LG_VEC_AVX2
    return MM(_mm256_sqrt)(a);
#elif defined LG_VEC_NEON
    return NEON(vsqrt)(a);
#elif defined __SSE2__
    return MM(_mm_sqrt)(a);
#else
    UNROLL for (int l = 0; l < VL; l++) a[l] = real_sqrt(a[l]);
    return a;
#endif
}

/* a where the mask is set, else b */
TEMPLATE vec vselect(vmask m, vec a, vec b) {
    return (vec)(((vmask)a & m) | ((vmask)b & ~m));
}

/* The larger of a and b; a if either is NaN. */
TEMPLATE vec vmax(vec a, vec b) {
#ifdef LG_VEC_AVX512
    return MM(_mm512_max)(b, a);
#elif defined LG_VEC_AVX2
    return MM(_mm256_max)(b, a);
#else
    return vselect(b > a, b, a);
#endif
}

/* The first n >= 1 elements at p, with zeros after them; if n >= VL, a whole vector. No other memory is accessed. */
TEMPLATE vec vload_first(const real *p, int n) {
    if (n >= VL) return vload(p);
#ifdef LG_VEC_AVX512
    return MM(_mm512_maskz_loadu)((1u << n) - 1, p);
#elif defined LG_VEC_AVX2
    return MM(_mm256_maskload)(p, (__m256i)(vcount() < (lane_int)n));
#else
    vec a = {p[0]};
    UNROLL for (int l = 1; l < VL; l++) {
        if (l < n) a[l] = p[l];
    }
    return a;
#endif
}

TEMPLATE void vstore_first(real *p, vec a, int n) {
    if (n >= VL) {
        vstore(p, a);
        return;
    }
#ifdef LG_VEC_AVX512
    MM(_mm512_mask_storeu)(p, (1u << n) - 1, a);
#elif defined LG_VEC_AVX2
    MM(_mm256_maskstore)(p, (__m256i)(vcount() < (lane_int)n), a);
#else
    UNROLL for (int l = 0; l < VL; l++) {
        if (l < n) p[l] = a[l];
    }
#endif
}

/* Lane l of a if bit l is set, else 0. Bits past the last lane are ignored. */
TEMPLATE vec vkeep(vec a, unsigned bits) {
#ifdef LG_VEC_AVX512
    return MM(_mm512_maskz_mov)(bits, a);
#else
    const vmask bit = (lane_int)1 << vcount();
    return (vec)((vmask)a & ((bit & (lane_int)bits) == bit));
#endif
}

/* a where b > 0, else 0 */
TEMPLATE vec vwhere_positive(vec a, vec b) {
#if defined LG_VEC_AVX512 && !defined LG_DOUBLE
    return _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(b, _mm512_setzero_ps(), _CMP_GT_OQ), a);
#elif defined LG_VEC_AVX512
    return _mm512_maskz_mov_pd(_mm512_cmp_pd_mask(b, _mm512_setzero_pd(), _CMP_GT_OQ), a);
#else
    return (vec)((vmask)a & (b > 0));
#endif
}

/* Sum of the lanes, by halves. */
TEMPLATE real vsum(vec a) {
#ifdef LG_VEC_AVX512
    return MM(_mm512_reduce_add)(a);
#elif defined LG_VEC_AVX2 && !defined LG_DOUBLE
    __m128 half = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
    half = _mm_add_ps(half, _mm_movehl_ps(half, half));
    return _mm_cvtss_f32(_mm_add_ss(half, _mm_movehdup_ps(half)));
#else
    real lane[VL];
    memcpy(lane, &a, sizeof a);
    UNROLL for (int l = 0; l < VL / 2; l++) lane[l] += lane[l + VL / 2];
    UNROLL for (int l = 0; l < VL / 4; l++) lane[l] += lane[l + VL / 4];
    return VL == 8 ? lane[0] + lane[1] : lane[0];
#endif
}

/* ---- half width ------------------------------------------------------------------------------------------------ */

#if HL == VL

#define hload        vload
#define hstore       vstore
#define hsplat       vsplat
#define hcount       vcount
#define hfma         vfma
#define hselect      vselect
#define hmax         vmax
#define hkeep        vkeep
#define hload_first  vload_first
#define hstore_first vstore_first

#else /* eight of the sixteen floats of a vec */

TEMPLATE hvec hload(const real *p) {
    return *(const hvec_anywhere *)p;
}

TEMPLATE void hstore(real *p, hvec a) {
    *(hvec_anywhere *)p = a;
}

TEMPLATE hvec hsplat(real x) {
    return _mm256_set1_ps(x);
}

TEMPLATE hmask hcount(void) {
    return (hmask){0, 1, 2, 3, 4, 5, 6, 7};
}

TEMPLATE hvec hfma(hvec a, hvec b, hvec c) {
    return _mm256_fmadd_ps(a, b, c);
}

TEMPLATE hvec hselect(hmask m, hvec a, hvec b) {
    return (hvec)(((hmask)a & m) | ((hmask)b & ~m));
}

TEMPLATE hvec hmax(hvec a, hvec b) {
    return _mm256_max_ps(b, a);
}

TEMPLATE hvec hkeep(hvec a, unsigned bits) {
    return _mm256_maskz_mov_ps(bits, a);
}

TEMPLATE hvec hload_first(const real *p, int n) {
    return n >= HL ? hload(p) : (hvec)_mm256_maskz_loadu_ps((1u << n) - 1, p);
}

TEMPLATE void hstore_first(real *p, hvec a, int n) {
    if (n >= HL)
        hstore(p, a);
    else
        _mm256_mask_storeu_ps(p, (1u << n) - 1, a);
}

#endif

/* The halves of a vector. */
TEMPLATE hvec vhalf(vec a, int half) {
#if HL == VL
    return a;
#else
    return half == 0 ? _mm512_castps512_ps256(a) : _mm512_extractf32x8_ps(a, 1);
#endif
}

TEMPLATE vec vjoin(const hvec *halves) {
#if HL == VL
    return halves[0];
#else
    return _mm512_insertf32x8(_mm512_castps256_ps512(halves[0]), halves[1], 1);
#endif
}

TEMPLATE hvec hhalf(hvec a, int half) {
    return a;
}

TEMPLATE hvec hjoin(const hvec *halves) {
    return halves[0];
}

/* Most unaligned full vectors cross two cache lines and take twice as long to load. Where one instruction can extract a
 * vector from two registers, it is used instead: elements m..m+VL-1 of low and high, 0 <= m < 8. */
#if defined LG_VEC_AVX512 && !defined LG_DOUBLE
#define LG_SLIDING_LOADS
#define WINDOW(bits, m) _mm##bits##_castsi##bits##_ps(_mm##bits##_alignr_epi32(h, l, m))
TEMPLATE vec vwindow(vec low, hvec high, int m) {
    const __m512i l = _mm512_castps_si512(low), h = _mm512_castps_si512(_mm512_castps256_ps512(high));
    switch (m) { /* the instruction takes a compile-time constant */
    case 0: return low;
    case 1: return WINDOW(512, 1);
    case 2: return WINDOW(512, 2);
    case 3: return WINDOW(512, 3);
    case 4: return WINDOW(512, 4);
    case 5: return WINDOW(512, 5);
    case 6: return WINDOW(512, 6);
    default: return WINDOW(512, 7);
    }
}

TEMPLATE hvec hwindow(hvec low, hvec high, int m) {
    const __m256i l = _mm256_castps_si256(low), h = _mm256_castps_si256(high);
    switch (m) {
    case 0: return low;
    case 1: return WINDOW(256, 1);
    case 2: return WINDOW(256, 2);
    case 3: return WINDOW(256, 3);
    case 4: return WINDOW(256, 4);
    case 5: return WINDOW(256, 5);
    case 6: return WINDOW(256, 6);
    default: return WINDOW(256, 7);
    }
}
#undef WINDOW
#endif

/* ---- moving columns about --------------------------------------------------------------------------------------- */

#ifdef __clang__
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (hmask){__VA_ARGS__})
#endif

/* Swaps neighbours: x1 x0 x3 x2 ... */
TEMPLATE hvec hswap(hvec x) {
#if HL == 8
    return SHUFFLE(x, x, 1, 0, 3, 2, 5, 4, 7, 6);
#elif HL == 4
    return SHUFFLE(x, x, 1, 0, 3, 2);
#else
    return SHUFFLE(x, x, 1, 0);
#endif
}

/* Reverses the lanes. */
TEMPLATE hvec hreverse(hvec x) {
#if HL == 8
    return SHUFFLE(x, x, 7, 6, 5, 4, 3, 2, 1, 0);
#elif HL == 4
    return SHUFFLE(x, x, 3, 2, 1, 0);
#else
    return SHUFFLE(x, x, 1, 0);
#endif
}

/* a0 b0 a1 b1 ... in two vectors, in an order of columns that hadd_neighbours undoes. */
TEMPLATE hvec hinterleave_low(hvec a, hvec b) {
#if HL == 8
    return SHUFFLE(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
#elif HL == 4
    return SHUFFLE(a, b, 0, 4, 1, 5);
#else
    return SHUFFLE(a, b, 0, 2);
#endif
}

TEMPLATE hvec hinterleave_high(hvec a, hvec b) {
#if HL == 8
    return SHUFFLE(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
#elif HL == 4
    return SHUFFLE(a, b, 2, 6, 3, 7);
#else
    return SHUFFLE(a, b, 1, 3);
#endif
}

/* Sums of pairs of neighbours in both vectors, in the order of columns. */
TEMPLATE hvec hadd_neighbours(hvec low, hvec high) {
#if HL == 8
    return SHUFFLE(low, high, 0, 2, 8, 10, 4, 6, 12, 14) + SHUFFLE(low, high, 1, 3, 9, 11, 5, 7, 13, 15);
#elif HL == 4
    return SHUFFLE(low, high, 0, 2, 4, 6) + SHUFFLE(low, high, 1, 3, 5, 7);
#else
    return SHUFFLE(low, high, 0, 2) + SHUFFLE(low, high, 1, 3);
#endif
}

/* p[0] p[1] p[0] p[1] ... */
TEMPLATE vec vsplat_pair(const real *p) {
#if LG_VEC_BYTES == 64 && !defined LG_DOUBLE
    return _mm512_castpd_ps(_mm512_broadcastsd_pd(_mm_load_sd((const double *)p)));
#elif LG_VEC_BYTES == 64
    return _mm512_broadcast_f64x2(_mm_loadu_pd(p));
#elif LG_VEC_BYTES == 32 && !defined LG_DOUBLE
    return _mm256_castpd_ps(_mm256_broadcast_sd((const double *)p));
#elif LG_VEC_BYTES == 32
    return _mm256_broadcast_pd((const __m128d *)p);
#elif VL == 4
    return (vec){p[0], p[1], p[0], p[1]};
#else
    return vload(p);
#endif
}

/* Transposes a square of HL x HL elements. */
TEMPLATE void htranspose(hvec r[HL]) {
#if HL == 8
    hvec s[8], t[8];
    UNROLL for (int i = 0; i < 8; i += 2) {
        s[i] = hinterleave_low(r[i], r[i + 1]);
        s[i + 1] = hinterleave_high(r[i], r[i + 1]);
    }
    UNROLL for (int i = 0; i < 8; i += 4) {
        UNROLL for (int k = 0; k < 2; k++) {
            t[i + 2 * k] = SHUFFLE(s[i + k], s[i + k + 2], 0, 1, 8, 9, 4, 5, 12, 13);
            t[i + 2 * k + 1] = SHUFFLE(s[i + k], s[i + k + 2], 2, 3, 10, 11, 6, 7, 14, 15);
        }
    }
    UNROLL for (int i = 0; i < 4; i++) {
        r[i] = SHUFFLE(t[i], t[i + 4], 0, 1, 2, 3, 8, 9, 10, 11);
        r[i + 4] = SHUFFLE(t[i], t[i + 4], 4, 5, 6, 7, 12, 13, 14, 15);
    }
#elif HL == 4
    const hvec a = hinterleave_low(r[0], r[1]), b = hinterleave_high(r[0], r[1]);
    const hvec c = hinterleave_low(r[2], r[3]), d = hinterleave_high(r[2], r[3]);
    r[0] = SHUFFLE(a, c, 0, 1, 4, 5);
    r[1] = SHUFFLE(a, c, 2, 3, 6, 7);
    r[2] = SHUFFLE(b, d, 0, 1, 4, 5);
    r[3] = SHUFFLE(b, d, 2, 3, 6, 7);
#else
    const hvec a = hinterleave_low(r[0], r[1]);
    r[1] = hinterleave_high(r[0], r[1]);
    r[0] = a;
#endif
}

/* Columns of HL rows that are read at once, few enough to leave registers for the computation. */
#define HC (HL == 8 ? 4 : HL)

/* column[d][l] = x[l stride + d]: HC columns of HL rows. */
TEMPLATE void hload_columns(hvec column[HC], const real *x, ptrdiff_t stride) {
#if HL == 8
    hvec r[4], s[4]; /* rows l and l + 4 in the halves of one vector */
    UNROLL for (int l = 0; l < 4; l++) {
#ifdef LG_DOUBLE
        r[l] = _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(x + l * stride)),
                                  _mm256_loadu_pd(x + (l + 4) * stride), 1);
#else
        r[l] = _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(x + l * stride)),
                                    _mm_loadu_ps(x + (l + 4) * stride), 1);
#endif
    }
    UNROLL for (int l = 0; l < 4; l += 2) {
        s[l] = hinterleave_low(r[l], r[l + 1]);
        s[l + 1] = hinterleave_high(r[l], r[l + 1]);
    }
    UNROLL for (int l = 0; l < 2; l++) {
        column[2 * l] = SHUFFLE(s[l], s[l + 2], 0, 1, 8, 9, 4, 5, 12, 13);
        column[2 * l + 1] = SHUFFLE(s[l], s[l + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    }
#else
    UNROLL for (int l = 0; l < HL; l++) column[l] = hload(x + l * stride);
    htranspose(column);
#endif
}

/* ---- exponentials ----------------------------------------------------------------------------------------------- */

/* Softmax uses powers of two: LG_LOG2_E converts a natural exponent to a binary one. The double build instead uses the
 * natural exponential of libm, since accuracy matters more than time in that build. */
#ifdef LG_DOUBLE
#define LG_LOG2_E 1.0
#define LG_LOWEST (-0x1p+1000)
#else
#define LG_LOG2_E 1.44269504088896341f
#define LG_LOWEST (-0x1p+100f) /* below all scores, but finite: -infinity minus -infinity would be NaN */
/* 2^f for |f| <= 1/2: minimax polynomial with relative error 1.1e-7, about that of rounding. Coefficients of f^5, f^4,
 * ..., f^1. The coefficient of f^0 is 1, so that 2^n is exact for whole n. */
enum { LG_EXP2_DEGREE = 5 };
static const float lg_exp2_coefficients[LG_EXP2_DEGREE] = {1.32647273e-3f, 9.67151299e-3f, 5.55073358e-2f,
                                                           2.40222424e-1f, 6.93147004e-1f};
#endif

/* Computes n, the integer nearest to x, and the product p 2^n. Below 2^-126 the product is 0 or subnormal, above 2^127
 * it is undefined; NaN is preserved. */
#ifdef LG_VEC_AVX512
#define LG_NEAREST (_MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC)
TEMPLATE vec vnearest(vec x) {
    return MM(_mm512_roundscale)(x, LG_NEAREST);
}

TEMPLATE vec vscale(vec p, vec n) {
    return MM(_mm512_scalef)(p, n);
}
#else
#define LG_MAGIC                                                                                                       \
    (LG_REAL_BYTES == 8 ? (real)0x1.8p52 : (real)0x1.8p23) /* when added, leaves integers in the low bits */
#ifdef LG_DOUBLE
typedef uint64_t vbits __attribute__((vector_size(LG_VEC_BYTES)));
#else
typedef uint32_t vbits __attribute__((vector_size(LG_VEC_BYTES)));
#endif
TEMPLATE vec vnearest(vec x) {
    return (x + LG_MAGIC) - LG_MAGIC;
}

TEMPLATE vec vscale(vec p, vec n) {
    const vec y = (vec)((vbits)p + ((vbits)(n + LG_MAGIC) << (LG_REAL_BYTES == 8 ? 52 : 23)));
    return (vec)((vmask)y & ~(n < (LG_REAL_BYTES == 8 ? -1022 : -126)));
}
#endif

#if HL == VL
#define hnearest vnearest
#define hscale   vscale
#else
TEMPLATE hvec hnearest(hvec x) {
    return _mm256_roundscale_ps(x, LG_NEAREST);
}

TEMPLATE hvec hscale(hvec p, hvec n) {
    return _mm256_scalef_ps(p, n);
}
#endif

#endif
