/* vec.h: the vector vocabulary of the kernels: one source for all instruction sets. The types are vector extensions of
 * GCC and clang, so that + - * and comparisons are written as they are; the functions below are what the extensions
 * lack or what the compilers do badly by themselves. Two widths: vec   as wide as the registers, VL lanes; hvec  eight
 * floats where registers are wider than that, else the same as vec; HL lanes. A head of an attention layer is often
 * eight columns wide, and a block of eight queries wastes less than one of sixteen. Fused multiply-add is always
 * spelled out (vfma, hfma): an element gets the same bits in every tile it can fall into. */
#ifndef LG_KERNEL_VEC_H
#define LG_KERNEL_VEC_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "base/real.h"

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
#elif defined __aarch64__
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

#if LG_VEC_BYTES > 8 * LG_REAL_BYTES
#define LG_HALF_BYTES (8 * LG_REAL_BYTES)
#else
#define LG_HALF_BYTES LG_VEC_BYTES
#endif

#define VL (LG_VEC_BYTES / LG_REAL_BYTES)
#define HL (LG_HALF_BYTES / LG_REAL_BYTES)

/* A function that is compiled anew for the constants of each call. */
#define TEMPLATE static inline __attribute__((always_inline))
/* A loop whose number of turns is such a constant. */
#ifdef __clang__
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 32")
#endif

/* The integer that is as wide as a real: lane numbers and masks (all bits set or none). */
#ifdef LG_DOUBLE
typedef int64_t whole;
#else
typedef int32_t whole;
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

typedef real vec __attribute__((vector_size(LG_VEC_BYTES)));
typedef whole ivec __attribute__((vector_size(LG_VEC_BYTES)));
typedef real hvec __attribute__((vector_size(LG_HALF_BYTES)));
typedef whole hmask __attribute__((vector_size(LG_HALF_BYTES)));
typedef real vec_anywhere __attribute__((vector_size(LG_VEC_BYTES), aligned(LG_REAL_BYTES), may_alias));
typedef real hvec_anywhere __attribute__((vector_size(LG_HALF_BYTES), aligned(LG_REAL_BYTES), may_alias));

/* 0 1 2 ... in as many lanes as a vector has */
#if VL == 16
#define LG_COUNT                                                                                                       \
    { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 }
#elif VL == 8
#define LG_COUNT                                                                                                       \
    { 0, 1, 2, 3, 4, 5, 6, 7 }
#elif VL == 4
#define LG_COUNT                                                                                                       \
    { 0, 1, 2, 3 }
#else
#define LG_COUNT                                                                                                       \
    { 0, 1 }
#endif
#if HL == 8
#define LG_HALF_COUNT                                                                                                  \
    { 0, 1, 2, 3, 4, 5, 6, 7 }
#else
#define LG_HALF_COUNT LG_COUNT
#endif

/* ---- full width ---------------------------------------------------------------------------------------------- */

TEMPLATE vec vload(const real *p) {
    return *(const vec_anywhere *)p;
}

TEMPLATE void vstore(real *p, vec a) {
    *(vec_anywhere *)p = a;
}

TEMPLATE vec vsplat(real x) {
#if defined LG_VEC_AVX512 && !defined LG_DOUBLE
    return (vec)_mm512_set1_ps(x);
#elif defined LG_VEC_AVX512
    return (vec)_mm512_set1_pd(x);
#else
    return x - (vec){0};
#endif
}

/* a b + c */
TEMPLATE vec vfma(vec a, vec b, vec c) {
#if defined LG_VEC_AVX512 && !defined LG_DOUBLE
    return (vec)_mm512_fmadd_ps((__m512)a, (__m512)b, (__m512)c);
#elif defined LG_VEC_AVX512
    return (vec)_mm512_fmadd_pd((__m512d)a, (__m512d)b, (__m512d)c);
#elif defined LG_VEC_AVX2 && !defined LG_DOUBLE
    return (vec)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
#elif defined LG_VEC_AVX2
    return (vec)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)c);
