/* simd_attention.h: attention of short sequences, forward and backward, with all terms of the master equation.
 *
 * A lane is a query. A block of queries is transposed, so that its scores with one key are a sum of products of a
 * vector of queries and one number of the key, broadcast from where it lies; scores stand key by key, and maximum, sum
 * and normalisation of the softmax are vertical. What runs over queries (dk, dv, dr) is the other way round: a vector
 * of columns times one broadcast number of P or its gradient. Everything is cut into four loops over the keys that a
 * block sees, so that a window of w keys costs O(T w):
 *
 *   dots    [key][query]  = sum over columns of  query x key
 *   mix     [column][query] = sum over keys of  weight x key
 *   outer   [key][column] += sum over queries of  weight x query
 *
 * and the same three for the position term of Transformer-XL (Dai et al. 2019), where the vector of offset j - i takes
 * the place of the key: from a table stored by columns and backwards, the offsets of a block's queries to one key are
 * neighbours; and sums over one offset run along a diagonal of the scores. */
#ifndef LG_KERNEL_SIMD_ATTENTION_H
#define LG_KERNEL_SIMD_ATTENTION_H

#include "kernel/kernel.h"
#include "kernel/vec.h"

/* Queries of a block: two vectors where the registers hold eight columns of both. */
#if LG_VEC_REGISTERS == 32
#define BLOCK_VECS 2
#else
#define BLOCK_VECS 1
#endif
#define BLOCK (BLOCK_VECS * HL)
#define KEYS  8 /* keys that are worked on together: so many independent chains of multiply-adds per vector */

/* A head of a sequence, and the scratch memory of its blocks. Rows of tokens are `stride` apart. */
typedef struct head {
    const lg_attention *a;
    int T, D, width; /* width: D filled up to whole vectors */
    ptrdiff_t stride, pad;
    const real *q, *k, *v, *o, *d_o, *u, *w, *r, *bias, *extra;
    real *out, *dq, *dk, *dv, *du, *dw, *dr, *dextra, *prob;
    real *columns, *position_columns;    /* [width][BLOCK]: a block of queries (backward: of d_o), transposed */
    real *rows, *position_rows, *d_rows; /* [BLOCK][width]: the same as rows, of q and of d_o */
    real *table;                         /* [width][table_stride]: r by columns, backwards */
    ptrdiff_t table_stride;
    real *scores; /* [T + 2 BLOCK][BLOCK] */
} head;

/* A block of queries first..first+live-1 and the keys that they see. */
typedef struct block {
    int first, live;
    int begin, end;         /* keys that some query sees */
    int all_begin, all_end; /* keys that all queries see */
    hmask low[BLOCK_VECS], high[BLOCK_VECS];
    hmask present[BLOCK_VECS]; /* lanes that are queries */
} block;

TEMPLATE int smaller(int a, int b) {
    return a < b ? a : b;
}

TEMPLATE int larger(int a, int b) {
    return a > b ? a : b;
}

TEMPLATE block block_at(const head *x, int first) {
    const int32_t *low = x->a->low.data, *high = x->a->high.data;
    block b = {.first = first, .live = smaller(BLOCK, x->T - first), .begin = x->T, .all_end = x->T};
    for (int n = 0; n < BLOCK_VECS; n++) {
        for (int l = 0; l < HL; l++) {
            const int i = first + n * HL + l;
            const int lane_low = i < x->T && low ? larger(low[i], 0) : 0;
            const int lane_high = i < x->T && high ? smaller(high[i], x->T) : x->T;
            b.low[n][l] = lane_low;
            b.high[n][l] = lane_high;
            b.present[n][l] = i < x->T ? -1 : 0;
            if (i >= x->T) continue;
            b.begin = smaller(b.begin, lane_low);
            b.end = larger(b.end, lane_high);
            b.all_begin = larger(b.all_begin, lane_low);
            b.all_end = smaller(b.all_end, lane_high);
        }
    }
    b.end = larger(b.begin, b.end);
    return b;
}

/* ---- loading ---------------------------------------------------------------------------------------------------- */

