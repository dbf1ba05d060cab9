/* model.c: choosing the parts of a model, checking that they go together, recording its graphs. */
#include "nn/model.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "nn/position_sample.h"

const lg_option lg_model_options[] = {
    {"model.width", LG_INT, "64", 1, 8192, NULL, "columns of the residual stream, d"},
    {"model.heads", LG_INT, "8", 1, 256, NULL, "attention heads; each has width / heads columns"},
    {"model.blocks", LG_INT, "5", 1, 256, NULL, "blocks of attention and feed-forward"},
    {"model.feed_forward", LG_INT, "256", 1, 65536, NULL,
     "columns of the feed-forward network; 4 times model.width unless it is set"},
    {"model.dropout", LG_REAL, "0.1", 0, 0.95, NULL, "rate of dropout on sublayer outputs and additive embeddings"},
    {"model.decode", LG_NAME, "parallel", 0, 0, "parallel autoregressive",
     "all outputs in one pass, or one after another (needs the causal mask)"},
    {"model.computation_steps", LG_INT, "0", 0, 16, NULL,
     "computation tokens per input token, between input and output"},
    {"model.precision", LG_NAME, "fp32", 0, 0, "fp32 bf16",
     "what matrix products multiply: floats, or their upper halves (twice as fast where the processor can); "
     "all else is in fp32"},
    {0},
};

/* ---- choosing ---- */

static void choose(lg_model *m, const lg_values *v) {
    m->values = v;
    m->task = lg_task_find(lg_text(v, "task"));
    m->source = lg_position_sampler_find(lg_text(v, "positions"));
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
    m->layout = lg_input_format_of(m->task, autoregressive, (int)lg_int(v, "model.computation_steps"));
}

/* The value of a name option that only some sources have; `fallback` where the source has none. */
static const char *source_option(const lg_values *v, const char *name, const char *fallback) {
    return lg_values_has(v, name) ? lg_text(v, name) : fallback;
}

static void choose_draws(lg_model *m) {
    const char *draw = source_option(m->values, "positions.draw", "auto");
    const char *per = source_option(m->values, "positions.per", "auto");
    m->distances =
        m->encoding->reads == LG_POSITION_INPUT_DISTANCES && m->source->distances && strcmp(draw, "positions");
    m->per_block = !strcmp(per, "auto") ? m->encoding->per_block : !strcmp(per, "block");
    if (!m->source->random || m->encoding->embed) m->per_block = false;
}

/* ---- checking ---- */

/* Fails with words about keys that do not go together. */
static bool __attribute__((format(printf, 3, 4))) clash(lg_error *err, const char *keys, const char *format, ...) {
    va_list words;
    va_start(words, format);
    lg_fail_at(err, LG_USAGE, format, words);
    va_end(words);
    return lg_blame(err, keys);
}

static bool check_source(const lg_model *m, lg_error *err) {
    const char *e = m->encoding->name, *s = m->source->name;
    if (m->encoding->reads == LG_POSITION_INPUT_IDS && !m->source->positions)
        return clash(err, "encoding positions",
                     "encoding: %s reads positions, and positions: %s gives only distances (want --encoding relative, "
                     "or another source)",
                     e, s);
    if (m->encoding->reads == LG_POSITION_INPUT_NONE && m->source->random)
        return clash(err, "positions encoding",
                     "positions: %s is never read by encoding: %s (want --positions standard)", s, e);
    if (!strcmp(s, "released") && strcmp(e, "relative"))
        return clash(err, "positions encoding",
                     "positions: released reproduces a table of relative encodings, not of encoding: %s", e);
    if (!strcmp(source_option(m->values, "positions.draw", "auto"), "distances") &&
        m->encoding->reads != LG_POSITION_INPUT_DISTANCES)
        return clash(err, "positions.draw encoding",
                     "positions.draw: distances does not suit encoding: %s, which reads positions", e);
    if (m->encoding->embed && !strcmp(source_option(m->values, "positions.per", "auto"), "block"))
        return clash(err, "positions.per encoding",
                     "positions.per: block does not suit encoding: %s, which is read once, at the embedding", e);
    if (!m->distances && lg_values_has(m->values, "positions.both_sides") && lg_bool(m->values, "positions.both_sides"))
        return clash(err, "positions.both_sides encoding",
                     "positions.both_sides: only distances that are drawn have two sides; encoding: %s reads positions "
                     "or their differences here",
                     e);
    return true;
}

