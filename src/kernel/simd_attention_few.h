/* simd_attention_few.h: attention of one or two queries, as in decoding token by token. With so few queries, a SIMD
 * lane is a key when logits are computed, and a column when values are summed. Reading keys and values takes most of
 * the time, so each key and value is read once.
 *
 * Sums are computed in the same order as in simd_attention.h. So a token's output has the same bits whether its query
 * is computed alone or with all others. Square blocks of keys are transposed, so that each logit is one chain of
 * multiply-adds over columns; each element of the output, and the sum of the softmax, is a chain over keys. */
#ifndef LG_KERNEL_SIMD_ATTENTION_FEW_H
#define LG_KERNEL_SIMD_ATTENTION_FEW_H

#include "kernel/cache.h"
#include "kernel/simd_attention.h"
#include "kernel/simd_attention_wide.h"

#define FEW       2    /* maximum number of queries; for more, lanes of queries are faster */
#define HEADS     4    /* heads computed together: independent chains of multiply-adds */
#define MIXED     2048 /* values that stay in the L1 cache while the columns of all heads are summed */
#define FAR_BYTES (1 << 20)
#define LINE      (64 / LG_REAL_BYTES)
#define MIX_WIDTH 8                                     /* maximum number of vectors of a head summed together */
#define KEY_VECS  (LG_LANES / VL)                       /* vectors of keys that are interleaved in a cache */
#define KEY_TILES (4 / KEY_VECS > 1 ? 4 / KEY_VECS : 1) /* groups of LG_LANES keys computed together */

/* The queries of a sequence, and their scratch memory. Rows of tokens have N columns. */
typedef struct few_queries {
    const lg_attention *a;
    int D, width; /* width: D rounded up to whole vectors */
    ptrdiff_t N, span;
    ptrdiff_t key_step, head_step; /* elements between values of consecutive keys, and of consecutive heads */
    int group;                     /* heads that share one head of keys and values */
    const real *k, *v, *extra, *bias;
    real *content, *position;        /* [FEW][N]: scaled queries for content and for offsets */
    real *logits;                    /* [FEW][H][span]: logits by key; later replaced by their exponentials */
    real *sums;                      /* [FEW][H][width]: o before the division by `totals` */
    real *totals, *tops, *rescaling; /* [FEW][H] */
    const int32_t *classes;          /* as in simd_attention.h */
    real *class_scores, *class_sums; /* [FEW][H][C] */
    lg_keys prefix[FEW], keys[FEW];  /* keys that a query sees in the prefix and after it */
    bool far;                        /* keys and values of all sequences together exceed the L2 cache */
} few_queries;

TEMPLATE bool few_enough(const lg_attention *a) {
    return a->Q <= FEW && !a->exp_scores.data && !a->dropout.threshold && !a->linear;
}

TEMPLATE ptrdiff_t few_span(const lg_attention *a) {
    return LG_PAD(a->T);
}

static inline size_t few_scratch(const lg_attention *a) {
    const size_t classes = a->pair_keys.data || a->pair_values.data ? 2 * (size_t)a->C : 0;
    const size_t row = (size_t)few_span(a) + 2 * (size_t)a->D + (size_t)padded_columns(a) + 3 + classes;
    return FEW * (size_t)a->H * row * sizeof(real);
}

/* Offset of the keys or values of head h. */
TEMPLATE ptrdiff_t few_head(const few_queries *x, int h) {
    return (x->group > 1 ? h / x->group : h) * x->head_step;
}

/* If data are far, prefetches what is read next. Heads and rows are not read in memory order, so the processor does not
 * prefetch them. Prefetching near data would cost a few percent. */
static inline void few_fetch(const few_queries *x, const real *from, ptrdiff_t count) {
    if (!x->far) return;
    for (ptrdiff_t i = 0; i < count; i += LINE) __builtin_prefetch(from + i);
}

/* ---- logits: lanes are keys ------------------------------------------------------------------------------------- */

/* Loads HC columns of HL keys, with zeros for keys from `count` and columns from `columns` on. */
static inline void load_edge(hvec column[HC], const real *x, ptrdiff_t N, int count, int columns) {
    real square[HL * HC] = {0};
    for (int l = 0; l < smaller(count, HL); l++) {
        for (int d = 0; d < smaller(columns, HC); d++) square[l * HC + d] = x[l * N + d];
    }
    hload_columns(column, square, HC);
}

/* sum[query][head] += query[head][d] * x[key][head][d] over d, for HL keys. `whole`: there are HL keys, and all columns
 * of each step exist. */
