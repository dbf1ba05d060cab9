/* simd_join.h: joins two attentions of the same queries into one softmax over the keys of both (struct lg_joined). When
 * shares are computed, a SIMD lane is a query; in all other sums it is a column. */
#ifndef LG_KERNEL_SIMD_JOIN_H
#define LG_KERNEL_SIMD_JOIN_H

#include <string.h>

#include "kernel/kernel.h"
#include "kernel/simd_attention.h"
#include "kernel/vec.h"

/* Index of the first query of a head of sequence s. */
TEMPLATE size_t join_place(const lg_joined *a, int s, int h) {
    return ((size_t)s * (size_t)a->H + (size_t)h) * LG_PAD((size_t)a->Q);
}

/* Shares of the first attention. They are computed from exp(-|log_a - log_b|), which is at most 1. */
TEMPLATE void join_shares(const real *log_a, const real *log_b, real *share, int Q) {
    for (int i = 0; i < Q; i += HL) {
        const hvec over = hload(log_a + i) - hload(log_b + i);
        hvec power = -hmax(over, -over) * LG_LOG2_E;
        hexp2_lanes(1, &power);
        hstore(share + i, hselect(over > 0, hsplat(1), power) / (1 + power));
    }
}

/* o = share x + (1 - share) y, for D columns */
TEMPLATE void join_mix(real *o, const real *x, const real *y, real share, int D) {
    for (int c = 0; c < D; c += HL) {
        const hvec other = hload_first(y + c, D - c);
        hstore_first(o + c, hfma(hsplat(share), hload_first(x + c, D - c) - other, other), D - c);
    }
}

/* y (+)= factor d_o */
TEMPLATE void join_put(real *y, const real *d_o, real factor, int D, bool accumulate) {
    for (int c = 0; c < D; c += HL) {
        hvec part = hload_first(d_o + c, D - c) * hsplat(factor);
        if (accumulate) part += hload_first(y + c, D - c);
        hstore_first(y + c, part, D - c);
    }
}

/* d_o.(x - y) */
TEMPLATE real join_product(const real *d_o, const real *x, const real *y, int D) {
    hvec sum = {0};
    for (int c = 0; c < D; c += HL)
        sum = hfma(hload_first(d_o + c, D - c), hload_first(x + c, D - c) - hload_first(y + c, D - c), sum);
    real product = 0;
    for (int l = 0; l < HL; l++) product += sum[l];
    return product;
}

static inline void join(const lg_kernels *set, const lg_joined *a) {
    for (int s = 0; s < a->S; s++) {
        const size_t place = join_place(a, s, 0);
        real *share = (real *)a->share.data + place;
        join_shares((const real *)a->log_a.data + place, (const real *)a->log_b.data + place, share,
                    a->H * LG_PAD(a->Q));
        const ptrdiff_t first = (ptrdiff_t)s * a->Q * a->H * a->D;
        const real *x = (const real *)a->a.data + first, *y = (const real *)a->b.data + first;
        real *o = (real *)a->o.data + first;
        for (int i = 0; i < a->Q; i++)
            for (int h = 0; h < a->H; h++, x += a->D, y += a->D, o += a->D)
                join_mix(o, x, y, share[h * LG_PAD(a->Q) + i], a->D);
    }
}

/* The gradients of the log sums of a and b are opposite. */
static inline void join_backward(const lg_kernels *set, const lg_joined *a) {
    const size_t bytes = join_place(a, a->S, 0) * sizeof(real);
    const real *x = a->a.data, *y = a->b.data, *d_o = a->d_o.data;
    real *da = a->da.data, *db = a->db.data, *dlog_a = a->dlog_a.data, *dlog_b = a->dlog_b.data;
    if (dlog_a) memset(dlog_a, 0, bytes);
    if (dlog_b) memset(dlog_b, 0, bytes);
    for (int s = 0; s < a->S; s++) {
        for (int i = 0; i < a->Q; i++) {
            for (int h = 0; h < a->H; h++, x += a->D, y += a->D, d_o += a->D) {
                const size_t place = join_place(a, s, h) + (size_t)i;
                const real share = ((const real *)a->share.data)[place];
                const real product = share * (1 - share) * join_product(d_o, x, y, a->D);
                if (dlog_a) dlog_a[place] = product;
                if (dlog_b) dlog_b[place] = -product;
                if (da) join_put(da, d_o, share, a->D, a->da_accumulate), da += a->D;
                if (db) join_put(db, d_o, 1 - share, a->D, a->db_accumulate), db += a->D;
            }
        }
    }
}

#endif
