/* simd_geometric.h: geometric attention (Csordas et al. 2022), forward and backward, for blocks of queries. It uses the
 * loops over keys and queries of simd_attention.h.
 *
 * The scan of query i visits keys i+1, i-1, i+2, i-2, ... The probability of passing the first keys of the scan is a
 * product over keys on the right times a product over keys on the left. Both are running products of whole vectors of
 * queries, key by key away from the diagonal. A key also needs the product of the other side, up to its mirror image,
 * which is a different key for each query. So running products of one side are written, lane by lane, to the mirror's
 * row on the other side ("reflected"), and all other operations are lane-wise. The gradient works the same way, with
 * sums instead of products, towards the diagonal. */
#ifndef LG_KERNEL_SIMD_GEOMETRIC_H
#define LG_KERNEL_SIMD_GEOMETRIC_H

#include "kernel/cache.h"
#include "kernel/simd_attention.h"

#if VL > HL
#define L(name) v##name
#else
#define L(name) h##name
#endif

#define SUM_FLOOR ((real)1e-12)
#define EDGE      (2 * BLOCK) /* rows before the first key and after the last key that reflections may write */

/* A head of a sequence. The member u of x is c (struct lg_geometric); the member a of x is not used. */
typedef struct scan {
    head x;
    const lg_geometric *g;
    int token; /* token index of the block's first query */
    real alpha, beta, gamma, keep_scale;
    const real *right, *left; /* columns of `direction`, whose rows are 2H apart */
    real *d_right, *d_left;
    real *stop, *first; /* P and A: row j has the block's queries with key j */
    ptrdiff_t stop_stride, first_stride;
    real *mixed; /* factors of values: A, but 0 if dropped; without dropout, mixed is `first` */
    ptrdiff_t mixed_stride;
    const real *kept;        /* backward, with dropout: the saved A, from which `first` and `mixed` are computed */
    weight_drop drop;        /* dropout of the weights; drop.dropout is NULL without dropout */
    real *pass;              /* [T][BLOCK]: 1 - P; backward: A times the gradient of A */
    real *reflected;         /* row 0 of [EDGE + T + EDGE][BLOCK] */
    real *beyond, *gradient; /* [T][BLOCK], backward only: sums over farther keys; gradients of logits */
} scan;

TEMPLATE L(mask) lane_queries(const scan *s) {
    return L(count)() + (lane_int)s->token;
}

TEMPLATE L(lanes) key_row(const real *rows, int j) {
    return L(load)(rows + (ptrdiff_t)j * BLOCK);
}

/* Writes lanes from..to-1 of `value` to reflected rows: lane l to row 2i - j, where i is the query of lane l. */
TEMPLATE void reflect(const scan *s, int j, L(lanes) value, int from, int to) {
    real lane[BLOCK], *row = s->reflected + (ptrdiff_t)(2 * s->token - j) * BLOCK;
    L(store)(lane, value);
    if (from == 0 && to == BLOCK) {
        UNROLL for (int l = 0; l < BLOCK; l++) row[2 * l * BLOCK + l] = lane[l];
    } else {
        for (int l = from; l < to; l++) row[2 * l * BLOCK + l] = lane[l];
    }
}

/* The block's column of `direction`, 0 past the last query. */
TEMPLATE L(lanes) load_side(const scan *s, const block *b, const real *side) {
    L(lanes) lanes = {0};
    for (int l = 0; l < b->live; l++) lanes[l] = side[(ptrdiff_t)(b->first + l) * 2 * s->g->H];
    return lanes;
}

/* ---- forward ---------------------------------------------------------------------------------------------------- */

/* Computes P and 1-P of consecutive keys. 1-P is the sigmoid of the negative logit, which is accurate even where P
 * rounds to 1. */
