/* cache.h: addresses of keys and values in a cache (struct lg_append), for kernels that run on the CPU. Some kernels
 * read keys and values only as rows. For these, the functions below copy the cache of one sequence at a time to rows in
 * scratch memory. */
#ifndef LG_KERNEL_CACHE_H
#define LG_KERNEL_CACHE_H

#include "kernel/bf16.h"
#include "kernel/kernel.h"

/* Number of rows per head in a cache of T tokens. */
static inline int cache_rows(lg_cache_layout layout, int T) {
    return layout.rows > 0 ? layout.rows : LG_PAD(T);
}

/* Number of elements per token and head of a cache. */
static inline int cache_columns(lg_cache_layout layout, int D) {
    return layout.bf16 ? D / 2 : D;
}

/* Number of elements per head of a cache. */
static inline ptrdiff_t cache_head(lg_cache_layout layout, int T, int D) {
    return (ptrdiff_t)cache_rows(layout, T) * cache_columns(layout, D);
}

/* Number of elements per sequence of a cache of H heads. */
static inline ptrdiff_t cache_sequence(lg_cache_layout layout, int T, int H, int D) {
    return cache_head(layout, T, D) * H;
}

/* The columns of a token in a head, in elements that are `step` apart. */
typedef struct cache_row {
    real *begin;
    ptrdiff_t step;
    int pairs; /* 0: each element is one column. Otherwise each element is a pair of bfloat16: columns 2c and 2c + 1 if
                * pairs is 1 (keys), columns c and pairs + c if pairs is D/2 (values). */
} cache_row;

/* The row of a token in a head of a cache that begins at `begin`. */
static inline cache_row cache_token(const real *begin, lg_cache_layout layout, bool keys, int D, int token) {
    const int row = lg_cache_row(layout, token), columns = cache_columns(layout, D);
    const ptrdiff_t place =
        keys ? (ptrdiff_t)(row / LG_LANES) * columns * LG_LANES + row % LG_LANES : (ptrdiff_t)row * columns;
    return (cache_row){(real *)begin + place, keys ? LG_LANES : 1, !layout.bf16 ? 0 : keys ? 1 : columns};
}

/* The row of key j of a sequence and head. Keys are rows of T tokens, or a cache of `cached` heads. */
static inline cache_row cache_key(const real *keys, int cached, lg_cache_layout layout, int T, int H, int D, int s,
                                  int h, int j) {
    if (!cached) return (cache_row){(real *)keys + (((ptrdiff_t)s * T + j) * H + h) * D, 1, 0};
    const ptrdiff_t place = s * cache_sequence(layout, T, cached, D) + h / (H / cached) * cache_head(layout, T, D);
    return cache_token(keys + place, layout, true, D, j);
}

/* Column d of a row. */
static inline real cache_at(cache_row x, int d) {
    if (x.pairs == 0) return x.begin[d * x.step];
    if (x.pairs == 1) return bf16_of_pair(x.begin[d / 2 * x.step], d % 2);
    return bf16_of_pair(x.begin[d % x.pairs * x.step], d >= x.pairs);
}

/* Writes D columns to a row of a cache. */
static inline void cache_write(cache_row x, const real *from, int D) {
    for (int d = 0; x.pairs == 0 && d < D; d++) x.begin[d * x.step] = from[d];
    for (int d = 0; x.pairs == 1 && d < D; d += 2) x.begin[d / 2 * x.step] = bf16_pair(from[d], from[d + 1]);
    for (int d = 0; x.pairs > 1 && d < x.pairs; d++) x.begin[d * x.step] = bf16_pair(from[d], from[x.pairs + d]);
}

/* Copies the keys or values of some tokens and heads of one sequence from a cache of `cached` heads to rows [T,
 * H*D]. */
static inline void cache_to_rows(real *rows, const real *cache, int cached, lg_cache_layout layout, bool keys, int T,
                                 int H, int D, lg_keys tokens, lg_keys heads) {
    for (int h = heads.begin; h < heads.end; h++) {
        const real *begin = cache + h / (H / cached) * cache_head(layout, T, D);
        for (int t = tokens.begin; t < tokens.end; t++) {
            real *to = rows + ((ptrdiff_t)t * H + h) * D;
            const cache_row from = cache_token(begin, layout, keys, D, t);
            for (int d = 0; d < D; d++) to[d] = cache_at(from, d);
        }
    }
}

