/* ref_elementwise.c: reference kernels of elementwise functions, their derivatives, and products. */
#include <math.h>

#include "kernel/ref.h"

#define REAL(c) (c)
#define EXP(x)  exp(x)

static double SIGMOID(double x) {
    return 1 / (1 + exp(-x));
}

static double NORMAL_CDF(double x) {
    return erfc(-x * M_SQRT1_2) / 2;
}

static double NORMAL_DENSITY(double x) {
    return exp(-x * x / 2) * M_SQRT1_2 * M_2_SQRTPI / 2;
}

static double POSITIVE(double x) {
    return x < 0 ? 0 : x;
}

static double LOG_SIGMOID(double x) {
    return (x < 0 ? x : 0) - log1p(exp(-fabs(x)));
}

static double value(lg_activation f, double x) {
    switch (f) {
#define ELEMENTWISE(id, name, value, slope)                                                                            \
    case id:                                                                                                           \
        return value;
#include "kernel/elementwise.inc"
#undef ELEMENTWISE
    default: return NAN; /* fused into linear maps */
    }
}

static double slope(lg_activation f, double x) {
    switch (f) {
#define ELEMENTWISE(id, name, value, slope)                                                                            \
    case id:                                                                                                           \
        return slope;
#include "kernel/elementwise.inc"
#undef ELEMENTWISE
    default: return NAN;
    }
}

void lg_ref_elementwise(const lg_kernels *set, lg_view y, lg_view slopes, lg_view x, size_t n, lg_activation f) {
    for (size_t e = 0; e < n; e++) {
        const double at = ((const real *)x.data)[e];
        ((real *)y.data)[e] = value(f, at);
        if (slopes.data) ((real *)slopes.data)[e] = slope(f, at);
    }
}

void lg_ref_product(const lg_kernels *set, lg_view y, lg_view a, lg_view b, size_t n, bool accumulate) {
    real *out = y.data;
    for (size_t e = 0; e < n; e++) {
        const double p = (double)((const real *)a.data)[e] * ((const real *)b.data)[e];
        out[e] = accumulate ? out[e] + p : p;
    }
}

void lg_ref_scale(const lg_kernels *set, lg_view y, lg_view x, real factor, size_t n, bool accumulate) {
    real *out = y.data;
    for (size_t e = 0; e < n; e++) {
        const double p = (double)factor * ((const real *)x.data)[e];
        out[e] = accumulate ? out[e] + p : p;
    }
}
