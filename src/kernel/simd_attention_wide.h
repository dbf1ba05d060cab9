/* simd_attention_wide.h: attention of many queries with many columns per head, using the register tiles of
 * simd_attention_tiles.h. It computes the sums of simd_attention.h in the same order, so that both give the same bits.
 *
 * A span of queries is processed with all keys that it sees:
 *
 *   scores   [query][key]: rows of queries times panels of keys. The same sums then continue with rows of queries times
 *            panels of offsets. From one query to the next, each offset moves to the next key, so a tile of scores is a
 *            parallelogram. Its values beyond the keys are written to margins that are never read
 *   weights  [key][query]: the scores transposed; the rest is done as in simd_attention.h
 *   mix      rows of o and of the gradients of queries: weights times rows of values, keys or offsets. The weights of
 *            a tile of offsets are on diagonals
 *   outer    rows of the gradients of keys, values and offsets: sums over the queries of a span if all queries see the
 *            same keys, else over the queries of a block */
#ifndef LG_KERNEL_SIMD_ATTENTION_WIDE_H
#define LG_KERNEL_SIMD_ATTENTION_WIDE_H

#include "kernel/simd_attention_tiles.h"

#define MARGIN      32 /* elements beside a row of scores: at least the slant of a parallelogram plus a vector */
#define MIX_KEYS    96 /* keys whose rows and weights stay in the L1 cache from tile to tile */
#define SPAN_BLOCKS (SPAN / BLOCK)

/* A head of a sequence, and the scratch memory of its spans. */
typedef struct wide {
    head x;
    ptrdiff_t score_row;                 /* elements of a row of scores */
    int first_offset, last_offset;       /* range of the offsets of visible pairs, as rows of r */
    real *keys, *offsets;                /* forward: panels [D][PANEL] of k, and of r from first_offset on */
    real *rows, *position_rows, *d_rows; /* [SPAN][D]: rows, position_rows: scaled queries; d_rows: d_o */
    real *sums, *position_sums;          /* [SPAN][D]: before scaling */
    real *scores;                        /* forward: [SPAN][score_row]; a row has a margin before its first key */
    real *weights; /* [T][SPAN]; backward: gradients, with KEYS rows of zeros before and after the visible keys */
    real *columns; /* backward: panels of d_o */
    real *offset_rows, *offset_sums; /* backward: [2T-1][D]: rows of r, after BLOCK rows of zeros; rows of dr */
    real inverse[SPAN], mean[SPAN];
} wide;

/* The queries first..first+live-1, and the keys begin..end-1 that some of them see. */
typedef struct wide_span {
    int first, live, lanes; /* lanes: `live` rounded up to whole blocks */
    int begin, end;
    block blocks[SPAN_BLOCKS];
} wide_span;

/* With few columns per head, or few queries or keys, the blocks of simd_attention.h are faster: with 64 keys tiles take
 * 1.5 times as long. Blocks also handle terms that are rare in wide models. With 8 heads of 64 columns, 512 queries and
 * 1,024 keys, tiles reach 98 GFLOP/s forward and 97 backward; blocks reach 59 and 58 (Xeon, peak 229 to 242). */
enum { WIDE_KEYS = 160 };

TEMPLATE bool may_be_wide(const lg_attention *a) {
    const bool plain = !a->extra.data && !a->pair_keys.data && !a->pair_values.data && !a->dropout.threshold;
    return plain && !a->linear && !(a->key_begin.data && a->prefix > 0);
}

TEMPLATE bool wide_enough(const lg_attention *a) {
    return may_be_wide(a) && a->T >= WIDE_KEYS && a->Q >= 2 * BLOCK && a->D % (2 * VL) == 0;
}

_Static_assert(MARGIN >= TILE_ROWS + VL, "a tile of scores would reach beyond the margins of its rows");

/* Number of elements of a row of scores: an odd number of cache lines, so that rows use all sets of the caches in
 * turn. */
TEMPLATE ptrdiff_t score_row(const lg_attention *a) {
    return (((a->T + 2 * MARGIN) * LG_REAL_BYTES + 63) / 64 | 1) * 64 / LG_REAL_BYTES;
}

