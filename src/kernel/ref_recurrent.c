/* ref_recurrent.c: reference kernels of recurrent networks: sums with an activation, and LSTM gates. Formulas in
 * kernel.h. */
#include "kernel/ref.h"

#include <math.h>

void lg_ref_add_activate(const lg_kernels *set, lg_view y, lg_view a, lg_view b, size_t n, lg_activation act) {
    const real *left = a.data, *right = b.data;
    real *out = y.data;
    for (size_t e = 0; e < n; e++) {
        const double sum = right ? (double)left[e] + right[e] : left[e];
        out[e] = act == LG_RELU && sum < 0 ? 0 : sum;
    }
}

static double sigmoid(double x) {
    return 1 / (1 + exp(-x));
}

static void put(real *y, double x, bool accumulate) {
    *y = accumulate ? *y + x : x;
}

/* Quarters of a row of z. */
enum { INPUT, CANDIDATE, FORGET, OUTPUT };

void lg_ref_lstm_cell(const lg_kernels *set, const lg_lstm *a) {
    const int K = a->K;
    for (int m = 0; m < a->M; m++) {
        const real *z = (const real *)a->z.data + (size_t)m * 4 * K;
        const real *before = (const real *)a->before.data + (size_t)m * K;
        real *c = (real *)a->c.data + (size_t)m * K;
        real *gates = a->gates.data ? (real *)a->gates.data + (size_t)m * 3 * K : NULL;
        for (int k = 0; k < K; k++) {
            const double input = sigmoid(z[INPUT * K + k]), candidate = tanh(z[CANDIDATE * K + k]);
            const double forget = sigmoid(z[FORGET * K + k] + 1.0);
            c[k] = forget * before[k] + input * candidate;
            if (!gates) continue;
            gates[INPUT * K + k] = input;
            gates[CANDIDATE * K + k] = candidate;
            gates[FORGET * K + k] = forget;
        }
    }
}

/* The slope of a sigmoid of value s is s (1 - s), that of a tanh of value t is 1 - t^2. */
void lg_ref_lstm_cell_backward(const lg_kernels *set, const lg_lstm *a) {
    const int K = a->K;
    for (int m = 0; m < a->M; m++) {
        const real *gates = (const real *)a->gates.data + (size_t)m * 3 * K;
        const real *before = (const real *)a->before.data + (size_t)m * K;
        const real *dc = (const real *)a->dc.data + (size_t)m * K;
        real *dz = (real *)a->dz.data + (size_t)m * 4 * K;
        real *dbefore = (real *)a->dbefore.data + (size_t)m * K;
        for (int k = 0; k < K; k++) {
            const double input = gates[INPUT * K + k], candidate = gates[CANDIDATE * K + k];
            const double forget = gates[FORGET * K + k];
            dz[INPUT * K + k] = dc[k] * candidate * input * (1 - input);
            dz[CANDIDATE * K + k] = dc[k] * input * (1 - candidate * candidate);
            dz[FORGET * K + k] = dc[k] * before[k] * forget * (1 - forget);
            put(&dbefore[k], dc[k] * forget, a->dbefore_accumulate);
        }
    }
}

void lg_ref_lstm_hidden(const lg_kernels *set, const lg_lstm *a) {
    const int K = a->K;
    for (int m = 0; m < a->M; m++) {
        const real *z = (const real *)a->z.data + (size_t)m * 4 * K, *c = (const real *)a->c.data + (size_t)m * K;
        real *h = (real *)a->h.data + (size_t)m * K;
        real *gates = a->gates.data ? (real *)a->gates.data + (size_t)m * 2 * K : NULL;
        for (int k = 0; k < K; k++) {
            const double output = sigmoid(z[OUTPUT * K + k]), squashed = tanh(c[k]);
            h[k] = output * squashed;
            if (!gates) continue;
            gates[k] = output;
            gates[K + k] = squashed;
        }
    }
}

void lg_ref_lstm_hidden_backward(const lg_kernels *set, const lg_lstm *a) {
    const int K = a->K;
    for (int m = 0; m < a->M; m++) {
        const real *gates = (const real *)a->gates.data + (size_t)m * 2 * K;
        const real *dh = (const real *)a->dh.data + (size_t)m * K;
        real *dz = (real *)a->dz.data + (size_t)m * 4 * K, *dc = (real *)a->dc.data + (size_t)m * K;
        for (int k = 0; k < K; k++) {
            const double output = gates[k], squashed = gates[K + k];
            dz[OUTPUT * K + k] = dh[k] * squashed * output * (1 - output);
            put(&dc[k], dh[k] * output * (1 - squashed * squashed), a->dc_accumulate);
        }
    }
}