/* The block's rows (x + plus) * scale * factor, by rows and by columns; rows, columns, plus and scale may be NULL. */
TEMPLATE void load_block(int vecs, int D, const head *x, const block *b, const real *from, const real *plus,
                         const real *scale, real factor, real *rows, real *columns) {
    for (int n = 0; n < vecs; n++) {
        for (int c = 0; c < D; c += HL) {
            hvec square[HL];
            const hvec more = plus ? hload_first(plus + c, D - c) : (hvec){0};
            UNROLL for (int l = 0; l < HL; l++) {
                const int i = n * HL + l;
                square[l] = (hvec){0};
                if (i < b->live) {
                    square[l] = hload_first(from + (b->first + i) * x->stride + c, D - c) + more;
                    if (scale) square[l] *= hsplat(scale[b->first + i] * factor);
                }
                if (rows) hstore(rows + i * x->width + c, square[l]);
            }
            if (!columns) continue;
            htranspose(square);
            UNROLL for (int d = 0; d < HL; d++) hstore(columns + (c + d) * BLOCK + n * HL, square[d]);
        }
    }
}

/* table[d][t] = r[2T-2-t][d] */
static inline void load_table(const head *x) {
    const int count = 2 * x->T - 1;
    for (int c = 0; c < x->D; c += HL) {
        for (int t = 0; t < x->table_stride; t += HL) {
            hvec square[HL];
            UNROLL for (int l = 0; l < HL; l++) {
                square[l] = (hvec){0};
                if (t + l < count) square[l] = hload_first(x->r + (count - 1 - t - l) * x->stride + c, x->D - c);
            }
            htranspose(square);
            UNROLL for (int d = 0; d < HL; d++) hstore(x->table + (c + d) * x->table_stride + t, square[d]);
        }
    }
}

/* ---- the three loops -------------------------------------------------------------------------------------------- */

/* sum[key][.] += columns[.][d] * x[key][d] over d, for consecutive keys. */
TEMPLATE void dots(int keys, int vecs, int D, hvec sum[KEYS][BLOCK_VECS], const real *columns, const real *x,
                   ptrdiff_t stride) {
    for (int d = 0; d < D; d++) {
        hvec column[BLOCK_VECS];
        UNROLL for (int n = 0; n < vecs; n++) column[n] = hload(columns + d * BLOCK + n * HL);
        UNROLL for (int j = 0; j < keys; j++) {
            const hvec element = hsplat(x[j * stride + d]);
            UNROLL for (int n = 0; n < vecs; n++) sum[j][n] = hfma(column[n], element, sum[j][n]);
        }
    }
}

/* The same with the table of offsets: `table` is at the first key and the first query. */
TEMPLATE void dots_table(int keys, int vecs, int D, hvec sum[KEYS][BLOCK_VECS], const real *columns, const real *table,
                         ptrdiff_t stride) {
    for (int d = 0; d < D; d++) {
        hvec column[BLOCK_VECS];
        UNROLL for (int n = 0; n < vecs; n++) column[n] = hload(columns + d * BLOCK + n * HL);
        UNROLL for (int j = 0; j < keys; j++) {
            UNROLL for (int n = 0; n < vecs; n++) {
                sum[j][n] = hfma(column[n], hload(table + d * stride - j + n * HL), sum[j][n]);
            }
        }
    }
}

/* sum[d][.] += weights[key][.] * x[key][c + d] over `keys` keys. ragged: there are fewer columns than a vector has
 * lanes, and the sums beyond them are meaningless. */
TEMPLATE void mix(int vecs, bool ragged, int keys, hvec sum[HL][BLOCK_VECS], const real *weights,
                  ptrdiff_t weights_stride, const real *x, ptrdiff_t stride, int columns) {
    int column[HL];
    UNROLL for (int d = 0; d < HL; d++) column[d] = ragged ? smaller(d, columns - 1) : d;
    for (int j = 0; j < keys; j++, weights += weights_stride, x += stride) {
        hvec weight[BLOCK_VECS];
        UNROLL for (int n = 0; n < vecs; n++) weight[n] = hload(weights + n * HL);
        UNROLL for (int d = 0; d < HL; d++) {
            const hvec element = hsplat(x[column[d]]);
            UNROLL for (int n = 0; n < vecs; n++) sum[d][n] = hfma(weight[n], element, sum[d][n]);
        }
    }
}

