/* simd_contextual.h: scores of contextual positions (struct lg_contextual_scores). A SIMD lane is a query. From the
 * last key to the first, each key adds its gate to the positions of the queries. The score of a position is looked up,
 * lane by lane, in the products of queries and position vectors. A query's result does not depend on its lane or on the
 * other queries. */
#ifndef LG_KERNEL_SIMD_CONTEXTUAL_H
#define LG_KERNEL_SIMD_CONTEXTUAL_H

#include "kernel/cache.h"
#include "kernel/kernel.h"
#include "kernel/simd_elementwise.h"
#include "kernel/simd_visibility.h"
#include "kernel/vec.h"

/* A vector of queries, first..first+live-1 (counted from a->first), of one head of one sequence. Arrays are in scratch
 * memory, in rows of VL lanes. */
typedef struct contextual {
    const lg_contextual_scores *a;
    int s, h, first, live;
    visibility visibility;
    real *q;       /* [D] columns */
    real *z;       /* [P+1]: products with the position vectors */
    real *gate;    /* [T], backward only: 0 if hidden */
    real *reached; /* [T], backward only: positions before clamping to P */
    real *dz, *dq; /* [P+1], [D], backward only */
} contextual;

static inline size_t contextual_scratch(const lg_kernels *set, const lg_contextual_scores *a, bool backward) {
    const size_t forward = (size_t)a->D + (size_t)a->P + 1;
    return (backward ? 2 * (forward + (size_t)a->T) : forward) * VL * sizeof(real);
}

TEMPLATE real *contextual_row(const contextual *x, const real *rows, int i) {
    return (real *)rows + (((ptrdiff_t)x->s * x->a->Q + x->first + i) * x->a->H + x->h) * x->a->D;
}

/* Index, in extra and in its gradient, of the element for key j and the first query. */
TEMPLATE ptrdiff_t contextual_pair(const contextual *x, int j) {
    return (ptrdiff_t)lg_pair_place(x->s, x->a->H, x->h, x->a->T, x->a->Q, j, x->first);
}

/* The product of each lane's query x->q with y, which all lanes share. */
TEMPLATE vec contextual_product(const contextual *x, cache_row y) {
    vec sum = {0};
    for (int d = 0; d < x->a->D; d++) sum = vfma(vload(x->q + d * VL), vsplat(cache_at(y, d)), sum);
    return sum;
}

TEMPLATE contextual contextual_open(const lg_contextual_scores *a, int s, int h, int first) {
    contextual x = {.a = a, .s = s, .h = h, .first = first};
    x.live = a->Q - first < VL ? a->Q - first : VL;
    x.q = a->scratch.data, x.z = x.q + a->D * VL;
    x.gate = x.z + (a->P + 1) * VL, x.reached = x.gate + (ptrdiff_t)a->T * VL;
    x.dz = x.reached + (ptrdiff_t)a->T * VL, x.dq = x.dz + (a->P + 1) * VL;
    x.visibility = visibility_open(a->key_begin, a->key_end, a->prefix, lg_keys_within(a->span, s, a->T), a->T,
                                   a->first + first, x.live);
    for (int d = 0; d < a->D; d++)
        for (int l = 0; l < VL; l++) x.q[d * VL + l] = l < x.live ? contextual_row(&x, a->q.data, l)[d] : 0;
    for (int t = 0; t <= a->P; t++)
        vstore(x.z + t * VL, contextual_product(&x, (cache_row){(real *)a->e.data + (ptrdiff_t)t * a->D, 1, 0}));
    return x;
}

TEMPLATE vec contextual_gate(const contextual *x, int j, real factor) {
    const lg_contextual_scores *a = x->a;
    const cache_row k = cache_key(a->k.data, a->cached, a->layout, a->T, a->H, a->D, x->s, x->h, j);
    const vec gate = 1 / (1 + vexp(contextual_product(x, k) * -factor));
    return (vec)((vmask)gate & visibility_of(&x->visibility, j));
}

/* Interpolation of positions. low and high: the products with the two position vectors next to each position; weight:
 * the weight of `high`. */
typedef struct vectors_around {
    int place[VL]; /* index of the first vector, in z and dz */
    vec low, high, weight;
} vectors_around;

TEMPLATE vectors_around contextual_between(const contextual *x, vec reached) {
    vectors_around n;
    real low[VL], high[VL];
    const real P = (real)x->a->P;
    const vec p = vselect(reached < P, reached, vsplat(P)), nearest = vnearest(p);
    vec floor = vselect(nearest > p, nearest - 1, nearest);
    floor = vselect(floor < P, floor, vsplat(P - 1));
    n.weight = p - floor;
    UNROLL for (int l = 0; l < VL; l++) n.place[l] = (int)floor[l] * VL + l;
    UNROLL for (int l = 0; l < VL; l++) low[l] = x->z[n.place[l]], high[l] = x->z[n.place[l] + VL];
    n.low = vload(low), n.high = vload(high);
    return n;
}

/* The factor of the scores: the inverse of attention's scale. */
TEMPLATE vec contextual_factor(const contextual *x) {
    const real *scale = x->a->scale.data;
    vec factor = vsplat(1);
    for (int l = 0; scale && l < x->live; l++) {
        const real own = scale[x->a->first + x->first + l];
        factor[l] = own == 0 ? 0 : 1 / own;
    }
    return factor;
}