/* Number of elements of the panels of `columns` columns. */
TEMPLATE ptrdiff_t panels_size(ptrdiff_t D, ptrdiff_t columns) {
    return (columns + PANEL - 1) / PANEL * PANEL * D;
}

/* Number of elements of the panels of all offsets, including lanes past the last query. */
TEMPLATE ptrdiff_t offsets_size(const lg_attention *a) {
    return a->r.data ? panels_size(a->D, 2 * a->T - 1 + BLOCK) : 0;
}

static inline size_t wide_scratch(const lg_attention *a, bool backward) {
    const size_t T = (size_t)a->T, D = (size_t)a->D, offsets = a->r.data ? 2 * T - 1 : 0;
    size_t n = 6 * SPAN * D;
    if (backward)
        n += 4 * T * D + (T + 2 * KEYS) * SPAN + (2 * offsets + BLOCK) * D;
    else
        n += T * D + (size_t)panels_size(a->D, a->T) + (size_t)offsets_size(a) + T * SPAN + SPAN * (size_t)score_row(a);
    return n * sizeof(real);
}

/* ---- panels ------------------------------------------------------------------------------------------------------ */

/* Offset of a column in its panel. */
TEMPLATE ptrdiff_t panel_place(int D, int column) {
    return column / PANEL * PANEL * (ptrdiff_t)D + column % PANEL;
}

/* Stores rows first..first+count-1 as panels, with zeros for rows outside begin..end-1. */
static __attribute__((noinline)) void load_panels(int D, const real *rows, ptrdiff_t stride, int first, int count,
                                                  int begin, int end, real *panels) {
    for (int t = 0; t < count; t += HL) {
        const real *from = rows + (first + t) * stride;
        real *to = panels + panel_place(D, t);
        for (int c = 0; c < D; c += HL, from += HL) {
            hvec square[HL];
            if (first + t >= begin && first + t + HL <= end) {
                load_square(square, from, stride, HL, HL);
            } else {
                UNROLL for (int l = 0; l < HL; l++) {
                    const bool there = first + t + l >= begin && first + t + l < end;
                    square[l] = there ? hload(from + l * stride) : (hvec){0};
                }
            }
            htranspose(square);
            UNROLL for (int d = 0; d < HL; d++, to += PANEL) hstore(to, square[d]);
        }
    }
}

/* Computes dots of `rows` rows with columns begin..end-1 of panels. For POSITION this is the range of row 0, and each
 * later row's range is shifted by one more to the left. A vector that is only partly in the range is computed as a
 * whole. The pointers y, start and p of `job` point to column 0. */
static inline void dots_panels(dots_kind kind, dots_job job, int rows, int begin, int end) {
    const dots_job all = job;
    const int lean = kind == POSITION;
    for (int panel = (begin - (rows - 1) * lean) / PANEL * PANEL; panel < end; panel += PANEL) {
        for (int r = 0, height; r < rows; r += height) {
            height = height_of(rows - r);
            const int from = larger(begin - (r + height - 1) * lean, panel) / VL * VL;
            const int to = smaller(end - r * lean, panel + PANEL);
            job.x = all.x + r * all.x_stride;
            for (int c = from, vecs; c < to; c += vecs * VL) {
                vecs = width_of((to - c + VL - 1) / VL);
                job.w = all.w + panel_place(all.D, c);
                job.y = all.y + r * (all.y_stride + lean) + c;
                job.start = all.start + c, job.p = all.p + r * all.p_stride + c;
                dots_functions[kind][vecs][height](&job);
            }
        }
    }
}

/* ---- spans ------------------------------------------------------------------------------------------------------ */

static inline wide_span span_at(const head *x, int first) {
    wide_span s = {.first = first, .live = smaller(SPAN, x->Q - first), .begin = x->keys.end, .end = x->keys.begin};
    s.lanes = (s.live + BLOCK - 1) / BLOCK * BLOCK;
    for (int n = 0; n * BLOCK < s.lanes; n++) {
        block *b = s.blocks + n;
        *b = block_at(x->key_begin, x->key_end, x->Q, x->keys, first + n * BLOCK);
        if (b->begin >= b->end) continue;
        s.begin = smaller(s.begin, b->begin), s.end = larger(s.end, b->end);
    }
    if (s.begin >= s.end) s.begin = s.end = x->keys.begin;
    return s;
}

