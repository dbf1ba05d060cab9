/* memorizing.c: attention within a segment, plus attention of each token to the few most similar keys stored from
 * earlier segments, however many are stored (Wu et al. 2022, Memorizing Transformers). Queries and keys have unit
 * length, so that keys computed with older weights stay comparable. */
#include "graph/ops.h"
#include "nn/model/parts.h"
#include "nn/pieces/self_attention.h"

typedef struct memorizing {
    int size, read;
    enum { GATE, JOINT } combine;
    enum { ZERO, BYPASS } empty;
} memorizing;

const lg_option lg_memorizing_options[] = {
    {.name = "memorizing.size",
     .type = LG_INT,
     .fallback = "2048",
     .max = 1 << 24,
     .help = "sublayer k: number of key-value pairs of earlier segments in the memory of each text stream and head; 0: "
             "no memory",
     .in_evaluation = true,
     .at = offsetof(memorizing, size)},
    {.name = "memorizing.read",
     .type = LG_INT,
     .fallback = "32",
     .min = 1,
     .max = 65536,
     .help = "sublayer k: number of nearest pairs that a token retrieves in each head",
     .in_evaluation = true,
     .at = offsetof(memorizing, read)},
    {.name = "memorizing.combine",
     .type = LG_NAME,
     .fallback = "gate",
     .choices = "gate joint",
     .help = "sublayer k: how retrieved and local attention are combined: gate: by a trained weight of each head; "
             "joint: in one softmax",
     .at = offsetof(memorizing, combine)},
    {.name = "memorizing.empty",
     .type = LG_NAME,
     .fallback = "zero",
     .choices = "zero bypass",
     .help = "sublayer k, while the memory is empty: zero: the gate mixes in zeros; bypass: local attention only",
     .in_evaluation = true,
     .at = offsetof(memorizing, empty)},
    {0},
};

static int stores(const void *own) {
    return ((const memorizing *)own)->size;
}

/* Queries, keys and values of a segment, whose tokens see each other but no memory rows (nn/stream/memory.h). */
static lg_attend read_segment(lg_build *b, int block, lg_tensor *x) {
    lg_token_stream own = *b->stream, alone = own;
    lg_build of = *b;
    lg_attend a = {.heads = b->model->heads, .span = own.span};
    own.begin = own.memory > own.begin ? own.memory : own.begin;
    alone.memory = 0;
    of.stream = &own;
    if (own.memory > 0) lg_build_visibility(&of);
    a.visible = own.visible, a.seen = own.seen, a.prefix = lg_stream_prefix(&own);
    a.scale = lg_build_ones(b, own.T);
    of.stream = &alone;
    lg_build_heads(&of, block, "attention", x, x, &a);
    return a;
}

/* Appends the rows of a segment to the store, which keeps the last rows. */
static void keep(lg_build *b, lg_tensor *store, lg_tensor *rows) {
    lg_tensor *all = lg_op_concatenate_tokens(b->g, store, rows);
    lg_graph_become(b->g, store, lg_op_select_rows(b->g, all, rows->shape[1], store->shape[1]));
}

/* Attends to the store, then adds the keys and values of the segment to it. Returns NULL if the store was empty. */
static lg_tensor *read_store(lg_build *b, int block, const lg_attend *a, const memorizing *own) {
    const lg_token_stream *s = b->stream;
    const bool joint = own->combine == JOINT;
    if (s->stores == 0) return NULL;
    lg_tensor *keys = lg_build_state(b, block, "store.keys", s->stores, lg_columns(a->k));
    lg_tensor *values = lg_build_state(b, block, "store.values", s->stores, lg_columns(a->v));
    lg_tensor *o = NULL;
    lg_attend all = {.k = keys, .v = values};
    if (s->stored > 0) {
        lg_build_repeat_keys(b, &all);
        o = lg_op_retrieve(b->g, a->heads, a->q, all.k, all.v, s->stored, own->read, joint);
    }
    keep(b, keys, a->k);
    keep(b, values, a->v);
    return o;
}

