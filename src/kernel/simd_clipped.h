/* simd_clipped.h: the clipping term of scores (struct lg_clipped_scores; ReRoPE, Su 2023). A SIMD lane is a query. A
 * pair is far if its distance is beyond the width. The score of a far pair is a product of rotated vectors: each key is
 * rotated once for all queries of a head; each query is rotated twice, once for the keys on each side. Keys that are
 * not far from any query of the vector are skipped. A query's result does not depend on its lane or on the other
 * queries. */
#ifndef LG_KERNEL_SIMD_CLIPPED_H
#define LG_KERNEL_SIMD_CLIPPED_H

#include "kernel/cache.h"
#include "kernel/kernel.h"
#include "kernel/simd_visibility.h"
#include "kernel/vec.h"

/* Rotations: of a query for the keys before it, of a query for the keys after it, and of a key for all far queries. */
typedef enum clipped_way { CLIPPED_BEFORE, CLIPPED_AFTER, CLIPPED_KEY } clipped_way;

/* A vector of queries, first..first+live-1 (counted from a->first), of one head of one sequence, and the head's keys.
 * Arrays are in scratch memory. Only the C = 2 pairs rotated columns are stored. */
typedef struct clipped {
    const lg_clipped_scores *a;
    int s, h, C, first, live;
    visibility visibility;
    vec position;
    real *k, *dk; /* [T, 2, C]: each key rotated, then unrotated and negated; dk backward only */
    real *q, *dq; /* [3, C] rows of VL lanes: rotated for keys before, for keys after, unrotated; dq backward only */
} clipped;

/* Number of elements of k and q. */
static inline size_t clipped_size(const lg_clipped_scores *a) {
    return (2 * (size_t)a->T + 3 * VL) * 2 * (size_t)a->pairs;
}

static inline size_t clipped_scratch(const lg_kernels *set, const lg_clipped_scores *a, bool backward) {
    return (backward ? 2 : 1) * clipped_size(a) * sizeof(real);
}

/* Cosine and sine of the rotation of pair p of columns of a token. */
typedef struct clipped_turn {
    real cosine, sine;
} clipped_turn;

TEMPLATE clipped_turn clipped_turn_of(const clipped *x, clipped_way way, int token, int p) {
    const real *cosine = (const real *)x->a->cosine.data + p, *sine = (const real *)x->a->sine.data + p;
    const ptrdiff_t own = (ptrdiff_t)token * x->a->pairs, width = (ptrdiff_t)x->a->T * x->a->pairs;
    if (way == CLIPPED_KEY) return (clipped_turn){cosine[own], -sine[own]};
    const real on = way == CLIPPED_BEFORE ? sine[width] : -sine[width];
    return (clipped_turn){cosine[width] * cosine[own] + on * sine[own], on * cosine[own] - cosine[width] * sine[own]};
}

/* y = rotated v; columns of y are `to` elements apart. */
static inline void clipped_put(const clipped *x, clipped_way way, int token, real *y, ptrdiff_t to, cache_row v) {
    const int step = x->a->halves ? 1 : 2, other = x->a->halves ? x->a->pairs : 1;
    for (int p = 0; p < x->a->pairs; p++) {
        const clipped_turn t = clipped_turn_of(x, way, token, p);
        const real a = cache_at(v, p * step), b = cache_at(v, p * step + other);
        y[p * step * to] = a * t.cosine - b * t.sine;
        y[(p * step + other) * to] = b * t.cosine + a * t.sine;
    }
}

/* The backward pass of clipped_put: dv += dy rotated back. */
static inline void clipped_take(const clipped *x, clipped_way way, int token, real *dv, const real *dy,
                                ptrdiff_t from) {
    const ptrdiff_t step = x->a->halves ? 1 : 2, other = x->a->halves ? x->a->pairs : 1;
    for (int p = 0; p < x->a->pairs; p++) {
        const clipped_turn t = clipped_turn_of(x, way, token, p);
        const real a = dy[p * step * from], b = dy[(p * step + other) * from];
        dv[p * step] += a * t.cosine + b * t.sine;
        dv[p * step + other] += b * t.cosine - a * t.sine;
    }
}

TEMPLATE real *clipped_query_row(const clipped *x, const real *rows, int i) {
    return (real *)rows + (((ptrdiff_t)x->s * x->a->Q + x->first + i) * x->a->H + x->h) * x->a->D;
}

TEMPLATE real *clipped_key_row(const clipped *x, const real *rows, int j) {
    return (real *)rows + (((ptrdiff_t)x->s * x->a->T + j) * x->a->H + x->h) * x->a->D;
}