/* Loads the block's rows (from + plus) * scale, with zeros past the last query. */
TEMPLATE void load_rows(const wide *y, const block *b, const real *from, const real *plus, const real *scale,
                        real factor, real *rows) {
    const head *x = &y->x;
    if (b->live < BLOCK) memset(rows, 0, (size_t)(BLOCK * x->D) * sizeof(real));
    load_block(b->live > HL ? VL / HL : 1, x->D, x, b, from, plus, scale, factor, rows, NULL, NULL);
}

/* sums += weights times rows of x, for keys from..to-1. If `slanted` is true, this is the range of row 0, and each
 * later row's range is shifted by one more to later keys. weights points to row 0 at key 0. */
static inline void mix_rows(const wide *y, int rows, const real *weights, bool slanted, const real *x, int from, int to,
                            real *sums) {
    const int D = y->x.D;
    mix_job job = {.row_step = slanted ? SPAN + 1 : 1, .D = D, .keys = to - from};
    job.weights = weights + (ptrdiff_t)from * SPAN;
    for (int c = 0, vecs; c < D; c += vecs * VL) {
        vecs = width_of((D - c) / VL);
        job.x = x + (ptrdiff_t)from * D + c;
        job.sums = sums + c;
        mix_functions[vecs][rows](&job);
    }
}

/* The keys that some query of rows r..r+height-1 sees. */
TEMPLATE lg_keys keys_of_rows(const wide_span *s, int r, int height) {
    lg_keys keys = {s->end, s->begin};
    for (int n = r / BLOCK; n <= (r + height - 1) / BLOCK; n++) {
        const block *b = s->blocks + n;
        if (b->begin >= b->end) continue;
        keys.begin = smaller(keys.begin, b->begin), keys.end = larger(keys.end, b->end);
    }
    return keys;
}

/* sums += weights times rows of keys from..to-1. */
static inline void mix_keys(const wide *y, const wide_span *s, const real *weights, const real *x, int from, int to,
                            real *sums) {
    for (int r = 0, height; r < s->lanes; r += height) {
        height = height_of(s->lanes - r);
        const lg_keys keys = keys_of_rows(s, r, height);
        const int begin = larger(keys.begin, from), end = smaller(keys.end, to);
        if (begin < end) mix_rows(y, height, weights + r, false, x, begin, end, sums + r * y->x.D);
    }
}

/* sums[query][.] = weights times rows of keys. */
static inline void mix_span(const wide *y, const wide_span *s, const real *weights, const real *x, real *sums) {
    memset(sums, 0, (size_t)(s->lanes * y->x.D) * sizeof(real));
    for (int from = s->begin; from < s->end; from += MIX_KEYS)
        mix_keys(y, s, weights, x, from, smaller(from + MIX_KEYS, s->end), sums);
}

/* ---- forward ---------------------------------------------------------------------------------------------------- */

/* Computes the scores of a span: products of queries with keys and offsets. */
static inline void span_scores(const wide *y, const wide_span *s) {
    const head *x = &y->x;
    dots_job job = {.x = y->rows, .x_stride = x->D, .D = x->D, .w = y->keys, .y_stride = y->score_row};
    job.y = y->scores + MARGIN;
    if (s->begin >= s->end) return;
    dots_panels(CONTENT, job, s->lanes, s->begin, s->end);
    if (!x->r) return;
    const int column = x->T - 1 - (x->a->first + s->first) - y->first_offset; /* column of key 0 for the first query */
    job.x = y->position_rows, job.w = y->offsets;
    job.y -= column;
    dots_panels(POSITION, job, s->lanes, s->begin + column, s->end + column);
}