/* A range of the T tokens that includes every key that any query sees. It starts at a multiple of LG_LANES. */
static inline lg_keys cache_seen(lg_view key_begin, lg_view key_end, int prefix, int first, int Q, int T) {
    const int32_t *begins = key_begin.data, *ends = key_end.data;
    lg_keys seen = {begins && prefix == 0 ? T : 0, ends ? 0 : T};
    for (int i = first; i < first + Q; i++) {
        if (seen.begin > 0 && begins[i] < seen.begin) seen.begin = begins[i] > 0 ? begins[i] : 0;
        if (ends && ends[i] > seen.end) seen.end = ends[i] < T ? ends[i] : T;
    }
    seen.begin = seen.begin / LG_LANES * LG_LANES;
    return seen;
}

/* Elements of scratch memory for the keys and values of a sequence in rows. */
static inline size_t cache_scratch(int cached, int T, int H, int D) {
    return cached ? 2 * (size_t)T * (size_t)H * (size_t)D : 0;
}

/* Copies keys and values of sequence s to rows at the start of scratch memory, and advances `scratch` past them. */
static inline void cache_open(lg_view *k, lg_view *v, lg_view *scratch, int cached, lg_cache_layout layout, int s,
                              int T, int H, int D, lg_keys tokens, lg_keys heads) {
    real *rows = scratch->data;
    const ptrdiff_t all = (ptrdiff_t)T * H * D, sequence = s * cache_sequence(layout, T, cached, D);
    cache_to_rows(rows, (const real *)k->data + sequence, cached, layout, true, T, H, D, tokens, heads);
    cache_to_rows(rows + all, (const real *)v->data + sequence, cached, layout, false, T, H, D, tokens, heads);
    k->data = rows, v->data = rows + all, scratch->data = rows + 2 * all;
}

/* Arguments of the attention of sequence s alone, with keys and values as rows. Sets `span` to the part of the
 * sequence's span that is within `tokens`, so that kernels read no other keys. */
static inline lg_attention cache_attention(const lg_attention *a, int s, lg_keys tokens, int32_t span[2]) {
    const lg_keys own = lg_span_keys(a, s);
    const int begin = own.begin > tokens.begin ? own.begin : tokens.begin;
    const int end = own.end < tokens.end ? own.end : tokens.end;
    const size_t queries = (size_t)s * (size_t)(a->Q * a->H * a->D) * sizeof(real);
    const size_t pairs = (size_t)s * (size_t)(a->H * a->T) * LG_PAD((size_t)a->Q) * sizeof(real);
    lg_attention one = *a;
    one.S = 1, one.cached = 0;
    one.q = lg_view_at(a->q, queries), one.o = lg_view_at(a->o, queries), one.extra = lg_view_at(a->extra, pairs);
    one.bias = lg_view_at(a->bias, (size_t)(s * a->bias_sequence) * sizeof(real));
    one.classes = lg_view_at(a->classes, (size_t)(s * a->class_sequence) * sizeof(int32_t));
    one.span = (lg_view){span, 0};
    span[0] = begin, span[1] = end > begin ? end - begin : 0;
    one.log_sum = lg_view_at(a->log_sum, (size_t)(s * a->H) * LG_PAD((size_t)a->Q) * sizeof(real));
    one.dropout.sequence += (uint32_t)s;
    cache_open(&one.k, &one.v, &one.scratch, a->cached, a->layout, s, a->T, a->H, a->D, tokens,
               (lg_keys){a->head_begin, lg_head_end(a)});
    return one;
}

static inline lg_geometric cache_geometric(const lg_geometric *a, int s, lg_keys tokens) {
    const size_t queries = (size_t)s * (size_t)(a->Q * a->H * a->D) * sizeof(real);
    lg_geometric one = *a;
    one.S = 1, one.cached = 0;
    one.q = lg_view_at(a->q, queries), one.o = lg_view_at(a->o, queries);
    one.direction = lg_view_at(a->direction, (size_t)s * (size_t)(a->Q * 2 * a->H) * sizeof(real));
    one.dropout.sequence += (uint32_t)s;
    cache_open(&one.k, &one.v, &one.scratch, a->cached, a->layout, s, a->T, a->H, a->D, tokens, (lg_keys){0, a->H});
    return one;
}

#endif