TEMPLATE void few_dots(int queries, int heads, int D, bool whole, hvec sum[FEW][HEADS], const real *query,
                       const real *x, ptrdiff_t N, int count) {
    for (int c = 0; c < D; c += HC) {
        UNROLL for (int h = 0; h < heads; h++) {
            hvec column[HC];
            if (whole)
                hload_columns(column, x + h * D + c, N);
            else
                load_edge(column, x + h * D + c, N, count, D - c);
            UNROLL for (int d = 0; d < HC; d++) {
                if (!whole && d >= D - c) continue;
                UNROLL for (int i = 0; i < queries; i++) {
                    sum[i][h] = hfma(hsplat(query[i * N + h * D + c + d]), column[d], sum[i][h]);
                }
            }
        }
    }
}

/* Loads the first `count` <= HL of the elements that are `stride` apart. */
TEMPLATE hvec load_apart(const real *x, ptrdiff_t stride, int count) {
    hvec y = {0};
    if (stride == -1 && count == HL) return hreverse(hload(x - (HL - 1))); /* Toeplitz bias */
    UNROLL for (int l = 0; l < HL; l++) {
        if (l < count) y[l] = x[l * stride];
    }
    return y;
}

/* The class of query i and key j. */
TEMPLATE int few_class(const few_queries *x, int i, int j) {
    return x->classes[j * x->a->class_key + i];
}

/* Computes the products of query i with the vectors that classes add to keys; lanes are classes. */
static __attribute__((noinline)) void few_class_scores(const few_queries *x, int i) {
    const int C = x->a->C, D = x->D;
    for (int h = x->a->head_begin; h < lg_head_end(x->a); h++) {
        for (int c = 0; c < C; c += HL) {
            const int count = smaller(HL, C - c);
            hvec sum[FEW][HEADS] = {{{0}}};
            few_dots(1, 1, D, false, sum, x->content + i * x->N + h * D, (const real *)x->a->pair_keys.data + c * D, D,
                     count);
            hstore_first(x->class_scores + (i * x->a->H + h) * C + c, sum[0][0], count);
        }
    }
}

/* For each of `count` keys from j on, writes the product of query i with the vector of the key's class
 * (few_class_scores) in head h. */
static __attribute__((noinline)) void few_spread(const few_queries *x, int i, int h, int j, int count, real *y) {
    const real *scores = x->class_scores + (i * x->a->H + h) * x->a->C;
    for (int l = 0; l < count; l++) y[l] = scores[few_class(x, i, j + l)];
}

/* Adds the precomputed terms of the logits of head h, for `count` of HL keys from j on. */
TEMPLATE hvec few_terms(const few_queries *x, int i, int h, int j, int count, hvec sum) {
    const lg_attention *a = x->a;
    const int token = a->first + i, pad = LG_PAD(a->Q);
    if (a->pair_keys.data) {
        real y[HL] = {0};
        few_spread(x, i, h, j, count, y);
        sum += hload(y);
    }
    if (x->extra) {
        const hvec scale = hsplat(((const real *)a->scale.data)[token] * LG_LOG2_E);
        sum = hfma(load_apart(x->extra + ((ptrdiff_t)h * a->T + j) * pad + i, pad, count), scale, sum);
    }
    if (x->bias) {
        const hvec log = hsplat(LG_LOG2_E * (a->slope.data ? ((const real *)a->slope.data)[h] : 1));
        const real *bias = x->bias + h * a->bias_head + j * a->bias_key + token;
        sum = hfma(load_apart(bias, a->bias_key, count), log, sum);
    }
    return sum;
}

/* Computes the logits (base 2) of `heads` heads for `count` of HL keys from j on. */
TEMPLATE void few_logits(int queries, int heads, int D, bool ragged, const few_queries *x, int h, int j, int count) {
    const lg_attention *a = x->a;
    const bool whole = count == HL && (!ragged || D % HC == 0);
    const ptrdiff_t column = (ptrdiff_t)h * D;
    hvec sum[FEW][HEADS] = {{{0}}};
    few_dots(queries, heads, D, whole, sum, x->content + column, x->k + j * x->N + column, x->N, count);
    UNROLL for (int i = 0; i < queries; i++) {
        if (a->r.data) {
            const real *r = (const real *)a->r.data + (j - a->first - i + a->T - 1) * x->N + column;
            few_dots(1, heads, D, whole, sum + i, x->position + i * x->N + column, r, x->N, count);
        }
        UNROLL for (int n = 0; n < heads; n++) {
            const hvec logit = few_terms(x, i, h + n, j, count, sum[i][n]);
            hstore_first(x->logits + (i * a->H + h + n) * x->span + j, logit, count);
        }
    }
}