#elif defined LG_VEC_NEON && !defined LG_DOUBLE
    return (vec)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
#elif defined LG_VEC_NEON
    return (vec)vfmaq_f64((float64x2_t)c, (float64x2_t)a, (float64x2_t)b);
#else
    return a * b + c;
#endif
}

TEMPLATE vec vsqrt(vec a) {
#if defined LG_VEC_AVX512 && !defined LG_DOUBLE
    return (vec)_mm512_sqrt_ps((__m512)a);
#elif defined LG_VEC_AVX512
    return (vec)_mm512_sqrt_pd((__m512d)a);
#elif defined LG_VEC_AVX2 && !defined LG_DOUBLE
    return (vec)_mm256_sqrt_ps((__m256)a);
#elif defined LG_VEC_AVX2
    return (vec)_mm256_sqrt_pd((__m256d)a);
#elif defined __SSE2__ && !defined LG_DOUBLE
    return (vec)_mm_sqrt_ps((__m128)a);
#elif defined __SSE2__
    return (vec)_mm_sqrt_pd((__m128d)a);
#elif defined LG_VEC_NEON && !defined LG_DOUBLE
    return (vec)vsqrtq_f32((float32x4_t)a);
#elif defined LG_VEC_NEON
    return (vec)vsqrtq_f64((float64x2_t)a);
#else
    for (int l = 0; l < VL; l++) a[l] = (real)sqrt(a[l]);
    return a;
#endif
}

/* The first n >= 1 elements at p, zeros after them; nothing beyond them is touched. n >= VL: a whole vector. */
TEMPLATE vec vload_first(const real *p, int n) {
    if (n >= VL) return vload(p);
#if defined LG_VEC_AVX512 && !defined LG_DOUBLE
    return (vec)_mm512_maskz_loadu_ps((__mmask16)((1u << n) - 1), p);
#elif defined LG_VEC_AVX512
    return (vec)_mm512_maskz_loadu_pd((__mmask8)((1u << n) - 1), p);
#elif defined LG_VEC_AVX2 && !defined LG_DOUBLE
    return (vec)_mm256_maskload_ps(p, (__m256i)((ivec)LG_COUNT < (whole)n));
#elif defined LG_VEC_AVX2
    return (vec)_mm256_maskload_pd(p, (__m256i)((ivec)LG_COUNT < (whole)n));
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
#if defined LG_VEC_AVX512 && !defined LG_DOUBLE
    _mm512_mask_storeu_ps(p, (__mmask16)((1u << n) - 1), (__m512)a);
#elif defined LG_VEC_AVX512
    _mm512_mask_storeu_pd(p, (__mmask8)((1u << n) - 1), (__m512d)a);
#elif defined LG_VEC_AVX2 && !defined LG_DOUBLE
    _mm256_maskstore_ps(p, (__m256i)((ivec)LG_COUNT < (whole)n), (__m256)a);
#elif defined LG_VEC_AVX2
    _mm256_maskstore_pd(p, (__m256i)((ivec)LG_COUNT < (whole)n), (__m256d)a);
#else
    UNROLL for (int l = 0; l < VL; l++) {
        if (l < n) p[l] = a[l];
    }
#endif
}

/* Lane l of a where bit l is set, else 0. Bits beyond the lanes do not matter. */
TEMPLATE vec vkeep(vec a, unsigned bits) {
#if defined LG_VEC_AVX512 && !defined LG_DOUBLE
    return (vec)_mm512_maskz_mov_ps((__mmask16)bits, (__m512)a);
#elif defined LG_VEC_AVX512
    return (vec)_mm512_maskz_mov_pd((__mmask8)bits, (__m512d)a);
#else
    const ivec bit = (whole)1 << (ivec)LG_COUNT;
    return (vec)((ivec)a & ((bit & (whole)bits) == bit));
#endif
}

