/* simd_attention_amx.h: attention for heads of a multiple of 32 columns, whose products the matrix unit computes in
 * bfloat16. Like simd_attention_wide.h, it processes spans of queries. The operands of products are stored as tiles.
 * Scores, the maximum and the sum of the softmax, and the gradients of scores stay in float. All scores are
 * [key][query], the layout of products of keys and queries:
 *
 *   forward    scores^T = k q^T              o^T = v^T weights^T
 *   backward   d_weights^T = v d_o^T         dq^T = k^T d_scores^T
 *              dv += weights^T d_o           dk += d_scores^T q
 *
 * Sums over keys are split at multiples of 32, counted from a sequence's first key; sums over queries at multiples of
 * 32, counted from its first query. So no bit depends on padding or on other sequences. */
#ifndef LG_KERNEL_SIMD_ATTENTION_AMX_H
#define LG_KERNEL_SIMD_ATTENTION_AMX_H

#include "kernel/simd_amx.h"
#include "kernel/simd_attention_wide.h"

enum { SPAN_TILES = SPAN / SIDE, SPAN_STEPS = SPAN / DEPTH };

/* A head, and its operands in tiles. The second factor of a product is stored as interleaved pairs, like packed
 * weights. */
typedef struct tiled {
    wide y;
    int depth, key_steps;        /* tiles along the D columns of a head, and along T keys */
    real *keys;                  /* [T / 16][depth]: rows of k; backward: of v */
    real *columns;               /* [D / 16][key_steps]: rows of v^T; backward: of k^T */
    real *queries;               /* [SPAN / 16][depth]: q^T; backward: d_o^T */
    real *weights;               /* [SPAN / 16][key_steps]: weights^T; backward: d_scores^T */
    real *query_pairs, *d_pairs; /* backward: [D / 16][SPAN / 32]: q and d_o */
    real *transposed;            /* [D][SPAN]: sums of mix_tiles, by column */
} tiled;

/* The keys that a span sees, in whole tiles from the first key of the sequence on. */
typedef struct tiled_span {
    wide_span s;
    lg_keys keys;
} tiled_span;

TEMPLATE lg_keys whole_tiles(const head *x, lg_keys keys) {
    const int origin = x->keys.begin;
    if (keys.begin >= keys.end) return (lg_keys){origin, origin};
    return (lg_keys){origin + (keys.begin - origin) / DEPTH * DEPTH,
                     origin + tiles_of(keys.end - origin, DEPTH) * DEPTH};
}

/* Whether tiles support all terms of `a`. They do not support relative offsets, terms of pairs, dropout of weights and
 * prefixes. Cached keys stay in float: converting all of them to tiles at each step would take longer than the step. */
TEMPLATE bool fits_tiles(const lg_attention *a) {
    return may_be_wide(a) && !a->r.data && !a->cached && a->D % DEPTH == 0;
}

/* ---- operands --------------------------------------------------------------------------------------------------- */

/* Number of rows of the next tile, if `left` rows are left. */
TEMPLATE int next_rows(int left) {
    return at_least(at_most(left, SIDE), 0);
}

/* Stores `count` rows of a head as tiles, padded with zeros to a multiple of 32 rows. */
TEMPLATE void tile_head_rows(const tiled *z, real *out, const real *rows, int count) {
    const head *x = &z->y.x;
    for (int t = 0; t < tiles_of(count, DEPTH) * DEPTH; t += SIDE)
        for (int c = 0; c < x->D; c += DEPTH, out += TILE_REALS)
            tile_rows_of(out, rows + t * x->stride + c, next_rows(count - t), x->stride, x->D - c);
}

/* Stores `count` rows of a head as tiles, transposed: rows of v^T or k^T. */
static __attribute__((noinline)) void tile_head_columns(const tiled *z, real *out, const real *rows, int count) {
    const head *x = &z->y.x;
    for (int c = 0; c < x->D; c += WIDE) {
        for (int t = 0, step = 0; t < count; t += DEPTH, step++) {
            _Alignas(64) real pairs[2 * TILE_REALS];
            tile_columns_of(pairs, TILE_REALS, rows + t * x->stride + c, at_most(count - t, DEPTH), x->stride, WIDE);
            for (int n = 0; n < 2; n++)
                turn_tile(out + ((ptrdiff_t)(c / SIDE + n) * z->key_steps + step) * TILE_REALS, pairs + n * TILE_REALS,
                          SIDE);
        }
    }
}

