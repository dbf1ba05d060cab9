/* model.c: choosing the parts of a model, checking that they go together, recording its graphs. */
#include "nn/model.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "nn/position_sample.h"

const lg_option lg_model_options[] = {
    {"model.width", LG_INT, "64", 1, 8192, NULL, "width d of the residual stream"},
    {"model.heads", LG_INT, "8", 1, 256, NULL, "attention heads; each has width / heads columns"},
    {"model.blocks", LG_INT, "5", 1, 256, NULL, "blocks of attention and feed-forward"},
    {"model.feed_forward", LG_INT, "256", 1, 65536, NULL,
     "hidden width of the feed-forward network; 4 times model.width unless it is set"},
    {"model.dropout", LG_REAL, "0.1", 0, 0.95, NULL, "rate of dropout on sublayer outputs and additive embeddings"},
    {"model.decode", LG_NAME, "parallel", 0, 0, "parallel autoregressive",
     "parallel: all outputs in one pass; autoregressive: one after another (needs --mask causal)"},
    {"model.computation_steps", LG_INT, "0", 0, 16, NULL,
     "computation tokens per input token, between input and output"},
    {"model.precision", LG_NAME, "fp32", 0, 0, "fp32 bf16",
     "format of the factors of matrix products; bf16 is up to twice as fast; all else is in fp32"},
    {0},
};

/* ---- choices ---- */

static void find_choices(lg_model *m, const lg_values *v) {
    m->values = v;
    m->task = lg_task_find(lg_text(v, "task"));
    m->sampler = lg_position_sampler_find(lg_text(v, "positions"));
    m->encoding = lg_encoding_find(lg_text(v, "encoding"));
    m->mask = lg_mask_find(lg_text(v, "mask"));
    m->scale = lg_scale_find(lg_text(v, "scale"));
    m->attention_function = lg_attention_function_find(lg_text(v, "attention"));
    m->block = lg_block_find(lg_text(v, "block"));
    m->width = (int)lg_int(v, "model.width");
    m->heads = (int)lg_int(v, "model.heads");
    m->head_width = m->width / m->heads;
    m->blocks = (int)lg_int(v, "model.blocks");
    m->feed_forward = (int)lg_int(v, "model.feed_forward");
    m->dropout = lg_real(v, "model.dropout");
    bool autoregressive = !strcmp(lg_text(v, "model.decode"), "autoregressive");
    m->format = lg_input_format_of(m->task, autoregressive, (int)lg_int(v, "model.computation_steps"));
}

/* The value of a name option that only some samplers have; `fallback` where the sampler has none. */
static const char *sampler_option(const lg_values *v, const char *name, const char *fallback) {
    return lg_values_has(v, name) ? lg_text(v, name) : fallback;
}

static void set_position_use(lg_model *m) {
    const char *sampled = sampler_option(m->values, "positions.draw", "auto");
    const char *per = sampler_option(m->values, "positions.per", "auto");
    m->distances =
        m->encoding->reads == LG_POSITION_INPUT_DISTANCES && m->sampler->distances && strcmp(sampled, "positions");
    m->per_block = !strcmp(per, "auto") ? m->encoding->per_block : !strcmp(per, "block");
    if (!m->sampler->random || m->encoding->embed) m->per_block = false;
}

/* ---- checks ---- */

/* Fails, and blames keys whose values are incompatible. */
static bool __attribute__((format(printf, 3, 4))) fail_keys(lg_error *err, const char *keys, const char *format, ...) {
    va_list args;
    va_start(args, format);
    lg_fail_at(err, LG_USAGE, format, args);
    va_end(args);
    return lg_blame(err, keys);
}

static bool check_sampler(const lg_model *m, lg_error *err) {
    const char *e = m->encoding->name, *s = m->sampler->name;
    if (m->encoding->reads == LG_POSITION_INPUT_IDS && !m->sampler->positions)
        return fail_keys(
            err, "encoding positions",
            "encoding: %s reads positions, but positions: %s samples only distances (use --encoding relative, or "
            "another sampler)",
            e, s);
    if (m->encoding->reads == LG_POSITION_INPUT_NONE && m->sampler->random)
        return fail_keys(err, "positions encoding",
                         "positions: %s has no effect: encoding: %s reads no positions (use --positions standard)", s,
                         e);
    if (!strcmp(s, "released") && strcmp(e, "relative"))
        return fail_keys(err, "positions encoding",
                         "positions: released is for encoding: relative, whose table it reproduces, not for %s", e);
    if (!strcmp(sampler_option(m->values, "positions.draw", "auto"), "distances") &&
        m->encoding->reads != LG_POSITION_INPUT_DISTANCES)
        return fail_keys(
            err, "positions.draw encoding",
            "positions.draw: distances needs an encoding that reads distances; encoding: %s reads positions", e);
    if (m->encoding->embed && !strcmp(sampler_option(m->values, "positions.per", "auto"), "block"))
        return fail_keys(err, "positions.per encoding",
                         "positions.per: block needs an encoding that is applied in each block; encoding: %s is added "
                         "to embeddings, once",
                         e);
    if (!m->distances && lg_values_has(m->values, "positions.both_sides") && lg_bool(m->values, "positions.both_sides"))
        return fail_keys(
            err, "positions.both_sides encoding",
            "positions.both_sides: only sampled distances have two sides; encoding: %s reads positions or their "
            "differences here",
            e);
    return true;
}