/* Loads the scores of KEYS keys from j on, transposed: one vector per key. */
TEMPLATE void transpose_scores(const wide *y, int lane, int j, vec sum[KEYS]) {
    for (int k = 0; k < KEYS; k += HL) {
        hvec square[VL / HL][HL];
        UNROLL for (int half = 0; half < VL / HL; half++) {
            load_square(square[half], y->scores + (lane + half * HL) * y->score_row + MARGIN + j + k, y->score_row, HL,
                        HL);
            htranspose(square[half]);
        }
        UNROLL for (int l = 0; l < HL; l++) {
            hvec halves[VL / HL];
            UNROLL for (int half = 0; half < VL / HL; half++) halves[half] = square[half][l];
            sum[k + l] = vjoin(halves);
        }
    }
}

TEMPLATE void read_scores(bool by_key, const wide *y, int lane, int j, vec sum[KEYS]) {
    if (!by_key) {
        transpose_scores(y, lane, j, sum);
        return;
    }
    UNROLL for (int k = 0; k < KEYS; k++) sum[k] = vload(y->weights + (ptrdiff_t)(j + k) * SPAN + lane);
}

/* Computes the block's weights before their division. Stores the inverse of the divisor in `inverse`. by_key: the
 * scores are already stored by key, in the memory of the weights. The local pointer p points to key 0. */
TEMPLATE void weigh_scores(bool by_key, wide *y, const wide_span *s, const block *b, int lane) {
    const head *x = &y->x;
    const unsigned present = (1u << b->live) - 1;
    const vec scale = vload_first(x->scale + b->first, b->live) * LG_LOG2_E;
    real *p = y->weights + lane;
    vec top = vsplat(LG_LOWEST), total = {0};
    int j = b->begin;
    for (; j < b->end; j += KEYS) {
        vec sum[KEYS];
        read_scores(by_key, y, lane, j, sum);
        if (j + KEYS <= b->end)
            top = vfinish_logits(KEYS, true, x, b, j, sum, p + j * SPAN, SPAN, top, scale);
        else
            for (int k = 0; j + k < b->end; k++)
                top = vfinish_logits(1, true, x, b, j + k, sum + k, p + (j + k) * SPAN, SPAN, top, scale);
    }
    for (j = b->begin; j + EXP2_KEYS <= b->end; j += EXP2_KEYS)
        total = vpower_keys(EXP2_KEYS, false, present, p + j * SPAN, SPAN, top, total);
    for (; j < b->end; j++) total = vpower_keys(1, false, present, p + j * SPAN, SPAN, top, total);
    for (j = s->begin; j < s->end; j++) {
        if (j < b->begin || j >= b->end) vstore(p + (ptrdiff_t)j * SPAN, (vec){0});
    }
    if (x->log_sum) vkeep_log_sum(x, b, top, total);
    vstore(y->inverse + lane, vkeep(vselect(total == 0, total, 1 / total), present));
}

static __attribute__((noinline)) void weigh_block(wide *y, const wide_span *s, const block *b, int lane) {
    weigh_scores(false, y, s, b, lane);
}

/* Writes the weights of visible keys to exp_scores with stores that bypass the caches. This raises the speed of the
 * forward pass from 79 to 98 GFLOP/s. */
static __attribute__((noinline)) void keep_weights(const wide *y, const wide_span *s) {
    const head *x = &y->x;
    for (int j = s->begin; j < s->end; j++) {
        real *to = x->exp_scores + j * x->pad + s->first;
        for (int l = 0; l < s->lanes; l += VL) vstream(to + l, vload(y->weights + j * SPAN + l));
    }
    for (int l = 0; l < s->lanes; l += VL) vstore(x->inv_row_sum + s->first + l, vload(y->inverse + l));
}

TEMPLATE void store_outputs(const wide *y, const wide_span *s) {
    const head *x = &y->x;
    for (int i = 0; i < s->live; i++) {
        real *o = x->o + (s->first + i) * x->stride;
        for (int c = 0; c < x->D; c += VL) vstore(o + c, vload(y->sums + i * x->D + c) * vsplat(y->inverse[i]));
    }
}