/* Stores two matrices as tiles, the first as rows, the second as columns: k and v in the forward pass, v and k in the
 * backward pass. */
static inline void tile_keys(const tiled *z, const real *rows, const real *columns) {
    const head *x = &z->y.x;
    const int first = x->keys.begin, count = x->keys.end - first;
    tile_head_rows(z, z->keys, rows + first * x->stride, count);
    tile_head_columns(z, z->columns, columns + first * x->stride, count);
}

/* Stores rows[lane][D] of a span as tiles, transposed. */
static inline void tile_queries(const tiled *z, const wide_span *s, const real *rows) {
    const int D = z->y.x.D;
    real *out = z->queries;
    for (int lane = 0; lane < tiles_of(s->lanes, WIDE) * WIDE; lane += SIDE) {
        for (int c = 0; c < D; c += DEPTH, out += TILE_REALS) {
            _Alignas(64) real tile[TILE_REALS];
            tile_rows_of(tile, rows + lane * D + c, next_rows(s->lanes - lane), D, DEPTH);
            turn_tile(out, tile, SIDE);
        }
    }
}

/* Stores rows[lane][D] of a span as tiles, not transposed. */
static inline void pair_queries(const tiled *z, const wide_span *s, const real *rows, real *out) {
    const int D = z->y.x.D;
    for (int step = 0; step * DEPTH < s->lanes; step++)
        tile_columns_of(out + step * TILE_REALS, SPAN_STEPS * TILE_REALS, rows + step * DEPTH * D,
                        at_most(s->lanes - step * DEPTH, DEPTH), D, D);
}

/* ---- products --------------------------------------------------------------------------------------------------- */

TEMPLATE int lane_tiles(const wide_span *s, int lane) {
    return tiles_of(at_most(s->lanes - lane, WIDE), SIDE);
}

/* The keys, in whole tiles, that some of up to 32 queries from `lane` on see. */
TEMPLATE lg_keys lane_keys(const head *x, const wide_span *s, int lane) {
    return whole_tiles(x, keys_of_rows(s, lane, at_most(s->lanes - lane, WIDE)));
}

TEMPLATE void clear_scores(real *scores, int from, int to, int lane) {
    for (int j = from; j < to; j++)
        for (int l = 0; l < WIDE; l += VL) vstore(scores + (ptrdiff_t)j * SPAN + lane + l, (vec){0});
}

/* scores[key][query] = products of keys with queries, starting from start[query] or 0. In a block of 32 queries and 32
 * keys without visible pairs, scores are 0. */
static void multiply_keys(const tiled *z, const tiled_span *t, const real *start, real *scores) {
    const head *x = &z->y.x;
    const ptrdiff_t row = (ptrdiff_t)z->depth * TILE_REALS;
    tile_job job = {.a_next = row * LG_REAL_BYTES, .b_next = row * LG_REAL_BYTES, .steps = z->depth, .stride = SPAN};
    for (int lane = 0; lane < t->s.lanes; lane += WIDE) {
        const lg_keys keys = lane_keys(x, &t->s, lane);
        clear_scores(scores, t->keys.begin, keys.begin, lane);
        clear_scores(scores, keys.end, t->keys.end, lane);
        job.b = (const char *)(z->queries + lane / SIDE * row);
        job.bias = start ? start + lane : NULL;
        for (int j = keys.begin; j < keys.end; j += WIDE) {
            job.a = (const char *)(z->keys + (j - x->keys.begin) / SIDE * row);
            job.c = scores + (ptrdiff_t)j * SPAN + lane;
            multiply_part(2, lane_tiles(&t->s, lane), &job);
        }
    }
}

/* Transposes sums [D][SPAN] of `lanes` lanes to rows. */
TEMPLATE void turn_sums(const tiled *z, int lanes, real *rows) {
    const int D = z->y.x.D;
    for (int c = 0; c < D; c += HL) {
        for (int lane = 0; lane < lanes; lane += HL) {
            hvec square[HL];
            load_square(square, z->transposed + c * SPAN + lane, SPAN, HL, HL);
            htranspose(square);
            UNROLL for (int l = 0; l < HL; l++) hstore(rows + (lane + l) * D + c, square[l]);
        }
    }
}