/* Computes the logits of all heads for HL keys from j on. */
TEMPLATE void few_keys(int queries, int D, bool ragged, const few_queries *x, int j) {
    const int end = lg_head_end(x->a);
    int h = x->a->head_begin;
    for (; h + HEADS <= end; h += HEADS) few_logits(queries, HEADS, D, ragged, x, h, j, HL);
    for (; h < end; h++) few_logits(queries, 1, D, ragged, x, h, j, HL);
}

/* Computes the logits of all heads for the last keys, fewer than HL. */
static __attribute__((noinline)) void few_last_keys(const few_queries *x, int j, int count) {
    for (int h = x->a->head_begin; h < lg_head_end(x->a); h++) {
        if (x->a->Q == 1)
            few_logits(1, 1, x->D, true, x, h, j, count);
        else
            few_logits(FEW, 1, x->D, true, x, h, j, count);
    }
}

/* ---- logits of a cache: lanes are interleaved keys --------------------------------------------------------------- */

/* The lower or upper numbers of pairs of bfloat16. */
TEMPLATE vec vhalves(vec pairs, bool high) {
    return high ? (vec)((vmask)pairs & (lane_int)0xffff0000u) : (vec)((vmask)pairs << 16);
}

TEMPLATE hvec hhalves(hvec pairs, bool high) {
    return high ? (hvec)((hmask)pairs & (lane_int)0xffff0000u) : (hvec)((hmask)pairs << 16);
}

/* Computes the first terms of logits: the products of queries with `tiles` times LG_LANES keys, from key j on. The
 * elements of these keys begin at k; with bf16, each element has two columns. If `far` is true, also prefetches as many
 * elements from `ahead` on. */
TEMPLATE void few_cached_dots(int queries, int tiles, bool bf16, bool far, int D, const few_queries *x, int h, int j,
                              const real *k, const real *ahead) {
    const int each = bf16 ? 2 : 1, tile = D / each * LG_LANES;
    const real *query = x->content + (ptrdiff_t)h * D;
    vec sum[FEW][KEY_TILES * KEY_VECS] = {{{0}}};
    for (int d = 0; d < D; d += each, k += LG_LANES, ahead += tiles * LG_LANES) {
        if (far) {
            UNROLL for (int line = 0; line < tiles * LG_LANES; line += LINE) __builtin_prefetch(ahead + line);
        }
        UNROLL for (int n = 0; n < tiles * KEY_VECS; n++) {
            const vec keys = vload(k + n / KEY_VECS * tile + n % KEY_VECS * VL);
            UNROLL for (int i = 0; i < queries * each; i++) {
                const int row = i / each, c = i % each;
                const vec column = bf16 ? vhalves(keys, c) : keys;
                sum[row][n] = vfma(vsplat(query[row * x->N + d + c]), column, sum[row][n]);
            }
        }
    }
    UNROLL for (int i = 0; i < queries; i++) {
        real *logits = x->logits + (i * x->a->H + h) * x->span + j;
        UNROLL for (int n = 0; n < tiles * KEY_VECS; n++) vstore(logits + n * VL, sum[i][n]);
    }
}

/* Adds the other terms to the logits of keys from..to-1. */
TEMPLATE void few_add_terms(int D, bool ragged, const few_queries *x, int i, int h, int from, int to) {
    const lg_attention *a = x->a;
    real *logits = x->logits + (i * a->H + h) * x->span;
    for (int j = from; j < to; j += HL) {
        const int count = smaller(HL, a->T - j);
        hvec sum[FEW][HEADS] = {{hload(logits + j)}};
        if (a->r.data) {
            const ptrdiff_t column = (ptrdiff_t)h * D;
            const real *r = (const real *)a->r.data + (j - a->first - i + a->T - 1) * x->N + column;
            few_dots(1, 1, D, count == HL && (!ragged || D % HC == 0), sum, x->position + i * x->N + column, r, x->N,
                     count);
        }
        hstore(logits + j, few_terms(x, i, h, j, count, sum[0][0]));
    }
}

/* Computes the logits of all heads for keys begin..end-1, which are contiguous. Logits of hidden keys beside them are
 * undefined and not read. */
