/* simd_sinusoid.h: scores of real-valued distances (struct lg_sinusoid_scores). A SIMD lane is a query: all work is
 * products of columns of a vector of queries with numbers that these queries share. A query's result does not depend on
 * its lane or on the other queries. */
#ifndef LG_KERNEL_SIMD_SINUSOID_H
#define LG_KERNEL_SIMD_SINUSOID_H

#include "kernel/kernel.h"
#include "kernel/vec.h"

/* Sums computed together: each is a chain of dependent operations. */
enum { SINUSOID_SUMS = 4 };

/* A vector of queries, first..first+live-1, of one head of one sequence. Arrays are in scratch memory, in rows of VL
 * lanes. */
typedef struct sinusoid_tile {
    const lg_sinusoid_scores *a;
    int s, h, first, live;
    real *angles;    /* [N, LG_PAD(Q)]: angles of all queries, by column */
    real *q;         /* [D] columns of q + w, or their gradients */
    real *c;         /* [N]: factors of the sinusoids of a key (see kernel.h), or their gradients */
    const real *map; /* the head's columns in the first row of map */
} sinusoid_tile;

static inline size_t sinusoid_scratch(const lg_kernels *set, const lg_sinusoid_scores *a) {
    const size_t queries = LG_PAD(a->Q);
    return ((size_t)a->N * queries + ((size_t)a->N + (size_t)a->D) * VL) * sizeof(real);
}

/* Transposes the angles of all queries, with zeros past the last query. */
static inline void sinusoid_lay_out(const lg_sinusoid_scores *a) {
    const ptrdiff_t pad = LG_PAD(a->Q);
    real *out = a->scratch.data;
    for (int i = 0; i < pad; i++) {
        const real *angles = (const real *)a->angles.data + (ptrdiff_t)(a->first + i) * a->N;
        for (int n = 0; n < a->N; n++) out[n * pad + i] = i < a->Q ? angles[n] : 0;
    }
}

TEMPLATE ptrdiff_t sinusoid_query(const sinusoid_tile *x, int l) {
    return (((ptrdiff_t)x->s * x->a->Q + x->first + l) * x->a->H + x->h) * x->a->D;
}

/* Index, in extra and in its gradient, of the element for key j and the first query. */
TEMPLATE ptrdiff_t sinusoid_pair(const sinusoid_tile *x, int j) {
    return (ptrdiff_t)lg_pair_place(x->s, x->a->H, x->h, x->a->T, x->a->Q, j, x->first);
}

TEMPLATE sinusoid_tile sinusoid_open(const lg_sinusoid_scores *a, int s, int h, int first) {
    sinusoid_tile x = {.a = a, .s = s, .h = h, .first = first, .angles = a->scratch.data};
    x.live = a->Q - first < VL ? a->Q - first : VL;
    x.c = x.angles + (ptrdiff_t)a->N * LG_PAD(a->Q);
    x.q = x.c + (ptrdiff_t)a->N * VL;
    x.map = (const real *)a->map.data + (ptrdiff_t)h * a->D;
    return x;
}

/* out[i] = sum over n of in[n] y[i * step + n * by], for i in from..from+sums-1. Rows of `in` are `pad` lanes apart,
 * rows of `out` are out_pad lanes apart. */
TEMPLATE void sinusoid_sums(real *out, ptrdiff_t out_pad, int from, int sums, const real *in, ptrdiff_t pad, int count,
                            const real *y, ptrdiff_t step, ptrdiff_t by) {
    vec sum[SINUSOID_SUMS];
    UNROLL for (int e = 0; e < sums; e++) sum[e] = (vec){0};
    for (int n = 0; n < count; n++) {
        const vec x = vload(in + n * pad);
        UNROLL for (int e = 0; e < sums; e++) sum[e] = vfma(x, vsplat(y[(from + e) * step + n * by]), sum[e]);
    }
    UNROLL for (int e = 0; e < sums; e++) vstore(out + (from + e) * out_pad, sum[e]);
}

/* out[i] as in sinusoid_sums, for i in 0..rows-1. */
TEMPLATE void sinusoid_product(real *out, ptrdiff_t out_pad, int rows, const real *in, ptrdiff_t pad, int count,
                               const real *y, ptrdiff_t step, ptrdiff_t by) {
    int i = 0;
    for (; i + SINUSOID_SUMS <= rows; i += SINUSOID_SUMS)
        sinusoid_sums(out, out_pad, i, SINUSOID_SUMS, in, pad, count, y, step, by);
    for (; i < rows; i++) sinusoid_sums(out, out_pad, i, 1, in, pad, count, y, step, by);
}

