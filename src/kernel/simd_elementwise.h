/* simd_elementwise.h: functions of elementwise.inc in vectors, products and multiples. In the double build exponentials
 * are libm's, lane by lane, because there the last digits count and time does not. */
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

TEMPLATE vec vnormal_cdf(vec x) {
    UNROLL for (int l = 0; l < VL; l++) x[l] = erfc(-x[l] * M_SQRT1_2) / 2;
    return x;
}

#else

/* e^x = 2^n 2^f, n nearest to x / log(2); log(2) is subtracted in two parts, of which the first has so few digits that
 * n times it is exact. Held within 2^-126..2^127. */
TEMPLATE vec vexp(vec x) {
    x = vmax(x, vsplat(-87.3f));
    x = vselect(x > 88, vsplat(88), x);
    const vec n = vnearest(x * LG_LOG2_E);
    const vec f = vfma(n, vsplat(2.12194440e-4f), vfma(n, vsplat(-0.693359375f), x)) * LG_LOG2_E;
    vec p = vsplat(lg_exp2_coefficients[0]);
    UNROLL for (int c = 1; c < LG_EXP2_DEGREE; c++) p = vfma(p, f, vsplat(lg_exp2_coefficients[c]));
    return vscale(vfma(p, f, vsplat(1)), n);
}

/* Of t = x/sqrt(2): near 0 a polynomial for erf(t); elsewhere 1 - erf(|t|) as the exponential of a polynomial, which
 * keeps the digits of what is left on the far negative side. */
TEMPLATE vec vnormal_cdf(vec x) {
    static const float inner[] = {-5.96761703e-4f, 4.99119423e-3f,  -2.67681349e-2f,
                                  1.12819925e-1f,  -3.76125336e-1f, 1.28379166e-1f};
    const vec t = x * 0.70710678f, size = vmax(t, -t), square = t * t;
    vec p = vsplat(inner[0]);
    UNROLL for (int c = 1; c < 6; c++) p = vfma(p, square, vsplat(inner[c]));
    const vec near = vfma(vfma(p, t, t), vsplat(0.5f), vsplat(0.5f));
    vec q = vfma(vsplat(-1.72853470e-5f), size, vsplat(3.83197126e-4f));
    q = vfma(q, square, vfma(vsplat(-3.88396438e-3f), size, vsplat(2.42546219e-2f)));
    q = vfma(vfma(vfma(q, size, vsplat(-1.06777877e-1f)), size, vsplat(-6.34846687e-1f)), size,
             vsplat(-1.28717512e-1f));
    const vec tail = vexp(vfma(q, size, -size)) * 0.5f;
    return vselect(size > 0.927734375f, vselect(t > 0, 1 - tail, tail), near);
}

#endif

#define REAL(c)           ((real)(c))
#define SIGMOID(x)        (1 / (1 + vexp(-(x))))
#define NORMAL_CDF(x)     vnormal_cdf(x)
#define NORMAL_DENSITY(x) (vexp((x) * (x) * (real)-0.5) * (real)0.3989422804014327)
#define POSITIVE(x)       vmax(x, (vec){0})

/* One function over n elements: of x, or, where there is dy, its derivative times dy. */
#define ELEMENTWISE(id, name, value, slope)                                                                            \
    static __attribute__((noinline)) void map_##name(real *y, const real *in, size_t n) {                              \
        for (size_t e = 0; e < n; e += VL) {                                                                           \
            const int left = lanes_left(n, e);                                                                         \
            const vec x = vload_first(in + e, left);                                                                   \
            vstore_first(y + e, value, left);                                                                          \
        }                                                                                                              \
    }                                                                                                                  \
    static __attribute__((noinline)) void map_back_##name(real *dx, const real *in, const real *dy, size_t n,          \
                                                          bool accumulate) {                                           \
        for (size_t e = 0; e < n; e += VL) {                                                                           \
            const int left = lanes_left(n, e);                                                                         \
            const vec x = vload_first(in + e, left), before = accumulate ? vload_first(dx + e, left) : (vec){0};       \
            vstore_first(dx + e, vfma(slope, vload_first(dy + e, left), before), left);                                \
        }                                                                                                              \
    }
#include "kernel/elementwise.inc"
#undef ELEMENTWISE

static inline void elementwise(const lg_kernels *set, lg_view y, lg_view x, size_t n, lg_activation f) {
    switch (f) {
#define ELEMENTWISE(id, name, value, slope)                                                                            \
    case id:                                                                                                           \
        map_##name(y.data, x.data, n);                                                                                 \
        break;
#include "kernel/elementwise.inc"
#undef ELEMENTWISE
    default: break;
    }
}

static inline void elementwise_backward(const lg_kernels *set, lg_view dx, lg_view x, lg_view dy, size_t n,
                                        lg_activation f, bool accumulate) {
    switch (f) {
#define ELEMENTWISE(id, name, value, slope)                                                                            \
    case id:                                                                                                           \
        map_back_##name(dx.data, x.data, dy.data, n, accumulate);                                                      \
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
