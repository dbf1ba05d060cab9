/* simd_attention.h: attention of short sequences, forward and backward, with all terms of the master equation.
 *
 * A SIMD lane is a query. A block of queries is transposed, so that its scores with one key are a sum of products of a
 * vector of queries and one broadcast number of the key. Scores are stored key by key, so that maximum and sum of the
 * softmax are vertical operations; the division comes last. In sums over queries (dk, dv, dr) a lane is a column:
 * vectors of columns are multiplied by broadcast numbers of P or of its gradient. All work is done by three loops over
 * the keys that a block sees, so that a window of w keys costs O(T w):
 *
 *   dots   sum[key][query]  = sum over columns of  query x key
 *   mix    sum[column][query] = sum over keys of  weight x key
 *   outer  sum[key][column] += sum over queries of  weight x query
 *
 * The position term of Transformer-XL (Dai et al. 2019) uses these three loops, too, with the vector of offset j - i in
 * place of the key. Its table of offsets is stored by columns and in reverse. So the offsets of a block's queries to
 * one key are contiguous, and sums over one offset run along a diagonal of the scores.
 *
 * Vectors added to keys and values by classes of pairs (Shaw et al. 2018) need no products per pair. They are processed
 * like C further keys: the scores of a class are spread over its pairs, and the weights of a class are sums over its
 * pairs.
 *
 * Compile-time arguments of functions come first: D, the columns of a head; ragged, whether vectors of these columns
 * are partial; rare, whether rare terms may be present.
 *
 * This file has blocks, loading, and the loops over queries, heads and sequences; simd_lanes.inc has the code written
 * in lanes. Besides its arguments, a block accesses only scratch memory. */
#ifndef LG_KERNEL_SIMD_ATTENTION_H
#define LG_KERNEL_SIMD_ATTENTION_H

#include "kernel/kernel.h"
#include "kernel/simd_random.h"
#include "kernel/vec.h"

/* The constants below were tuned by measurement. With AVX2, KEYS = 4, 6 and 12 are not faster than 8; KEYS = 10 is 8 %
 * faster at 10 and 20 tokens, but 1 to 2 % slower at 40 and 80. With AVX-512, OUTER_KEYS = 16 and EXP2_KEYS = 4 are
 * slower than 8. With pairs of half vectors (PAIR_VECS), a backward pass of 40 tokens and 8 columns takes 0.87 instead
 * of 1.06 us (Zen 5). A pair of a query and a key of 8 columns takes 16 multiply-adds for its products and 9 other
 * operations of the same unit, so the forward pass reaches at most two thirds of the peak. */
#define BLOCK      VL                     /* queries of a block */
#define KEYS       8                      /* keys computed together: independent chains of multiply-adds */
#define OUTER_KEYS (LG_VEC_REGISTERS / 4) /* keys computed together if each has two chains */
#define PAIR_VECS  (2 * HL / VL)          /* vectors filled by HL columns of two rows */
#define CHUNK      128                    /* keys whose logits stay in the L1 cache together with a table of offsets */
#define NEAR_KEYS  64                     /* keys whose weights stay in the L1 cache from column to column */
#define EXP2_KEYS  (LG_VEC_REGISTERS / 4) /* keys whose exponentials are computed together */
#define SPAN       (4 * BLOCK)            /* maximum number of queries in one sum of the gradients of keys */

/* A head of a sequence, and the scratch memory of its blocks. Rows of tokens are `stride` apart. */
typedef struct head {
    const lg_attention *a;
    int T, Q, D, width;                /* width: D rounded up to whole vectors */
    ptrdiff_t stride, pad, key_stride; /* key_stride: stride of k, v, dk and dv, which may be copies */
    const real *q, *k, *v, *d_o, *u, *w, *r, *extra;
    const real *scale, *bias; /* begin at the first query, as key_begin and key_end do */
    real slope;               /* factor of the bias */
    const int32_t *key_begin, *key_end;
    lg_keys keys; /* keys within the sequence's span */
    int prefix;   /* queries see keys j < prefix although j < key_begin; prefix <= keys.begin: no prefix */
    real *o, *dq, *dk, *dv, *du, *dw, *dr, *dextra, *exp_scores, *inv_row_sum, *log_sum;
    const real *d_log_sum;
    real *dbias;                      /* begins at the first query, as bias does */
    real *copies;                     /* [T][D] each: copies of k and v; in the backward pass also of dk and dv */
    real *columns, *position_columns; /* [width][BLOCK]: a transposed block of queries; backward: of d_o */
    real *pairs, *d_pairs;            /* [SPAN/2][2 width]: pairs of rows of queries and of d_o */
    real *position_rows;              /* [SPAN][width]: rows of queries */
    real *table;                      /* [width][table_stride]: r by columns, in reverse */
    const real *offsets;              /* the element of table for the first query and the last key */
    ptrdiff_t table_stride;
    const int32_t *classes; /* begins at the first query */
    const real *pair_keys, *pair_values;
    real *dpair_keys, *dpair_values;
    real *class_scores;              /* [C][BLOCK]: products of a block of queries (backward: d_o) with class vectors */
    real *class_sums, *class_sums_d; /* [C][span] (forward: [C][BLOCK]): sums of weights, and of gradients of logits */
    ptrdiff_t span;
    real *scores; /* forward: [T][BLOCK]; backward: [T + 2 KEYS][span] */
    weight_drop drop;
    real *dropped; /* weights in the layout of scores, 0 if dropped; NULL: no dropout */
    real *near;    /* [T][BLOCK]: exp_scores of the block in a forward pass whose rows are far apart (FAR_KEYS); else
                    * NULL */
} head;

