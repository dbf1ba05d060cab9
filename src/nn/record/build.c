/* build.c: the building blocks that every model's graph is recorded with; see build.h. */
#include "nn/record/build.h"

#include <stdio.h>
#include <string.h>

#include "graph/ops.h"
#include "nn/axes/attention_function.h"
#include "nn/axes/encoding.h"
#include "nn/axes/initialisation.h"
#include "nn/axes/mask.h"
#include "nn/axes/norm.h"
#include "nn/axes/position.h"
#include "nn/axes/projection.h"
#include "nn/axes/residual.h"
#include "nn/axes/scale.h"
#include "nn/model/model.h"
#include "nn/record/token_tables.h"
#include "nn/stream/documents.h"
#include "nn/stream/position_sample.h"

/* After a failure the graph accepts no more parameters, so any name will do. */
static const char *join_names(lg_build *b, const char *owner, const char *part) {
    const char *full = lg_arena_printf(b->g->arena, "%s%s", owner, part);
    if (full) return full;
    lg_fail(&b->g->err, LG_FAILED, "out of memory: the name of parameter %s%s", owner, part);
    return part;
}

const char *lg_build_name(lg_build *b, const char *name, const char *part) {
    return join_names(b, name, join_names(b, ".", part));
}

const char *lg_build_name_with(lg_build *b, const char *name, const char *ending) {
    return join_names(b, name, ending);
}

/* The first choice with the same encoding; encoding parameters that blocks share are named after it. */
static int owner_of(const lg_pattern *p, int stream, int choice) {
    const lg_block_choice *own = &p->choices[choice];
    int first = 0;
    while (memcmp(&p->choices[first].encoding[stream], &own->encoding[stream], sizeof *own->encoding)) first++;
    return first;
}

/* The full name of a parameter or state of a block, or of the stream (block < 0). A parameter of the stream that
 * belongs to another encoding than the pattern's first is named after the first block with this encoding. */
static const char *name_of(lg_build *b, int block, const char *name) {
    char owner[64];
    const lg_model *m = b->model;
    const int choice = owner_of(&m->pattern, b->stream->number % 2, lg_stream_choice(b->stream->number));
    if (block < 0 && choice > 0) block = m->sets[lg_pattern_first(&m->pattern, choice)];
    snprintf(owner, sizeof owner, block < 0 ? "%s" : "%sblock.%d.", b->stream->prefix, block);
    return *owner ? join_names(b, owner, name) : name;
}

/* A parameter of a set of blocks (nn/model/sharing.h), or of the stream (set < 0). */
static lg_tensor *add_parameter(lg_build *b, int set, lg_role role, const char *name, int rank, const int *shape,
                                lg_initial initial) {
    lg_tensor *t = lg_graph_parameter(b->g, name_of(b, set, name), rank, shape, initial);
    lg_graph_assign(b->g, t, role);
    return t;
}

lg_tensor *lg_build_parameter(lg_build *b, int block, lg_role role, const char *name, int rank, const int *shape,
                              lg_initial initial) {
    const int set = block < 0 ? -1 : b->model->sets[block];
    return add_parameter(b, set, role, name, rank, shape, initial);
}

lg_tensor *lg_build_state(lg_build *b, int block, const char *name, int rows, int columns) {
    return lg_graph_state(b->g, name_of(b, block, name), rows, columns);
}

lg_tensor *lg_build_cache(lg_build *b, int block, const char *name, lg_cached what, int tokens,
                          lg_cache_layout layout) {
    const lg_model *m = b->model;
    layout.bf16 = m->settings.precision == LG_PRECISION_BF16 && m->head_width % LG_BF16_COLUMNS == 0;
    return lg_graph_cache(b->g, name_of(b, block, name), what, tokens, layout, m->key_heads, m->head_width);
}

lg_tensor *lg_build_gate_cache(lg_build *b, int block) {
    const char *name = name_of(b, block, "attention.gates");
    return lg_graph_cache(b->g, name, LG_CACHED_VALUES, b->stream->T, (lg_cache_layout){0}, b->model->heads, 1);
}

lg_initial lg_build_scale_initial(const lg_build *b, lg_role role, lg_initial initial) {
    const lg_model *m = b->model;
    double factor = m->residual.entry->initial_factor ? m->residual.entry->initial_factor(b, role) : 1;
    if (m->initialisation.entry->factor) factor *= m->initialisation.entry->factor(b, role);
    initial.scale *= factor;
    initial.low *= factor, initial.high *= factor;
    return initial;
}

lg_initial lg_build_initial(const lg_build *b, lg_role role, const int *shape) {
    return lg_build_scale_initial(b, role, b->model->initialisation.entry->distribution(b->model, role, shape));
}

