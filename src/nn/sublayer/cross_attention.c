/* cross_attention.c: attention of the tokens of a stream to those of another one: without positions, since there is no
 * distance between the two, and so by softmax whatever the attention function. Vaswani et al. 2017, section 3.2.3. */
#include "nn/model.h"
#include "nn/sublayer.h"

/* In a stepping network the other stream is read once; its keys and values are kept. */
static lg_tensor *kept(lg_build *b, const lg_site *at, const char *name, lg_cached what, lg_tensor *rows) {
    if (!b->stream->steps) return rows;
    lg_tensor *cache = lg_build_cache(b, at->block, name, what, at->cross->to->T);
    return rows ? lg_op_append(b->g, cache, rows) : cache;
}

static lg_tensor *apply(lg_build *b, const lg_site *at, lg_tensor *x) {
    const lg_cross *cross = at->cross;
    lg_attend a = {.heads = b->model->heads, .cross = true, .scale = cross->scale, .span = cross->to->span};
    lg_build_heads(b, at->block, "cross", x, cross->rows, &a);
    a.k = kept(b, at, "cross.keys", LG_CACHED_KEYS, a.k);
    a.v = kept(b, at, "cross.values", LG_CACHED_VALUES, a.v);
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