TEMPLATE void stop_keys(int keys, int D, const scan *s, const block *b, int j, L(lanes) right, L(lanes) left) {
    const head *x = &s->x;
    const unsigned present = (1u << b->live) - 1;
    const L(mask) query = lane_queries(s);
    const bool all_right = j > s->token + BLOCK - 1, all_left = j + keys <= s->token;
    const bool plain = (all_right || all_left) && j >= b->all_begin && j + keys <= b->all_end;
    L(lanes) logit[KEYS], power[EXP2_KEYS];
    UNROLL for (int k = 0; k < keys; k++) logit[k] = (L(lanes)){0};
    L(dots)(keys, D, logit, x->columns, x->k + j * x->stride, x->stride);
    UNROLL for (int k = 0; k < keys; k++) {
        const L(lanes) side = all_right ? right : all_left ? left : L(select)(query < (lane_int)(j + k), right, left);
        logit[k] = L(fma)(logit[k], L(splat)(s->alpha), side);
        power[k] = L(max)(logit[k], -logit[k]) * -LG_LOG2_E;
    }
    L(exp2_lanes)(keys, power);
    UNROLL for (int k = 0; k < keys; k++) {
        const L(lanes) larger_one = 1 / (1 + power[k]), smaller_one = power[k] * larger_one;
        const L(mask) likely = logit[k] > 0;
        L(lanes) stop = L(select)(likely, larger_one, smaller_one);
        L(lanes) pass = L(select)(likely, smaller_one, larger_one);
        if (!plain) {
            const L(mask) key_begin = *(const L(mask) *)b->key_begin, key_end = *(const L(mask) *)b->key_end;
            const lane_int begins = j + k < s->g->prefix ? INT32_MAX : j + k;
            const L(mask) seen = (key_begin <= begins) & (key_end > (lane_int)(j + k)) & (query != (lane_int)(j + k));
            stop = L(select)(seen, stop, (L(lanes)){0});
            pass = L(select)(seen, pass, L(splat)(1));
        }
        L(store)(s->stop + (j + k) * s->stop_stride, L(keep)(stop, present));
        L(store)(s->pass + (j + k) * BLOCK, pass);
    }
}

/* Computes A from P in three passes.
 *   1. On the right: multiplies P by the probability of passing the nearer keys on the right, and reflects this
 *      probability to the left.
 *   2. On the left: multiplies P by the reflected value and by the probability of passing the nearer keys on the
 *      left, and reflects this probability to the right.
 *   3. On the right: multiplies the products by the values reflected there. */
TEMPLATE void scan_keys(const scan *s, const block *b) {
    const L(mask) query = lane_queries(s);
    const int last = s->token + BLOCK - 1;
    L(lanes) survive = L(splat)(1);
    for (int j = s->token; j < b->end || 2 * last - j >= b->begin; j++) {
        if (j >= b->begin && j < b->end) {
            L(store)(s->first + j * s->first_stride, L(load)(s->stop + j * s->stop_stride) * survive);
            survive *= L(select)(query < (lane_int)j, key_row(s->pass, j), L(splat)(1));
        }
        if (2 * last - j >= b->begin) reflect(s, j, survive, 0, BLOCK);
    }
    survive = L(splat)(1);
    for (int j = last; j >= b->begin || 2 * s->token - j + 1 < b->end; j--) {
        if (j >= b->begin && j < b->end) {
            real *first = s->first + j * s->first_stride;
            const L(mask) left = query > (lane_int)j;
            const L(lanes) here = L(load)(s->stop + j * s->stop_stride) * survive * key_row(s->reflected, j);
            L(store)(first, L(select)(left, here, j >= s->token ? L(load)(first) : here));
            survive *= L(select)(left, key_row(s->pass, j), L(splat)(1));
        }
        /* reflected to the key that is one farther away, because the right key comes first at equal distance */
        if (2 * s->token - j + 1 < b->end) reflect(s, j - 1, survive, larger(j - s->token, 0), BLOCK);
    }
    for (int j = larger(s->token + 1, b->begin); j < b->end; j++) {
        const L(lanes) first = L(load)(s->first + j * s->first_stride);
        const L(lanes) here = first * key_row(s->reflected, j);
        L(store)(s->first + j * s->first_stride, L(select)(query < (lane_int)j, here, first));
    }
}

/* The factor that normalizes A: 1 / max(sum of A, SUM_FLOOR). above: whether the sum of A is larger than SUM_FLOOR. */
TEMPLATE L(lanes) inverse_norm(const scan *s, const block *b, L(mask) * above) {
    L(lanes) total = {0};
    for (int j = b->begin; j < b->end; j++) total += L(load)(s->first + j * s->first_stride);
    *above = total > SUM_FLOOR;
    return 1 / L(max)(total, L(splat)(SUM_FLOOR));
}