lg_tensor *lg_build_role(lg_build *b, int block, lg_role role, const char *name, int rank, const int *shape) {
    return lg_build_parameter(b, block, role, name, rank, shape, lg_build_initial(b, role, shape));
}

lg_tensor *lg_build_linear(lg_build *b, int block, lg_role role, const char *name, lg_tensor *x, int columns, bool bias,
                           lg_activation act) {
    const int shape[] = {lg_columns(x), columns};
    /* A map without bias is one matrix, which is named NAME instead of NAME.weight. */
    lg_tensor *w = lg_build_role(b, block, role, bias ? lg_build_name(b, name, "weight") : name, 2, shape);
    lg_tensor *c = bias ? lg_build_role(b, block, LG_ROLE_BIAS, lg_build_name(b, name, "bias"), 1, &columns) : NULL;
    return lg_op_linear(b->g, x, w, c, act);
}

lg_tensor *lg_build_token_parameter(lg_build *b, lg_role role, const char *name, int rank, const int *shape,
                                    lg_initial initial) {
    const char *full = lg_model_one_table(b->model) ? name : name_of(b, -1, name);
    lg_tensor *t = lg_graph_parameter(b->g, full, rank, shape, initial);
    lg_graph_assign(b->g, t, role);
    return t;
}

lg_tensor *lg_build_token_table(lg_build *b) {
    const lg_model *m = b->model;
    const int shape[] = {b->stream->number == 0 ? m->format.symbols : m->format.sources, lg_embedding_width(m)};
    return lg_build_token_parameter(b, LG_ROLE_EMBEDDING, "embedding.weight", 2, shape,
                                    lg_build_initial(b, LG_ROLE_EMBEDDING, shape));
}

lg_tensor *lg_build_token_map(lg_build *b) {
    const lg_model *m = b->model;
    const int shape[] = {lg_embedding_width(m), m->width};
    if (shape[0] == m->width) return NULL;
    return lg_build_token_parameter(b, LG_ROLE_PROJECTION, "embedding.projection", 2, shape,
                                    m->initialisation.entry->distribution(m, LG_ROLE_PROJECTION, shape));
}

lg_tensor *lg_build_drop(lg_build *b, double rate, lg_tensor *x) {
    return lg_op_dropout(b->g, x, b->drops ? rate : 0);
}

lg_tensor *lg_build_norm_parameter(lg_build *b, int block, lg_role role, const char *name, int columns) {
    const int set = block < 0 ? -1 : b->model->norm_sets[block];
    return add_parameter(b, set, role, name, 1, &columns, lg_build_initial(b, role, &columns));
}

/* N: number of columns that are normalized together. */
static lg_tensor *norm_columns(lg_build *b, int block, const char *name, bool rms, bool offset, int N, lg_tensor *h,
                               lg_tensor *o) {
    const lg_norm_settings *own = (const void *)&b->model->norm.own;
    const lg_norm_kind kind = {.rms = rms, .epsilon = own->epsilon};
    lg_tensor *gamma = lg_build_norm_parameter(b, block, LG_ROLE_GAIN, lg_build_name(b, name, "scale"), N);
    lg_tensor *beta = NULL;
    if (offset) beta = lg_build_norm_parameter(b, block, LG_ROLE_BIAS, lg_build_name(b, name, "offset"), N);
    return lg_op_add_norm(b->g, kind, h, o, gamma, beta, b->dropout);
}

lg_tensor *lg_build_norm_of_kind(lg_build *b, int block, const char *name, bool rms, bool offset, lg_tensor *h,
                                 lg_tensor *o) {
    return norm_columns(b, block, name, rms, offset, lg_columns(h), h, o);
}

lg_tensor *lg_build_head_norm(lg_build *b, int block, const char *name, const char *part, lg_tensor *x) {
    const lg_model *m = b->model;
    const bool rms = m->settings.qk_norm == LG_QK_NORM_RMS;
    if (!x || m->settings.qk_norm == LG_QK_NORM_NONE) return x;
    return norm_columns(b, block, lg_build_name(b, name, part), rms, !rms && m->settings.bias, m->head_width, x, NULL);
}

lg_tensor *lg_build_add_norm(lg_build *b, int block, const char *name, lg_tensor *h, lg_tensor *o) {
    lg_tensor *y = b->model->norm.entry->add(b, block, name, h, o);
    lg_tap_add_part(b->taps, block, "norm", name, y);
    return y;
}

lg_tensor *lg_build_add(lg_build *b, int block, const char *part, lg_tensor *h, lg_tensor *o) {
    lg_tensor *y = lg_op_add(b->g, h, o, b->dropout);
    lg_tap_add_part(b->taps, block, "sum", part, y);
    return y;
}