/* A block of queries, rows first..first+live-1, and the keys that they see. */
typedef struct block {
    int first, live;
    int begin, end;                                         /* keys that some query sees */
    int all_begin, all_end;                                 /* keys that all queries see */
    _Alignas(64) lane_int key_begin[BLOCK], key_end[BLOCK]; /* keys that each query sees */
} block;

TEMPLATE int smaller(int a, int b) {
    return a < b ? a : b;
}

TEMPLATE int larger(int a, int b) {
    return a > b ? a : b;
}

/* Finds the keys that the block's queries see. Lanes past the last query copy the last query. A query that sees
 * nothing, such as padding after a span, does not widen the range of keys. */
TEMPLATE void see_keys(block *b, const int32_t *key_begin, const int32_t *key_end, int Q, lg_keys keys) {
    b->begin = keys.end, b->end = keys.begin;
    for (int l = 0; l < BLOCK; l++) {
        const int i = smaller(b->first + l, Q - 1);
        const int lane_begin = key_begin ? larger(key_begin[i], keys.begin) : keys.begin;
        const int lane_end = key_end ? smaller(key_end[i], keys.end) : keys.end;
        const bool blind = lane_begin >= lane_end;
        b->key_begin[l] = lane_begin;
        b->key_end[l] = lane_end;
        b->begin = smaller(b->begin, blind ? keys.end : lane_begin);
        b->end = larger(b->end, blind ? keys.begin : lane_end);
        b->all_begin = larger(b->all_begin, lane_begin);
        b->all_end = smaller(b->all_end, lane_end);
    }
    if (b->begin >= b->end) b->begin = b->end = keys.begin;
}

/* The block that begins at row `first`. key_begin and key_end point to row 0. */
TEMPLATE block block_at(const int32_t *key_begin, const int32_t *key_end, int Q, lg_keys keys, int first) {
    block b;
    b.first = first, b.live = smaller(BLOCK, Q - first);
    b.begin = b.all_begin = keys.begin, b.end = b.all_end = keys.end;
    for (int l = 0; l < BLOCK; l++) b.key_begin[l] = keys.begin, b.key_end[l] = keys.end;
    if (key_begin || key_end) see_keys(&b, key_begin, key_end, Q, keys);
    return b;
}

/* Finds the keys that the block of queries at `first` sees: one part, or two parts if there is a prefix. Returns the
 * number of parts. */
TEMPLATE int parts_at(bool rare, const head *x, int first, block parts[2]) {
    if (!rare || x->prefix <= x->keys.begin) {
        parts[0] = block_at(x->key_begin, x->key_end, x->Q, x->keys, first);
        return 1;
    }
    parts[0] = block_at(NULL, x->key_end, x->Q, (lg_keys){x->keys.begin, x->prefix}, first);
    parts[1] = block_at(x->key_begin, x->key_end, x->Q, (lg_keys){x->prefix, x->keys.end}, first);
    return 2;
}

/* ---- loading ---------------------------------------------------------------------------------------------------- */

/* Loads `columns` columns of HL rows that are `stride` apart. Rows from number `count` on are 0. */
TEMPLATE void load_square(hvec square[HL], const real *from, ptrdiff_t stride, int count, int columns) {
    if (count >= HL && columns >= HL) {
        UNROLL for (int l = 0; l < HL; l++) square[l] = hload(from + l * stride);
    } else {
        UNROLL for (int l = 0; l < HL; l++) {
            square[l] = (hvec){0};
            if (l < count) square[l] = hload_first(from + l * stride, columns);
        }
    }
}

/* Stores two rows as the two vectors that outer_keys reads: neighbours in a vector are the same column of both rows. */
TEMPLATE void store_pairs(real *pairs, ptrdiff_t stride, const hvec square[HL]) {
    UNROLL for (int l = 0; l < HL; l += 2) {
        hstore(pairs + l / 2 * stride, hinterleave_low(square[l], square[l + 1]));
        hstore(pairs + l / 2 * stride + HL, hinterleave_high(square[l], square[l + 1]));
    }
}

/* Loads the block's rows (from + plus) * scale * factor and stores them in up to three layouts. Pointers other than
 * `from` may be NULL; scale starts at the block's first query. */