TEMPLATE void mix_table(int vecs, int keys, hvec sum[HL][BLOCK_VECS], const real *weights, const real *table,
                        ptrdiff_t stride) {
    for (int j = 0; j < keys; j++, weights += BLOCK, table--) {
        hvec weight[BLOCK_VECS];
        UNROLL for (int n = 0; n < vecs; n++) weight[n] = hload(weights + n * HL);
        UNROLL for (int d = 0; d < HL; d++) {
            UNROLL for (int n = 0; n < vecs; n++) {
                sum[d][n] = hfma(weight[n], hload(table + d * stride + n * HL), sum[d][n]);
            }
        }
    }
}

/* out[key][.] += weights[key][lane] * rows[lane][.] over lanes, for consecutive keys. From one lane to the next the
 * weight moves by `step`: 1 along a key's scores, more along a diagonal. */
TEMPLATE void outer_keys(int keys, real *out, ptrdiff_t stride, const real *weights, ptrdiff_t weights_stride,
                         ptrdiff_t step, const real *rows, ptrdiff_t width, int lanes, int columns) {
    hvec sum[KEYS];
    UNROLL for (int j = 0; j < keys; j++) sum[j] = (hvec){0};
    for (int l = 0; l < lanes; l++, weights += step, rows += width) {
        const hvec row = hload(rows);
        UNROLL for (int j = 0; j < keys; j++) sum[j] = hfma(hsplat(weights[j * weights_stride]), row, sum[j]);
    }
    UNROLL for (int j = 0; j < keys; j++) {
        hstore_first(out + j * stride, hload_first(out + j * stride, columns) + sum[j], columns);
    }
}

/* out[begin..end-1] += weights x rows; out and weights are those of key 0. */
TEMPLATE void outer(int D, const head *x, real *out, const real *weights, ptrdiff_t weights_stride, const real *rows,
                    const block *b) {
    for (int c = 0; c < D; c += HL) {
        int j = b->begin;
        for (; j + KEYS <= b->end; j += KEYS) {
            outer_keys(KEYS, out + j * x->stride + c, x->stride, weights + j * weights_stride, weights_stride, 1,
                       rows + c, x->width, b->live, D - c);
        }
        for (; j < b->end; j++) {
            outer_keys(1, out + j * x->stride + c, x->stride, weights + j * weights_stride, weights_stride, 1, rows + c,
                       x->width, b->live, D - c);
        }
    }
}

/* The same for offsets: dr[j - i] += weights[j][i] * rows[i]. Diagonal e holds the pairs j = e + lane; each group of
 * diagonals runs over the lanes for which one of its keys is in sight. Beyond them the scores are 0. */
TEMPLATE void outer_diagonals(int D, const head *x, const real *weights, const block *b) {
    real *out = x->dr + (x->T - 1 - b->first) * x->stride;
    for (int c = 0; c < D; c += HL) {
        for (int e = b->begin - (b->live - 1), keys; e < b->end; e += keys) {
            keys = e + KEYS <= b->end ? KEYS : 1;
            const int lane = larger(b->begin - (e + keys - 1), 0), lanes = smaller(b->end - e, b->live) - lane;
            const real *from = weights + (e + lane) * BLOCK + lane, *rows = x->position_rows + lane * x->width + c;
            real *to = out + e * x->stride + c;
            if (keys == KEYS)
                outer_keys(KEYS, to, x->stride, from, BLOCK, BLOCK + 1, rows, x->width, lanes, D - c);
            else
                outer_keys(1, to, x->stride, from, BLOCK, BLOCK + 1, rows, x->width, lanes, D - c);
        }
    }
}

/* The block's rows from sums by columns: square is left transposed. Only rows of queries are stored. */
TEMPLATE void store_rows(hvec square[HL], real *y, ptrdiff_t stride, int rows, int columns, bool accumulate) {
    UNROLL for (int l = 0; l < HL; l++) {
        if (l < rows) {
            if (accumulate) square[l] += hload_first(y + l * stride, columns);
            hstore_first(y + l * stride, square[l], columns);
        }
    }
}

/* ---- forward ---------------------------------------------------------------------------------------------------- */