TEMPLATE void few_cached_logits(int queries, int D, bool ragged, bool bf16, const few_queries *x, int begin, int end) {
    const lg_attention *a = x->a;
    const int first = begin / LG_LANES * LG_LANES, last = begin < end ? LG_PAD(end) : first;
    const int most = KEY_TILES * LG_LANES, C = bf16 ? D / 2 : D;
    const real *row = x->k + (ptrdiff_t)lg_cache_row(a->layout, first) * C;
    for (int h = a->head_begin; h < lg_head_end(a); h++) {
        int j = first;
        const real *k = row + few_head(x, h);
        for (; x->far && j + most <= last; j += most, k += most * C) {
            const real *ahead = j + most < last ? k + most * C : row + few_head(x, h + 1);
            few_cached_dots(queries, KEY_TILES, bf16, true, D, x, h, j, k, ahead);
        }
        for (; j + most <= last; j += most, k += most * C)
            few_cached_dots(queries, KEY_TILES, bf16, false, D, x, h, j, k, k);
        for (; j < last; j += LG_LANES, k += LG_LANES * C) few_cached_dots(queries, 1, bf16, false, D, x, h, j, k, k);
        if (!a->r.data && !x->extra && !x->bias && !a->pair_keys.data) continue;
        UNROLL for (int i = 0; i < queries; i++) few_add_terms(D, ragged, x, i, h, first, smaller(last, a->T));
    }
}

/* Computes the logits of all keys that some query sees in this part (prefix or later keys). */
TEMPLATE void few_part_logits(int queries, int D, bool ragged, const few_queries *x, const lg_keys part[FEW]) {
    int j = part[0].begin, end = part[0].end;
    UNROLL for (int i = 1; i < queries; i++) j = smaller(j, part[i].begin), end = larger(end, part[i].end);
    for (int stop; x->a->cached && j < end; j = stop) {
        stop = j + lg_cache_run(x->a->layout, j, end - j);
        if (D != 8 && !ragged && x->a->layout.bf16)
            few_cached_logits(queries, D, ragged, true, x, j, stop);
        else
            few_cached_logits(queries, D, ragged, false, x, j, stop);
    }
    for (; j + HL <= end; j += HL) {
        few_fetch(x, x->k + (j + HL) * x->N, smaller(HL, end - j - HL) * x->N);
        few_keys(queries, D, ragged, x, j);
    }
    if (j < end) few_last_keys(x, j, end - j);
}

/* ---- softmax ---------------------------------------------------------------------------------------------------- */

/* Replaces `vectors` vectors of logits by their exponentials; in the last vector, replaces only the first `count`
 * logits. */
TEMPLATE void few_powers(int vectors, real *logits, vec top, int count) {
    vec p[EXP2_KEYS];
    UNROLL for (int n = 0; n < vectors; n++) p[n] = vload_first(logits + n * VL, count) - top;
    vexp2_lanes(vectors, p);
    UNROLL for (int n = 0; n < vectors; n++) vstore_first(logits + n * VL, p[n], count);
}

TEMPLATE real few_top(const real *logits, int keys, real top) {
    vec most = vsplat(top);
    int j = 0;
    for (; j + VL <= keys; j += VL) most = vmax(most, vload(logits + j));
    UNROLL for (int l = 0; l < VL; l++) top = most[l] > top ? most[l] : top;
    for (; j < keys; j++) top = logits[j] > top ? logits[j] : top;
    return top;
}

/* The keys of a query that are processed together: part 0 in the prefix, part 1 after it. */
typedef struct portion {
    lg_keys parts[2];
} portion;

TEMPLATE int few_keys_of(const portion *some) {
    return some->parts[0].end - some->parts[0].begin + some->parts[1].end - some->parts[1].begin;
}

/* Replaces the logits of the keys in `some` by exponentials relative to the highest logit so far. Sets the factor by
 * which earlier sums must be rescaled (few_rescale). */
static inline void few_weights(const few_queries *x, int row, const portion *some) {
    real *logits = x->logits + row * x->span;
    const real before = x->tops[row];
    real top = before;
    for (const lg_keys *k = some->parts; k < some->parts + 2; k++)
        top = few_top(logits + k->begin, k->end - k->begin, top);
    hvec rescaling[EXP2_KEYS] = {hsplat(before) - hsplat(top)};
    const vec tops = vsplat(top);
    for (const lg_keys *k = some->parts; k < some->parts + 2; k++) {
        int j = k->begin;
        for (; j + EXP2_KEYS * VL <= k->end; j += EXP2_KEYS * VL) few_powers(EXP2_KEYS, logits + j, tops, VL);
        for (; j < k->end; j += VL) few_powers(1, logits + j, tops, smaller(k->end - j, VL));
    }
    hexp2_lanes(1, rescaling);
    x->rescaling[row] = rescaling[0][0];
    x->tops[row] = top;
}