TEMPLATE void geometric_block(int D, bool ragged, const scan *s, const block *b) {
    const head *x = &s->x;
    load_block(VL / HL, D, x, b, x->q, x->u, NULL, 1, NULL, NULL, x->columns);
    const L(lanes) right = load_side(s, b, s->right) * s->beta + s->gamma;
    const L(lanes) left = load_side(s, b, s->left) * s->beta + s->gamma;
    int j = b->begin;
    for (; j + EXP2_KEYS <= b->end; j += EXP2_KEYS) stop_keys(EXP2_KEYS, D, s, b, j, right, left);
    for (; j < b->end; j++) stop_keys(1, D, s, b, j, right, left);
    scan_keys(s, b);
    L(mask) above;
    const L(lanes) inverse = s->g->normalise ? inverse_norm(s, b, &above) : L(splat)(1),
                   factor = inverse * s->keep_scale;
    if (s->drop.dropout) {
        real *first = s->first + b->begin * s->first_stride;
        L(drop_weights)(&s->drop, s->token, b->begin, b->end, first, s->first_stride, s->mixed + b->begin * BLOCK);
    }
    for (int c = 0; c < D; c += HL) {
        L(lanes) sum[HL] = {{0}};
        const real *v = x->v + b->begin * x->stride + c;
        L(mix)
        (ragged, b->end - b->begin, sum, s->mixed + b->begin * s->mixed_stride, s->mixed_stride, v, x->stride, D - c);
        L(store_output)(D, x, b, sum, factor, c);
    }
}

/* ---- backward --------------------------------------------------------------------------------------------------- */

/* Computes A, with and without dropout, from the kept values. */
static __attribute__((noinline)) void take_dropped(const scan *s, const block *b) {
    for (ptrdiff_t j = b->begin; j < b->end; j++) {
        const L(lanes) first = L(load)(s->kept + j * s->x.pad);
        L(store)(s->first + j * s->first_stride, L(max)(first, -first));
        L(store)(s->mixed + j * s->mixed_stride, L(max)(first, (L(lanes)){0}));
    }
}

/* Computes A times the gradient of A for consecutive keys. The contribution of the division of A by its sum is added
 * later. */
TEMPLATE void product_keys(int keys, int D, const scan *s, int j) {
    L(lanes) sum[KEYS];
    UNROLL for (int k = 0; k < keys; k++) sum[k] = (L(lanes)){0};
    L(dots)(keys, D, sum, s->x.columns, s->x.v + j * s->x.stride, s->x.stride);
    UNROLL for (int k = 0; k < keys; k++) {
        L(store)(s->pass + (j + k) * BLOCK, sum[k] * L(load)(s->mixed + (j + k) * s->mixed_stride));
    }
}

/* The gradient of a logit: (1-P) A g - P * (sum of A g over later keys in the scan), with g the gradient of A. */
TEMPLATE L(lanes) logit_gradient(const scan *s, int j, L(lanes) later) {
    const L(lanes) stop = L(load)(s->stop + j * s->stop_stride);
    return L(fma)(1 - stop, key_row(s->pass, j), -(stop * later));
}

/* Computes the gradients of the logits, and their sums on the right and on the left of each query. */
TEMPLATE void scan_gradient(const scan *s, const block *b, L(lanes) * right_sum, L(lanes) * left_sum) {
    const L(mask) query = lane_queries(s);
    const int last = s->token + BLOCK - 1;
    L(lanes) farther = {0}, sum = {0};
    for (int j = b->begin; j < b->end; j++) L(store)(s->reflected + j * BLOCK, (L(lanes)){0});
    for (int j = b->end - 1; j > s->token; j--) {
        L(store)(s->beyond + j * BLOCK, farther);
        if (2 * last - j >= b->begin) reflect(s, j, farther, 0, smaller(j - s->token, BLOCK));
        farther += L(select)(query < (lane_int)j, key_row(s->pass, j), (L(lanes)){0});
    }
    farther = (L(lanes)){0};
    for (int j = b->begin; j <= last && j < b->end; j++) {
        const L(mask) left = query > (lane_int)j;
        const L(lanes) gradient = logit_gradient(s, j, farther + key_row(s->reflected, j));
        L(store)(s->gradient + j * BLOCK, L(select)(left, gradient, (L(lanes)){0}));
        sum += L(select)(left, gradient, (L(lanes)){0});
        if (2 * s->token - j + 1 < b->end) reflect(s, j - 1, farther, larger(j - s->token, 0), BLOCK);
        farther += L(select)(left, key_row(s->pass, j), (L(lanes)){0});
    }
    *left_sum = sum, sum = (L(lanes)){0};
    for (int j = larger(s->token + 1, b->begin); j < b->end; j++) {
        const L(mask) right = query < (lane_int)j;
        const L(lanes) gradient = logit_gradient(s, j, key_row(s->beyond, j) + key_row(s->reflected, j));
        const L(lanes) other = j <= last ? key_row(s->gradient, j) : (L(lanes)){0};
        L(store)(s->gradient + j * BLOCK, L(select)(right, gradient, other));
        sum += L(select)(right, gradient, (L(lanes)){0});
    }
    *right_sum = sum;
}

