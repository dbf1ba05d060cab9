/* cache.h: where keys and values lie in a cache (struct lg_append), and attention over a cache by kernels that read
 * rows: one sequence after another is laid out in rows, in scratch memory. For kernels of the host. */
#ifndef LG_KERNEL_CACHE_H
#define LG_KERNEL_CACHE_H

#include "kernel/kernel.h"

/* Elements of a head of a sequence, and of a sequence. */
static inline ptrdiff_t cache_head(int T, int D) {
    return (ptrdiff_t)LG_PAD(T) * D;
}

static inline ptrdiff_t cache_sequence(int T, int H, int D) {
    return cache_head(T, D) * H;
}

/* The first column of a token, whose columns are `step` apart, in a head of a cache. */
static inline real *cache_column(real *begin, bool keys, int D, int token, ptrdiff_t *step) {
    *step = keys ? LG_LANES : 1;
    return keys ? begin + (ptrdiff_t)(token / LG_LANES) * D * LG_LANES + token % LG_LANES
                : begin + (ptrdiff_t)token * D;
}

/* The first column of key j of a sequence and head, of T keys that are rows or in a cache. */
static inline const real *cache_key(const real *keys, bool cached, int T, int H, int D, int s, int h, int j,
                                    ptrdiff_t *step) {
    *step = 1;
    if (!cached) return keys + (((ptrdiff_t)s * T + j) * H + h) * D;
    return cache_column((real *)keys + s * cache_sequence(T, H, D) + h * cache_head(T, D), true, D, j, step);
}

/* The first `count` tokens of a sequence: rows [T, H*D]. */
static inline void cache_to_rows(real *rows, const real *cache, bool keys, int T, int H, int D, int count) {
    for (int h = 0; h < H; h++) {
        real *begin = (real *)cache + h * cache_head(T, D), *to = rows + (ptrdiff_t)h * D;
        for (int t = 0; t < count; t++, to += (ptrdiff_t)H * D) {
            ptrdiff_t step;
            const real *from = cache_column(begin, keys, D, t, &step);
            for (int d = 0; d < D; d++) to[d] = from[d * step];
        }
    }
}

/* How many tokens the queries see of T, at most. */
static inline int cache_seen(lg_view key_end, int first, int Q, int T) {
    const int32_t *ends = key_end.data;
    int most = ends ? 0 : T;
    for (int i = first; ends && i < first + Q; i++) most = ends[i] < most ? most : ends[i] < T ? ends[i] : T;
    return most;
}

/* Elements of scratch memory for the rows of a sequence, keys and values. */
static inline size_t cache_scratch(bool cached, int T, int H, int D) {
    return cached ? 2 * (size_t)T * (size_t)H * (size_t)D : 0;
}

/* Keys and values of sequence s, laid out in rows at the start of scratch memory, of which the rest is left. */
static inline void cache_open(lg_view *k, lg_view *v, lg_view *scratch, int s, int T, int H, int D, int count) {
    real *rows = scratch->data;
    const ptrdiff_t all = (ptrdiff_t)T * H * D, sequence = s * cache_sequence(T, H, D);
    cache_to_rows(rows, (const real *)k->data + sequence, true, T, H, D, count);
    cache_to_rows(rows + all, (const real *)v->data + sequence, false, T, H, D, count);
    k->data = rows, v->data = rows + all, scratch->data = rows + 2 * all;
}

/* Attention of sequence s alone, whose keys and values are rows, the first `count` of them. */
static inline lg_attention cache_attention(const lg_attention *a, int s, int count) {
    const size_t queries = (size_t)s * (size_t)(a->Q * a->H * a->D) * sizeof(real);
    const size_t pairs = (size_t)s * (size_t)(a->H * a->T) * LG_PAD((size_t)a->Q) * sizeof(real);
    lg_attention one = *a;
    one.S = 1, one.cached = false;
    one.q = lg_view_at(a->q, queries), one.o = lg_view_at(a->o, queries), one.extra = lg_view_at(a->extra, pairs);
    one.bias = lg_view_at(a->bias, (size_t)(s * a->bias_sequence) * sizeof(real));
    one.classes = lg_view_at(a->classes, (size_t)(s * a->class_sequence) * sizeof(int32_t));
    one.span = lg_view_at(a->span, (size_t)s * 2 * sizeof(int32_t));
    one.log_sum = lg_view_at(a->log_sum, (size_t)(s * a->H) * LG_PAD((size_t)a->Q) * sizeof(real));
    one.dropout.sequence += (uint32_t)s;
    cache_open(&one.k, &one.v, &one.scratch, s, a->T, a->H, a->D, count);
    return one;
}

static inline lg_geometric cache_geometric(const lg_geometric *a, int s, int count) {
    const size_t queries = (size_t)s * (size_t)(a->Q * a->H * a->D) * sizeof(real);
    lg_geometric one = *a;
    one.S = 1, one.cached = false;
    one.q = lg_view_at(a->q, queries), one.o = lg_view_at(a->o, queries);
    one.direction = lg_view_at(a->direction, (size_t)s * (size_t)(a->Q * 2 * a->H) * sizeof(real));
    one.dropout.sequence += (uint32_t)s;
    cache_open(&one.k, &one.v, &one.scratch, s, a->T, a->H, a->D, count);
    return one;
}

#endif