/* Index, in extra and in its gradient, of the element for key j and the first query. */
TEMPLATE ptrdiff_t clipped_pair(const clipped *x, int j) {
    return (ptrdiff_t)lg_pair_place(x->s, x->a->H, x->h, x->a->T, x->a->Q, j, x->first);
}

/* The keys of a head that any query sees. */
static inline lg_keys clipped_keys(const lg_clipped_scores *a, int s) {
    lg_keys keys = lg_keys_within(a->span, s, a->T);
    const lg_keys seen = cache_seen(a->key_begin, a->key_end, a->prefix, a->first, a->Q, a->T);
    if (keys.begin < seen.begin) keys.begin = seen.begin;
    if (keys.end > seen.end) keys.end = seen.end;
    return keys;
}

static inline clipped clipped_open(const lg_clipped_scores *a, int s, int h) {
    const lg_keys keys = clipped_keys(a, s);
    clipped x = {.a = a, .s = s, .h = h, .C = 2 * a->pairs, .k = a->scratch.data};
    x.q = x.k + 2 * (ptrdiff_t)a->T * x.C;
    x.dk = x.k + clipped_size(a), x.dq = x.q + clipped_size(a);
    for (int j = keys.begin; j < keys.end; j++) {
        const cache_row k = cache_key(a->k.data, a->cached, a->layout, a->T, a->H, a->D, s, h, j);
        real *rotated = x.k + 2 * (ptrdiff_t)j * x.C, *taken = rotated + x.C;
        clipped_put(&x, CLIPPED_KEY, j, rotated, 1, k);
        for (int c = 0; c < x.C; c++) taken[c] = -cache_at(k, c);
    }
    return x;
}

static inline void clipped_open_queries(clipped *x, int first) {
    const lg_clipped_scores *a = x->a;
    x->first = first, x->live = a->Q - first < VL ? a->Q - first : VL;
    x->visibility = visibility_open(a->key_begin, a->key_end, a->prefix, lg_keys_within(a->span, x->s, a->T), a->T,
                                    a->first + first, x->live);
    x->position = (vec){0};
    memset(x->q, 0, (size_t)(3 * x->C * VL) * sizeof *x->q);
    for (int l = 0; l < x->live; l++) {
        const int token = a->first + first + l;
        const real *q = clipped_query_row(x, a->q.data, l);
        const cache_row row = {(real *)q, 1, 0};
        x->position[l] = ((const real *)a->position.data)[token];
        clipped_put(x, CLIPPED_BEFORE, token, x->q + l, VL, row);
        clipped_put(x, CLIPPED_AFTER, token, x->q + x->C * VL + l, VL, row);
        for (int c = 0; c < x->C; c++) x->q[(2 * x->C + c) * VL + l] = q[c];
    }
}

/* The queries that see a key and are far from it. before: the key is before the query; after: the key is after the
 * query. */
typedef struct clipped_far {
    vmask before, after;
    bool any_before, any_after;
} clipped_far;

TEMPLATE bool clipped_any(vmask m) {
    lane_int any = 0;
    UNROLL for (int l = 0; l < VL; l++) any |= m[l];
    return any;
}

TEMPLATE clipped_far clipped_look(const clipped *x, int j) {
    clipped_far f = {0};
    if (j >= x->visibility.beyond || !any_visible(&x->visibility, j)) return f;
    const vec distance = x->position - ((const real *)x->a->position.data)[j];
    const vmask sees = visibility_of(&x->visibility, j);
    f.before = sees & (distance > x->a->width), f.after = sees & (distance < -x->a->width);
    f.any_before = clipped_any(f.before), f.any_after = clipped_any(f.after);
    return f;
}

/* The score at the clipped distance minus the score at the true distance, with queries rotated for one side. */
TEMPLATE vec clipped_product(const clipped *x, const real *q, int j) {
    const real *rotated = x->k + 2 * (ptrdiff_t)j * x->C, *taken = rotated + x->C, *as_is = x->q + 2 * x->C * VL;
    vec sum = {0}, less = {0};
    for (int c = 0; c < x->C; c++) {
        sum = vfma(vload(q + c * VL), vsplat(rotated[c]), sum);
        less = vfma(vload(as_is + c * VL), vsplat(taken[c]), less);
    }
    return sum + less;
}