/* Scores of consecutive keys from j on, in hpower's base, and their maxima. */
TEMPLATE void score_keys(int keys, int vecs, int D, const head *x, const block *b, int j, real *scores,
                         ptrdiff_t scores_stride, hvec top[BLOCK_VECS], const hvec scale[BLOCK_VECS]) {
    hvec sum[KEYS][BLOCK_VECS];
    UNROLL for (int k = 0; k < keys; k++) {
        UNROLL for (int n = 0; n < vecs; n++) sum[k][n] = (hvec){0};
    }
    dots(keys, vecs, D, sum, x->columns, x->k + j * x->stride, x->stride);
    if (x->r) {
        const real *table = x->table + (x->T - 1 - j + b->first);
        dots_table(keys, vecs, D, sum, x->position_columns, table, x->table_stride);
    }
    if (x->extra) {
        const real *extra = x->extra + j * x->pad + b->first;
        UNROLL for (int k = 0; k < keys; k++) {
            UNROLL for (int n = 0; n < vecs; n++) {
                sum[k][n] = hfma(hload(extra + k * x->pad + n * HL), scale[n], sum[k][n]);
            }
        }
    }
    if (x->bias) {
        const real *bias = x->bias + j * x->a->bias_key + b->first;
        UNROLL for (int k = 0; k < keys; k++) {
            UNROLL for (int n = 0; n < vecs; n++) {
                sum[k][n] = hfma(hload(bias + k * x->a->bias_key + n * HL), hsplat(LG_POWER_LOG), sum[k][n]);
            }
        }
    }
    if (j < b->all_begin || j + keys > b->all_end) {
        UNROLL for (int k = 0; k < keys; k++) {
            UNROLL for (int n = 0; n < vecs; n++) {
                const hmask seen = (b->low[n] <= (whole)(j + k)) & (b->high[n] > (whole)(j + k));
                sum[k][n] = hselect(seen, sum[k][n], hsplat(-INFINITY));
            }
        }
    }
    UNROLL for (int k = 0; k < keys; k++) {
        UNROLL for (int n = 0; n < vecs; n++) {
            top[n] = hmax(top[n], sum[k][n]);
            hstore(scores + k * scores_stride + n * HL, sum[k][n]);
        }
    }
}

/* The scores become P: powers, their sums, then products with the sums' inverses. Lanes that are no query become 0. */
TEMPLATE void normalise(int vecs, const block *b, real *scores, ptrdiff_t stride, const hvec top[BLOCK_VECS]) {
    hvec total[BLOCK_VECS] = {{0}}, inverse[BLOCK_VECS];
    const int keys = b->end - b->begin;
    for (int j = 0; j < keys; j++) {
        UNROLL for (int n = 0; n < vecs; n++) {
            const hvec p = hpower(hload(scores + j * stride + n * HL) - top[n]);
            total[n] += p;
            hstore(scores + j * stride + n * HL, p);
        }
    }
    UNROLL for (int n = 0; n < vecs; n++) inverse[n] = hselect(total[n] == 0, (hvec){0}, 1 / total[n]);
    for (int j = 0; j < keys; j++) {
        UNROLL for (int n = 0; n < vecs; n++) {
            const hvec p = hload(scores + j * stride + n * HL) * inverse[n];
            hstore(scores + j * stride + n * HL, hselect(b->present[n], p, (hvec){0}));
        }
    }
}

/* Zeros for keys that no query of the block sees. */
TEMPLATE void clear_unseen(int vecs, const head *x, const block *b, real *pairs) {
    for (int j = 0; j < x->T; j = j + 1 == b->begin ? larger(b->end, j + 1) : j + 1) {
        if (j >= b->begin && j < b->end) continue;
        UNROLL for (int n = 0; n < vecs; n++) hstore(pairs + j * x->pad + b->first + n * HL, (hvec){0});
    }
}

TEMPLATE void attend_block(int vecs, int D, bool ragged, const head *x, const block *b) {
    const real *scale = x->a->scale.data;
    load_block(vecs, D, x, b, x->q, x->u, scale, LG_POWER_LOG, NULL, x->columns);
    if (x->r) load_block(vecs, D, x, b, x->q, x->w, scale, LG_POWER_LOG, NULL, x->position_columns);
    hvec top[BLOCK_VECS], lane_scale[BLOCK_VECS];
    for (int n = 0; n < vecs; n++) {
        top[n] = hsplat(LG_LOWEST);
        lane_scale[n] = hload_first(scale + b->first + n * HL, b->live - n * HL) * LG_POWER_LOG;
    }
    const ptrdiff_t stride = x->prob ? x->pad : BLOCK;
    real *scores = x->prob ? x->prob + b->begin * stride + b->first : x->scores;
    int j = b->begin;
    for (; j + KEYS <= b->end; j += KEYS) {
        score_keys(KEYS, vecs, D, x, b, j, scores + (j - b->begin) * stride, stride, top, lane_scale);
    }
    for (; j < b->end; j++) score_keys(1, vecs, D, x, b, j, scores + (j - b->begin) * stride, stride, top, lane_scale);
    normalise(vecs, b, scores, stride, top);
    for (int c = 0; c < D; c += HL) {
        hvec sum[HL][BLOCK_VECS] = {{{0}}};
        mix(vecs, ragged, b->end - b->begin, sum, scores, stride, x->v + b->begin * x->stride + c, x->stride, D - c);
        for (int n = 0; n < vecs; n++) {
            hvec square[HL];
            UNROLL for (int d = 0; d < HL; d++) square[d] = sum[d][n];
            htranspose(square);
            store_rows(square, x->out + (b->first + n * HL) * x->stride + c, x->stride, b->live - n * HL, D - c, false);
        }
    }
    if (x->prob) clear_unseen(vecs, x, b, x->prob);
}

