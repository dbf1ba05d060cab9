/* ref_head_gain.c: multiplies queries by a factor for each head and token. */
#include "kernel/ref.h"

void lg_ref_head_gain(const lg_kernels *set, const lg_head_gain *a) {
    const real *x = a->x.data, *gain = a->gain.data;
    real *y = a->y.data;
    for (int s = 0; s < a->S; s++)
        for (int t = 0; t < a->T; t++)
            for (int h = 0; h < a->H; h++, x += a->D, y += a->D) {
                const real by = gain[(size_t)h * (size_t)a->stride + (size_t)(a->first + t)];
                for (int d = 0; d < a->D; d++) y[d] = by * x[d];
            }
}

void lg_ref_head_gain_backward(const lg_kernels *set, const lg_head_gain *a) {
    const real *x = a->x.data, *gain = a->gain.data, *dy = a->dy.data;
    real *dx = a->dx.data, *dgain = a->dgain.data;
    for (int s = 0; s < a->S; s++)
        for (int t = 0; t < a->T; t++)
            for (int h = 0; h < a->H; h++, x += a->D, dy += a->D) {
                const size_t at = (size_t)h * (size_t)a->stride + (size_t)(a->first + t);
                double sum = 0;
                for (int d = 0; d < a->D; d++) sum += (double)dy[d] * x[d];
                if (dgain) dgain[at] += (real)sum;
                for (int d = 0; dx && d < a->D; d++) dx[d] = (a->accumulate ? dx[d] : 0) + gain[at] * dy[d];
                if (dx) dx += a->D;
            }
}