static bool check_rows(const lg_model *m, lg_error *err) {
    if (!m->encoding->rows || !m->sampler->limit) return true;
    int rows = m->encoding->rows(m->values), limit = m->sampler->limit(m->values);
    return limit <= rows || fail_keys(err, "positions.L encoding.rows",
                                      "positions.L: %d positions do not fit into encoding.rows: %d", limit, rows);
}

static bool check_widths(const lg_model *m, lg_error *err) {
    if (m->width % m->heads)
        return fail_keys(err, "model.heads model.width", "model.heads: %d does not divide model.width: %d", m->heads,
                         m->width);
    if (m->encoding->even_heads && m->head_width % 2)
        return fail_keys(err, "encoding model.heads model.width",
                         "encoding: %s rotates pairs of columns, but model.width %d / model.heads %d = %d is odd",
                         m->encoding->name, m->width, m->heads, m->head_width);
    if (lg_values_has(m->values, "encoding.base") && !m->encoding->even_heads && m->width % 2)
        return fail_keys(err, "model.width encoding",
                         "model.width: %d is odd; encoding: %s needs pairs of a sine and a cosine", m->width,
                         m->encoding->name);
    return true;
}

bool lg_model_check(const lg_values *v, lg_error *err) {
    lg_model m = {0};
    find_choices(&m, v);
    set_position_use(&m);
    if (m.attention_function->encodes_order && m.encoding->reads != LG_POSITION_INPUT_NONE)
        return fail_keys(err, "attention encoding",
                         "attention: %s encodes order by itself and takes no encoding (use --encoding none, not %s)",
                         m.attention_function->name, m.encoding->name);
    if (m.format.autoregressive && !m.mask->causal)
        return fail_keys(err, "model.decode mask",
                         "model.decode: autoregressive has the outputs in the sequence and needs --mask causal, not %s",
                         m.mask->name);
    return check_widths(&m, err) && check_sampler(&m, err) && check_rows(&m, err);
}

lg_sequence_layout lg_model_sequence_layout(const lg_model *m, int n) {
    return lg_sequence_layout_of(&m->format, lg_task_length(m->task, m->values, n), m->task->outputs(m->values, n));
}

bool lg_model_supports_length(const lg_model *m, int n, lg_error *err) {
    int T = lg_position_count(m, lg_model_sequence_layout(m, n).T);
    if (m->sampler->limit && T > m->sampler->limit(m->values))
        return fail_keys(err, "positions.L",
                         "length %d of %s needs %d positions, but positions.L is %d (use --positions.L %d or more)", n,
                         m->task->name, T, m->sampler->limit(m->values), T);
    if (m->encoding->rows && !m->sampler->limit && T > m->encoding->rows(m->values))
        return fail_keys(err, "encoding.rows",
                         "length %d of %s needs %d positions, but encoding.rows is %d (use --encoding.rows %d or more)",
                         n, m->task->name, T, m->encoding->rows(m->values), T);
    return true;
}

/* ---- recording ---- */

static void fill_visible(const void *context, const void *user, const lg_tensor *t, void *out) {
    const lg_model *m = ((const lg_position_sample *)context)->model;
    (void)user;
    int T = t->shape[1];
    m->mask->range(m->values, T, out, (int32_t *)out + T);
}

static const int *count_seen(const lg_build *b, int T) {
    int *key_begin = lg_arena_alloc(b->g->arena, 2 * (size_t)T * sizeof *key_begin), *key_end = key_begin + T;
    if (!key_begin) {
        lg_fail(&b->g->err, LG_FAILED, "out of memory: a graph of %d tokens", T);
        return NULL;
    }
    b->model->mask->range(b->model->values, T, key_begin, key_end);
    for (int i = 0; i < T; i++) key_begin[i] = key_end[i] - key_begin[i];
    return key_begin;
}

/* What the mask hides. */
static void add_mask(lg_build *b, int T) {
    if (!b->model->mask->range) return;
    b->visible = lg_build_constant(b, -1, true, 2, (int[]){2, T}, 0, LG_LANES, fill_visible);
    b->seen = count_seen(b, T);
}