TEMPLATE real lane_sum(L(lanes) lanes) {
    real total = 0;
    for (int l = 0; l < BLOCK; l++) total += lanes[l];
    return total;
}

TEMPLATE void put_side(const scan *s, const block *b, real *side, L(lanes) sum) {
    for (int l = 0; l < b->live; l++) {
        real *y = side + (ptrdiff_t)(b->first + l) * 2 * s->g->H;
        *y = s->beta * sum[l] + (s->g->ddirection_accumulate ? *y : 0);
    }
}

/* Computes dq, dc and the gradient of alpha. x.position_columns has the block's queries. */
TEMPLATE void scan_query_gradient(int D, bool ragged, const scan *s, const block *b) {
    const head *x = &s->x;
    L(lanes) content = {0};
    for (int c = 0; c < D; c += HL) {
        L(lanes) sum[HL] = {{0}};
        L(mix)
        (ragged, b->end - b->begin, sum, s->gradient + b->begin * BLOCK, BLOCK, x->k + b->begin * x->stride + c,
         x->stride, D - c);
        UNROLL for (int d = 0; d < HL; d++) {
            content = L(fma)(L(load)(x->position_columns + (c + d) * BLOCK), sum[d], content);
        }
        UNROLL for (int half = 0; half < VL / HL; half++) {
            hvec square[HL];
            L(scaled_rows)(square, sum, half, L(splat)(s->alpha), x->du + c, D - c);
            store_square(square, x->dq + (b->first + half * HL) * x->stride + c, x->stride, b->live - half * HL, D - c,
                         s->g->dq_accumulate);
        }
    }
    *(real *)s->g->dalpha.data += lane_sum(content);
}

TEMPLATE void geometric_backward_block(int D, bool ragged, const scan *s, const block *b) {
    const head *x = &s->x;
    const lg_geometric *g = s->g;
    real scale[BLOCK];
    L(mask) above = {0};
    if (s->drop.dropout) take_dropped(s, b);
    const L(lanes) inverse = g->normalise ? inverse_norm(s, b, &above) : L(splat)(1);
    L(store)(scale, inverse * s->keep_scale);
    load_block(VL / HL, D, x, b, x->d_o, NULL, scale, 1, NULL, x->d_pairs, x->columns);
    load_block(VL / HL, D, x, b, x->q, x->u, NULL, 1, NULL, NULL, x->position_columns);
    load_block(VL / HL, D, x, b, x->q, x->u, NULL, s->alpha, NULL, x->pairs, NULL);
    int j = b->begin;
    for (; j + KEYS <= b->end; j += KEYS) product_keys(KEYS, D, s, j);
    for (; j < b->end; j++) product_keys(1, D, s, j);
    if (g->normalise) {
        L(lanes) mean = {0};
        for (j = b->begin; j < b->end; j++) mean += key_row(s->pass, j);
        mean = L(select)(above, mean * inverse, (L(lanes)){0});
        for (j = b->begin; j < b->end; j++) {
            const L(lanes) first = L(load)(s->first + j * s->first_stride);
            L(store)(s->pass + j * BLOCK, key_row(s->pass, j) - mean * first);
        }
    }
    L(lanes) right_sum, left_sum;
    scan_gradient(s, b, &right_sum, &left_sum);
    put_side(s, b, s->d_right, right_sum);
    put_side(s, b, s->d_left, left_sum);
    *(real *)g->dbeta.data += lane_sum(load_side(s, b, s->right) * right_sum + load_side(s, b, s->left) * left_sum);
    *(real *)g->dgamma.data += lane_sum(right_sum + left_sum);
    scan_query_gradient(D, ragged, s, b);
    const bool later = b->first > 0 || g->key_begin.data || g->key_end.data; /* dk and dv already have values */
    outer(D, false, x, x->dv, x->stride, g->dv_accumulate || later, s->mixed, s->mixed_stride, x->d_pairs, b);
    outer(D, false, x, x->dk, x->stride, g->dk_accumulate || later, s->gradient, BLOCK, x->pairs, b);
}