TEMPLATE void load_block(int halves, int D, const head *x, const block *b, const real *from, const real *plus,
                         const real *scale, real factor, real *rows, real *pairs, real *columns) {
    for (int n = 0; n < halves; n++) {
        const int count = b->live - n * HL;
        for (int c = 0; c < D; c += HL) {
            hvec square[HL];
            load_square(square, from + (b->first + n * HL) * x->stride + c, x->stride, count, D - c);
            if (plus) {
                const hvec more = hload_first(plus + c, D - c);
                UNROLL for (int l = 0; l < HL; l++) square[l] += more;
            }
            if (scale && factor == 1 && count >= HL) { /* splat directly from memory */
                UNROLL for (int l = 0; l < HL; l++) square[l] *= hsplat(scale[n * HL + l]);
            } else if (scale) {
                const hvec lane_scale = hload_first(scale + n * HL, larger(count, 1)) * factor;
                UNROLL for (int l = 0; l < HL; l++) square[l] *= hsplat(lane_scale[l]);
            } else if (factor != 1) {
                UNROLL for (int l = 0; l < HL; l++) square[l] *= hsplat(factor);
            }
            if (pairs) store_pairs(pairs + n * HL * x->width + 2 * c, 2 * x->width, square);
            if (rows) {
                UNROLL for (int l = 0; l < HL; l++) hstore(rows + (n * HL + l) * x->width + c, square[l]);
            }
            if (!columns) continue;
            htranspose(square);
            UNROLL for (int d = 0; d < HL; d++) hstore(columns + (c + d) * BLOCK + n * HL, square[d]);
        }
    }
}

/* table[d][t] = r[2T-2-t][d], zeros past the end */
static inline void load_table(const head *x) {
    const int count = 2 * x->T - 1;
    for (int c = 0; c < x->D; c += HL) {
        const real *last = x->r + (count - 1) * x->stride + c;
        for (int t = 0; t < x->table_stride; t += HL) {
            hvec square[HL];
            load_square(square, last - t * x->stride, -x->stride, count - t, x->D - c);
            htranspose(square);
            UNROLL for (int d = 0; d < HL; d++) hstore(x->table + (c + d) * x->table_stride + t, square[d]);
        }
    }
}

/* ---- loops over queries ---------------------------------------------------------------------------------------- */

/* Sums of weights of keys times rows of queries, over HL or 2 HL columns:
 *   out[key][.] (+)= sum over lanes of weights[key][lane] * row[lane][.]
 * out and weights start at key 0. stride and weights_stride are between rows, pairs_stride is between pairs of rows. */
typedef struct outer_sums {
    real *out;
    const real *weights, *pairs;
    ptrdiff_t stride, weights_stride, pairs_stride;
    int lanes, columns; /* columns: number of remaining columns */
    bool accumulate;
} outer_sums;

/* Computes the sums of consecutive keys, two lanes at a time: one load broadcasts a pair of weights, which multiplies
 * the pairs of two rows (store_pairs). */
TEMPLATE void outer_keys(int keys, int squares, const outer_sums *x, int key) {
    const real *weights = x->weights + key * x->weights_stride, *pairs = x->pairs;
    real *out = x->out + key * x->stride;
    vec sum[2 * OUTER_KEYS][PAIR_VECS];
    UNROLL for (int n = 0; n < keys * squares; n++) {
        UNROLL for (int v = 0; v < PAIR_VECS; v++) sum[n][v] = (vec){0};
    }
    UNROLL_FOUR for (int l = 0; l < x->lanes; l += 2, pairs += x->pairs_stride) {
        vec row[2 * PAIR_VECS];
        UNROLL for (int v = 0; v < squares * PAIR_VECS; v++) row[v] = vload(pairs + v * VL);
        UNROLL for (int j = 0; j < keys; j++) {
            const vec pair = vsplat_pair(weights + j * x->weights_stride + l);
            UNROLL for (int v = 0; v < squares * PAIR_VECS; v++) {
                vec *of = &sum[j * squares + v / PAIR_VECS][v % PAIR_VECS];
                *of = vfma(pair, row[v], *of);
            }
        }
    }
    UNROLL for (int n = 0; n < keys * squares; n++) {
        real *to = out + n / squares * x->stride + n % squares * HL;
        const int columns = x->columns - n % squares * HL;
        hvec total = hadd_neighbours(vhalf(sum[n][0], 0), vhalf(sum[n][PAIR_VECS - 1], 1));
        if (x->accumulate) total += hload_first(to, columns);
        hstore_first(to, total, columns);
    }
}

/* Computes the sums of keys begin..end-1 for `squares` times HL columns. */
TEMPLATE void outer_columns(int squares, const outer_sums *x, int begin, int end) {
    int j = begin;
    for (; j + OUTER_KEYS <= end; j += OUTER_KEYS) outer_keys(OUTER_KEYS, squares, x, j);
    if (OUTER_KEYS > 4 && j + 4 <= end) outer_keys(4, squares, x, j), j += 4;
    if (j + 3 == end) outer_keys(3, squares, x, j);
    if (j + 2 == end) outer_keys(2, squares, x, j);
    if (j + 1 == end) outer_keys(1, squares, x, j);
}

