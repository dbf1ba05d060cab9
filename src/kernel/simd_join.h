/* simd_join.h: two attentions of the same queries become one softmax over the keys of both (struct lg_joined). What is
 * a number of a query and head is computed by itself; lanes are columns. */
#ifndef LG_KERNEL_SIMD_JOIN_H
#define LG_KERNEL_SIMD_JOIN_H

#include <string.h>

#include "kernel/kernel.h"
#include "kernel/vec.h"

/* Of query i of sequence s: its numbers of head h, and its columns. */
TEMPLATE size_t join_place(const lg_joined *a, int s, int i, int h) {
    return ((size_t)s * (size_t)a->H + (size_t)h) * LG_PAD((size_t)a->Q) + (size_t)i;
}

TEMPLATE real *join_columns(const lg_joined *a, lg_view x, int s, int i, int h) {
    return x.data ? (real *)x.data + (((size_t)s * (size_t)a->Q + (size_t)i) * (size_t)a->H + (size_t)h) * (size_t)a->D
                  : NULL;
}

static inline void join(const lg_kernels *set, const lg_joined *a) {
    const real *log_a = a->log_a.data, *log_b = a->log_b.data;
    for (int n = 0; n < a->S * a->Q * a->H; n++) {
        const int s = n / (a->Q * a->H), i = n / a->H % a->Q, h = n % a->H;
        const size_t place = join_place(a, s, i, h);
        const real share = (real)(1 / (1 + exp((double)log_b[place] - (double)log_a[place])));
        const real *x = join_columns(a, a->a, s, i, h), *y = join_columns(a, a->b, s, i, h);
        real *o = join_columns(a, a->o, s, i, h);
        for (int c = 0; c < a->D; c += HL) {
            const hvec other = hload_first(y + c, a->D - c);
            hstore_first(o + c, hfma(hsplat(share), hload_first(x + c, a->D - c) - other, other), a->D - c);
        }
        ((real *)a->share.data)[place] = share;
    }
}

/* (+)= factor times d_o */
TEMPLATE void join_put(real *y, const real *d_o, real factor, int D, bool accumulate) {
    for (int c = 0; y && c < D; c += HL) {
        hvec part = hload_first(d_o + c, D - c) * hsplat(factor);
        if (accumulate) part += hload_first(y + c, D - c);
        hstore_first(y + c, part, D - c);
    }
}

static inline void join_backward(const lg_kernels *set, const lg_joined *a) {
    const size_t bytes = (size_t)a->S * (size_t)a->H * LG_PAD((size_t)a->Q) * sizeof(real);
    real *dlog_a = a->dlog_a.data, *dlog_b = a->dlog_b.data;
    if (dlog_a) memset(dlog_a, 0, bytes);
    if (dlog_b) memset(dlog_b, 0, bytes);
    for (int n = 0; n < a->S * a->Q * a->H; n++) {
        const int s = n / (a->Q * a->H), i = n / a->H % a->Q, h = n % a->H;
        const size_t place = join_place(a, s, i, h);
        const real share = ((const real *)a->share.data)[place];
        const real *x = join_columns(a, a->a, s, i, h), *y = join_columns(a, a->b, s, i, h);
        const real *d_o = join_columns(a, a->d_o, s, i, h);
        hvec sum = {0};
        for (int c = 0; c < a->D; c += HL)
            sum =
                hfma(hload_first(d_o + c, a->D - c), hload_first(x + c, a->D - c) - hload_first(y + c, a->D - c), sum);
        real product = 0;
        for (int l = 0; l < HL; l++) product += sum[l];
        join_put(join_columns(a, a->da, s, i, h), d_o, share, a->D, a->da_accumulate);
        join_put(join_columns(a, a->db, s, i, h), d_o, 1 - share, a->D, a->db_accumulate);
        if (dlog_a) dlog_a[place] = share * (1 - share) * product;
        if (dlog_b) dlog_b[place] = -share * (1 - share) * product;
    }
}

#endif