static inline void attend_span(wide *y, int first) {
    const head *x = &y->x;
    const wide_span s = span_at(x, first);
    for (int lane = 0; lane < s.lanes; lane += BLOCK) {
        const block *b = s.blocks + lane / BLOCK;
        const real *scale = x->scale + b->first;
        load_rows(y, b, x->q, x->u, scale, LG_LOG2_E, y->rows + lane * x->D);
        if (x->r) load_rows(y, b, x->q, x->w, scale, LG_LOG2_E, y->position_rows + lane * x->D);
    }
    span_scores(y, &s);
    for (int lane = 0; lane < s.lanes; lane += BLOCK) weigh_block(y, &s, s.blocks + lane / BLOCK, lane);
    mix_span(y, &s, y->weights, x->v, y->sums);
    store_outputs(y, &s);
    if (x->exp_scores) keep_weights(y, &s);
}

/* ---- backward --------------------------------------------------------------------------------------------------- */

/* Prepares the block's queries for all keys. */
static __attribute__((noinline)) void open_backward_block(wide *y, const block *b, int lane) {
    const head *x = &y->x;
    const int halves = b->live > HL ? VL / HL : 1;
    const real *inverse = x->inv_row_sum + b->first;
    load_rows(y, b, x->q, x->u, x->scale + b->first, 1, y->rows + lane * x->D);
    if (x->r) load_rows(y, b, x->q, x->w, x->scale + b->first, 1, y->position_rows + lane * x->D);
    load_rows(y, b, x->d_o, NULL, inverse, 1, y->d_rows + lane * x->D);
    hvec means[VL / HL] = {{0}};
    for (int half = 0; half < halves; half++) means[half] = mean_gradient(x->D, x, b, half);
    vstore(y->mean + lane, -(vjoin(means) * vload(inverse)));
}

/* sums[query] *= scale. Not inlined, so that the product is rounded before anything is added to it. */
static __attribute__((noinline)) void scale_sums(const wide *y, const wide_span *s, real *sums) {
    const head *x = &y->x;
    for (int i = 0; i < s->live; i++, sums += x->D) {
        const vec scale = vsplat(x->scale[s->first + i]);
        for (int c = 0; c < x->D; c += VL) vstore(sums + c, vload(sums + c) * scale);
    }
}

/* Adds the rows of `sums` to `total`: each group of HL rows is summed first. Does nothing if total is NULL. */
TEMPLATE void add_sums(const wide *y, const wide_span *s, const real *sums, real *total) {
    const int D = y->x.D;
    if (!total) return;
    for (int i = 0; i < s->live; i += HL) {
        for (int c = 0; c < D; c += HL) {
            hvec square[HL];
            load_square(square, sums + i * D + c, D, s->live - i, HL);
            UNROLL for (int l = 1; l < HL; l++) square[0] += square[l];
            hstore(total + c, hload(total + c) + square[0]);
        }
    }
}

/* Adds to the gradients of queries what keys from..to-1 contribute through offsets. For each tile of queries, a call
 * adds the offsets all of whose keys are before `to`, except those that earlier calls added. The last call, where `to`
 * is the end of the span's keys, adds all remaining offsets. */
static inline void mix_offsets(const wide *y, const wide_span *s, const real *gradient, int from, int to) {
    const head *x = &y->x;
    const real *r = y->offset_rows + (ptrdiff_t)(x->T - 1 - x->a->first - s->first) * x->D;
    for (int row = 0, height; row < s->lanes; row += height) {
        height = height_of(s->lanes - row);
        const lg_keys keys = keys_of_rows(s, row, height);
        const int lean = height - 1, first = keys.begin - row - lean, last = keys.end - row;
        const int begin = from == s->begin ? first : larger(from - row - lean, first);
        const int end = to == s->end ? last : smaller(to - row - lean, last);
        if (keys.begin < keys.end && begin < end)
            mix_rows(y, height, gradient + row * (SPAN + 1), true, r, begin, end, y->position_sums + row * x->D);
    }
}