TEMPLATE void attend_head(int D, bool ragged, const head *x) {
    int first = 0;
    for (; first < x->T; first += BLOCK) {
        const block b = block_at(x, first);
        if (b.live > HL)
            attend_block(BLOCK_VECS, D, ragged, x, &b);
        else
            attend_block(1, D, ragged, x, &b);
    }
}

/* ---- backward --------------------------------------------------------------------------------------------------- */

/* sum over columns of d_o * o, for a vector of queries. */
TEMPLATE hvec mean_gradient(int D, const head *x, const block *b, int n) {
    hvec square[HL], total = {0};
    UNROLL for (int l = 0; l < HL; l++) {
        square[l] = (hvec){0};
        if (n * HL + l < b->live) {
            const real *o = x->o + (b->first + n * HL + l) * x->stride, *d_o = x->d_rows + (n * HL + l) * x->width;
            for (int c = 0; c < D; c += HL) square[l] = hfma(hload(d_o + c), hload_first(o + c, D - c), square[l]);
        }
    }
    htranspose(square);
    UNROLL for (int d = 0; d < HL; d++) total += square[d];
    return total;
}

/* Gradients of the logits of consecutive keys from j on: P * (d_o.v - mean). */
TEMPLATE void logit_keys(int keys, int vecs, int D, const head *x, const block *b, int j, real *gradient,
                         const hvec mean[BLOCK_VECS], const hvec scale[BLOCK_VECS]) {
    hvec sum[KEYS][BLOCK_VECS];
    UNROLL for (int k = 0; k < keys; k++) {
        UNROLL for (int n = 0; n < vecs; n++) sum[k][n] = -mean[n];
    }
    dots(keys, vecs, D, sum, x->columns, x->v + j * x->stride, x->stride);
    const real *p = x->prob + j * x->pad + b->first;
    UNROLL for (int k = 0; k < keys; k++) {
        UNROLL for (int n = 0; n < vecs; n++) {
            sum[k][n] *= hload(p + k * x->pad + n * HL);
            hstore(gradient + k * BLOCK + n * HL, sum[k][n]);
        }
    }
    if (x->dextra) {
        real *dextra = x->dextra + j * x->pad + b->first;
        UNROLL for (int k = 0; k < keys; k++) {
            UNROLL for (int n = 0; n < vecs; n++) hstore(dextra + k * x->pad + n * HL, sum[k][n] * scale[n]);
        }
    }
}

/* Rows of a gradient by columns, times scale; their sum is added to `total`, if there is one. */
TEMPLATE void scaled_rows(hvec square[HL], hvec sum[HL][BLOCK_VECS], int n, hvec scale, real *total, int columns) {
    hvec all = {0};
    UNROLL for (int d = 0; d < HL; d++) square[d] = sum[d][n] * scale;
    htranspose(square);
    if (!total) return;
    UNROLL for (int l = 0; l < HL; l++) all += square[l];
    hstore_first(total, hload_first(total, columns) + all, columns);
}