/* ---- values: lanes are columns ---------------------------------------------------------------------------------- */

/* Elements from the first sum that few_mix_columns computes to vector n of them; width: elements of a head. */
TEMPLATE ptrdiff_t few_sum(int vectors, int halves, int D, int width, int n) {
    const int h = n / halves / vectors, vector = n / halves % vectors;
    return (ptrdiff_t)h * width + n % halves * (D / halves) + vector * HL;
}

/* sum[head][.] += weight[head][key] * v[key][head][.] and total[head] += weight[head][key], summed over keys
 * from..to-1, for `heads` heads from `row` on. Of each head, `vectors` vectors of elements from element c on are
 * computed. halves: 1; or 2 in a cache of bfloat16, where element c has the columns c and c + D / 2. */
TEMPLATE void few_mix_columns(int heads, int vectors, int halves, int D, bool ragged, const few_queries *x, int row,
                              int c, int from, int to) {
    const int sums = heads * vectors * halves;
    const real *weights = x->logits + row * x->span;
    const int place = x->a->cached ? lg_cache_row(x->a->layout, from) : from;
    const real *v = x->v + place * x->key_step + c;
    real *out = x->sums + row * x->width + c;
    ptrdiff_t begin[MIX_WIDTH];
    hvec sum[MIX_WIDTH], total[MIX_WIDTH];
    UNROLL for (int n = 0; n < heads; n++) begin[n] = few_head(x, row % x->a->H + n);
    UNROLL for (int n = 0; n < sums; n++) sum[n] = hload(out + few_sum(vectors, halves, D, x->width, n));
    UNROLL for (int n = 0; n < heads; n++) total[n] = hsplat(x->totals[row + n]);
    for (int j = from; j < to; j++, v += x->key_step) {
        UNROLL for (int h = 0; h < heads; h++) {
            const hvec weight = hsplat(weights[h * x->span + j]);
            total[h] += weight;
            UNROLL for (int n = 0; n < vectors; n++) {
                const real *at = v + begin[h] + n * HL;
                const hvec value = ragged ? hload_first(at, D - c) : hload(at);
                hvec *y = sum + (h * vectors + n) * halves;
                if (halves == 1) {
                    y[0] = hfma(weight, value, y[0]);
                } else {
                    y[0] = hfma(weight, hhalves(value, false), y[0]);
                    y[1] = hfma(weight, hhalves(value, true), y[1]);
                }
            }
        }
    }
    UNROLL for (int n = 0; n < sums; n++) hstore(out + few_sum(vectors, halves, D, x->width, n), sum[n]);
    if (c + vectors * HL < D / halves) return; /* stores the sum of weights only once */
    UNROLL for (int n = 0; n < heads; n++) x->totals[row + n] = total[n][0];
}

/* Sums the values of one head of a query, in groups of as many vectors as possible. */
TEMPLATE void few_mix_head(int halves, int D, bool ragged, const few_queries *x, int row, int from, int to) {
    const int elements = D / halves;
    int c = 0;
    for (; halves == 1 && !ragged && c + MIX_WIDTH * HL <= elements; c += MIX_WIDTH * HL)
        few_mix_columns(1, MIX_WIDTH, 1, D, false, x, row, c, from, to);
    for (; !ragged && c + 4 * HL <= elements; c += 4 * HL) few_mix_columns(1, 4, halves, D, false, x, row, c, from, to);
    for (; !ragged && c + 2 * HL <= elements; c += 2 * HL) few_mix_columns(1, 2, halves, D, false, x, row, c, from, to);
    for (; c < elements; c += HL) few_mix_columns(1, 1, halves, D, ragged, x, row, c, from, to);
}

/* Sums the values of all heads of query i, several narrow heads at once. */
TEMPLATE void few_mix_heads(int halves, int D, bool ragged, const few_queries *x, int i, int from, int to) {
    const int H = x->a->H, end = lg_head_end(x->a), elements = D / halves;
    int h = x->a->head_begin;
    for (; !ragged && elements == HL && h + 4 <= end; h += 4)
        few_mix_columns(4, 1, halves, D, false, x, i * H + h, 0, from, to);
    for (; !ragged && elements == 2 * HL && h + 2 <= end; h += 2)
        few_mix_columns(2, 2, halves, D, false, x, i * H + h, 0, from, to);
    for (; h < end; h++) few_mix_head(halves, D, ragged, x, i * H + h, from, to);
}

/* A separate function, so that it is compiled once: inlining it in each caller took a third of this file's compile
 * time. */