static inline void contextual_forward(const contextual *x, real factor) {
    real *extra = x->a->extra.data;
    const vec by_query = contextual_factor(x);
    vec reached = {0};
    for (int j = x->a->T - 1; j >= 0; j--) {
        vec score = {0};
        if (j < x->visibility.beyond && any_visible(&x->visibility, j)) {
            reached += contextual_gate(x, j, factor);
            const vectors_around n = contextual_between(x, reached);
            score = vfma(n.weight, n.high - n.low, n.low) * by_query;
            score = (vec)((vmask)score & visibility_of(&x->visibility, j));
        }
        vstore(extra + contextual_pair(x, j), score);
    }
}

static inline void contextual_scores(const lg_kernels *set, const lg_contextual_scores *a) {
    const real factor = 1 / real_sqrt((real)a->D);
    for (int s = 0; s < a->S; s++)
        for (int h = 0; h < a->H; h++)
            for (int first = 0; first < LG_PAD(a->Q); first += VL) {
                const contextual x = contextual_open(a, s, h, first);
                contextual_forward(&x, factor);
            }
}

/* ---- backward -------------------------------------------------------------------------------------------------- */

/* Recomputes gates and positions, as in the forward pass. */
TEMPLATE void contextual_remember(const contextual *x, real factor) {
    vec reached = {0};
    for (int j = x->visibility.beyond - 1; j >= 0; j--) {
        if (!any_visible(&x->visibility, j)) continue;
        const vec gate = contextual_gate(x, j, factor);
        reached += gate;
        vstore(x->gate + (ptrdiff_t)j * VL, gate);
        vstore(x->reached + (ptrdiff_t)j * VL, reached);
    }
}

/* y[columns] += sum over lanes of weight[lane] * the lane's query. */
TEMPLATE void contextual_spread(const contextual *x, real *y, const real *weight) {
    const int D = x->a->D;
    const real *q = contextual_row(x, x->a->q.data, 0);
    const ptrdiff_t row = (ptrdiff_t)x->a->H * D;
    for (int c = 0; c < D; c += HL) {
        hvec sum = hload_first(y + c, D - c);
        for (int l = 0; l < x->live; l++) sum = hfma(hsplat(weight[l]), hload_first(q + l * row + c, D - c), sum);
        hstore_first(y + c, sum, D - c);
    }
}

/* x->dq += weight * y, where all lanes share y. */
TEMPLATE void contextual_gather(const contextual *x, const real *y, vec weight) {
    for (int d = 0; d < x->a->D; d++) vstore(x->dq + d * VL, vfma(weight, vsplat(y[d]), vload(x->dq + d * VL)));
}

/* The backward pass, from the first key to the last. `sum` is the gradient of the gate of key j. The positions of all
 * keys <= j include this gate, so the sum grows from key to key. */
static inline void contextual_pairs_backward(const contextual *x, real factor) {
    const lg_contextual_scores *a = x->a;
    const vec by_query = contextual_factor(x);
    const ptrdiff_t row = (ptrdiff_t)a->H * a->D;
    const ptrdiff_t begin = (ptrdiff_t)x->s * a->T * row + (ptrdiff_t)x->h * a->D;
    vec sum = {0};
    for (int j = 0; j < x->visibility.beyond; j++) {
        if (!any_visible(&x->visibility, j)) continue;
        real weight[VL];
        const vec gate = vload(x->gate + (ptrdiff_t)j * VL), reached = vload(x->reached + (ptrdiff_t)j * VL);
        const vectors_around n = contextual_between(x, reached);
        vec g = vload((const real *)a->dextra.data + contextual_pair(x, j)) * by_query;
        g = (vec)((vmask)g & visibility_of(&x->visibility, j));
        const vec second = g * n.weight, first = g - second;
        for (int l = 0; l < VL; l++) x->dz[n.place[l]] += first[l], x->dz[n.place[l] + VL] += second[l];
        sum += (vec)((vmask)(g * (n.high - n.low)) & (reached < (real)a->P));
        const vec at_score = sum * gate * (1 - gate) * factor;
        vstore(weight, at_score);
        contextual_gather(x, (const real *)a->k.data + begin + j * row, at_score);
        contextual_spread(x, (real *)a->dk.data + begin + j * row, weight);
    }
}

static inline void contextual_backward(const contextual *x, real factor) {
    const lg_contextual_scores *a = x->a;
    for (int t = 0; t <= a->P; t++) vstore(x->dz + t * VL, (vec){0});
    for (int d = 0; d < a->D; d++) vstore(x->dq + d * VL, (vec){0});
    contextual_remember(x, factor);
    contextual_pairs_backward(x, factor);
    for (int t = 0; t <= a->P; t++) {
        contextual_gather(x, (const real *)a->e.data + (ptrdiff_t)t * a->D, vload(x->dz + t * VL));
        contextual_spread(x, (real *)a->de.data + (ptrdiff_t)t * a->D, x->dz + t * VL);
    }
    for (int l = 0; l < x->live; l++) {
        real *dq = contextual_row(x, a->dq.data, l);
        for (int d = 0; d < a->D; d++) dq[d] = a->dq_accumulate ? dq[d] + x->dq[d * VL + l] : x->dq[d * VL + l];
    }
}

static inline void contextual_scores_backward(const lg_kernels *set, const lg_contextual_scores *a) {
    const real factor = 1 / real_sqrt((real)a->D);
    const size_t keys = (size_t)a->S * (size_t)a->T * (size_t)a->H * (size_t)a->D;
    if (!a->dk_accumulate) memset(a->dk.data, 0, keys * sizeof(real));
    for (int s = 0; s < a->S; s++)
        for (int h = 0; h < a->H; h++)
            for (int first = 0; first < a->Q; first += VL) {
                const contextual x = contextual_open(a, s, h, first);
                contextual_backward(&x, factor);
            }
}

#endif