/* sums[query][.] = sum over keys of weights[key][query] times the key's columns. */
static void mix_tiles(const tiled *z, const tiled_span *t, const real *weights, real *sums) {
    const head *x = &z->y.x;
    const ptrdiff_t row = (ptrdiff_t)z->key_steps * TILE_REALS;
    const int origin = x->keys.begin;
    for (int j = t->keys.begin; j < t->keys.end; j += DEPTH)
        tile_columns_of(z->weights + (j - origin) / DEPTH * TILE_REALS, row, weights + (ptrdiff_t)j * SPAN, DEPTH, SPAN,
                        t->s.lanes);
    for (int lane = 0; lane < t->s.lanes; lane += WIDE) {
        const lg_keys keys = lane_keys(x, &t->s, lane);
        const ptrdiff_t first = (keys.begin - origin) / DEPTH * TILE_REALS;
        tile_job job = {.a_next = row * LG_REAL_BYTES, .b_next = row * LG_REAL_BYTES, .stride = SPAN};
        job.steps = (keys.end - keys.begin) / DEPTH;
        job.b = (const char *)(z->weights + lane / SIDE * row + first);
        for (int c = 0; c < x->D; c += WIDE) {
            job.a = (const char *)(z->columns + c / SIDE * row + first);
            job.c = z->transposed + c * SPAN + lane;
            multiply_part(2, lane_tiles(&t->s, lane), &job);
        }
    }
    turn_sums(z, t->s.lanes, sums);
}

/* out[key][.] += sum over queries of weights[key][query] times the pairs of queries. weights starts at key 0. Only
 * visible keys are read. */
static void add_outer(const tiled *z, const tiled_span *t, const real *weights, ptrdiff_t stride, const real *pairs,
                      real *out) {
    const head *x = &z->y.x;
    const int steps = tiles_of(t->s.lanes, DEPTH), end = t->s.end;
    tile_job job = {
        .b_next = SPAN_STEPS * TILE_BYTES, .steps = steps, .accumulate = true, .stride = x->key_stride, .rows = SIDE};
    job.a_next = steps * TILE_BYTES;
    for (int j = t->keys.begin; j < end; j += WIDE) {
        _Alignas(64) real tiles[2 * SPAN_STEPS * TILE_REALS];
        for (int part = 0; part < 2; part++) {
            const int key = j + part * SIDE, count = next_rows(end - key);
            for (int n = 0; n < steps; n++)
                tile_rows_of(tiles + (part * steps + n) * TILE_REALS, weights + key * stride + n * DEPTH, count, stride,
                             t->s.lanes - n * DEPTH);
        }
        job.a = (const char *)tiles;
        for (int c = 0; c < x->D; c += WIDE) {
            job.b = (const char *)(pairs + c / SIDE * SPAN_STEPS * TILE_REALS);
            job.c = out + j * x->key_stride + c;
            multiply_tiles(&job, at_most(end - j, WIDE), WIDE);
        }
    }
}

/* ---- forward ---------------------------------------------------------------------------------------------------- */

static inline tiled_span tiled_span_at(const head *x, int first) {
    tiled_span t = {.s = span_at(x, first)};
    t.keys = whole_tiles(x, (lg_keys){t.s.begin, t.s.end});
    t.s.begin = t.keys.begin; /* weights before the first visible key are written, as 0 */
    return t;
}

static __attribute__((noinline)) void weigh_transposed(wide *y, const tiled_span *t, int lane) {
    weigh_scores(true, y, &t->s, t->s.blocks + lane / BLOCK, lane);
    for (int j = t->s.end; j < t->keys.end; j++) vstore(y->weights + (ptrdiff_t)j * SPAN + lane, (vec){0});
}

static inline void attend_tiled_span(tiled *z, int first) {
    wide *y = &z->y;
    const head *x = &y->x;
    const tiled_span t = tiled_span_at(x, first);
    for (int lane = 0; lane < t.s.lanes; lane += BLOCK) {
        const block *b = t.s.blocks + lane / BLOCK;
        load_rows(y, b, x->q, x->u, x->scale + b->first, LG_LOG2_E, y->rows + lane * x->D);
    }
    tile_queries(z, &t.s, y->rows);
    multiply_keys(z, &t, NULL, y->weights);
    for (int lane = 0; lane < t.s.lanes; lane += BLOCK) weigh_transposed(y, &t, lane);
    mix_tiles(z, &t, y->weights, y->sums);
    store_outputs(y, &t.s);
    if (x->exp_scores) keep_weights(y, &t.s);
}

/* ---- backward --------------------------------------------------------------------------------------------------- */