lg_tensor *lg_build_norm(lg_build *b, int block, const char *name, lg_tensor *h) {
    return lg_build_add_norm(b, block, name, h, NULL);
}

lg_tensor *lg_build_position_rows(lg_build *b) {
    const lg_chosen_encoding *e = &lg_build_positional(b)->encoding;
    if (!e->entry->embed) return NULL;
    lg_tensor *rows = e->entry->embed(&e->own, b);
    lg_tap_add(b->taps, -1, "embedding", LG_TAP_ROWS, rows);
    return rows;
}

void lg_build_rotate(lg_build *b, int block, lg_attend *a) {
    const lg_chosen_encoding *e = &lg_build_positional(b)->encoding;
    if (!e->entry->rotate) return;
    e->entry->rotate(&e->own, b, block, &a->q, &a->k);
    if (b->content_free) return;
    lg_tap_add(b->taps, block, "rotated_q", LG_TAP_ROWS, a->q);
    lg_tap_add(b->taps, block, "rotated_k", LG_TAP_ROWS, a->k);
}

void lg_build_terms(lg_build *b, int block, lg_attend *a) {
    const lg_chosen_encoding *e = &lg_build_positional(b)->encoding;
    if (e->entry->logit_term) e->entry->logit_term(&e->own, b, block, a);
    if (e->entry->value_term) e->entry->value_term(&e->own, b, block, a);
    if (e->entry->bias) e->entry->bias(&e->own, b, block, a);
}

void lg_build_map(lg_build *b, lg_attend *a) {
    const lg_attention_function *x = b->model->pattern.choices[b->stream->choice].attention_function.entry;
    if (!x->map) return;
    a->q = x->map(b, a->q);
    a->k = x->map(b, a->k);
}

lg_tensor *lg_build_attend(lg_build *b, int block, lg_tensor *h, const lg_attend *a) {
    const lg_chosen_attention_function *x = &b->model->pattern.choices[b->stream->choice].attention_function;
    lg_tensor *o = x->entry->attend(&x->own, b, block, h, a);
    if (o->op && o->op->weights) lg_tap_add(b->taps, block, "weights", LG_TAP_WEIGHTS, o);
    return o;
}

lg_tensor *lg_build_head(lg_build *b, int block, lg_role role, const char *name, const char *part, lg_tensor *x) {
    const lg_model *m = b->model;
    const int heads = role == LG_ROLE_QUERY ? m->heads : m->key_heads;
    return lg_build_linear(b, block, role, lg_build_name(b, name, part), x, heads * m->head_width, false, LG_LINEAR);
}

void lg_build_repeat_keys(lg_build *b, lg_attend *a) {
    const lg_model *m = b->model;
    a->k = lg_op_repeat_heads(b->g, a->k, m->head_width, m->heads / m->key_heads);
    a->v = lg_op_repeat_heads(b->g, a->v, m->head_width, m->heads / m->key_heads);
}

void lg_build_heads(lg_build *b, int block, const char *name, lg_tensor *x, lg_tensor *rows, lg_attend *a) {
    a->dropout = b->drops ? b->model->settings.dropout_attention : 0;
    b->model->projection.entry->project(b, block, name, x, rows, a);
    a->q = lg_build_head_norm(b, block, name, "query_norm", a->q);
    a->k = lg_build_head_norm(b, block, name, "key_norm", a->k);
    if (!a->cross) lg_build_gates(b, block, rows, a);
}

void lg_build_gates(lg_build *b, int block, lg_tensor *rows, lg_attend *a) {
    const lg_chosen_encoding *e = &lg_build_positional(b)->encoding;
    if (e->entry->gate) a->gates = e->entry->gate(&e->own, b, block, rows);
}

/* ---- constants ---- */

/* The `user` of a constant's fill function. */
typedef struct constant_user {
    int stream, block;   /* the constant depends on the position ids of these */
    bool causal;         /* is the mask causal? Changes the meaning of value (nn/pieces/distance_buckets.c) */
    lg_pair_value value; /* for a constant over pairs; else NULL */
    const void *of_value;
} constant_user;

static lg_tensor *find_constant(const lg_graph *g, int rank, const int *shape, lg_fill fill,
                                const constant_user *wanted) {
    for (int i = 0; i < g->count; i++) {
        lg_tensor *t = g->tensors[i];
        const int axis = t->table; /* 1 if a dimension for sequences precedes the shape */
        if (!t->fill || t->fill != fill || t->rank != axis + rank ||
            memcmp(t->shape + axis, shape, (size_t)rank * sizeof *shape))
            continue;
        const constant_user *user = t->user;
        if (user->stream == wanted->stream && user->block == wanted->block && user->causal == wanted->causal &&
            user->value == wanted->value)
            return t;
    }
    return NULL;
}