/* ---- heads and sequences ---------------------------------------------------------------------------------------- */

/* With a prefix, a block has all keys up to the last visible key. Keys between the prefix and the other visible keys
 * are masked. */
TEMPLATE block scanned_block(const lg_geometric *g, int first) {
    const int32_t *key_begin = g->key_begin.data ? (const int32_t *)g->key_begin.data + g->first : NULL;
    const int32_t *key_end = g->key_end.data ? (const int32_t *)g->key_end.data + g->first : NULL;
    const bool gap = g->prefix > 0 && key_begin;
    block b = block_at(gap ? NULL : key_begin, key_end, g->Q, (lg_keys){0, g->T}, first);
    for (int l = 0; gap && l < BLOCK; l++) {
        b.key_begin[l] = key_begin[smaller(first + l, g->Q - 1)];
        b.all_begin = larger(b.all_begin, key_begin[smaller(first + l, g->Q - 1)]);
    }
    return b;
}

TEMPLATE void scan_head(int D, bool ragged, bool backward, const scan *all) {
    const lg_geometric *g = all->g;
    for (int first = 0; first < g->Q; first += BLOCK) {
        scan s = *all;
        const block b = scanned_block(g, first);
        s.token = g->first + first;
        if (g->stop.data) s.stop += first;
        if (g->prob.data && s.kept)
            s.kept += first;
        else if (g->prob.data)
            s.first += first;
        if (!s.drop.dropout) s.mixed = s.first;
        if (backward)
            geometric_backward_block(D, ragged, &s, &b);
        else
            geometric_block(D, ragged, &s, &b);
    }
}

typedef void scan_function(const scan *s);

static __attribute__((noinline)) void geometric_8(const scan *s) {
    scan_head(8, false, false, s);
}

static __attribute__((noinline)) void geometric_any(const scan *s) {
    scan_head(s->g->D, true, false, s);
}

static __attribute__((noinline)) void geometric_backward_8(const scan *s) {
    scan_head(8, false, true, s);
}

static __attribute__((noinline)) void geometric_backward_any(const scan *s) {
    scan_head(s->g->D, true, true, s);
}

/* Scratch memory has the same size in both passes. */
static inline size_t geometric_scratch(const lg_kernels *set, const lg_geometric *g, bool backward) {
    const size_t width = (size_t)(g->D + HL - 1) / HL * HL, arrays = g->dropout.threshold ? 6 : 4;
    const size_t rows = cache_scratch(g->cached, g->T, g->H, g->D);
    return (4 * width * BLOCK + arrays * (size_t)g->T * BLOCK + 2 * EDGE * BLOCK + rows) * sizeof(real);
}

/* Sets up the dropout of a head. `mixed` gets an array of scratch memory; so does A in the backward pass. */
TEMPLATE void open_drop(scan *s, int sequence, int h, bool backward, real *scratch) {
    const lg_geometric *g = s->g;
    s->mixed_stride = s->first_stride, s->keep_scale = 1;
    if (!g->dropout.threshold) return;
    s->drop = (weight_drop){&g->dropout, g->dropout.sequence + (uint32_t)sequence, (uint32_t)g->H, (uint32_t)h};
    s->keep_scale = g->dropout.keep_scale;
    s->mixed = scratch, s->mixed_stride = BLOCK;
    if (!backward) return;
    s->kept = s->first, s->first = scratch + (ptrdiff_t)g->T * BLOCK, s->first_stride = BLOCK;
}

