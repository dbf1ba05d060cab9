/* ref.c: the reference kernels, against which every faster kernel is tested. They implement kernel.h in the plainest C
 * possible: one loop per index, sums in double. This file has the table, memory, elementwise sums, Adam and linear
 * maps; the other ref_*.c have the rest. Adam: Kingma & Ba, "Adam: a method for stochastic optimization", 2015. */
#include "kernel/ref.h"

#include <math.h>
#include <string.h>

void lg_ref_zero(const lg_kernels *set, lg_view y, size_t bytes) {
    memset(y.data, 0, bytes);
}

void lg_ref_upload(const lg_kernels *set, lg_view y, const void *host, size_t bytes) {
    memcpy(y.data, host, bytes);
}

void lg_ref_download(const lg_kernels *set, void *host, lg_view x, size_t bytes) {
    memcpy(host, x.data, bytes);
}

void lg_ref_add(const lg_kernels *set, lg_view y, lg_view x, size_t n, bool accumulate) {
    real *out = y.data;
    const real *in = x.data;
    for (size_t e = 0; e < n; e++) out[e] = accumulate ? out[e] + in[e] : in[e];
}

/* Adds x to y and clears x. Each call rounds y to `real`. */
void lg_ref_add_and_clear(const lg_kernels *set, lg_view y, lg_view x, size_t n) {
    real *out = y.data, *in = x.data;
    for (size_t e = 0; e < n; e++) {
        out[e] += in[e];
        in[e] = 0;
    }
}

double lg_ref_sum_squares(const lg_kernels *set, lg_view x, size_t n) {
    const real *in = x.data;
    double total = 0;
    for (size_t e = 0; e < n; e++) total += (double)in[e] * in[e];
    return total;
}

void lg_ref_adam(const lg_kernels *set, const lg_adam *a) {
    real *p = a->p.data, *m = a->m.data, *v = a->v.data;
    const real *gradient = a->g.data;
    double b1 = a->beta1, b2 = a->beta2;
    double m_scale = 1 / (1 - pow(b1, a->t)), v_scale = 1 / (1 - pow(b2, a->t));
    for (size_t e = 0; e < a->n; e++) {
        double g = gradient[e] * a->factor;
        if (a->gradient_decay > 0) g += a->gradient_decay * p[e];
        double first = b1 * m[e] + (1 - b1) * g;
        double second = b2 * v[e] + (1 - b2) * g * g;
        double step = first * m_scale / (sqrt(second * v_scale) + a->epsilon);
        p[e] -= a->rate * step + a->rate * a->decay * p[e];
        m[e] = first;
        v[e] = second;
    }
}

void lg_ref_clamp(const lg_kernels *set, lg_view x, size_t n, double low, double high) {
    real *p = x.data;
    for (size_t e = 0; e < n; e++) p[e] = fmin(fmax(p[e], low), high);
}

size_t lg_ref_pack_size(const lg_kernels *set, int K, int N, bool transpose) {
    return (size_t)K * N * sizeof(real);
}

/* Packs a weight. The packed layout of this set is the plain matrix [K,N]. */
void lg_ref_pack(const lg_kernels *set, lg_view packed, lg_view w, int K, int N, bool transpose) {
    real *out = packed.data;
    const real *in = w.data;
    for (int k = 0; k < K; k++)
        for (int n = 0; n < N; n++) out[(size_t)k * N + n] = transpose ? in[(size_t)n * K + k] : in[(size_t)k * N + n];
}

void lg_ref_linear(const lg_kernels *set, const lg_linear *a) {
    const real *x = a->x.data, *w = a->w.data, *bias = a->bias.data;
    real *y = a->y.data;
    for (int m = 0; m < a->M; m++) {
        for (int n = 0; n < a->N; n++) {
            real *out = &y[(size_t)m * a->N + n];
            double total = bias ? bias[n] : 0;
            for (int k = 0; k < a->K; k++) total += (double)x[(size_t)m * a->K + k] * w[(size_t)k * a->N + n];
            if (a->accumulate)
                *out += total;
            else
                *out = a->act == LG_RELU && total < 0 ? 0 : total;
        }
    }
}

void lg_ref_linear_weight(const lg_kernels *set, const lg_linear_weight *a) {
    const real *x = a->x.data, *dy = a->dy.data;
    real *dw = a->dw.data;
    for (int k = 0; k < a->K; k++) {
        for (int n = 0; n < a->N; n++) {
            double total = 0;
            for (int m = 0; m < a->M; m++) total += (double)x[(size_t)m * a->K + k] * dy[(size_t)m * a->N + n];
            dw[(size_t)k * a->N + n] += total;
        }
    }
}

void lg_ref_linear_bias(const lg_kernels *set, lg_view dy, lg_view y, lg_view db, int M, int N, lg_activation act) {
    real *gradient = dy.data, *bias = db.data;
    const real *out = y.data;
    for (int n = 0; n < N; n++) {
        double total = 0;
        for (int m = 0; m < M; m++) {
            size_t e = (size_t)m * N + n;
            if (act == LG_RELU && !(out[e] > 0)) gradient[e] = 0;
            total += gradient[e];
        }
        if (bias) bias[n] += total;
    }
}

#define NAME                                                                                                           \
    .name = "ref", .help = "plain C in double precision: slow; the reference for all other sets"
#define KERNEL(result, slot, ...) .slot = lg_ref_##slot,

#ifndef LG_DOUBLE
static const lg_kernels bfloat16 = {
    NAME,
    .linear = lg_ref_linear_bfloat16,
    .linear_weight = lg_ref_linear_weight_bfloat16,
    .full = &lg_kernels_ref,
#define KERNEL_LINEAR(result, slot, ...)
#include "kernel/kernels.def"
};

const lg_kernels lg_kernels_ref_tiles = {
    NAME,
    .linear = lg_ref_linear_tiles,
    .linear_weight = lg_ref_linear_weight_tiles,
    .full = &lg_kernels_ref,
#define KERNEL(result, slot, ...) .slot = lg_ref_##slot,
#define KERNEL_LINEAR(result, slot, ...)
#include "kernel/kernels.def"
};
#endif

const lg_kernels lg_kernels_ref = {
    NAME,
#ifndef LG_DOUBLE
    .bfloat16 = &bfloat16,
#endif
#define KERNEL(result, slot, ...) .slot = lg_ref_##slot,
#include "kernel/kernels.def"
};