/* Tokens to vectors: sqrt(d) E[token], then positions and dropout where the encoding adds positions. */
static lg_tensor *embed_tokens(lg_build *b, lg_tensor *ids) {
    lg_model *m = b->model;
    int shape[] = {m->format.symbols, m->width};
    lg_tensor *table =
        lg_build_parameter(b, -1, "embedding.weight", 2, shape, (lg_initial){LG_INITIAL_TRUNCATED, 0.02});
    lg_tensor *x = lg_op_lookup(b->g, table, ids, sqrt(m->width));
    lg_tensor *positions = lg_build_position_rows(b);
    return positions ? lg_op_dropout(b->g, lg_op_add_rows(b->g, x, positions), b->dropout) : x;
}

static void record_network(lg_build *b, lg_network *n) {
    lg_model *m = b->model;
    int T = n->layout.T;
    n->ids = lg_graph_batch(b->g, T);
    n->targets = lg_graph_batch(b->g, n->layout.m);
    b->scale = lg_build_scale(b);
    add_mask(b, T);
    lg_tensor *h = embed_tokens(b, n->ids);
    for (int i = 0; i < m->blocks; i++) {
        lg_tap_add(b->taps, i, "hidden", LG_TAP_ROWS, h);
        h = m->block->wire(b, i, h);
    }
    lg_tap_add(b->taps, m->blocks, "hidden", LG_TAP_ROWS, h);
    lg_tensor *read = lg_op_select_rows(b->g, h, n->layout.first, n->layout.m);
    n->logits = lg_build_linear(b, -1, "readout", read, m->task->output_size, true, LG_LINEAR);
    n->logits->keep = true;
    n->loss = lg_op_cross_entropy(b->g, n->logits, n->targets);
}

static bool begin_network(const lg_model *m, lg_sequence_layout layout, int S, bool training, lg_network *out,
                          lg_error *err) {
    *out = (lg_network){.layout = layout, .graph = lg_graph_new(m->parameters, m->kernels, S, layout.T, training)};
    if (!out->graph) return lg_fail(err, LG_FAILED, "out of memory: a graph of %d tokens", layout.T);
    out->graph->no_pruning = m->no_pruning;
    return true;
}

static bool plan_network(lg_build *b, lg_network *out, lg_error *err) {
    record_network(b, out);
    if (lg_graph_plan(out->graph, out->loss, err)) return true;
    lg_network_free(out);
    return false;
}

bool lg_model_network(lg_model *m, lg_sequence_layout layout, int S, bool training, bool dropout, lg_network *out,
                      lg_error *err) {
    if (!begin_network(m, layout, S, training, out, err)) return false;
    lg_build b = {.model = m, .g = out->graph, .dropout = dropout ? m->dropout : 0};
    return plan_network(&b, out, err);
}

bool lg_model_instrumented(lg_model *m, lg_sequence_layout layout, int S, bool weights, lg_network *out,
                           lg_error *err) {
    if (!begin_network(m, layout, S, weights, out, err)) return false;
    static const char *const selected[] = {"hidden", "weights", NULL};
    out->taps = (lg_taps){.graph = out->graph, .heads = m->heads, .selected = selected};
    lg_build b = {.model = m, .g = out->graph, .taps = &out->taps};
    return plan_network(&b, out, err);
}

void lg_network_free(lg_network *n) {
    lg_graph_free(n->graph);
    *n = (lg_network){0};
}

/* Parameters are made when a graph is first recorded: the smallest one will do. */
static bool discover_parameters(lg_model *m, lg_error *err) {
    lg_network network;
    if (!lg_model_network(m, lg_model_sequence_layout(m, 1), 1, true, true, &network, err)) return false;
    lg_network_free(&network);
    return true;
}

lg_model *lg_model_new(const lg_values *v, const lg_kernels *k, lg_error *err) {
    if (!lg_model_check(v, err)) return NULL;
    lg_model *m = calloc(1, sizeof *m);
    if (!m || !(m->parameters = lg_parameters_new())) {
        free(m);
        lg_fail(err, LG_FAILED, "out of memory: a model");
        return NULL;
    }
    m->kernels = !strcmp(lg_text(v, "model.precision"), "bf16") ? k->bfloat16 : k;
    find_choices(m, v);
    set_position_use(m);
    if (!m->kernels) {
        lg_model_free(m);
        lg_fail(err, LG_USAGE, "model.precision: bf16 is unavailable in the double-precision build (use fp32)");
        return NULL;
    }
    double base = lg_values_has(v, "encoding.base") ? lg_real(v, "encoding.base") : 10000;
    const int limit = m->sampler->limit ? m->sampler->limit(v) : 0;
    lg_sinusoid_init(&m->model_table, m->width, base, limit);
    lg_sinusoid_init(&m->head_table, m->head_width, base, limit);
    if (discover_parameters(m, err)) return m;
    lg_model_free(m);
    return NULL;
}

void lg_model_free(lg_model *m) {
    if (!m) return;
    lg_sinusoid_free(&m->model_table);
    lg_sinusoid_free(&m->head_table);
    lg_parameters_free(m->parameters);
    free(m);
}