/* gradient: of the logits, at key b->begin. */
TEMPLATE void query_gradient(int vecs, int D, bool ragged, const head *x, const block *b, const real *gradient,
                             const hvec scale[BLOCK_VECS]) {
    const int keys = b->end - b->begin;
    for (int c = 0; c < D; c += HL) {
        hvec sum[HL][BLOCK_VECS] = {{{0}}}, position[HL][BLOCK_VECS] = {{{0}}};
        mix(vecs, ragged, keys, sum, gradient, BLOCK, x->k + b->begin * x->stride + c, x->stride, D - c);
        if (x->r) {
            const real *table = x->table + c * x->table_stride + (x->T - 1 - b->begin + b->first);
            mix_table(vecs, keys, position, gradient, table, x->table_stride);
        }
        for (int n = 0; n < vecs; n++) {
            hvec square[HL];
            real *dq = x->dq + (b->first + n * HL) * x->stride + c;
            scaled_rows(square, sum, n, scale[n], x->du ? x->du + c : NULL, D - c);
            store_rows(square, dq, x->stride, b->live - n * HL, D - c, x->a->dq_accumulate);
            if (!x->r) continue;
            scaled_rows(square, position, n, scale[n], x->dw ? x->dw + c : NULL, D - c);
            store_rows(square, dq, x->stride, b->live - n * HL, D - c, true);
        }
    }
}

TEMPLATE void backward_block(int vecs, int D, bool ragged, const head *x, const block *b) {
    const real *scale = x->a->scale.data;
    load_block(vecs, D, x, b, x->d_o, NULL, NULL, 1, x->d_rows, x->columns);
    load_block(vecs, D, x, b, x->q, x->u, scale, 1, x->rows, NULL);
    if (x->r) load_block(vecs, D, x, b, x->q, x->w, scale, 1, x->position_rows, NULL);
    hvec mean[BLOCK_VECS], lane_scale[BLOCK_VECS];
    for (int n = 0; n < vecs; n++) {
        mean[n] = mean_gradient(D, x, b, n);
        lane_scale[n] = hload_first(scale + b->first + n * HL, b->live - n * HL);
    }
    real *gradient = x->scores + BLOCK * BLOCK; /* BLOCK keys of zeros before it and after it */
    const int keys = b->end - b->begin;
    int j = b->begin;
    for (; j + KEYS <= b->end; j += KEYS) {
        logit_keys(KEYS, vecs, D, x, b, j, gradient + (j - b->begin) * BLOCK, mean, lane_scale);
    }
    for (; j < b->end; j++) logit_keys(1, vecs, D, x, b, j, gradient + (j - b->begin) * BLOCK, mean, lane_scale);
    if (x->dextra) clear_unseen(vecs, x, b, x->dextra);
    query_gradient(vecs, D, ragged, x, b, gradient, lane_scale);
    outer(D, x, x->dv, x->prob + b->first, x->pad, x->d_rows, b);
    outer(D, x, x->dk, gradient - b->begin * BLOCK, BLOCK, x->rows, b);
    if (!x->dr) return;
    memset(x->scores, 0, sizeof(real) * BLOCK * BLOCK);
    memset(gradient + keys * BLOCK, 0, sizeof(real) * BLOCK * BLOCK);
    outer_diagonals(D, x, gradient - b->begin * BLOCK, b);
}

TEMPLATE void backward_head(int D, bool ragged, const head *x) {
    for (int first = 0; first < x->T; first += BLOCK) {
        const block b = block_at(x, first);
        if (b.live > HL)
            backward_block(BLOCK_VECS, D, ragged, x, &b);
        else
            backward_block(1, D, ragged, x, &b);
    }
}

/* ---- heads and sequences ---------------------------------------------------------------------------------------- */

/* Eight columns, as the models of this laboratory mostly have; whole vectors of columns; anything else. */
typedef void head_function(const head *x);

static __attribute__((noinline)) void attend_8(const head *x) {
    attend_head(8, false, x);
}

static __attribute__((noinline)) void attend_whole(const head *x) {
    attend_head(x->D, false, x);
}

static __attribute__((noinline)) void attend_ragged(const head *x) {
    attend_head(x->D, true, x);
}

static __attribute__((noinline)) void backward_8(const head *x) {
    backward_head(8, false, x);
}

static __attribute__((noinline)) void backward_whole(const head *x) {
    backward_head(x->D, false, x);
}

static __attribute__((noinline)) void backward_ragged(const head *x) {
    backward_head(x->D, true, x);
}

TEMPLATE int padded_columns(const lg_attention *a) {
    return (a->D + HL - 1) / HL * HL;
}

/* Offsets, and as many more as a block reads beyond the last one. */
TEMPLATE int padded_offsets(const lg_attention *a) {
    return (2 * a->T - 1 + BLOCK + HL - 1) / HL * HL;
}