static bool check_rows(const lg_model *m, lg_error *err) {
    if (!m->encoding->rows || !m->source->limit) return true;
    int rows = m->encoding->rows(m->values), limit = m->source->limit(m->values);
    return limit <= rows || clash(err, "positions.L encoding.rows",
                                  "positions.L: %d positions do not fit into encoding.rows: %d", limit, rows);
}

static bool check_widths(const lg_model *m, lg_error *err) {
    if (m->width % m->heads)
        return clash(err, "model.heads model.width",
                     "model.heads: %d heads cannot share model.width: %d columns (want a divisor)", m->heads, m->width);
    if (m->encoding->even_heads && m->head_width % 2)
        return clash(err, "encoding model.heads model.width",
                     "encoding: %s turns pairs of columns, but model.width %d / model.heads %d = %d is odd",
                     m->encoding->name, m->width, m->heads, m->head_width);
    if (lg_values_has(m->values, "encoding.base") && !m->encoding->even_heads && m->width % 2)
        return clash(err, "model.width encoding",
                     "model.width: %d is odd; encoding: %s needs pairs of a sine and a cosine", m->width,
                     m->encoding->name);
    return true;
}

bool lg_model_check(const lg_values *v, lg_error *err) {
    lg_model m = {0};
    choose(&m, v);
    choose_draws(&m);
    if (m.attention_function->orders && m.encoding->reads != LG_POSITION_INPUT_NONE)
        return clash(err, "attention encoding",
                     "attention: %s knows order by itself and takes no encoding (want --encoding none, not %s)",
                     m.attention_function->name, m.encoding->name);
    if (m.layout.autoregressive && !m.mask->causal)
        return clash(err, "model.decode mask",
                     "model.decode: autoregressive shows the outputs on the tape and needs --mask causal, not %s",
                     m.mask->name);
    return check_widths(&m, err) && check_source(&m, err) && check_rows(&m, err);
}

lg_sequence_layout lg_model_sequence_layout(const lg_model *m, int n) {
    return lg_sequence_layout_of(&m->layout, lg_task_length(m->task, m->values, n), m->task->outputs(m->values, n));
}