static __attribute__((noinline)) void few_mix_8(const few_queries *x, int i, int from, int to) {
    few_mix_heads(1, 8, false, x, i, from, to);
}

static __attribute__((noinline)) void few_mix_whole(const few_queries *x, int i, int from, int to) {
    few_mix_heads(1, x->D, false, x, i, from, to);
}

static __attribute__((noinline)) void few_mix_ragged(const few_queries *x, int i, int from, int to) {
    few_mix_heads(1, x->D, true, x, i, from, to);
}

static __attribute__((noinline)) void few_mix_bf16(const few_queries *x, int i, int from, int to) {
    few_mix_heads(2, x->D, false, x, i, from, to);
}

static inline void few_mix(const few_queries *x, int i, int from, int to) {
    if (x->a->cached && x->a->layout.bf16)
        few_mix_bf16(x, i, from, to);
    else if (x->D == 8)
        few_mix_8(x, i, from, to);
    else if (x->D % HL == 0)
        few_mix_whole(x, i, from, to);
    else
        few_mix_ragged(x, i, from, to);
}

/* Sums the weights of query i by class, over keys in order, and multiplies each sum by the vector that the class adds
 * to values. */
static __attribute__((noinline)) void few_mix_classes(const few_queries *x, int i) {
    const lg_attention *a = x->a;
    const lg_keys parts[2] = {x->prefix[i], x->keys[i]};
    const real *rows = a->pair_values.data, *weights = x->logits + i * a->H * x->span;
    real *sums = x->class_sums + i * a->H * a->C;
    memset(sums, 0, sizeof *sums * (size_t)(a->H * a->C));
    for (const lg_keys *k = parts; k < parts + 2; k++) {
        for (int j = k->begin; j < k->end; j++) {
            real *sum = sums + few_class(x, i, j);
            for (int h = a->head_begin; h < lg_head_end(a); h++) sum[h * a->C] += weights[h * x->span + j];
        }
    }
    for (int h = a->head_begin; h < lg_head_end(a); h++) {
        real *o = x->sums + (i * a->H + h) * x->width;
        for (int c = 0; c < x->D; c += HL) {
            hvec sum = hload(o + c);
            for (int n = 0; n < a->C; n++)
                sum = hfma(hsplat(sums[h * a->C + n]), hload_first(rows + n * x->D + c, x->D - c), sum);
            hstore(o + c, sum);
        }
    }
}

/* ---- queries and sequences -------------------------------------------------------------------------------------- */

/* Rescales the sums of row `row`. */
static inline void few_rescale(const few_queries *x, int row) {
    x->totals[row] *= x->rescaling[row];
    for (int c = 0; c < x->width; c += HL) {
        real *sum = x->sums + row * x->width + c;
        hstore(sum, hload(sum) * hsplat(x->rescaling[row]));
    }
}

/* Keys are processed in the same portions as in simd_lanes.inc, so that results have the same bits: in chunks of CHUNK
 * keys if few_chunks is true, else in one portion. few_portions returns the number of portions; few_portion returns the
 * keys of query i in portion `number`. */
TEMPLATE bool few_chunks(const few_queries *x) {
    return x->a->r.data && x->D <= HL && !x->a->pair_values.data;
}

TEMPLATE int few_portions(const few_queries *x) {
    return few_chunks(x) ? (x->a->T + CHUNK - 1) / CHUNK + (x->a->prefix > 0) : 1;
}

static inline portion few_portion(const few_queries *x, int i, int number) {
    const lg_keys prefix = x->prefix[i], keys = x->keys[i], none = {0, 0};
    if (!few_chunks(x)) return (portion){{prefix, keys}};
    if (x->a->prefix > 0 && number == 0) return (portion){{prefix, none}};
    const int at = x->a->prefix > 0 ? (number - 1) * CHUNK : keys.begin + number * CHUNK;
    const int begin = larger(at, keys.begin), end = smaller(at + CHUNK, keys.end);
    return (portion){{none, begin < end ? (lg_keys){begin, end} : none}};
}

/* Adds the values of one part of each query's portion: of part 0, the prefix, or part 1, the keys after it. */
static inline void few_mix_part(const few_queries *x, const portion some[FEW], int part) {
    const int queries = x->a->Q;
    const int mixed = smaller(larger(MIXED / (int)x->N, 8), 32);
    int low = x->a->T, high = 0;
    for (int i = 0; i < queries; i++) {
        const lg_keys keys = some[i].parts[part];
        if (keys.begin < keys.end) low = smaller(low, keys.begin), high = larger(high, keys.end);
        for (int j = keys.begin, stop; x->a->cached && j < keys.end; j = stop) {
            stop = j + lg_cache_run(x->a->layout, j, keys.end - j);
            few_mix(x, i, j, stop);
        }
    }
    if (x->a->cached) return;
    for (int j = low; j < high; j += mixed) {
        few_fetch(x, x->v + (j + mixed) * x->N, smaller(mixed, high - j - mixed) * x->N);
        for (int i = 0; i < queries; i++) {
            const lg_keys keys = some[i].parts[part];
            const int first = larger(keys.begin, j), last = smaller(keys.end, j + mixed);
            if (first < last) few_mix(x, i, first, last);
        }
    }
}

