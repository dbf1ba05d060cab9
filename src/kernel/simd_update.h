/* simd_update.h: passes over flat arrays of parameters and gradients: sums, norms, Adam (Kingma & Ba 2015). */
#ifndef LG_KERNEL_SIMD_UPDATE_H
#define LG_KERNEL_SIMD_UPDATE_H

#include "kernel/kernel.h"
#include "kernel/vec.h"

/* Number of elements from e on, out of n, but at most VL. */
TEMPLATE int lanes_left(size_t n, size_t e) {
    return n - e < VL ? (int)(n - e) : VL;
}

static inline void add(const lg_kernels *set, lg_view y, lg_view x, size_t n, bool accumulate) {
    real *out = y.data;
    const real *in = x.data;
    if (!accumulate) {
        memmove(out, in, n * sizeof(real));
        return;
    }
    for (size_t e = 0; e < n; e += VL) {
        const int left = lanes_left(n, e);
        vstore_first(out + e, vload_first(out + e, left) + vload_first(in + e, left), left);
    }
}

#define CLEAR_VECS 4

static inline void add_and_clear(const lg_kernels *set, lg_view y, lg_view x, size_t n) {
    real *out = y.data, *in = x.data;
    const vec nothing = {0};
    size_t e = 0;
    for (; e + CLEAR_VECS * VL <= n; e += CLEAR_VECS * VL) {
        UNROLL for (int v = 0; v < CLEAR_VECS; v++) {
            vstore(out + e + v * VL, vload(out + e + v * VL) + vload(in + e + v * VL));
            vstore(in + e + v * VL, nothing);
        }
    }
    for (; e < n; e += VL) {
        const int left = lanes_left(n, e);
        vstore_first(out + e, vload_first(out + e, left) + vload_first(in + e, left), left);
        vstore_first(in + e, nothing, left);
    }
}

#define SUM_VECS 4 /* independent chains of a sum */

/* A register of doubles, and a vector of as many reals. */
typedef double doubles __attribute__((vector_size(LG_VEC_BYTES)));
#define DOUBLES (LG_VEC_BYTES / 8)
typedef real doubles_source __attribute__((vector_size(DOUBLES * LG_REAL_BYTES), aligned(LG_REAL_BYTES), may_alias));

TEMPLATE doubles widen(const real *p) {
    return __builtin_convertvector(*(const doubles_source *)p, doubles);
}

static inline double sum_squares(const lg_kernels *set, lg_view x, size_t n) {
    const real *in = x.data;
    doubles total[SUM_VECS] = {{0}};
    size_t e = 0;
    for (; e + SUM_VECS * DOUBLES <= n; e += SUM_VECS * DOUBLES) {
        UNROLL for (int v = 0; v < SUM_VECS; v++) {
            const doubles a = widen(in + e + v * DOUBLES);
            total[v] += a * a;
        }
    }
    const doubles all = (total[0] + total[1]) + (total[2] + total[3]);
    double result = 0;
    for (int l = 0; l < DOUBLES; l++) result += all[l];
    for (; e < n; e++) result += (double)in[e] * in[e];
    return result;
}

static inline void adam(const lg_kernels *set, const lg_adam *a) {
    real *p = a->p.data, *m = a->m.data, *v = a->v.data;
    const real *gradient = a->g.data;
    const vec factor = vsplat((real)a->factor), beta1 = vsplat((real)a->beta1), beta2 = vsplat((real)a->beta2);
    const vec fresh1 = vsplat((real)(1 - a->beta1)), fresh2 = vsplat((real)(1 - a->beta2));
    const vec rate = vsplat((real)(a->rate / (1 - pow(a->beta1, (double)a->t))));
    const vec second_scale = vsplat((real)(1 / (1 - pow(a->beta2, (double)a->t))));
    const vec epsilon = vsplat((real)a->epsilon), decay = vsplat((real)(a->rate * a->decay));
    for (size_t e = 0; e < a->n; e += VL) {
        const int left = lanes_left(a->n, e);
        const vec old = vload_first(p + e, left);
        vec g = vload_first(gradient + e, left) * factor;
        if (a->gradient_decay > 0) g = vfma(vsplat((real)a->gradient_decay), old, g);
        const vec first = vfma(fresh1, g, beta1 * vload_first(m + e, left));
        const vec second = vfma(fresh2 * g, g, beta2 * vload_first(v + e, left));
        const vec step = rate * first / (vsqrt(second * second_scale) + epsilon);
        vstore_first(p + e, old - vfma(decay, old, step), left);
        vstore_first(m + e, first, left);
        vstore_first(v + e, second, left);
    }
}

#endif