bool lg_model_supports_length(const lg_model *m, int n, lg_error *err) {
    int T = lg_position_count(m, lg_model_sequence_layout(m, n).T);
    if (m->source->limit && T > m->source->limit(m->values))
        return clash(err, "positions.L",
                     "length %d of %s needs %d positions, but positions.L: %d is all there are (want --positions.L %d "
                     "or more)",
                     n, m->task->name, T, m->source->limit(m->values), T);
    if (m->encoding->rows && !m->source->limit && T > m->encoding->rows(m->values))
        return clash(err, "encoding.rows",
                     "length %d of %s needs %d positions, but encoding.rows: %d is all the table has (want "
                     "--encoding.rows %d or more)",
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
static void mask(lg_build *b, int T) {
    if (!b->model->mask->range) return;
    b->visible = lg_build_constant(b, -1, true, 2, (int[]){2, T}, 0, LG_LANES, fill_visible);
    b->seen = count_seen(b, T);
}

/* Tokens to vectors: sqrt(d) E[token], then positions and dropout where the encoding adds positions. */
static lg_tensor *embed(lg_build *b, lg_tensor *ids) {
    lg_model *m = b->model;
    int shape[] = {m->layout.symbols, m->width};
    lg_tensor *table =
        lg_build_parameter(b, -1, "embedding.weight", 2, shape, (lg_initial){LG_INITIAL_TRUNCATED, 0.02});
    lg_tensor *x = lg_op_lookup(b->g, table, ids, sqrt(m->width));
    lg_tensor *positions = lg_build_position_rows(b);
    return positions ? lg_op_dropout(b->g, lg_op_add_rows(b->g, x, positions), b->dropout) : x;
}

static void record(lg_build *b, lg_network *n) {
    lg_model *m = b->model;
    int T = n->tape.T;
    n->ids = lg_graph_batch(b->g, T);
    n->targets = lg_graph_batch(b->g, n->tape.m);
    b->scale = lg_build_scale(b);
    mask(b, T);
    lg_tensor *h = embed(b, n->ids);
    for (int i = 0; i < m->blocks; i++) {
        lg_tap_add(b->taps, i, "hidden", LG_TAP_ROWS, h);
        h = m->block->wire(b, i, h);
    }
    lg_tap_add(b->taps, m->blocks, "hidden", LG_TAP_ROWS, h);
    lg_tensor *read = lg_op_select_rows(b->g, h, n->tape.first, n->tape.m);
    n->logits = lg_build_linear(b, -1, "readout", read, m->task->output_size, true, LG_LINEAR);
    n->logits->keep = true;
    n->loss = lg_op_cross_entropy(b->g, n->logits, n->targets);
}

static bool begin(const lg_model *m, lg_sequence_layout tape, int S, bool training, lg_network *out, lg_error *err) {
    *out = (lg_network){.tape = tape, .graph = lg_graph_new(m->parameters, m->kernels, S, tape.T, training)};
    if (!out->graph) return lg_fail(err, LG_FAILED, "out of memory: a graph of %d tokens", tape.T);
    out->graph->no_pruning = m->no_pruning;
    return true;
}

static bool finish(lg_build *b, lg_network *out, lg_error *err) {
    record(b, out);
    if (lg_graph_plan(out->graph, out->loss, err)) return true;
    lg_network_free(out);
    return false;
}

bool lg_model_network(lg_model *m, lg_sequence_layout tape, int S, bool training, bool dropout, lg_network *out,
                      lg_error *err) {
    if (!begin(m, tape, S, training, out, err)) return false;
    lg_build b = {.model = m, .g = out->graph, .dropout = dropout ? m->dropout : 0};
    return finish(&b, out, err);
}

bool lg_model_instrumented(lg_model *m, lg_sequence_layout tape, int S, bool weights, lg_network *out, lg_error *err) {
    if (!begin(m, tape, S, weights, out, err)) return false;
    static const char *const wanted[] = {"hidden", "weights", NULL};
    out->taps = (lg_taps){.graph = out->graph, .heads = m->heads, .wanted = wanted};
    lg_build b = {.model = m, .g = out->graph, .taps = &out->taps};
    return finish(&b, out, err);
}

void lg_network_free(lg_network *n) {
    lg_graph_free(n->graph);
    *n = (lg_network){0};
}

/* The parameters come to be when a graph is first recorded: the smallest one will do. */
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
    choose(m, v);
    choose_draws(m);
    if (!m->kernels) {
        lg_model_free(m);
        lg_fail(err, LG_USAGE, "model.precision: bf16 is unavailable in the double-precision build (want fp32)");
        return NULL;
    }
    double base = lg_values_has(v, "encoding.base") ? lg_real(v, "encoding.base") : 10000;
    int most = m->source->limit ? m->source->limit(v) : 0;
    lg_sinusoid_init(&m->wide, m->width, base, most);
    lg_sinusoid_init(&m->narrow, m->head_width, base, most);
    if (discover_parameters(m, err)) return m;
    lg_model_free(m);
    return NULL;
}

void lg_model_free(lg_model *m) {
    if (!m) return;
    lg_sinusoid_free(&m->wide);
    lg_sinusoid_free(&m->narrow);
    lg_parameters_free(m->parameters);
    free(m);
}
