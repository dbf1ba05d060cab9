/* simd_pairs.h: position scores of pairs without Toeplitz structure. Every pair looks up its own row of r, so pairs
 * share only the query. The forward pass transposes and sums the products of a vector of queries; the backward pass
 * goes query by query. */
#ifndef LG_KERNEL_SIMD_PAIRS_H
#define LG_KERNEL_SIMD_PAIRS_H

#include "kernel/kernel.h"
#include "kernel/vec.h"

/* The arguments for one head of a sequence. */
typedef struct pairs {
    int T, D;
    ptrdiff_t stride, pad, index_pad;
    const real *q, *w, *r;
    const int32_t *index;
} pairs;

TEMPLATE pairs open_pairs(const lg_pair_scores *a, int s, int h) {
    const ptrdiff_t column = (ptrdiff_t)h * a->D;
    pairs x = {.T = a->T, .D = a->D, .stride = (ptrdiff_t)a->H * a->D, .pad = LG_PAD(a->Q)};
    x.index = (const int32_t *)a->index.data + a->first;
    x.index_pad = LG_PAD(a->T);
    x.q = (const real *)a->q.data + (ptrdiff_t)s * a->Q * x.stride + column;
    x.w = a->w.data ? (const real *)a->w.data + column : NULL;
    x.r = (const real *)a->r.data + column;
    return x;
}

/* HL columns of q[i] + w from column c on. */
TEMPLATE hvec positioned(const pairs *x, int i, int c) {
    const hvec q = hload_first(x->q + i * x->stride + c, x->D - c);
    return x->w ? q + hload_first(x->w + c, x->D - c) : q;
}

/* Returns the scores of queries first..first+live-1 with key j, and 0 in the other lanes. */
TEMPLATE hvec pair_key(const pairs *x, int first, int live, int j) {
    hvec square[HL];
    UNROLL for (int l = 0; l < HL; l++) {
        square[l] = (hvec){0};
        if (l >= live) continue;
        const real *r = x->r + x->index[j * x->index_pad + first + l] * x->stride;
        for (int c = 0; c < x->D; c += HL) {
            square[l] = hfma(positioned(x, first + l, c), hload_first(r + c, x->D - c), square[l]);
        }
    }
    htranspose(square);
    UNROLL for (int d = 1; d < HL; d++) square[0] += square[d];
    return square[0];
}

static inline void pair_scores(const lg_kernels *set, const lg_pair_scores *a) {
    for (int s = 0; s < a->S; s++) {
        for (int h = 0; h < a->H; h++) {
            const pairs x = open_pairs(a, s, h);
            real *extra = (real *)a->extra.data + ((ptrdiff_t)s * a->H + h) * a->T * x.pad;
            for (int first = 0; first < x.pad; first += HL) {
                for (int j = 0; j < a->T; j++) {
                    const hvec scores = a->Q - first >= HL ? pair_key(&x, first, HL, j)
                                        : a->Q > first     ? pair_key(&x, first, a->Q - first, j)
                                                           : (hvec){0};
                    hstore(extra + j * x.pad + first, scores);
                }
            }
        }
    }
}

/* For HL columns of one query from column c on: adds to dr, and returns the gradient of q[i] + w. */
TEMPLATE hvec pair_query(const pairs *x, const real *dextra, real *dr, int i, int c) {
    const hvec q = positioned(x, i, c);
    hvec total = {0};
    for (int j = 0; j < x->T; j++) {
        const hvec gradient = hsplat(dextra[j * x->pad + i]);
        const ptrdiff_t row = x->index[j * x->index_pad + i] * x->stride + c;
        total = hfma(gradient, hload_first(x->r + row, x->D - c), total);
        hstore_first(dr + row, hfma(gradient, q, hload_first(dr + row, x->D - c)), x->D - c);
    }
    return total;
}

static inline void pair_scores_backward(const lg_kernels *set, const lg_pair_scores *a) {
    for (int s = 0; s < a->S; s++) {
        for (int h = 0; h < a->H; h++) {
            const pairs x = open_pairs(a, s, h);
            const real *dextra = (const real *)a->dextra.data + ((ptrdiff_t)s * a->H + h) * a->T * x.pad;
            const ptrdiff_t column = (ptrdiff_t)h * a->D;
            real *dq = (real *)a->dq.data + (x.q - (const real *)a->q.data);
            real *dr = (real *)a->dr.data + column, *dw = a->dw.data ? (real *)a->dw.data + column : NULL;
            for (int i = 0; i < a->Q; i++, dq += x.stride) {
                for (int c = 0; c < a->D; c += HL) {
                    const int left = a->D - c;
                    const hvec total = pair_query(&x, dextra, dr, i, c);
                    hstore_first(dq + c, a->dq_accumulate ? hload_first(dq + c, left) + total : total, left);
                    if (dw) hstore_first(dw + c, hload_first(dw + c, left) + total, left);
                }
            }
        }
    }
}

#endif