/* Rotates c by the angles of the queries or, if `back` is true, by the opposite angles. */
TEMPLATE void sinusoid_turn(const sinusoid_tile *x, bool back) {
    const ptrdiff_t pad = LG_PAD(x->a->Q);
    const int half = x->a->N / 2;
    for (int n = 0; n < half; n++) {
        const real *angles = x->angles + n * pad + x->first;
        const vec sine = back ? -vload(angles) : vload(angles), cosine = vload(angles + half * pad);
        real *s = x->c + n * VL, *c = s + half * VL;
        const vec of_s = vload(s), of_c = vload(c);
        vstore(s, vfma(of_s, cosine, of_c * sine));
        vstore(c, vfma(of_c, cosine, -(of_s * sine)));
    }
}

static inline void sinusoid_forward(const sinusoid_tile *x) {
    const lg_sinusoid_scores *a = x->a;
    const real *w = (const real *)a->w.data + (ptrdiff_t)x->h * a->D;
    const ptrdiff_t row = (ptrdiff_t)a->H * a->D;
    for (int d = 0; d < a->D; d++)
        for (int l = 0; l < VL; l++)
            x->q[d * VL + l] = l < x->live ? ((const real *)a->q.data)[sinusoid_query(x, l) + d] + w[d] : 0;
    sinusoid_product(x->c, VL, a->N, x->q, VL, a->D, x->map, row, 1);
    sinusoid_turn(x, false);
    sinusoid_product((real *)a->extra.data + sinusoid_pair(x, 0), LG_PAD(a->Q), a->T, x->c, VL, a->N, a->angles.data,
                     a->N, 1);
}

static inline void sinusoid_scores(const lg_kernels *set, const lg_sinusoid_scores *a) {
    sinusoid_lay_out(a);
    for (int s = 0; s < a->S; s++)
        for (int h = 0; h < a->H; h++)
            for (int first = 0; first < LG_PAD(a->Q); first += VL) {
                const sinusoid_tile x = sinusoid_open(a, s, h, first);
                sinusoid_forward(&x);
            }
}

/* ---- backward -------------------------------------------------------------------------------------------------- */

/* dmap += c times the queries that c was computed from. */
static inline void sinusoid_map_backward(const sinusoid_tile *x) {
    const lg_sinusoid_scores *a = x->a;
    const ptrdiff_t row = (ptrdiff_t)a->H * a->D, column = (ptrdiff_t)x->h * a->D;
    for (int c = 0; c < a->D; c += HL) {
        const int left = a->D - c;
        const hvec w = hload_first((const real *)a->w.data + column + c, left);
        hvec q[VL];
        for (int l = 0; l < x->live; l++)
            q[l] = hload_first((const real *)a->q.data + sinusoid_query(x, l) + c, left) + w;
        real *dmap = (real *)a->dmap.data + column + c;
        for (int n = 0; n < a->N; n++, dmap += row) {
            hvec sum = hload_first(dmap, left);
            for (int l = 0; l < x->live; l++) sum = hfma(hsplat(x->c[n * VL + l]), q[l], sum);
            hstore_first(dmap, sum, left);
        }
    }
}

static inline void sinusoid_backward(const sinusoid_tile *x) {
    const lg_sinusoid_scores *a = x->a;
    const ptrdiff_t row = (ptrdiff_t)a->H * a->D;
    real *dw = (real *)a->dw.data + (ptrdiff_t)x->h * a->D;
    sinusoid_product(x->c, VL, a->N, (const real *)a->dextra.data + sinusoid_pair(x, 0), LG_PAD(a->Q), a->T,
                     a->angles.data, 1, a->N);
    sinusoid_turn(x, true);
    sinusoid_map_backward(x);
    sinusoid_product(x->q, VL, a->D, x->c, VL, a->N, x->map, 1, row);
    for (int l = 0; l < x->live; l++) {
        real *dq = (real *)a->dq.data + sinusoid_query(x, l);
        for (int d = 0; d < a->D; d++) {
            const real total = x->q[d * VL + l];
            dq[d] = a->dq_accumulate ? dq[d] + total : total;
            dw[d] += total;
        }
    }
}

static inline void sinusoid_scores_backward(const lg_kernels *set, const lg_sinusoid_scores *a) {
    sinusoid_lay_out(a);
    for (int s = 0; s < a->S; s++)
        for (int h = 0; h < a->H; h++)
            for (int first = 0; first < a->Q; first += VL) {
                const sinusoid_tile x = sinusoid_open(a, s, h, first);
                sinusoid_backward(&x);
            }
}

#endif