static inline size_t attention_scratch(const lg_attention *a, bool backward) {
    const size_t block_size = (size_t)padded_columns(a) * BLOCK;
    size_t n = block_size; /* columns */
    if (backward) n += 2 * block_size;
    if (a->r.data) n += block_size + (size_t)padded_columns(a) * padded_offsets(a);
    if (backward || !a->prob.data) n += (size_t)(a->T + 2 * BLOCK) * BLOCK;
    return n * sizeof(real);
}

TEMPLATE real *at(lg_view x, ptrdiff_t offset) {
    return x.data ? (real *)x.data + offset : NULL;
}

/* Scratch memory, and what all sequences share. */
TEMPLATE head head_of(const lg_attention *a, int h, bool backward) {
    const ptrdiff_t column = (ptrdiff_t)h * a->D, block_size = (ptrdiff_t)padded_columns(a) * BLOCK;
    head x = {.a = a, .T = a->T, .D = a->D, .width = padded_columns(a), .stride = (ptrdiff_t)a->H * a->D};
    x.pad = LG_PAD(a->T);
    x.u = at(a->u, column), x.w = at(a->w, column), x.r = at(a->r, column);
    x.bias = at(a->bias, h * a->bias_head);
    if (backward) x.du = at(a->du, column), x.dw = at(a->dw, column), x.dr = at(a->dr, column);
    real *scratch = a->scratch.data;
    x.columns = scratch, scratch += block_size;
    if (backward) {
        x.rows = scratch, scratch += block_size;
        x.d_rows = scratch, scratch += block_size;
    }
    if (x.r) {
        x.position_columns = x.position_rows = scratch, scratch += block_size; /* each pass needs one of them */
        x.table_stride = padded_offsets(a);
        x.table = scratch, scratch += x.width * x.table_stride;
        load_table(&x);
    }
    x.scores = scratch;
    return x;
}

/* The arrays of sequence s. */
TEMPLATE void head_at(head *x, const lg_attention *a, int s, int h, bool backward) {
    const ptrdiff_t first = s * a->T * x->stride + (ptrdiff_t)h * a->D;
    const ptrdiff_t pairs = ((ptrdiff_t)s * a->H + h) * a->T * x->pad;
    x->q = at(a->q, first), x->k = at(a->k, first), x->v = at(a->v, first);
    x->prob = at(a->prob, pairs), x->extra = at(a->extra, pairs);
    x->out = at(a->o, first);
    if (!backward) return;
    x->o = at(a->o, first), x->d_o = at(a->d_o, first);
    x->dq = at(a->dq, first), x->dk = at(a->dk, first), x->dv = at(a->dv, first);
    x->dextra = at(a->dextra, pairs);
}

/* Zeros for the lanes behind the last block. */
TEMPLATE void clear_lanes(const head *x, real *pairs) {
    const int used = (x->T + HL - 1) / HL * HL;
    for (int j = 0; j < x->T; j++) {
        for (int i = used; i < x->pad; i += HL) hstore(pairs + j * x->pad + i, (hvec){0});
    }
}

static inline void attention(const lg_attention *a) {
    head_function *attend = a->D == 8 ? attend_8 : a->D % HL == 0 ? attend_whole : attend_ragged;
    for (int h = 0; h < a->H; h++) {
        head x = head_of(a, h, false);
        for (int s = 0; s < a->S; s++) {
            head_at(&x, a, s, h, false);
            attend(&x);
            if (x.prob) clear_lanes(&x, x.prob);
        }
    }
}

TEMPLATE void clear_rows(const head *x, real *y) {
    for (int t = 0; t < x->T; t++) memset(y + t * x->stride, 0, sizeof(real) * (size_t)x->D);
}

static inline void attention_backward(const lg_attention *a) {
    head_function *backward = a->D == 8 ? backward_8 : a->D % HL == 0 ? backward_whole : backward_ragged;
    for (int h = 0; h < a->H; h++) {
        head x = head_of(a, h, true);
        for (int s = 0; s < a->S; s++) {
            head_at(&x, a, s, h, true);
            if (!a->dk_accumulate) clear_rows(&x, x.dk);
            if (!a->dv_accumulate) clear_rows(&x, x.dv);
            backward(&x);
            if (x.dextra) clear_lanes(&x, x.dextra);
        }
    }
}

#endif