/* Computes the sums of keys begin..end-1 of the block for all columns. out and weights start at key 0; rows of out are
 * `stride` apart. */
TEMPLATE void outer_range(int D, const head *x, real *out, ptrdiff_t stride, bool accumulate, const real *weights,
                          ptrdiff_t weights_stride, const real *pairs, int lanes, int begin, int end) {
    outer_sums sums = {out, weights, pairs, stride, weights_stride, 2 * x->width, lanes, D, accumulate};
    for (int squares; sums.columns > 0; sums.columns -= squares * HL) {
        squares = PAIR_VECS == 1 && sums.columns >= 2 * HL ? 2 : 1;
        if (squares == 2)
            outer_columns(2, &sums, begin, end);
        else
            outer_columns(1, &sums, begin, end);
        sums.out += squares * HL, sums.pairs += 2 * squares * HL;
    }
}

/* Computes the sums of all keys of the block for all columns, in groups of NEAR_KEYS keys if keys are copies. */
static __attribute__((noinline)) void outer_near(const head *x, real *out, ptrdiff_t stride, bool accumulate,
                                                 const real *weights, ptrdiff_t weights_stride, const real *pairs,
                                                 const block *b) {
    const int most = x->copies ? NEAR_KEYS : b->end - b->begin;
    for (int from = b->begin; from < b->end; from += most)
        outer_range(x->D, x, out, stride, accumulate, weights, weights_stride, pairs, b->live, from,
                    smaller(from + most, b->end));
}

/* Computes the sums of all keys of the block for all columns. If `rare` is false, keys are not copies and need no
 * groups. */
TEMPLATE void outer(int D, bool rare, const head *x, real *out, ptrdiff_t stride, bool accumulate, const real *weights,
                    ptrdiff_t weights_stride, const real *pairs, const block *b) {
    if (rare)
        outer_near(x, out, stride, accumulate, weights, weights_stride, pairs, b);
    else
        outer_range(D, x, out, stride, accumulate, weights, weights_stride, pairs, b->live, b->begin, b->end);
}

/* out[e][.] += sum over lanes of weights[e + lane][lane] * rows[lane][.], for KEYS consecutive diagonals e of the
 * scores. Only the first `count` diagonals are stored. */
TEMPLATE void outer_diagonals(int count, real *out, ptrdiff_t stride, const real *weights, ptrdiff_t span,
                              const real *rows, ptrdiff_t width, int lanes, int columns) {
    hvec sum[KEYS];
    UNROLL for (int e = 0; e < KEYS; e++) sum[e] = (hvec){0};
    UNROLL_FOUR for (int l = 0; l < lanes; l++, weights += span + 1, rows += width) {
        const hvec row = hload(rows);
        UNROLL for (int e = 0; e < KEYS; e++) sum[e] = hfma(hsplat(weights[e * span]), row, sum[e]);
    }
    UNROLL for (int e = 0; e < KEYS; e++) {
        if (e < count) hstore_first(out + e * stride, hload_first(out + e * stride, columns) + sum[e], columns);
    }
}

/* dr[j - i] += weights[j][i] * row[i]; weights start at key 0. Diagonal e has the pairs j = e + lane. For a group of
 * KEYS diagonals, the sum runs over all lanes for which one of the KEYS keys is visible. It includes up to KEYS - 1
 * hidden keys, whose weights are 0. */
TEMPLATE void offset_gradient(int D, const head *x, const real *weights, const block *b) {
    real *out = x->dr + (x->T - 1 - x->a->first - b->first) * x->stride;
    for (int c = 0; c < D; c += HL) {
        for (int e = b->begin - (b->live - 1); e < b->end; e += KEYS) {
            const int lane = larger(b->begin - (e + KEYS - 1), 0), lanes = smaller(b->end - e, b->live) - lane;
            outer_diagonals(b->end - e, out + e * x->stride + c, x->stride, weights + (e + lane) * x->span + lane,
                            x->span, x->position_rows + lane * x->width + c, x->width, lanes, D - c);
        }
    }
}

/* dbias[j][i] += slope * gradient[j][i]; gradient starts at key 0. Keys are processed in the order first, first + HL,
 * ..., because pairs with the same offset share an element of a Toeplitz bias. With keys in ascending order, a load
 * would span parts of two vectors that were just stored, and would stall. */
TEMPLATE void bias_gradient(const head *x, const real *gradient, const block *b) {
    const hvec slope = hsplat(x->slope);
    const int whole = b->live / HL * HL, rest = b->live - whole;
    for (int first = b->begin; first < b->end && first < b->begin + HL; first++) {
        for (int j = first; j < b->end; j += HL) {
            const real *from = gradient + j * x->span;
            real *to = x->dbias + j * x->a->bias_key + b->first;
            for (int l = 0; l < whole; l += HL) hstore(to + l, hfma(slope, hload(from + l), hload(to + l)));
            if (!rest) continue;
            const hvec last = hfma(slope, hload_first(from + whole, rest), hload_first(to + whole, rest));
            hstore_first(to + whole, last, rest);
        }
    }
}

