/* memory_tokens.c: see memory_tokens.h. Tokens and memory attend to both tokens and memory. This is computed as an
 * attention to tokens and an attention to memory, which are merged into one softmax (lg_op_join). Positional terms
 * apply only to the attention of tokens to tokens. */
#include "nn/stream/memory_tokens.h"

#include <math.h>

#include "graph/ops.h"
#include "nn/axes/architecture.h"
#include "nn/axes/mask.h"
#include "nn/pieces/self_attention.h"

/* NULL: the architecture does not support memory tokens. */
static const lg_memory_token_options *options_of(const lg_model *m) {
    const lg_chosen_architecture *a = &m->architecture;
    return a->entry->memory_tokens ? a->entry->memory_tokens(&a->own) : NULL;
}

int lg_memory_tokens_count(const lg_model *m) {
    const lg_memory_token_options *x = options_of(m);
    return x ? x->count : 0;
}

bool lg_memory_tokens_alone(const lg_model *m) {
    const lg_memory_token_options *x = options_of(m);
    return x && x->count > 0 && x->form == LG_MEMORY_BOTTLENECK;
}

/* The vectors as the first block reads them: [S,count,width], the same for all sequences. */
static lg_tensor *vectors(lg_build *b, int count) {
    const lg_model *m = b->model;
    const bool plain = m->settings.embedding_scale == LG_EMBEDDING_SCALE_ONE;
    lg_tensor *rows =
        lg_build_role(b, -1, LG_ROLE_EMBEDDING, "memory_tokens.weight", 2, (const int[]){count, m->width});
    return lg_op_repeat(b->g, lg_op_scale(b->g, rows, plain ? 1 : sqrt(m->width)));
}

void lg_build_memory_tokens(lg_build *b, lg_memory_tokens *m) {
    const lg_token_stream *s = b->stream;
    *m = (lg_memory_tokens){0};
    if (s->memory_tokens == 0) return;
    m->first = options_of(b->model)->form != LG_MEMORY_PLAIN;
    m->rows = vectors(b, s->memory_tokens);
    m->stream = (lg_token_stream){
        .prefix = s->prefix, .number = s->number, .T = s->memory_tokens, .mask = &lg_mask_none, .span = s->span};
    if (m->first) m->stream.prefix = lg_build_name_with(b, s->prefix, "memory.");
    m->build = *b;
    m->build.stream = &m->stream;
    m->build.taps = NULL;
    m->stream.scale = lg_build_cross_scale(&m->build, s->T);
}

/* Attention without positions, to memory rows or from memory to tokens. a.q: the queries. */
static lg_attend attend_to(lg_build *b, int block, lg_attend a, lg_tensor *rows) {
    a.dropout = b->drops ? b->model->settings.dropout_attention : 0;
    a.k = lg_build_head(b, block, LG_ROLE_KEY, "attention", "key", rows);
    a.k = lg_build_head_norm(b, block, "attention", "key_norm", a.k);
    a.v = lg_build_head(b, block, LG_ROLE_VALUE, "attention", "value", rows);
    lg_build_repeat_keys(b, &a);
    return a;
}

static lg_tensor *joined(lg_build *b, lg_tensor *o, lg_attend *other) {
    other->summed = true;
    return lg_op_join(b->g, b->model->heads, o, lg_op_attention(b->g, other));
}

static lg_attend queries_of(lg_build *b, int block, lg_tensor *h) {
    lg_attend a = {.heads = b->model->heads, .cross = true, .scale = b->stream->scale};
    a.q = lg_build_head(b, block, LG_ROLE_QUERY, "attention", "query", h);
    a.q = lg_build_head_norm(b, block, "attention", "query_norm", a.q);
    lg_build_scale_queries(b, block, "attention", &a);
    return a;
}

/* The output of memory tokens, which read tokens and themselves. */
static lg_tensor *read_all(lg_build *b, int block, lg_tensor *h, lg_tensor *tokens) {
    const lg_attend q = queries_of(b, block, h);
    lg_attend to_tokens = attend_to(b, block, q, tokens), to_itself = attend_to(b, block, q, h);
    to_tokens.span = b->stream->span;
    to_tokens.summed = true;
    return joined(b, lg_op_attention(b->g, &to_tokens), &to_itself);
}

/* The output of tokens in a bottleneck, which read only memory. */
static lg_tensor *read_memory(lg_build *b, int block, lg_tensor *h, lg_tensor *memory) {
    const lg_attend a = attend_to(b, block, queries_of(b, block, h), memory);
    return lg_op_attention(b->g, &a);
}

lg_tensor *lg_build_beside(lg_build *b, const lg_site *at, lg_tensor *x) {
    const int beside = at->beside->shape[1], own = x->shape[1] - beside;
    lg_tensor *h = lg_op_select_rows(b->g, x, 0, own), *others = lg_op_select_rows(b->g, x, own, beside);
    if (b->stream->memory_tokens == 0) return read_all(b, at->block, h, others);
    if (lg_memory_tokens_alone(b->model)) return read_memory(b, at->block, h, others);
    lg_self self = lg_build_self(b, at, h);
    const lg_attend q = {.heads = b->model->heads, .cross = true, .q = self.q, .scale = self.a.scale};
    lg_attend to_memory = attend_to(b, at->block, q, others);
    self.a.summed = true;
    return joined(b, lg_build_attend(b, at->block, h, &self.a), &to_memory);
}