TEMPLATE void few_attend(int queries, int D, bool ragged, const few_queries *x) {
    const int count = few_portions(x), H = x->a->H;
    const lg_keys *parts[2] = {x->prefix, x->keys};
    for (int part = x->a->prefix > 0 ? 0 : 1; part < 2; part++) few_part_logits(queries, D, ragged, x, parts[part]);
    for (int number = 0; number < count; number++) {
        portion some[FEW];
        UNROLL for (int i = 0; i < queries; i++) {
            some[i] = few_portion(x, i, number);
            if (few_keys_of(&some[i]) == 0) continue;
            for (int row = i * H + x->a->head_begin; row < i * H + lg_head_end(x->a); row++) {
                few_weights(x, row, &some[i]);
                if (number > 0) few_rescale(x, row);
            }
        }
        for (int part = x->a->prefix > 0 ? 0 : 1; part < 2; part++) few_mix_part(x, some, part);
    }
    for (int i = 0; x->a->pair_values.data && i < queries; i++) few_mix_classes(x, i);
}

typedef void few_function(const few_queries *x);

#define FEW_FUNCTION(name, queries, D, ragged)                                                                         \
    static __attribute__((noinline)) void name(const few_queries *x) {                                                 \
        few_attend(queries, D, ragged, x);                                                                             \
    }
FEW_FUNCTION(few_1_8, 1, 8, false)
FEW_FUNCTION(few_1_whole, 1, x->D, false)
FEW_FUNCTION(few_1_ragged, 1, x->D, true)
FEW_FUNCTION(few_2_8, 2, 8, false)
FEW_FUNCTION(few_2_whole, 2, x->D, false)
FEW_FUNCTION(few_2_ragged, 2, x->D, true)
#undef FEW_FUNCTION

static inline few_queries open_few(const lg_attention *a) {
    few_queries x = {.a = a, .D = a->D, .width = padded_columns(a), .N = (ptrdiff_t)a->H * a->D, .span = few_span(a)};
    const ptrdiff_t rows = (ptrdiff_t)FEW * a->H;
    real *scratch = a->scratch.data;
    x.logits = scratch, scratch += rows * x.span;
    x.sums = scratch, scratch += rows * x.width;
    x.content = scratch, scratch += FEW * x.N;
    x.position = scratch, scratch += FEW * x.N;
    x.totals = scratch, scratch += rows;
    x.tops = scratch, scratch += rows;
    x.rescaling = scratch, scratch += rows;
    x.class_scores = scratch, x.class_sums = scratch + rows * a->C;
    x.key_step = a->cached ? cache_columns(a->layout, a->D) : x.N;
    x.head_step = a->cached ? cache_head(a->layout, a->T, a->D) : a->D;
    x.group = a->cached ? a->H / a->cached : 1;
    const int begin = a->key_begin.data ? larger(((const int32_t *)a->key_begin.data)[a->first], 0) : 0;
    const int end = a->key_end.data ? smaller(((const int32_t *)a->key_end.data)[a->first + a->Q - 1], a->T) : a->T;
    x.far = 2 * sizeof(real) * (size_t)a->S * (size_t)larger(end - begin, 0) *
                (size_t)(a->cached ? a->cached * x.key_step : x.N) >
            FAR_BYTES;
    return x;
}

/* Finds the keys that queries of sequence s see. */
static inline void few_see_keys(few_queries *x, int s) {
    const lg_attention *a = x->a;
    const lg_keys keys = lg_span_keys(a, s);
    for (int i = 0; i < a->Q; i++) {
        const int32_t *key_begin = a->key_begin.data, *key_end = a->key_end.data;
        const int end = key_end ? smaller(key_end[a->first + i], keys.end) : keys.end;
        const int prefix = key_begin ? larger(smaller(a->prefix, end), keys.begin) : keys.begin;
        const int begin = key_begin ? larger(key_begin[a->first + i], prefix) : prefix;
        x->prefix[i] = (lg_keys){keys.begin, prefix};
        x->keys[i] = (lg_keys){begin < end ? begin : prefix, begin < end ? end : prefix};
    }
}