/* Adds the gradients of all pairs of a class to its vectors for keys and values. */
static __attribute__((noinline)) void class_gradients(const head *x, const block *span) {
    const block classes = {.begin = 0, .end = x->a->C, .live = span->live};
    if (x->dpair_values)
        outer(x->D, true, x, x->dpair_values, x->D, true, x->class_sums, x->span, x->d_pairs, &classes);
    if (x->dpair_keys) outer(x->D, true, x, x->dpair_keys, x->D, true, x->class_sums_d, x->span, x->pairs, &classes);
}

/* Stores the first `rows` rows of the square. */
TEMPLATE void store_square(hvec square[HL], real *y, ptrdiff_t stride, int rows, int columns, bool accumulate) {
    UNROLL for (int l = 0; l < HL; l++) {
        if (l < rows) {
            if (accumulate) square[l] += hload_first(y + l * stride, columns);
            hstore_first(y + l * stride, square[l], columns);
        }
    }
}

/* The sum over columns of d_o * o minus the gradients of the log sums, for half n of the block's queries. Gradients of
 * log sums are subtracted because they act on logits with the opposite sign. */
TEMPLATE hvec mean_gradient(int D, const head *x, const block *b, int n) {
    const ptrdiff_t at = (b->first + n * HL) * x->stride;
    hvec total[HL] = {{0}};
    for (int c = 0; c < D; c += HL) {
        hvec o[HL], d_o[HL];
        load_square(o, x->o + at + c, x->stride, b->live - n * HL, D - c);
        load_square(d_o, x->d_o + at + c, x->stride, b->live - n * HL, D - c);
        UNROLL for (int l = 0; l < HL; l++) total[l] = hfma(o[l], d_o[l], total[l]);
    }
    htranspose(total);
    UNROLL for (int d = 1; d < HL; d++) total[0] += total[d];
    return x->d_log_sum ? total[0] - hload(x->d_log_sum + b->first + n * HL) : total[0];
}

/* log of (total * 2^top): the logarithm of a sum of exponentials. `top` has the units of logits (vec.h). */
static inline real log_of_sum(real top, real total) {
    return total > 0 ? (real)((double)top / (double)LG_LOG2_E + log((double)total)) : LG_LOG_OF_NONE;
}

/* ---- blocks of both widths -------------------------------------------------------------------------------------- */

#define L(name) h##name
typedef hvec hvec_type;
#include "kernel/simd_lanes.inc"
#undef L

#if VL > HL
#define L(name) v##name
typedef vec vvec_type;
#include "kernel/simd_lanes.inc"
#undef L
#else
#define vattend_block   hattend_block
#define vbackward_block hbackward_block
#define vexp2_lanes     hexp2_lanes
#define vfinish_logits  hfinish_logits
#define vkeep_log_sum   hkeep_log_sum
#define vpower_keys     hpower_keys
#endif

TEMPLATE void attend_head(int D, bool ragged, bool rare, const head *x) {
    for (int first = 0; first < x->Q; first += BLOCK) {
        block parts[2];
        const int count = parts_at(rare, x, first, parts);
        if (parts->live > HL)
            vattend_block(D, ragged, rare, x, parts, count);
        else
            hattend_block(D, ragged, rare, x, parts, count);
    }
}

/* Adds the contributions of all blocks of a span to the gradients of keys, values, bias and offsets. gradient: the
 * gradient of the logits, from key 0 on. */
TEMPLATE void span_gradients(int D, bool rare, const head *x, const block *span, real *gradient) {
    const bool later = span->first > 0 || x->key_begin || x->key_end; /* dk and dv already have values */
    const bool dropped = rare && x->dropped;
    const real *weights = dropped ? x->dropped + (gradient - x->scores) : x->exp_scores + span->first;
    outer(D, rare, x, x->dv, x->key_stride, x->a->dv_accumulate || later, weights, dropped ? x->span : x->pad,
          x->d_pairs, span);
    outer(D, rare, x, x->dk, x->key_stride, x->a->dk_accumulate || later, gradient, x->span, x->pairs, span);
    if (rare && x->classes) class_gradients(x, span);
    if (x->dbias) bias_gradient(x, gradient, span);
    if (!x->dr) return;
    real *before = gradient + (span->begin - KEYS) * x->span, *after = gradient + span->end * x->span;
    for (int e = 0; e < KEYS * x->span; e += HL) {
        hstore(before + e, (hvec){0});
        hstore(after + e, (hvec){0});
    }
    offset_gradient(D, x, gradient, span);
}