/* Stores the gradients of queries after all keys. */
static void store_queries(const wide *y, const wide_span *s) {
    const head *x = &y->x;
    scale_sums(y, s, y->sums);
    add_sums(y, s, y->sums, x->du);
    if (x->r) scale_sums(y, s, y->position_sums);
    if (x->r) add_sums(y, s, y->position_sums, x->dw);
    for (int i = 0; i < s->live; i++) {
        real *dq = x->dq + (s->first + i) * x->stride;
        for (int c = 0; c < x->D; c += VL) {
            vec sum = vload(y->sums + i * x->D + c);
            if (x->a->dq_accumulate) sum += vload(dq + c);
            if (x->r) sum += vload(y->position_sums + i * x->D + c);
            vstore(dq + c, sum);
        }
    }
}

/* Prefetches weights that are read MIX_KEYS keys later, for `keys` keys from j on. */
TEMPLATE void fetch_ahead(const wide_span *s, const real *weights, ptrdiff_t stride, int j, int keys) {
    const real *ahead = weights + MIX_KEYS * stride;
    for (int k = 0; k < keys && j + k + MIX_KEYS < s->end; k++, ahead += stride)
        for (int l = 0; l < s->lanes; l += 64 / LG_REAL_BYTES) __builtin_prefetch(ahead + l, 0, 2);
}

/* out[key][.] += sum over lanes of weights[key][lane] * rows[lane][.], for keys from..to-1. */
static __attribute__((noinline)) void outer_span(const wide *y, const wide_span *s, const real *weights,
                                                 ptrdiff_t stride, const real *rows, real *out, int from, int to) {
    const int D = y->x.D;
    outer_job job = {.row_step = stride, .D = D, .to = s->live + s->live % 2};
    job.chain = y->x.key_begin || y->x.key_end ? BLOCK : SPAN;
    for (int c = 0, vecs; c < D; c += vecs * VL) {
        vecs = width_of((D - c) / VL);
        job.x = rows + c;
        for (int j = from, keys; j < to; j += keys) {
            keys = smaller(to - j, OUTER_ROWS);
            job.weights = weights + j * stride, job.out = out + (ptrdiff_t)j * D + c;
            if (c == 0 && stride > SPAN) fetch_ahead(s, job.weights, stride, j, keys);
            outer_functions[vecs][keys](&job);
        }
    }
}

/* dr[j - i] += gradient[j][i] * row[i], as in offset_gradient, for offsets begin..end-1 relative to the first query. */
static __attribute__((noinline)) void slant_span(const wide *y, const wide_span *s, const real *gradient, int begin,
                                                 int end) {
    const head *x = &y->x;
    real *out = y->offset_sums + (ptrdiff_t)(x->T - 1 - x->a->first - s->first) * x->D;
    outer_job job = {.row_step = SPAN, .D = x->D};
    job.chain = x->key_begin || x->key_end ? BLOCK : SPAN;
    for (int e = begin, rows; e < end; e += rows) {
        rows = height_of(end - e);
        job.from = larger(s->begin - (e + rows - 1), 0), job.to = smaller(s->end - e, s->live);
        job.weights = gradient + (ptrdiff_t)e * SPAN;
        for (int c = 0, vecs; c < x->D; c += vecs * VL) {
            vecs = width_of((x->D - c) / VL);
            job.x = y->position_rows + c, job.out = out + (ptrdiff_t)e * x->D + c;
            slant_functions[vecs][rows](&job);
        }
    }
}

static inline void span_bias(const wide *y, const wide_span *s, const real *gradient) {
    const head *x = &y->x;
    if (!x->key_begin && !x->key_end) {
        block all = s->blocks[0];
        all.live = s->live;
        bias_gradient(x, gradient, &all);
        return;
    }
    for (int lane = 0; lane < s->lanes; lane += BLOCK) bias_gradient(x, gradient + lane, s->blocks + lane / BLOCK);
}

/* Computes the gradients of the logits of keys from..to-1. */
static inline void span_gradient(const wide *y, const wide_span *s, real *gradient, int from, int to) {
    const head *x = &y->x;
    dots_job job = {.x = x->v + from * x->key_stride, .x_stride = x->key_stride, .D = x->D, .y_stride = SPAN};
    job.w = y->columns, job.start = y->mean;
    job.p = x->exp_scores + from * x->pad + s->first, job.p_stride = x->pad;
    job.y = gradient + from * SPAN;
    dots_panels(GRADIENT, job, to - from, 0, s->lanes);
}