/* gradient[key][query] *= weight; 0 for hidden pairs. */
static __attribute__((noinline)) void weigh_gradient(const wide *y, const tiled_span *t, real *gradient) {
    const head *x = &y->x;
    for (int j = t->keys.begin; j < t->s.end; j++) {
        const real *p = x->exp_scores + j * x->pad + t->s.first;
        real *to = gradient + (ptrdiff_t)j * SPAN;
        for (int l = 0; l < t->s.lanes; l += VL) vstore(to + l, vload(to + l) * vload(p + l));
    }
    for (int lane = 0; lane < t->s.lanes; lane += WIDE) clear_scores(gradient, t->s.end, t->keys.end, lane);
}

static inline void backward_tiled_span(tiled *z, int first) {
    wide *y = &z->y;
    const head *x = &y->x;
    const tiled_span t = tiled_span_at(x, first);
    for (int lane = 0; lane < t.s.lanes; lane += BLOCK) open_backward_block(y, t.s.blocks + lane / BLOCK, lane);
    tile_queries(z, &t.s, y->d_rows);
    pair_queries(z, &t.s, y->d_rows, z->d_pairs);
    pair_queries(z, &t.s, y->rows, z->query_pairs);
    multiply_keys(z, &t, y->mean, y->weights);
    weigh_gradient(y, &t, y->weights);
    add_outer(z, &t, x->exp_scores + t.s.first, x->pad, z->d_pairs, x->dv);
    add_outer(z, &t, y->weights, SPAN, z->query_pairs, x->dk);
    mix_tiles(z, &t, y->weights, y->sums);
    if (x->dbias) span_bias(y, &t.s, y->weights);
    store_queries(y, &t.s);
}

/* ---- heads and sequences ---------------------------------------------------------------------------------------- */

static inline size_t tiled_scratch(const lg_attention *a, bool backward) {
    const size_t D = (size_t)a->D, T = (size_t)tiles_of(a->T, DEPTH) * DEPTH, span = SPAN * D;
    size_t n = 3 * span + span / 2 + T * D + T * SPAN / 2 + (T + (size_t)a->T) * SPAN;
    if (backward) n += 2 * span + 4 * (size_t)a->T * D;
    return n * sizeof(real);
}

static inline void open_tiled(tiled *z, const lg_attention *a, int h, bool backward) {
    wide *y = &z->y;
    const ptrdiff_t D = a->D, T = (ptrdiff_t)tiles_of(a->T, DEPTH) * DEPTH, span = SPAN * D;
    real *scratch = a->scratch.data;
    open_wide_head(&y->x, a, h, backward);
    z->depth = a->D / DEPTH, z->key_steps = (int)(T / DEPTH);
    y->rows = take(&scratch, span), y->sums = take(&scratch, span), z->transposed = take(&scratch, span);
    z->queries = take(&scratch, span / 2);
    z->keys = take(&scratch, T * D / 2), z->columns = take(&scratch, T * D / 2);
    z->weights = take(&scratch, T * SPAN / 2);
    y->weights = take(&scratch, (T + a->T) * SPAN);
    if (!backward) return;
    y->d_rows = take(&scratch, span);
    z->query_pairs = take(&scratch, span / 2), z->d_pairs = take(&scratch, span / 2);
    y->x.copies = scratch;
}

static inline void attend_tiled(const lg_attention *a) {
    open_tiles(SIDE);
    for (int h = a->head_begin; h < lg_head_end(a); h++) {
        tiled z;
        open_tiled(&z, a, h, false);
        head *x = &z.y.x;
        for (int s = 0; s < a->S; s++) {
            open_sequence(x, s, h, false);
            if (opens_keys(a, s)) tile_keys(&z, x->k, x->v);
            for (int first = 0; first < x->Q; first += SPAN) attend_tiled_span(&z, first);
        }
    }
    close_tiles();
    vstreamed();
}

static inline void backward_tiled(const lg_attention *a) {
    open_tiles(SIDE);
    for (int h = a->head_begin; h < lg_head_end(a); h++) {
        tiled z;
        open_tiled(&z, a, h, true);
        head *x = &z.y.x;
        for (int s = 0; s < a->S; s++) {
            open_sequence(x, s, h, true);
            real *const dk = x->dk, *const dv = x->dv;
            if (opens_keys(a, s)) tile_keys(&z, x->v, x->k);
            open_key_gradients(x, s);
            for (int first = 0; first < x->Q; first += SPAN) backward_tiled_span(&z, first);
            close_gradient(x, s, dk, x->dk);
            close_gradient(x, s, dv, x->dv);
        }
    }
    close_tiles();
}

#endif