/* The backward pass of a span of queries, for part `part` of their keys (parts_at). */
TEMPLATE void backward_span(int D, bool ragged, bool rare, const head *x, int part, block *span, int most) {
    const int start = span->first;
    span->live = smaller(most, x->Q - start);
    real *gradient = x->scores + (KEYS - span->begin) * x->span;
    for (int lane = 0; lane < span->live; lane += BLOCK) {
        block parts[2];
        parts_at(rare, x, start + lane, parts);
        const block *b = parts + part;
        real *here = gradient + b->begin * x->span + lane;
        if (b->live > HL)
            vbackward_block(D, ragged, rare, x, b, part > 0, here, lane);
        else
            hbackward_block(D, ragged, rare, x, b, part > 0, here, lane);
    }
    span_gradients(D, rare, x, span, gradient);
}

/* The backward pass of a head, span by span. A block writes the gradients of only those keys that its queries see. So a
 * span is one block if queries see different keys, else several blocks. */
TEMPLATE void backward_head(int D, bool ragged, bool rare, const head *x) {
    const int most = x->key_begin || x->key_end ? BLOCK : SPAN;
    for (int start = 0; start < x->Q; start += most) {
        block parts[2];
        const int count = parts_at(rare, x, start, parts);
        for (int part = 0; part < count; part++) backward_span(D, ragged, rare, x, part, parts + part, most);
    }
}

/* ---- heads and sequences ---------------------------------------------------------------------------------------- */

/* Heads are processed by one of three functions: for eight columns, common in small models, without rare terms; for
 * whole vectors of columns; for anything else. */
typedef void head_function(const head *x);

static __attribute__((noinline)) void attend_8(const head *x) {
    attend_head(8, false, false, x);
}

static __attribute__((noinline)) void attend_whole(const head *x) {
    attend_head(x->D, false, true, x);
}

static __attribute__((noinline)) void attend_ragged(const head *x) {
    attend_head(x->D, true, true, x);
}

static __attribute__((noinline)) void backward_8(const head *x) {
    backward_head(8, false, false, x);
}

static __attribute__((noinline)) void backward_whole(const head *x) {
    backward_head(x->D, false, true, x);
}

static __attribute__((noinline)) void backward_ragged(const head *x) {
    backward_head(x->D, true, true, x);
}

TEMPLATE int padded_columns(const lg_attention *a) {
    return (a->D + HL - 1) / HL * HL;
}

/* Number of offsets, including those that a block reads past the last offset. */
TEMPLATE int padded_offsets(const lg_attention *a) {
    return (2 * a->T - 1 + BLOCK + 2 * HL - 1) / HL * HL;
}

/* Number of queries of a span, rounded up to whole blocks. */
TEMPLATE int padded_span(const lg_attention *a) {
    return smaller((a->Q + BLOCK - 1) / BLOCK * BLOCK, SPAN);
}

/* Number of elements of an array indexed by class and query. */
TEMPLATE size_t class_size(const lg_attention *a, bool backward) {
    if (!a->pair_keys.data && !a->pair_values.data) return 0;
    return (size_t)a->C * (size_t)(backward ? BLOCK + 2 * padded_span(a) : 2 * BLOCK);
}

/* If the keys of all heads together take more bytes than this, keys are copied and their gradients are summed in
 * copies. Without copies, rows of one head would be far apart, map to few sets of the caches, and be evicted from block
 * to block. */
enum { FAR_KEYS = 128 << 10 };

TEMPLATE bool far_keys(const lg_attention *a) {
    return a->Q >= 2 * BLOCK && a->H > 1 && (size_t)a->T * (size_t)(a->H * a->D) * sizeof(real) > FAR_KEYS;
}

/* Whether there are terms that few models have. With short blocks, testing for each of them takes 5 % of the time. */
TEMPLATE bool has_rare_terms(const lg_attention *a) {
    return a->pair_keys.data || a->pair_values.data || a->extra.data || a->dextra.data || a->dropout.threshold ||
           a->prefix > 0 || a->linear || far_keys(a);
}

/* Number of elements of the copies: k and v; in the backward pass also dk and dv; in the forward pass also the
 * exponentials of a block. */
TEMPLATE size_t copies_size(const lg_attention *a, bool backward) {
    return far_keys(a) ? (size_t)a->T * (size_t)(backward ? 4 * a->D : 2 * a->D + BLOCK) : 0;
}

static inline size_t block_scratch(const lg_attention *a, bool backward) {
    const size_t width = (size_t)padded_columns(a), rows = (size_t)(backward ? padded_span(a) : BLOCK);
    size_t n = width * BLOCK + class_size(a, backward) + copies_size(a, backward); /* columns, classes, copies */
    if (backward) n += 2 * width * rows;
    if (a->r.data) n += width * rows + width * (size_t)padded_offsets(a);
    if (backward || !a->exp_scores.data || a->dropout.threshold) n += (size_t)(a->T + 2 * KEYS) * rows;
    if (backward && a->dropout.threshold) n += (size_t)(a->T + 2 * KEYS) * rows;
    return n * sizeof(real);
}

TEMPLATE real *at(lg_view x, ptrdiff_t offset) {
    return x.data ? (real *)x.data + offset : NULL;
}