/* The larger of a and b; a where one is not a number. */
TEMPLATE vec vmax(vec a, vec b) {
#if defined LG_VEC_AVX512 && !defined LG_DOUBLE
    return (vec)_mm512_max_ps((__m512)b, (__m512)a);
#elif defined LG_VEC_AVX512
    return (vec)_mm512_max_pd((__m512d)b, (__m512d)a);
#elif defined LG_VEC_AVX2 && !defined LG_DOUBLE
    return (vec)_mm256_max_ps((__m256)b, (__m256)a);
#elif defined LG_VEC_AVX2
    return (vec)_mm256_max_pd((__m256d)b, (__m256d)a);
#else
    const ivec m = b > a;
    return (vec)(((ivec)b & m) | ((ivec)a & ~m));
#endif
}

/* a where b > 0, else 0 */
TEMPLATE vec vwhere_positive(vec a, vec b) {
#if defined LG_VEC_AVX512 && !defined LG_DOUBLE
    return (vec)_mm512_maskz_mov_ps(_mm512_cmp_ps_mask((__m512)b, _mm512_setzero_ps(), _CMP_GT_OQ), (__m512)a);
#elif defined LG_VEC_AVX512
    return (vec)_mm512_maskz_mov_pd(_mm512_cmp_pd_mask((__m512d)b, _mm512_setzero_pd(), _CMP_GT_OQ), (__m512d)a);
#else
    return (vec)((ivec)a & (b > 0));
#endif
}

/* Sum of the lanes, by halves. */
TEMPLATE real vsum(vec a) {
#if defined LG_VEC_AVX512 && !defined LG_DOUBLE
    return _mm512_reduce_add_ps((__m512)a);
#elif defined LG_VEC_AVX512
    return _mm512_reduce_add_pd((__m512d)a);
#else
    real lane[VL];
    memcpy(lane, &a, sizeof a);
    UNROLL for (int l = 0; l < VL / 2; l++) lane[l] += lane[l + VL / 2];
    UNROLL for (int l = 0; l < VL / 4; l++) lane[l] += lane[l + VL / 4];
    return VL == 8 ? lane[0] + lane[1] : lane[0];
#endif
}

/* ---- half width ---------------------------------------------------------------------------------------------- */

TEMPLATE hvec hload(const real *p) {
    return *(const hvec_anywhere *)p;
}

TEMPLATE void hstore(real *p, hvec a) {
    *(hvec_anywhere *)p = a;
}

TEMPLATE hvec hload_first(const real *p, int n) {
    if (n >= HL) return hload(p);
#if defined LG_VEC_AVX512 && !defined LG_DOUBLE
    return (hvec)_mm256_maskz_loadu_ps((__mmask8)((1u << n) - 1), p);
#else
    return (hvec)vload_first(p, n);
#endif
}

TEMPLATE void hstore_first(real *p, hvec a, int n) {
    if (n >= HL) {
        hstore(p, a);
        return;
    }
#if defined LG_VEC_AVX512 && !defined LG_DOUBLE
    _mm256_mask_storeu_ps(p, (__mmask8)((1u << n) - 1), (__m256)a);
#else
    vstore_first(p, (vec)a, n);
#endif
}

TEMPLATE hvec hsplat(real x) {
#if LG_HALF_BYTES == 32 && !defined LG_DOUBLE
    return (hvec)_mm256_set1_ps(x);
#elif LG_HALF_BYTES == LG_VEC_BYTES
    return (hvec)vsplat(x);
#endif
}

TEMPLATE hvec hfma(hvec a, hvec b, hvec c) {
#if LG_HALF_BYTES == LG_VEC_BYTES
    return (hvec)vfma((vec)a, (vec)b, (vec)c);
#else
    return (hvec)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)c);
#endif
}

/* a where the mask is set, else b */
TEMPLATE hvec hselect(hmask m, hvec a, hvec b) {
    return (hvec)(((hmask)a & m) | ((hmask)b & ~m));
}