/* Opens head h of a sequence, except for the members that only the backward pass needs. */
TEMPLATE scan open_scan(const lg_geometric *g, int sequence, int h, bool backward) {
    const int width = (g->D + HL - 1) / HL * HL;
    const ptrdiff_t array = (ptrdiff_t)g->T * BLOCK, pad = LG_PAD(g->Q), column = (ptrdiff_t)h * g->D;
    const ptrdiff_t row = (ptrdiff_t)sequence * g->T, query = (ptrdiff_t)sequence * g->Q;
    const ptrdiff_t pairs = ((ptrdiff_t)sequence * g->H + h) * g->T * pad;
    scan s = {.g = g,
              .x = {.T = g->T,
                    .Q = g->Q,
                    .D = g->D,
                    .width = width,
                    .stride = (ptrdiff_t)g->H * g->D,
                    .pad = pad,
                    .key_stride = (ptrdiff_t)g->H * g->D}};
    real *scratch = g->scratch.data;
    s.x.columns = scratch, scratch += width * BLOCK;
    s.x.position_columns = scratch, scratch += width * BLOCK;
    s.x.pairs = scratch, scratch += width * BLOCK;
    s.x.d_pairs = scratch, scratch += width * BLOCK;
    s.reflected = scratch + EDGE * BLOCK, scratch += array + 2 * EDGE * BLOCK;
    s.pass = scratch, scratch += array;
    s.stop = s.beyond = scratch, scratch += array; /* backward: P and A are read from stop and prob */
    s.first = s.gradient = scratch, scratch += array;
    s.stop_stride = s.first_stride = BLOCK;
    if (g->stop.data) s.stop = at(g->stop, pairs), s.stop_stride = pad;
    if (g->prob.data) s.first = at(g->prob, pairs), s.first_stride = pad;
    open_drop(&s, sequence, h, backward, scratch);
    s.alpha = *(const real *)g->alpha.data, s.beta = *(const real *)g->beta.data;
    s.gamma = *(const real *)g->gamma.data;
    s.right = at(g->direction, query * 2 * g->H + h), s.left = s.right + g->H;
    s.x.u = at(g->c, column);
    s.x.q = at(g->q, query * s.x.stride + column), s.x.o = at(g->o, query * s.x.stride + column);
    s.x.k = at(g->k, row * s.x.stride + column), s.x.v = at(g->v, row * s.x.stride + column);
    return s;
}

/* Clears P and A of pairs that no block writes. */
TEMPLATE void clear_kept(const lg_geometric *g, lg_view kept, int sequence, int h) {
    const ptrdiff_t pad = LG_PAD(g->Q);
    real *pairs = at(kept, ((ptrdiff_t)sequence * g->H + h) * g->T * pad);
    const bool windows = g->key_begin.data || g->key_end.data;
    const int used = windows ? 0 : (g->Q + BLOCK - 1) / BLOCK * BLOCK;
    for (int j = 0; pairs && j < g->T; j++) {
        for (int i = used; i < pad; i += HL) hstore(pairs + j * pad + i, (hvec){0});
    }
}

static inline void scan_rows(const lg_geometric *g) {
    scan_function *run = g->D == 8 ? geometric_8 : geometric_any;
    for (int h = 0; h < g->H; h++) {
        for (int sequence = 0; sequence < g->S; sequence++) {
            const scan s = open_scan(g, sequence, h, false);
            clear_kept(g, g->stop, sequence, h);
            clear_kept(g, g->prob, sequence, h);
            run(&s);
        }
    }
}

static inline void geometric(const lg_kernels *set, const lg_geometric *g) {
    const lg_keys seen =
        g->cached ? cache_seen(g->key_begin, g->key_end, g->prefix, g->first, g->Q, g->T) : (lg_keys){0};
    for (int s = 0; g->cached && s < g->S; s++) {
        const lg_geometric one = cache_geometric(g, s, seen);
        scan_rows(&one);
    }
    if (!g->cached) scan_rows(g);
}

static inline void geometric_backward(const lg_kernels *set, const lg_geometric *g) {
    scan_function *run = g->D == 8 ? geometric_backward_8 : geometric_backward_any;
    for (int h = 0; h < g->H; h++) {
        for (int sequence = 0; sequence < g->S; sequence++) {
            scan s = open_scan(g, sequence, h, true);
            const ptrdiff_t query = s.x.q - (const real *)g->q.data, key = s.x.k - (const real *)g->k.data;
            s.x.d_o = at(g->d_o, query), s.x.dq = at(g->dq, query);
            s.x.dk = at(g->dk, key), s.x.dv = at(g->dv, key);
            s.x.du = at(g->dc, (ptrdiff_t)h * g->D);
            s.d_right = at(g->ddirection, s.right - (const real *)g->direction.data), s.d_left = s.d_right + g->H;
            if ((g->key_begin.data || g->key_end.data) && !g->dk_accumulate) clear_rows(&s.x, s.x.dk, 0, g->T);
            if ((g->key_begin.data || g->key_end.data) && !g->dv_accumulate) clear_rows(&s.x, s.x.dv, 0, g->T);
            run(&s);
        }
    }
}

#undef L

#endif