/* Processes keys in groups of MIX_KEYS, so that their data stays in a near cache from product to product. */
static inline void backward_wide_span(wide *y, int first) {
    const head *x = &y->x;
    const wide_span s = span_at(x, first);
    real *gradient = y->weights + KEYS * SPAN;
    for (int lane = 0; lane < s.lanes; lane += BLOCK) open_backward_block(y, s.blocks + lane / BLOCK, lane);
    load_panels(x->D, y->d_rows, x->D, 0, s.lanes, 0, s.lanes, y->columns);
    memset(y->sums, 0, (size_t)(s.lanes * x->D) * sizeof(real));
    memset(y->position_sums, 0, (size_t)(s.lanes * x->D) * sizeof(real));
    memset(gradient + (s.begin - KEYS) * SPAN, 0, KEYS * SPAN * sizeof(real));
    memset(gradient + s.end * SPAN, 0, KEYS * SPAN * sizeof(real));
    int offset = s.begin - (s.live - 1);
    for (int from = s.begin, to; from < s.end; from = to) {
        to = smaller(from + MIX_KEYS, s.end);
        span_gradient(y, &s, gradient, from, to);
        outer_span(y, &s, x->exp_scores + s.first, x->pad, y->d_rows, x->dv, from, to);
        outer_span(y, &s, gradient, SPAN, y->rows, x->dk, from, to);
        mix_keys(y, &s, gradient, x->k, from, to, y->sums);
        if (x->r) mix_offsets(y, &s, gradient, from, to);
        const int all_there = to == s.end ? to : to - (s.live - 1);
        if (x->dr) slant_span(y, &s, gradient, offset, all_there);
        offset = larger(offset, all_there);
    }
    if (x->dbias) span_bias(y, &s, gradient);
    store_queries(y, &s);
}

/* ---- heads and sequences ---------------------------------------------------------------------------------------- */

/* Finds the range of rows of r that visible pairs read. Lanes past the last query count, too, so first_offset may be
 * negative. */
static inline void find_offsets(wide *y) {
    const head *x = &y->x;
    y->first_offset = 2 * x->T - 2, y->last_offset = 0;
    for (int first = 0; first < x->Q; first += SPAN) {
        const wide_span s = span_at(x, first);
        const int token = x->a->first + first;
        y->first_offset = smaller(y->first_offset, s.begin - (token + s.lanes - 1) + x->T - 1);
        y->last_offset = larger(y->last_offset, s.end - 1 - token + x->T - 1);
    }
    y->first_offset = smaller(y->first_offset, y->last_offset);
}

TEMPLATE real *take(real **scratch, ptrdiff_t n) {
    real *begin = *scratch;
    *scratch += n;
    return begin;
}

/* Sets everything that sequences share. */
static inline void open_wide_head(head *x, const lg_attention *a, int h, bool backward) {
    const ptrdiff_t column = (ptrdiff_t)h * a->D;
    *x = (head){.a = a, .T = a->T, .Q = a->Q, .D = a->D, .width = a->D, .stride = a->H * a->D, .key_stride = a->D};
    x->pad = LG_PAD(a->Q), x->span = SPAN, x->keys = (lg_keys){0, a->T};
    x->key_begin = a->key_begin.data ? (const int32_t *)a->key_begin.data + a->first : NULL;
    x->key_end = a->key_end.data ? (const int32_t *)a->key_end.data + a->first : NULL;
    x->scale = at(a->scale, a->first);
    x->u = at(a->u, column), x->w = at(a->w, column), x->r = at(a->r, column);
    x->slope = a->slope.data ? ((const real *)a->slope.data)[h] : 1;
    if (backward) x->du = at(a->du, column), x->dw = at(a->dw, column), x->dr = at(a->dr, column);
}

