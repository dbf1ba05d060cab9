/* self_attention.c: see self_attention.h. */
#include "nn/pieces/self_attention.h"

#include <string.h>

#include "base/file.h"
#include "graph/ops.h"
#include "nn/axes/attention_function.h"
#include "nn/model/model.h"
#include "nn/pieces/normformer.h"

static void fill_zeros(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)context, (void)user;
    memset(out, 0, t->bytes);
}

/* The layout of a cache if tokens see a bounded past: rows for the prefix of the mask, then a ring buffer for the keys
 * that the first token of a piece sees and for the piece itself, which is written before it is read. Returns {0}, a
 * cache of all tokens, if a cache of all tokens takes no more rows than that. */
static lg_cache_layout cache_layout(const lg_build *b) {
    const lg_token_stream *s = b->stream;
    const int fixed = LG_PAD(lg_stream_prefix(s)), rows = fixed + LG_PAD(s->past + s->piece);
    return s->seen && s->piece > 0 && rows < LG_PAD(s->T) ? (lg_cache_layout){rows, fixed} : (lg_cache_layout){0};
}

/* Appends the rows of new tokens to those of earlier ones. */
static lg_tensor *append_to_cache(lg_build *b, int block, const char *name, lg_cached what, lg_tensor *rows) {
    return lg_op_append(b->g, lg_build_cache(b, block, name, what, b->stream->T, cache_layout(b)), rows);
}

void lg_build_caches(lg_build *b, int block, lg_attend *a) {
    if (!b->stream->steps) {
        lg_build_repeat_keys(b, a);
        return;
    }
    a->k = append_to_cache(b, block, "attention.keys", LG_CACHED_KEYS, a->k);
    a->v = append_to_cache(b, block, "attention.values", LG_CACHED_VALUES, a->v);
    if (a->gates) a->gates = lg_op_append(b->g, lg_build_gate_cache(b, block), a->gates);
}

/* Adds a row of zeros for each hidden token, before the row of the first token that has keys. */
static lg_tensor *add_hidden(lg_build *b, lg_tensor *rows) {
    const int hidden[] = {rows->first, lg_columns(rows)};
    lg_tensor *zeros = lg_build_constant(b, false, 2, hidden, fill_zeros);
    return lg_op_concatenate_tokens(b->g, lg_op_repeat(b->g, zeros), rows);
}

void lg_build_complete_keys(lg_build *b, lg_attend *a) {
    if (b->stream->steps || a->k->first == 0) return;
    a->k = add_hidden(b, a->k);
    a->v = add_hidden(b, a->v);
    if (a->gates) a->gates = add_hidden(b, a->gates);
}

lg_self lg_build_self(lg_build *b, const lg_site *at, lg_tensor *x) {
    const lg_token_stream *s = b->stream;
    lg_self own = {.h = s->memory > 0 ? lg_op_select_rows(b->g, x, s->memory, x->shape[1] - s->memory) : x};
    lg_attend *a = &own.a;
    *a = (lg_attend){
        .heads = b->model->heads, .scale = s->scale, .visible = s->visible, .span = s->span, .seen = s->seen};
    a->prefix = lg_stream_prefix(s);
    lg_build_heads(b, at->block, "attention", own.h, at->keys ? at->keys : x, a);
    if (!b->model->pattern.choices[s->choice].attention_function.entry->own_scale)
        lg_build_scale_queries(b, at->block, "attention", a);
    lg_build_complete_keys(b, a);
    lg_tap_add(b->taps, at->block, "queries", LG_TAP_ROWS, a->q);
    lg_tap_add(b->taps, at->block, "keys", LG_TAP_ROWS, a->k);
    own.q = a->q;
    lg_build_map(b, a);
    lg_build_rotate(b, at->block, a);
    lg_build_caches(b, at->block, a);
    lg_build_terms(b, at->block, a);
    return own;
}

lg_tensor *lg_build_output(lg_build *b, int block, lg_tensor *o) {
    o = lg_build_scale_heads(b, block, LG_HEAD_SCALE_HEADS, o);
    o = lg_build_linear(b, block, LG_ROLE_OUTPUT, "attention.output", o, b->model->width, false, LG_LINEAR);
    o = lg_build_scale_heads(b, block, LG_HEAD_SCALE_OUTPUT, o);
    return lg_build_attention_norm(b, block, "attention.norm", o);
}