/* Classes of pairs, from the first query of sequence s on; NULL: none. */
TEMPLATE const int32_t *at_class(const lg_attention *a, int s) {
    if (!a->pair_keys.data && !a->pair_values.data) return NULL;
    return (const int32_t *)a->classes.data + s * a->class_sequence + a->first;
}

TEMPLATE void open_classes(head *x, real *scratch, bool backward) {
    const lg_attention *a = x->a;
    x->pair_keys = a->pair_keys.data, x->pair_values = a->pair_values.data;
    x->class_scores = scratch, scratch += a->C * BLOCK;
    x->class_sums = scratch, x->class_sums_d = scratch + a->C * x->span;
    if (backward) x->dpair_keys = a->dpair_keys.data, x->dpair_values = a->dpair_values.data;
}

/* Sets scratch memory and everything that sequences share. Fills the struct in place: copying it as a whole just after
 * its members were written would stall for longer than a short sequence takes. */
TEMPLATE void open_head(head *x, const lg_attention *a, int h, bool backward) {
    const ptrdiff_t column = (ptrdiff_t)h * a->D, block_size = (ptrdiff_t)padded_columns(a) * BLOCK;
    const ptrdiff_t span_size = (ptrdiff_t)padded_columns(a) * padded_span(a);
    real *scratch = a->scratch.data;
    x->a = a, x->T = a->T, x->Q = a->Q, x->D = a->D, x->width = padded_columns(a);
    x->stride = (ptrdiff_t)a->H * a->D, x->pad = LG_PAD(a->Q);
    x->copies = far_keys(a) ? scratch : NULL;
    x->key_stride = x->copies ? a->D : x->stride;
    x->near = x->copies && !backward && a->exp_scores.data ? scratch + 2 * (ptrdiff_t)a->T * a->D : NULL;
    scratch += copies_size(a, backward);
    x->key_begin = a->key_begin.data ? (const int32_t *)a->key_begin.data + a->first : NULL;
    x->key_end = a->key_end.data ? (const int32_t *)a->key_end.data + a->first : NULL;
    x->scale = at(a->scale, a->first);
    x->u = at(a->u, column), x->w = at(a->w, column), x->r = at(a->r, column);
    x->slope = a->slope.data ? ((const real *)a->slope.data)[h] : 1;
    x->columns = scratch, scratch += block_size;
    if (backward) {
        x->du = at(a->du, column), x->dw = at(a->dw, column), x->dr = at(a->dr, column);
        x->pairs = scratch, scratch += span_size;
        x->d_pairs = scratch, scratch += span_size;
    }
    if (x->r) {
        x->position_columns = x->position_rows = scratch; /* each pass needs only one of them */
        scratch += backward ? span_size : block_size;
        x->table_stride = padded_offsets(a);
        x->table = scratch, scratch += x->width * x->table_stride;
        x->offsets = x->table + a->first;
        load_table(x);
    }
    x->span = x->key_begin || x->key_end ? BLOCK : padded_span(a);
    open_classes(x, scratch, backward);
    x->scores = scratch + class_size(a, backward);
    x->drop = (weight_drop){&a->dropout, 0, (uint32_t)a->H, (uint32_t)h};
    x->dropped = !a->dropout.threshold ? NULL : backward ? x->scores + (a->T + 2 * KEYS) * x->span : x->scores;
}

/* Sets the arrays of sequence s. */
TEMPLATE void open_sequence(head *x, int s, int h, bool backward) {
    const lg_attention *a = x->a;
    const ptrdiff_t column = (ptrdiff_t)h * a->D, query = s * a->Q * x->stride + column;
    const ptrdiff_t key = lg_first_key(a, s) * x->stride + column, pairs = ((ptrdiff_t)s * a->H + h) * a->T * x->pad;
    const ptrdiff_t bias = s * a->bias_sequence + h * a->bias_head + a->first;
    x->keys = lg_span_keys(a, s);
    x->drop.sequence = a->dropout.sequence + (uint32_t)s;
    x->prefix = x->key_begin ? smaller(a->prefix, x->keys.end) : 0;
    x->q = at(a->q, query), x->k = at(a->k, key), x->v = at(a->v, key), x->o = at(a->o, query);
    x->exp_scores = at(a->exp_scores, pairs), x->extra = at(a->extra, pairs);
    x->bias = at(a->bias, bias), x->dbias = backward ? at(a->dbias, bias) : NULL;
    x->classes = at_class(a, s);
    x->inv_row_sum = at(a->inv_row_sum, ((ptrdiff_t)s * a->H + h) * x->pad);
    x->log_sum = at(a->log_sum, ((ptrdiff_t)s * a->H + h) * x->pad);
    x->d_log_sum = backward ? at(a->d_log_sum, ((ptrdiff_t)s * a->H + h) * x->pad) : NULL;
    if (!backward) return;
    x->d_o = at(a->d_o, query), x->dq = at(a->dq, query);
    x->dk = at(a->dk, key), x->dv = at(a->dv, key);
    x->dextra = at(a->dextra, pairs);
}

/* Number of rows prefetched while copying: the processor does not predict rows that are far apart. */
enum { AHEAD_ROWS = 8 };