static inline void open_wide(wide *y, const lg_attention *a, int h, bool backward) {
    head *x = &y->x;
    const ptrdiff_t D = a->D, T = a->T, span_size = SPAN * D;
    real *scratch = a->scratch.data;
    open_wide_head(x, a, h, backward);
    y->rows = take(&scratch, span_size), y->position_rows = take(&scratch, span_size);
    y->sums = take(&scratch, span_size), y->position_sums = take(&scratch, span_size);
    y->d_rows = take(&scratch, span_size), y->columns = take(&scratch, span_size);
    y->score_row = score_row(a);
    x->copies = take(&scratch, (backward ? 4 : 1) * T * D);
    y->weights = take(&scratch, (backward ? T + 2 * KEYS : T) * SPAN);
    find_offsets(y);
    if (backward) {
        y->offset_rows = take(&scratch, x->r ? (2 * T - 1 + BLOCK) * D : 0) + BLOCK * D;
        y->offset_sums = scratch;
        return;
    }
    y->keys = take(&scratch, panels_size(D, T)), y->offsets = take(&scratch, offsets_size(a)), y->scores = scratch;
    if (x->r) {
        const int first = y->first_offset, count = y->last_offset + 1 - first;
        load_panels(x->D, x->r, x->stride, first, count, 0, 2 * x->T - 1, y->offsets);
    }
}

/* Copies the rows of r or dr that are in use from one array to another: to or from their copy. */
TEMPLATE void copy_offsets(const wide *y, real *to, ptrdiff_t to_stride, const real *from, ptrdiff_t stride) {
    copy_keys(&y->x, to, to_stride, from, stride, (lg_keys){larger(y->first_offset, 0), y->last_offset + 1});
}

static inline void open_offset_copies(const wide *y) {
    const head *x = &y->x;
    if (!x->r) return;
    memset(y->offset_rows - BLOCK * x->D, 0, (size_t)(BLOCK * x->D) * sizeof(real));
    copy_offsets(y, y->offset_rows, x->D, x->r, x->stride);
    if (x->dr) copy_offsets(y, y->offset_sums, x->D, x->dr, x->stride);
}

static inline void attend_wide(const lg_attention *a) {
    for (int h = a->head_begin; h < lg_head_end(a); h++) {
        wide y;
        open_wide(&y, a, h, false);
        for (int s = 0; s < a->S; s++) {
            head *x = &y.x;
            open_sequence(x, s, h, false);
            if (opens_keys(a, s)) {
                load_panels(x->D, x->k, x->stride, 0, x->T, x->keys.begin, x->keys.end, y.keys);
                copy_keys(x, x->copies, x->D, x->v, x->stride, x->keys);
            }
            x->v = x->copies;
            for (int first = 0; first < x->Q; first += SPAN) attend_span(&y, first);
        }
    }
    vstreamed();
}

/* Opens the arrays in which gradients of keys and values are summed (open_gradient). */
TEMPLATE void open_key_gradients(head *x, int s) {
    const lg_attention *a = x->a;
    x->dk = open_gradient(x, s, x->dk, a->dk_accumulate, 2);
    x->dv = open_gradient(x, s, x->dv, a->dv_accumulate, 3);
    if (!a->dk_accumulate) clear_rows(x, x->dk, 0, x->T);
    if (!a->dv_accumulate) clear_rows(x, x->dv, 0, x->T);
}

static inline void backward_wide_sequence(wide *y, int s, int h) {
    head *x = &y->x;
    open_sequence(x, s, h, true);
    real *const dk = x->dk, *const dv = x->dv;
    copy_sequence(x, s);
    open_key_gradients(x, s);
    for (int first = 0; first < x->Q; first += SPAN) backward_wide_span(y, first);
    close_gradient(x, s, dk, x->dk);
    close_gradient(x, s, dv, x->dv);
}

static inline void backward_wide(const lg_attention *a) {
    for (int h = a->head_begin; h < lg_head_end(a); h++) {
        wide y;
        open_wide(&y, a, h, true);
        const head *x = &y.x;
        open_offset_copies(&y);
        for (int s = 0; s < a->S; s++) backward_wide_sequence(&y, s, h);
        if (x->dr) copy_offsets(&y, x->dr, x->stride, y.offset_sums, x->D);
    }
}

#endif