/* The larger of a and b; a where one is not a number. */
TEMPLATE hvec hmax(hvec a, hvec b) {
#if LG_HALF_BYTES == LG_VEC_BYTES
    return (hvec)vmax((vec)a, (vec)b);
#else
    return (hvec)_mm256_max_ps((__m256)b, (__m256)a);
#endif
}

#ifdef LG_DOUBLE
#define LG_LOWEST (-0x1p+1000)
#else
#define LG_LOWEST (-0x1p+100f) /* below all scores, and yet a number: -infinity minus it is no NaN */
#endif

/* The base in which attention takes its powers: powers of two in float, by a polynomial; in double by libm, where the
 * last digits count and time does not. LG_POWER_LOG turns a natural exponent into one of hpower's. */
#ifdef LG_DOUBLE
#define LG_POWER_LOG 1.0
TEMPLATE hvec hpower(hvec x) {
    for (int l = 0; l < HL; l++) x[l] = exp(x[l]);
    return x;
}
#else
#define LG_POWER_LOG 1.44269504088896341f
/* 2^x = 2^n 2^f with n the nearest integer. 2^f is a polynomial of degree 6, minimax on [-1/2, 1/2]; below 2^-126 the
 * result is 0, above 2^127 it is not defined; NaN stays. */
TEMPLATE hvec hpower(hvec x) {
#ifdef LG_VEC_AVX512
    const hvec n = (hvec)_mm256_roundscale_ps((__m256)x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
#else
    const hvec magic = hsplat(12582912.0f); /* 1.5 * 2^23: adding it leaves the integer in the low bits */
    const hvec t = x + magic;
    const hvec n = t - magic;
#endif
    const hvec f = x - n;
    hvec p = hfma(hsplat(1.53533618e-4f), f, hsplat(1.33988744e-3f));
    p = hfma(p, f, hsplat(9.61843736e-3f));
    p = hfma(p, f, hsplat(5.55033247e-2f));
    p = hfma(p, f, hsplat(2.40226479e-1f));
    p = hfma(p, f, hsplat(6.93147203e-1f));
    p = hfma(p, f, hsplat(1.0f));
#ifdef LG_VEC_AVX512
    return (hvec)_mm256_scalef_ps((__m256)p, (__m256)n);
#else
    const hvec y = (hvec)((hmask)p + ((hmask)t << 23));
    return (hvec)((hmask)y & ~(x < -126.0f));
#endif
}
#endif

#ifdef __clang__
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (hmask){__VA_ARGS__})
#endif

/* Rows become columns: r is a square of HL x HL elements. */
TEMPLATE void htranspose(hvec r[HL]) {
#if HL == 8
    hvec s[8], t[8];
    UNROLL for (int i = 0; i < 8; i += 2) {
        s[i] = SHUFFLE(r[i], r[i + 1], 0, 8, 1, 9, 4, 12, 5, 13);
        s[i + 1] = SHUFFLE(r[i], r[i + 1], 2, 10, 3, 11, 6, 14, 7, 15);
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
    const hvec a = SHUFFLE(r[0], r[1], 0, 4, 1, 5), b = SHUFFLE(r[0], r[1], 2, 6, 3, 7);
    const hvec c = SHUFFLE(r[2], r[3], 0, 4, 1, 5), d = SHUFFLE(r[2], r[3], 2, 6, 3, 7);
    r[0] = SHUFFLE(a, c, 0, 1, 4, 5);
    r[1] = SHUFFLE(a, c, 2, 3, 6, 7);
    r[2] = SHUFFLE(b, d, 0, 1, 4, 5);
    r[3] = SHUFFLE(b, d, 2, 3, 6, 7);
#else
    const hvec a = SHUFFLE(r[0], r[1], 0, 2);
    r[1] = SHUFFLE(r[0], r[1], 1, 3);
    r[0] = a;
#endif
}

#endif