static inline void clipped_forward(const clipped *x) {
    real *extra = x->a->extra.data;
    for (int j = 0; j < x->a->T; j++) {
        const clipped_far f = clipped_look(x, j);
        vec score = {0};
        if (f.any_before) score = (vec)((vmask)clipped_product(x, x->q, j) & f.before);
        if (f.any_after) score = vselect(f.after, clipped_product(x, x->q + x->C * VL, j), score);
        vstore(extra + clipped_pair(x, j), score);
    }
}

static inline void clipped_scores(const lg_kernels *set, const lg_clipped_scores *a) {
    for (int s = 0; s < a->S; s++)
        for (int h = 0; h < a->H; h++) {
            clipped x = clipped_open(a, s, h);
            for (int first = 0; first < LG_PAD(a->Q); first += VL) {
                clipped_open_queries(&x, first);
                clipped_forward(&x);
            }
        }
}

/* ---- backward -------------------------------------------------------------------------------------------------- */

/* The backward pass of the products of C columns of queries with those of a key; g: the gradients of the products. */
TEMPLATE void clipped_product_backward(const clipped *x, vec g, const real *q, real *dq, const real *k, real *dk) {
    for (int c = 0; c < x->C; c++) {
        dk[c] += vsum(g * vload(q + c * VL));
        vstore(dq + c * VL, vfma(g, vsplat(k[c]), vload(dq + c * VL)));
    }
}

/* Adds the gradients of the factors of both products with key j, which is on one side of the queries. */
TEMPLATE void clipped_side_backward(const clipped *x, int j, clipped_way way, vec g) {
    const ptrdiff_t side = way == CLIPPED_BEFORE ? 0 : x->C * VL, as_is = 2 * x->C * VL, key = 2 * (ptrdiff_t)j * x->C;
    clipped_product_backward(x, g, x->q + side, x->dq + side, x->k + key, x->dk + key);
    clipped_product_backward(x, g, x->q + as_is, x->dq + as_is, x->k + key + x->C, x->dk + key + x->C);
}

static inline void clipped_backward(const clipped *x) {
    memset(x->dq, 0, (size_t)(3 * x->C * VL) * sizeof *x->dq);
    for (int j = 0; j < x->visibility.beyond; j++) {
        const clipped_far f = clipped_look(x, j);
        if (!f.any_before && !f.any_after) continue;
        const vec g = vload((const real *)x->a->dextra.data + clipped_pair(x, j));
        if (f.any_before) clipped_side_backward(x, j, CLIPPED_BEFORE, (vec)((vmask)g & f.before));
        if (f.any_after) clipped_side_backward(x, j, CLIPPED_AFTER, (vec)((vmask)g & f.after));
    }
    for (int l = 0; l < x->live; l++) {
        real *dq = clipped_query_row(x, x->a->dq.data, l);
        const int token = x->a->first + x->first + l;
        clipped_take(x, CLIPPED_BEFORE, token, dq, x->dq + l, VL);
        clipped_take(x, CLIPPED_AFTER, token, dq, x->dq + x->C * VL + l, VL);
        for (int c = 0; c < x->C; c++) dq[c] += x->dq[(2 * x->C + c) * VL + l];
    }
}

static inline void clipped_keys_backward(const clipped *x) {
    const lg_keys keys = clipped_keys(x->a, x->s);
    for (int j = keys.begin; j < keys.end; j++) {
        real *dk = clipped_key_row(x, x->a->dk.data, j);
        const real *rotated = x->dk + 2 * (ptrdiff_t)j * x->C, *taken = rotated + x->C;
        clipped_take(x, CLIPPED_KEY, j, dk, rotated, 1);
        for (int c = 0; c < x->C; c++) dk[c] -= taken[c];
    }
}

static inline void clipped_scores_backward(const lg_kernels *set, const lg_clipped_scores *a) {
    const size_t row = (size_t)a->H * (size_t)a->D * sizeof(real), S = (size_t)a->S;
    if (!a->dq_accumulate) memset(a->dq.data, 0, S * (size_t)a->Q * row);
    if (!a->dk_accumulate) memset(a->dk.data, 0, S * (size_t)a->T * row);
    for (int s = 0; s < a->S; s++)
        for (int h = 0; h < a->H; h++) {
            clipped x = clipped_open(a, s, h);
            memset(x.dk, 0, 2 * (size_t)a->T * (size_t)x.C * sizeof *x.dk);
            for (int first = 0; first < a->Q; first += VL) {
                clipped_open_queries(&x, first);
                clipped_backward(&x);
            }
            clipped_keys_backward(&x);
        }
}

#endif