/* (1 - g) local + g stored, with g = sigmoid(b) for each head. If nothing is stored: local if `empty` is BYPASS, else
 * (1 - g) local. */
static lg_tensor *blend(lg_build *b, int block, const memorizing *own, lg_tensor *local, lg_tensor *stored) {
    lg_tensor *gate = lg_build_parameter(b, block, LG_ROLE_BIAS, "attention.gate", 1, &b->model->heads,
                                         (lg_initial){LG_INITIAL_CONSTANT, 0});
    if (!stored && own->empty == BYPASS) return local;
    lg_tensor *rest = lg_op_elementwise(b->g, lg_op_scale(b->g, gate, -1), LG_SIGMOID);
    local = lg_op_gain(b->g, local, rest);
    if (!stored) return local;
    return lg_op_add(b->g, local, lg_op_gain(b->g, stored, lg_op_elementwise(b->g, gate, LG_SIGMOID)), 0);
}

static lg_tensor *apply(lg_build *b, const lg_site *at, lg_tensor *x) {
    const lg_model *m = b->model;
    const memorizing *own = at->own;
    const int block = at->block;
    const bool joint = own->combine == JOINT;
    lg_attend a = read_segment(b, block, x);
    lg_tensor *factor = lg_build_parameter(b, block, LG_ROLE_GAIN, "attention.temperature", 1, &m->heads,
                                           (lg_initial){LG_INITIAL_CONSTANT, 1});
    lg_tap_add(b->taps, block, "queries", LG_TAP_ROWS, a.q);
    lg_tap_add(b->taps, block, "keys", LG_TAP_ROWS, a.k);
    a.q = lg_op_unit_heads(b->g, m->heads, a.q, factor);
    a.k = lg_op_unit_heads(b->g, m->key_heads, a.k, NULL);
    lg_tensor *stored = read_store(b, block, &a, own);
    lg_build_complete_keys(b, &a);
    lg_build_rotate(b, block, &a);
    lg_build_caches(b, block, &a);
    lg_build_terms(b, block, &a);
    a.summed = stored && joint;
    lg_tensor *o = lg_build_attend(b, block, x, &a);
    if (!joint) return lg_build_output(b, block, blend(b, block, own, o, stored));
    return lg_build_output(b, block, stored ? lg_op_join(b->g, m->heads, o, stored) : o);
}

const lg_sublayer lg_sublayer_memorizing = {
    .letter = 'k',
    .name = "memorizing",
    .summary = "memorizing attention",
    .formula = "q, k: unit length in each head, x / sqrt(x.x + 1e-6); q times |tau_h|, in place of the scale\n"
               "local = softmax attention within the segment, with the terms of the encoding\n"
               "store: keys and values of the last tokens of a stream's earlier segments, without gradient\n"
               "(memorizing.size, 2048)\n"
               "stored = softmax over the memorizing.read (32) stored keys with the highest q.k, by exact search,\n"
               "without the terms of the encoding\n"
               "o = (1 - g) local + g stored, g = sigmoid(b_h); initially tau = 1 and b = 0\n"
               "empty store: stored = 0 (memorizing.empty: bypass: o = local)\n"
               "memorizing.combine: joint: one softmax over local and stored keys, and no gate\n"
               "model.order: memorizing: sf blocks, with k in place of s in the fourth from the top",
    .source = "Wu et al. 2022, Memorizing Transformers, section 3",
    .published = "Wu et al. 2022: a model with a memory of 8192 tokens matches a plain one of about 5 times the "
                 "size; perplexity falls up to a memory of 262144, on C4, arXiv, PG-19, GitHub and "
                 "Isabelle",
    .options = lg_memorizing_options,
    .own_bytes = LG_OWN(memorizing),
    .mixes_tokens = true,
    .segment_alone = true,
    .attends = true,
    .stores = stores,
    .joins_softmax = true,
    .apply = apply,
};
