/* ref_convolution.c: reference kernels of convolutions along tokens, with weights that all tokens share or that differ
 * between tokens, and of the softmax that computes the weights. Formulas in kernel.h. */
#include "kernel/ref.h"

#include <math.h>
#include <string.h>

/* Element c of row t of a sequence of `rows` rows; 0 outside the sequence and before row `begin`. */
static double element(lg_view x, int rows, int begin, int N, int s, int t, int c) {
    return t < begin || t >= rows ? 0 : ((const real *)x.data)[((size_t)s * rows + t) * N + c];
}

/* Index of the weight of tap j of row t for column c. */
static size_t tap(const lg_convolution *a, bool each, int s, int t, int j, int c) {
    return ((each ? (size_t)s * a->R + t : 0) * a->K + j) * a->H + c / (a->N / a->H);
}

static void convolve(const lg_convolution *a, bool each) {
    const real *w = a->w.data;
    for (int s = 0; s < a->S; s++) {
        for (int t = 0; t < a->R; t++) {
            for (int c = 0; c < a->N; c++) {
                double total = 0;
                for (int j = 0; j < a->K; j++)
                    total += w[tap(a, each, s, t, j, c)] *
                             element(a->x, a->T, a->begin, a->N, s, t + a->lead + j - a->before, c);
                ((real *)a->y.data)[((size_t)s * a->R + t) * a->N + c] = total;
            }
        }
    }
}

/* Computes dx. Row u of x is read by tap j of row u - lead - j + before of y. */
static void convolve_back(const lg_convolution *a, bool each) {
    const real *w = a->w.data;
    for (int s = 0; s < a->S; s++) {
        for (int u = 0; u < a->T; u++) {
            for (int c = 0; c < a->N; c++) {
                double total = 0;
                for (int j = 0; j < a->K; j++) {
                    const int t = u - a->lead - j + a->before;
                    if (t < 0 || t >= a->R) continue;
                    total += w[tap(a, each, s, t, j, c)] * element(a->dy, a->R, 0, a->N, s, t, c);
                }
                real *dx = (real *)a->dx.data + ((size_t)s * a->T + u) * a->N + c;
                *dx = a->accumulate ? *dx + total : total;
            }
        }
    }
}

/* The contribution of row t of sequence s to the gradient of tap j of group h. */
static double tap_gradient(const lg_convolution *a, int s, int t, int j, int h) {
    const int width = a->N / a->H;
    double total = 0;
    for (int c = h * width; c < (h + 1) * width; c++)
        total += element(a->dy, a->R, 0, a->N, s, t, c) *
                 element(a->x, a->T, a->begin, a->N, s, t + a->lead + j - a->before, c);
    return total;
}

void lg_ref_depthwise_convolution(const lg_kernels *set, const lg_convolution *a) {
    convolve(a, false);
}

void lg_ref_depthwise_convolution_backward(const lg_kernels *set, const lg_convolution *a) {
    if (a->dx.data) convolve_back(a, false);
    for (int j = 0; a->dw.data && j < a->K; j++) {
        for (int h = 0; h < a->H; h++) {
            double total = 0;
            for (int r = 0; r < a->S * a->R; r++) total += tap_gradient(a, r / a->R, r % a->R, j, h);
            ((real *)a->dw.data)[j * a->H + h] += total;
        }
    }
}

void lg_ref_dynamic_convolution(const lg_kernels *set, const lg_convolution *a) {
    convolve(a, true);
}

void lg_ref_dynamic_convolution_backward(const lg_kernels *set, const lg_convolution *a) {
    if (a->dx.data) convolve_back(a, true);
    for (int r = 0; a->dw.data && r < a->S * a->R; r++) {
        for (int i = 0; i < a->K * a->H; i++) {
            real *dw = (real *)a->dw.data + (size_t)r * a->K * a->H + i;
            *dw = (a->dw_accumulate ? *dw : 0) + tap_gradient(a, r / a->R, r % a->R, i / a->H, i % a->H);
        }
    }
}

/* Whether the cut leaves tap j of row t of sequence s a weight. */
static bool weighs(const lg_tap_softmax *a, int s, int t, int j) {
    const int token = a->first + t + j - a->before;
    const int32_t *span = a->span.data;
    if (!a->cut) return true;
    if (span && (token < span[2 * s] || token >= span[2 * s] + span[2 * s + 1])) return false;
    return token >= a->begin && token < a->end;
}

void lg_ref_tap_softmax(const lg_kernels *set, const lg_tap_softmax *a) {
    for (int r = 0; r < a->S * a->R; r++) {
        for (int h = 0; h < a->H; h++) {
            const size_t at = (size_t)r * a->K * a->H + h;
            const real *x = (const real *)a->x.data + (a->alike ? (size_t)h : at);
            real *w = (real *)a->w.data + at;
            double top = -INFINITY, sum = 0;
            for (int j = 0; j < a->K; j++)
                if (weighs(a, r / a->R, r % a->R, j)) top = fmax(top, x[j * a->H]);
            for (int j = 0; j < a->K; j++)
                if (weighs(a, r / a->R, r % a->R, j)) sum += exp(x[j * a->H] - top);
            for (int j = 0; j < a->K; j++)
                w[j * a->H] = weighs(a, r / a->R, r % a->R, j) ? exp(x[j * a->H] - top) / sum : 0;
        }
    }
}

/* dx = w (dw - sum of w dw). */
void lg_ref_tap_softmax_backward(const lg_kernels *set, const lg_tap_softmax *a) {
    if (a->alike && !a->accumulate) memset(a->dx.data, 0, sizeof(real) * a->K * a->H);
    for (int r = 0; r < a->S * a->R; r++) {
        for (int h = 0; h < a->H; h++) {
            const size_t at = (size_t)r * a->K * a->H + h;
            const real *w = (const real *)a->w.data + at, *dw = (const real *)a->dw.data + at;
            real *dx = (real *)a->dx.data + (a->alike ? (size_t)h : at);
            double mean = 0;
            for (int j = 0; j < a->K; j++) mean += (double)w[j * a->H] * dw[j * a->H];
            for (int j = 0; j < a->K; j++) {
                const double one = w[j * a->H] * (dw[j * a->H] - mean);
                dx[j * a->H] = a->alike || a->accumulate ? dx[j * a->H] + one : one;
            }
        }
    }
}
