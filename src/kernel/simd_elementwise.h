/* simd_elementwise.h: vector versions of the functions of elementwise.inc, of products and of multiples. The double
 * build instead calls the exponential of libm, lane by lane, since accuracy matters more than time in that build. */
#ifndef LG_KERNEL_SIMD_ELEMENTWISE_H
#define LG_KERNEL_SIMD_ELEMENTWISE_H

#include "kernel/kernel.h"
#include "kernel/simd_update.h"
#include "kernel/vec.h"

#ifdef LG_DOUBLE

TEMPLATE vec vexp(vec x) {
    UNROLL for (int l = 0; l < VL; l++) x[l] = exp(x[l]);
    return x;
}

#else

/* e^x = 2^n 2^f, where n is the integer nearest to x / log(2). log(2) is subtracted n times, in two parts; the first
 * part has so few digits that n times this part is exact. The result is clamped to 2^-126..2^127. */
TEMPLATE vec vexp(vec x) {
    x = vmax(x, vsplat(-87.3f));
    x = vselect(x > 88, vsplat(88), x);
    const vec n = vnearest(x * LG_LOG2_E);
    const vec f = vfma(n, vsplat(2.12194440e-4f), vfma(n, vsplat(-0.693359375f), x)) * LG_LOG2_E;
    vec p = vsplat(lg_exp2_coefficients[0]);
    UNROLL for (int c = 1; c < LG_EXP2_DEGREE; c++) p = vfma(p, f, vsplat(lg_exp2_coefficients[c]));
    return vscale(vfma(p, f, vsplat(1)), n);
}

#endif

TEMPLATE vec vnormal_density(vec x) {
    return vexp(x * x * (real)-0.5) * (real)0.3989422804014327;
}

#ifdef LG_DOUBLE

TEMPLATE vec vnormal_cdf(vec x) {
    UNROLL for (int l = 0; l < VL; l++) x[l] = erfc(-x[l] * M_SQRT1_2) / 2;
    return x;
}

#else

/* 1 - cdf at s = |x|, as the density times Mills' ratio, (1 - cdf) / density. The ratio is approximated by u P(u),
 * u = 1 / (1 + 0.3 s), with a relative error of at most 1.3e-7. The result is accurate even for large negative x, and
 * only the density needs an exponential. */
TEMPLATE vec vnormal_cdf(vec x) {
    static const float coefficients[] = {0.0903295839f, -0.397835906f, 0.523796354f, -0.14061134f,
                                         0.325469081f,  0.249467357f,  0.302843033f, 0.299855823f};
    const vec u = 1 / vfma(vmax(x, -x), vsplat(0.3f), vsplat(1));
    vec p = vsplat(coefficients[0]);
    UNROLL for (int c = 1; c < 8; c++) p = vfma(p, u, vsplat(coefficients[c]));
    const vec tail = vnormal_density(x) * (p * u);
    return vselect(x > 0, 1 - tail, tail);
}

#endif

/* Computed lane by lane. This is fast enough, since gates are one number per token and head. */
TEMPLATE vec vlog_sigmoid(vec x) {
    UNROLL for (int l = 0; l < VL; l++) {
        const double at = (double)x[l];
        x[l] = (real)((at < 0 ? at : 0) - log1p(exp(-fabs(at))));
    }
    return x;
}

#define REAL(c)           ((real)(c))
#define SIGMOID(x)        (1 / (1 + vexp(-(x))))
#define NORMAL_CDF(x)     vnormal_cdf(x)
#define NORMAL_DENSITY(x) vnormal_density(x)
#define POSITIVE(x)       vmax(x, (vec){0})
#define LOG_SIGMOID(x)    vlog_sigmoid(x)
#define EXP(x)            vexp(x)

/* A function of n elements and, if needed, its derivatives. Function and derivative share exponentials. */
#define ELEMENTWISE(id, name, value, slope)                                                                            \
    static __attribute__((noinline)) void map_##name(real *y, const real *in, size_t n) {                              \
        for (size_t e = 0; e < n; e += VL) {                                                                           \
            const int left = lanes_left(n, e);                                                                         \
            const vec x = vload_first(in + e, left);                                                                   \
            vstore_first(y + e, value, left);                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    static __attribute__((noinline)) void map_both_##name(real *y, real *slopes, const real *in, size_t n) {           \
        for (size_t e = 0; e < n; e += VL) {                                                                           \
            const int left = lanes_left(n, e);                                                                         \
            const vec x = vload_first(in + e, left);                                                                   \
            vstore_first(y + e, value, left);                                                                          \
            vstore_first(slopes + e, slope, left);                                                                     \
        }                                                                                                              \
    }
#include "kernel/elementwise.inc"
#undef ELEMENTWISE

static inline void elementwise(const lg_kernels *set, lg_view y, lg_view slopes, lg_view x, size_t n, lg_activation f) {
    switch (f) {
#define ELEMENTWISE(id, name, value, slope)                                                                            \
    case id:                                                                                                           \
        if (slopes.data)                                                                                               \
            map_both_##name(y.data, slopes.data, x.data, n);                                                           \
        else                                                                                                           \
            map_##name(y.data, x.data, n);                                                                             \
        break;
#include "kernel/elementwise.inc"
#undef ELEMENTWISE
    default: break;
    }
}

static inline void product(const lg_kernels *set, lg_view y, lg_view a, lg_view b, size_t n, bool accumulate) {
    const real *left_factor = a.data, *right_factor = b.data;
    real *out = y.data;
    for (size_t e = 0; e < n; e += VL) {
        const int left = lanes_left(n, e);
        const vec before = accumulate ? vload_first(out + e, left) : (vec){0};
        vstore_first(out + e, vfma(vload_first(left_factor + e, left), vload_first(right_factor + e, left), before),
                     left);
    }
}

static inline void scale(const lg_kernels *set, lg_view y, lg_view x, real factor, size_t n, bool accumulate) {
    const real *in = x.data;
    real *out = y.data;
    for (size_t e = 0; e < n; e += VL) {
        const int left = lanes_left(n, e);
        const vec before = accumulate ? vload_first(out + e, left) : (vec){0};
        vstore_first(out + e, vfma(vload_first(in + e, left), vsplat(factor), before), left);
    }
}

#endif