/* Copies the rows of keys between arrays whose rows are to_stride and `stride` apart. */
TEMPLATE void copy_keys(const head *x, real *to, ptrdiff_t to_stride, const real *from, ptrdiff_t stride,
                        lg_keys keys) {
    for (int t = keys.begin; t < keys.end; t++) {
        const int ahead = smaller(t + AHEAD_ROWS, keys.end - 1);
        for (int c = 0; c < x->D; c += 64 / LG_REAL_BYTES) {
            __builtin_prefetch(from + ahead * stride + c);
            if (to_stride > x->D) __builtin_prefetch(to + ahead * to_stride + c, 1);
        }
        memcpy(to + t * to_stride, from + t * stride, (size_t)x->D * sizeof(real));
    }
}

/* Whether sequence s is the first (opens_keys) or the last (closes_keys) sequence that uses its keys. */
TEMPLATE bool opens_keys(const lg_attention *a, int s) {
    return s == 0 || !a->shared;
}

TEMPLATE bool closes_keys(const lg_attention *a, int s) {
    return s == a->S - 1 || !a->shared;
}

/* Copies k and v of sequence s. */
TEMPLATE void copy_sequence(head *x, int s) {
    real *k = x->copies, *v = k + (ptrdiff_t)x->T * x->D;
    if (opens_keys(x->a, s)) {
        copy_keys(x, k, x->key_stride, x->k, x->stride, x->keys);
        copy_keys(x, v, x->key_stride, x->v, x->stride, x->keys);
    }
    x->k = k, x->v = v;
}

/* Returns the array in which the gradients of keys (`number` is 2: dk) or values (3: dv) are summed. If there are
 * copies, this is a copy. */
TEMPLATE real *open_gradient(const head *x, int s, real *gradient, bool accumulate, int number) {
    if (!x->copies) return gradient;
    real *copy = x->copies + (ptrdiff_t)number * x->T * x->D;
    if (accumulate && opens_keys(x->a, s)) copy_keys(x, copy, x->key_stride, gradient, x->stride, (lg_keys){0, x->T});
    return copy;
}

TEMPLATE void close_gradient(const head *x, int s, real *gradient, const real *copy) {
    if (copy != gradient && closes_keys(x->a, s))
        copy_keys(x, gradient, x->stride, copy, x->key_stride, (lg_keys){0, x->T});
}

/* Clears the lanes after the last block. */
TEMPLATE void clear_lanes(const head *x, real *pairs) {
    const int used = (x->Q + HL - 1) / HL * HL;
    for (int j = 0; j < x->T; j++) {
        for (int i = used; i < x->pad; i += HL) hstore(pairs + j * x->pad + i, (hvec){0});
    }
}

static inline void attend_blocks(const lg_attention *a) {
    head_function *attend = a->D == 8 && !has_rare_terms(a) ? attend_8 : a->D % HL == 0 ? attend_whole : attend_ragged;
    for (int h = a->head_begin; h < lg_head_end(a); h++) {
        head x;
        open_head(&x, a, h, false);
        for (int s = 0; s < a->S; s++) {
            open_sequence(&x, s, h, false);
            if (x.copies) copy_sequence(&x, s);
            attend(&x);
        }
    }
}

/* Clears the rows of keys begin..end-1. */
TEMPLATE void clear_rows(const head *x, real *y, int begin, int end) {
    for (int t = begin; t < end; t++) {
        for (int c = 0; c < x->D; c += HL) hstore_first(y + t * x->key_stride + c, (hvec){0}, x->D - c);
    }
}

/* Clears gradients of keys that some block may not write. */
TEMPLATE void clear_unseen(const head *x, real *y) {
    const bool windows = x->key_begin || x->key_end; /* some keys may be hidden from every query */
    clear_rows(x, y, 0, windows ? x->T : x->keys.begin);
    if (!windows) clear_rows(x, y, x->keys.end, x->T);
}

static inline void backward_blocks(const lg_attention *a) {
    head_function *backward = a->D == 8 && !has_rare_terms(a) ? backward_8
                              : a->D % HL == 0                ? backward_whole
                                                              : backward_ragged;
    for (int h = a->head_begin; h < lg_head_end(a); h++) {
        head x;
        open_head(&x, a, h, true);
        for (int s = 0; s < a->S; s++) {
            open_sequence(&x, s, h, true);
            real *const dk = x.dk, *const dv = x.dv;
            if (x.copies) copy_sequence(&x, s);
            x.dk = open_gradient(&x, s, dk, a->dk_accumulate, 2);
            x.dv = open_gradient(&x, s, dv, a->dv_accumulate, 3);
            if (!a->dk_accumulate) clear_unseen(&x, x.dk);
            if (!a->dv_accumulate) clear_unseen(&x, x.dv);
            backward(&x);
            close_gradient(&x, s, dk, x.dk);
            close_gradient(&x, s, dv, x.dv);
            if (x.dextra) clear_lanes(&x, x.dextra);
        }
    }
}

#endif
