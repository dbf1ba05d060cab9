/* cross_attention.c: attention of the tokens of one stream to the tokens of another stream, always by softmax (Vaswani
 * et al. 2017, section 3.2.3). By default it has no positions. An encoding of cross-attention depends on the distance
 * between positions in the two timelines. */
#include "base/file.h"
#include "graph/ops.h"
#include "nn/axes/encoding.h"
#include "nn/axes/mask.h"
#include "nn/axes/sublayer.h"
#include "nn/model/parts.h"

/* In a stepping network the other stream is read once, and its keys and values are cached. */
static lg_tensor *kept(lg_build *b, const lg_site *at, const char *name, lg_cached what, lg_tensor *rows) {
    lg_tensor *cache = lg_build_cache(b, at->block, name, what, at->cross->to->T, (lg_cache_layout){0});
    return rows ? lg_op_append(b->g, cache, rows) : cache;
}

/* Queries and keys as streams whose positions the encoding of cross-attention reads. */
typedef struct placed {
    lg_token_stream queries, keys;
    const lg_chosen_encoding *encoding; /* the model's encoding of cross-attention; NULL: none */
} placed;

static placed place(const lg_build *b, const lg_cross *cross) {
    placed p = {.queries = *b->stream, .keys = *cross->to};
    p.queries.number = LG_STREAM_QUERIES, p.keys.number = LG_STREAM_KEYS;
    p.queries.prefix = p.keys.prefix = "cross.";
    p.queries.mask = &lg_mask_none;
    p.queries.keys = cross->to->T;
    if (lg_positional_crosses(b->model)) p.encoding = &b->model->positional[LG_STREAM_QUERIES]->encoding;
    return p;
}

/* A build of the given stream. It has no taps, since their names would collide with names of the stream's
 * self-attention. */
static lg_build build_of(const lg_build *b, lg_token_stream *stream) {
    lg_build of = *b;
    of.stream = stream;
    of.taps = NULL;
    return of;
}

static void rotate(const lg_build *b, placed *p, int block, lg_attend *a) {
    lg_build queries = build_of(b, &p->queries), keys = build_of(b, &p->keys);
    if (!p->encoding || !p->encoding->entry->rotate) return;
    p->encoding->entry->rotate(&p->encoding->own, &queries, block, &a->q, NULL);
    if (a->k) p->encoding->entry->rotate(&p->encoding->own, &keys, block, NULL, &a->k);
}

static void add_bias(const lg_build *b, placed *p, int block, lg_attend *a) {
    lg_build queries = build_of(b, &p->queries);
    if (p->encoding && p->encoding->entry->bias) p->encoding->entry->bias(&p->encoding->own, &queries, block, a);
}

static lg_tensor *apply(lg_build *b, const lg_site *at, lg_tensor *x) {
    const lg_cross *cross = at->cross;
    lg_attend a = {.heads = b->model->heads, .cross = true, .scale = cross->scale, .span = cross->to->span};
    placed p = place(b, cross);
    lg_build_heads(b, at->block, "cross", x, cross->rows, &a);
    lg_build_scale_queries(b, at->block, "cross", &a);
    rotate(b, &p, at->block, &a);
    add_bias(b, &p, at->block, &a);
    if (b->stream->steps) {
        a.k = kept(b, at, "cross.keys", LG_CACHED_KEYS, a.k);
        a.v = kept(b, at, "cross.values", LG_CACHED_VALUES, a.v);
    } else
        lg_build_repeat_keys(b, &a);
    lg_tensor *o = lg_op_attention(b->g, &a);
    lg_tap_add(b->taps, at->block, "cross_weights", LG_TAP_WEIGHTS, o);
    return lg_build_linear(b, at->block, LG_ROLE_OUTPUT, "cross.output", o, b->model->width, false, LG_LINEAR);
}

const lg_sublayer lg_sublayer_cross_attention = {
    .letter = 'c',
    .name = "cross",
    .reads_other = true,
    .apply = apply,
};