/* each: the constant depends on position ids, which may differ between sequences. */
static lg_tensor *share_constant(lg_build *b, bool each, bool integer, int rank, const int *shape, lg_fill fill,
                                 constant_user user) {
    user.stream = b->stream->number;
    user.causal = user.value && lg_mask_is_causal(b->stream->mask);
    if (!lg_build_positional(b)->per_block) user.block = -1;
    lg_tensor *known = find_constant(b->g, rank, shape, fill, &user);
    if (known) return known;
    constant_user *kept = lg_arena_alloc(b->g->arena, sizeof *kept);
    if (!kept)
        lg_fail(&b->g->err, LG_FAILED, "out of memory: a graph of %d tokens", b->stream->T);
    else
        *kept = user;
    if (each && lg_build_numbers_each(b)) return lg_graph_table(b->g, integer, rank, shape, fill, kept);
    return lg_graph_constant(b->g, integer, rank, shape, 0, LG_LANES, fill, kept);
}

lg_tensor *lg_build_constant(lg_build *b, bool integer, int rank, const int *shape, lg_fill fill) {
    return share_constant(b, false, integer, rank, shape, fill, (constant_user){.block = -1});
}

static void fill_ones(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)context, (void)user;
    for (int i = 0; i < lg_columns(t); i++) ((real *)out)[i] = 1;
}

lg_tensor *lg_build_ones(lg_build *b, int count) {
    return lg_build_constant(b, false, 1, &count, fill_ones);
}

lg_tensor *lg_build_positions(lg_build *b, int block, bool integer, int rank, const int *shape, lg_fill fill) {
    return share_constant(b, true, integer, rank, shape, fill, (constant_user){.block = block});
}

lg_positional *lg_build_positional(const lg_build *b) {
    return b->model->positional[b->stream->number];
}

bool lg_build_numbers_each(const lg_build *b) {
    const lg_positional *p = lg_build_positional(b);
    return (b->draws_each && p->draws) ||
           (p->per_sequence && (b->numbers_each || (b->documents && p->sampler.entry->documents)));
}

lg_positional *lg_build_positional_of(const void *context, const void *user) {
    const constant_user *of = user;
    return ((const lg_position_sample *)context)->model->positional[of->stream];
}

const lg_position_ids *lg_build_position_ids(const void *context, const void *user) {
    const constant_user *of = user;
    return lg_position_sample_ids(context, of->stream, of->block);
}

static void put_pair(const constant_user *u, const lg_tensor *t, void *out, int place, double distance) {
    const double value = u->value(u->of_value, distance);
    if (t->integer)
        ((int32_t *)out)[place] = (int32_t)value;
    else
        ((real *)out)[place] = (real)value;
}

/* Queries and keys are in different timelines, each with its own positions. */
static void fill_cross_distances(const void *context, const void *user, const lg_tensor *t, void *out) {
    const lg_position_ids *queries = lg_position_sample_ids(context, LG_STREAM_QUERIES, -1),
                          *keys = lg_position_sample_ids(context, LG_STREAM_KEYS, -1);
    const int columns = lg_columns(t);
    memset(out, 0, t->bytes);
    for (int j = 0; j < keys->T; j++)
        for (int i = 0; i < queries->T; i++)
            put_pair(user, t, out, j * columns + i, keys->position[j] - queries->position[i]);
}

static void fill_distances(const void *context, const void *user, const lg_tensor *t, void *out) {
    const lg_position_ids *n = lg_build_position_ids(context, user);
    const double *p = n->position, *distance = n->distance;
    const int T = n->T, columns = lg_columns(t);
    memset(out, 0, t->bytes);
    for (int offset = 1 - T; distance && offset < T; offset++)
        put_pair(user, t, out, LG_BIAS_ZERO(T) - offset, distance[offset + T - 1]);
    for (int j = 0; p && j < T; j++)
        for (int i = 0; i < T; i++) put_pair(user, t, out, j * columns + i, p[j] - p[i]);
}

/* Toeplitz if distances are given by offset, else dense. */
static lg_tensor *build_pairs(lg_build *b, bool integer, constant_user user) {
    const int T = b->stream->T, keys = b->stream->keys;
    const bool by_offset = lg_build_positional(b)->distances;
    const int toeplitz[] = {1, LG_BIAS_ROW(T)}, dense[] = {1, keys > 0 ? keys : T, LG_PAD(T)};
    return share_constant(b, true, integer, by_offset ? 2 : 3, by_offset ? toeplitz : dense,
                          keys > 0 ? fill_cross_distances : fill_distances, user);
}

lg_tensor *lg_build_distances(lg_build *b, int block, bool integer, lg_pair_value value, const void *user) {
    return build_pairs(b, integer, (constant_user){.block = block, .value = value, .of_value = user});
}
