/* simd_recurrent.h: sums with an activation, and LSTM gates (Hochreiter & Schmidhuber 1997). */
#ifndef LG_KERNEL_SIMD_RECURRENT_H
#define LG_KERNEL_SIMD_RECURRENT_H

#include "kernel/kernel.h"
#include "kernel/vec.h"

/* e^x with x clamped to [-87, 87], where sigmoid and tanh have reached their limits. NaN is preserved. */
TEMPLATE vec gate_exp(vec x) {
#ifdef LG_DOUBLE
    UNROLL for (int l = 0; l < VL; l++) x[l] = real_exp(x[l]);
    return x;
#else
    const vec limit = vsplat(87);
    x = vmax(x, -limit);
    x = -vmax(-x, -limit) * LG_LOG2_E;
    const vec n = vnearest(x);
    vec p = vsplat(lg_exp2_coefficients[0]);
    x -= n;
    UNROLL for (int c = 1; c < LG_EXP2_DEGREE; c++) p = vfma(p, x, vsplat(lg_exp2_coefficients[c]));
    return vscale(vfma(p, x, vsplat(1)), n);
#endif
}

TEMPLATE vec gate_sigmoid(vec x) {
    const vec one = vsplat(1);
    return one / (one + gate_exp(-x));
}

/* 1 - 2 / (e^2x + 1). The absolute error is about one rounding error of numbers near 1. Sums of such numbers have this
 * error anyway. */
TEMPLATE vec gate_tanh(vec x) {
    const vec one = vsplat(1);
    return one - vsplat(2) / (one + gate_exp(x + x));
}

static inline void add_activate(const lg_kernels *set, lg_view y, lg_view a, lg_view b, size_t n, lg_activation act) {
    const real *left = a.data, *right = b.data;
    real *out = y.data;
    for (size_t e = 0; e < n; e += VL) {
        const int count = n - e < VL ? (int)(n - e) : VL;
        vec sum = vload_first(left + e, count);
        if (right) sum += vload_first(right + e, count);
        vstore_first(out + e, act == LG_RELU ? vwhere_positive(sum, sum) : sum, count);
    }
}

TEMPLATE void put_gate(real *y, vec x, int count, bool accumulate) {
    if (accumulate) x += vload_first(y, count);
    vstore_first(y, x, count);
}

/* The quarters of a row of z. The first three are also the thirds of a row of gates, which lstm_cell keeps. */
enum { GATE_INPUT, GATE_CANDIDATE, GATE_FORGET, GATE_OUTPUT };

static inline void lstm_cell(const lg_kernels *set, const lg_lstm *a) {
    const int K = a->K;
    const real *z = a->z.data, *before = a->before.data;
    real *c = a->c.data, *gates = a->gates.data;
    for (int m = 0; m < a->M; m++, z += 4 * K, before += K, c += K) {
        for (int k = 0; k < K; k += VL) {
            const int count = K - k < VL ? K - k : VL;
            const vec input = gate_sigmoid(vload_first(z + GATE_INPUT * K + k, count));
            const vec candidate = gate_tanh(vload_first(z + GATE_CANDIDATE * K + k, count));
            const vec forget = gate_sigmoid(vload_first(z + GATE_FORGET * K + k, count) + vsplat(1));
            vstore_first(c + k, vfma(forget, vload_first(before + k, count), input * candidate), count);
            if (!gates) continue;
            vstore_first(gates + GATE_INPUT * K + k, input, count);
            vstore_first(gates + GATE_CANDIDATE * K + k, candidate, count);
            vstore_first(gates + GATE_FORGET * K + k, forget, count);
        }
        if (gates) gates += 3 * K;
    }
}

static inline void lstm_cell_backward(const lg_kernels *set, const lg_lstm *a) {
    const int K = a->K;
    const real *gates = a->gates.data, *before = a->before.data, *dc = a->dc.data;
    real *dz = a->dz.data, *dbefore = a->dbefore.data;
    const vec one = vsplat(1);
    for (int m = 0; m < a->M; m++, gates += 3 * K, before += K, dc += K, dz += 4 * K, dbefore += K) {
        for (int k = 0; k < K; k += VL) {
            const int count = K - k < VL ? K - k : VL;
            const vec input = vload_first(gates + GATE_INPUT * K + k, count), g = vload_first(dc + k, count);
            const vec candidate = vload_first(gates + GATE_CANDIDATE * K + k, count);
            const vec forget = vload_first(gates + GATE_FORGET * K + k, count), past = vload_first(before + k, count);
            vstore_first(dz + GATE_INPUT * K + k, g * candidate * input * (one - input), count);
            vstore_first(dz + GATE_CANDIDATE * K + k, g * input * (one - candidate * candidate), count);
            vstore_first(dz + GATE_FORGET * K + k, g * past * forget * (one - forget), count);
            put_gate(dbefore + k, g * forget, count, a->dbefore_accumulate);
        }
    }
}

static inline void lstm_hidden(const lg_kernels *set, const lg_lstm *a) {
    const int K = a->K;
    const real *z = a->z.data, *c = a->c.data;
    real *h = a->h.data, *gates = a->gates.data;
    for (int m = 0; m < a->M; m++, z += 4 * K, c += K, h += K) {
        for (int k = 0; k < K; k += VL) {
            const int count = K - k < VL ? K - k : VL;
            const vec output = gate_sigmoid(vload_first(z + GATE_OUTPUT * K + k, count));
            const vec squashed = gate_tanh(vload_first(c + k, count));
            vstore_first(h + k, output * squashed, count);
            if (!gates) continue;
            vstore_first(gates + k, output, count);
            vstore_first(gates + K + k, squashed, count);
        }
        if (gates) gates += 2 * K;
    }
}

static inline void lstm_hidden_backward(const lg_kernels *set, const lg_lstm *a) {
    const int K = a->K;
    const real *gates = a->gates.data, *dh = a->dh.data;
    real *dz = a->dz.data, *dc = a->dc.data;
    const vec one = vsplat(1);
    for (int m = 0; m < a->M; m++, gates += 2 * K, dh += K, dz += 4 * K, dc += K) {
        for (int k = 0; k < K; k += VL) {
            const int count = K - k < VL ? K - k : VL;
            const vec output = vload_first(gates + k, count), squashed = vload_first(gates + K + k, count);
            const vec g = vload_first(dh + k, count);
            vstore_first(dz + GATE_OUTPUT * K + k, g * squashed * output * (one - output), count);
            put_gate(dc + k, g * output * (one - squashed * squashed), count, a->dc_accumulate);
        }
    }
}

#endif