/* Scales the queries of sequence s and clears sums. */
static inline void open_few_sequence(few_queries *x, int s) {
    const lg_attention *a = x->a;
    const real *u = a->u.data, *w = a->w.data, *q = (const real *)a->q.data + s * a->Q * x->N;
    const ptrdiff_t sequence =
        a->cached ? cache_sequence(a->layout, a->T, a->cached, a->D) * s : lg_first_key(a, s) * x->N;
    x->k = (const real *)a->k.data + sequence;
    x->v = (const real *)a->v.data + sequence;
    x->extra = at(a->extra, (ptrdiff_t)s * a->H * a->T * LG_PAD(a->Q));
    x->bias = at(a->bias, s * a->bias_sequence);
    x->classes = at_class(a, s);
    few_see_keys(x, s);
    for (int i = 0; i < a->Q; i++) {
        const real scale = ((const real *)a->scale.data)[a->first + i] * LG_LOG2_E;
        for (ptrdiff_t c = 0; c < x->N; c++) {
            x->content[i * x->N + c] = (u ? q[i * x->N + c] + u[c] : q[i * x->N + c]) * scale;
            if (a->r.data) x->position[i * x->N + c] = (w ? q[i * x->N + c] + w[c] : q[i * x->N + c]) * scale;
        }
    }
    for (int i = 0; a->pair_keys.data && i < a->Q; i++) few_class_scores(x, i);
    for (int row = 0; row < a->Q * a->H; row++) x->totals[row] = 0, x->tops[row] = LG_LOWEST;
    for (ptrdiff_t c = 0; c < (ptrdiff_t)a->Q * a->H * x->width; c += HL) hstore(x->sums + c, (hvec){0});
}

static inline void few_store_output(const few_queries *x, int s) {
    const lg_attention *a = x->a;
    for (int row = 0; row < a->Q * a->H; row++) {
        if (row % a->H < a->head_begin || row % a->H >= lg_head_end(a)) continue;
        const real total = x->totals[row], inverse = total == 0 ? total : 1 / total;
        real *log_sum = at(a->log_sum, ((ptrdiff_t)s * a->H + row % a->H) * LG_PAD(a->Q) + row / a->H);
        if (log_sum) *log_sum = log_of_sum(x->tops[row], total);
        real *o = (real *)a->o.data + (s * a->Q + row / a->H) * x->N + row % a->H * a->D;
        for (int c = 0; c < a->D; c += HL)
            hstore_first(o + c, hload(x->sums + row * x->width + c) * hsplat(inverse), a->D - c);
    }
}

static inline void attend_few(const lg_attention *a) {
    few_function *attend = a->D == 8 ? few_1_8 : a->D % HL == 0 ? few_1_whole : few_1_ragged;
    if (a->Q == 2) attend = a->D == 8 ? few_2_8 : a->D % HL == 0 ? few_2_whole : few_2_ragged;
    few_queries x = open_few(a);
    for (int s = 0; s < a->S; s++) {
        open_few_sequence(&x, s);
        attend(&x);
        few_store_output(&x, s);
    }
}

/* ---- the slots -------------------------------------------------------------------------------------------------- */

static inline size_t attention_scratch(const lg_kernels *set, const lg_attention *a, bool backward) {
    if (!backward && few_enough(a)) return few_scratch(a);
    const size_t scratch = wide_enough(a) ? wide_scratch(a, backward) : block_scratch(a, backward);
    return scratch + cache_scratch(a->cached, a->T, a->H, a->D) * sizeof(real);
}

/* Attention of more than FEW queries, with keys and values in rows. */
static inline void attend_rows(const lg_attention *a) {
    if (wide_enough(a))
        attend_wide(a);
    else
        attend_blocks(a);
}

static inline void attention(const lg_kernels *set, const lg_attention *a) {
    if (few_enough(a)) {
        attend_few(a);
        return;
    }
    const lg_keys seen =
        a->cached ? cache_seen(a->key_begin, a->key_end, a->prefix, a->first, a->Q, a->T) : (lg_keys){0};
    for (int s = 0; a->cached && s < a->S; s++) {
        int32_t span[2];
        const lg_attention one = cache_attention(a, s, seen, span);
        attend_rows(&one);
    }
    if (!a->cached) attend_rows(a);
}

static inline void attention_backward(const lg_kernels *set, const lg_attention *a) {
    if (wide_enough(a))
        backward_wide(a);
    else
        backward_blocks(a);
}

#endif
