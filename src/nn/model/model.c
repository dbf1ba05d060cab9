/* model.c: creates a model from its description, checks that its choices are consistent, and records its graphs. */
#include "nn/model/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/kernel.h"
#include "nn/axes/architecture.h"
#include "nn/axes/head.h"
#include "nn/axes/mixer.h"
#include "nn/model/composition.h"
#include "nn/model/loss.h"
#include "nn/model/padding.h"
#include "nn/model/sharing.h"
#include "nn/stream/documents.h"
#include "nn/stream/memory.h"
#include "nn/stream/position_sample.h"

/* ---- choices ---- */

static void find_memory(lg_model *m) {
    const lg_chosen_architecture *a = &m->architecture;
    const lg_memory_options *x = a->entry->memory ? a->entry->memory(&a->own) : NULL;
    if (x) m->memory = x->rows, m->memory_zeros = x->start == LG_MEMORY_ZEROS;
    m->memorized = lg_order_store(&m->order);
}

static bool find_sets(lg_model *m, lg_error *err) {
    m->sets = calloc(2 * (size_t)m->blocks, sizeof *m->sets);
    if (!m->sets) return lg_fail(err, LG_FAILED, "out of memory: a model of %d blocks", m->blocks);
    m->norm_sets = m->sets + m->blocks;
    for (int i = 0; i < m->blocks; i++) {
        m->sets[i] = lg_sharing_set(&m->settings, m->blocks, i);
        m->norm_sets[i] = lg_sharing_norm_set(&m->settings, m->blocks, i);
    }
    return true;
}

bool lg_model_draft(lg_model *m, const lg_model_description *d, lg_error *err) {
    memcpy(m, d, sizeof *d);
    if (!lg_order_read(&m->order, &m->settings, m->sublayers))
        return lg_fail(err, LG_FAILED, "out of memory: the order of sublayers");
    m->width = m->settings.width;
    m->heads = m->settings.heads;
    m->head_width = m->width / m->heads;
    m->key_heads = m->settings.key_heads > 0 ? m->settings.key_heads : m->heads;
    m->blocks = m->order.blocks;
    lg_pattern_trim(&m->pattern, m->blocks);
    m->layers = m->order.layers;
    m->reads_whole = lg_order_reads_whole(&m->order);
    m->feed_forward = lg_mixer_hidden(&m->mixer, m->settings.feed_forward);
    find_memory(m);
    lg_positional_find(m);
    return find_sets(m, err);
}

void lg_model_undraft(lg_model *m) {
    free(m->sets);
    lg_positional_free(m);
    lg_order_free(&m->order);
}

/* ---- checks ---- */

static bool check_widths(const lg_model *m, lg_error *err) {
    int divisor = m->key_heads < m->heads ? m->key_heads : m->heads, heads = m->heads;
    while (m->width % heads) heads--;
    if (heads != m->heads)
        return lg_fail_keys(err, "model.heads model.width",
                            "model.heads: %d does not divide model.width: %d (use --model.heads %d)", m->heads,
                            m->width, heads);
    while (m->heads % divisor) divisor--;
    if (divisor != m->key_heads)
        return lg_fail_keys(err, "model.key_heads model.heads",
                            "model.key_heads: %d does not divide model.heads: %d (use --model.key_heads %d)",
                            m->key_heads, m->heads, divisor);
    if (m->settings.step_signal && m->width % 2)
        return lg_fail_keys(err, "model.step_signal model.width",
                            "model.step_signal: sinusoids need an even model.width, not %d", m->width);
    return true;
}

/* Fails if the order contains cross-attention in a place where the architecture has none. In the right places the
 * letter c is accepted; the config stores the order without it. */
static bool check_cross(const lg_model *m, lg_error *err) {
    const char *order = m->settings.order;
    char with[LG_ORDER_SIZE], without[LG_ORDER_SIZE];
    if (!lg_order_writes_cross(order)) return true;
    lg_order_place_cross(order, with, without);
    const bool mixes = strchr(with, 'c'); /* if not, the messages suggest "sf" or "scf" */
    if (!m->architecture.entry->crosses)
        return lg_fail_keys(
            err, "model.order architecture",
            "model.order: '%s' contains c (cross-attention), but architecture: %s has no source stream (use "
            "--model.order %s, or --architecture encoder_decoder)",
            order, m->architecture.entry->name, mixes ? without : "sf");
    return lg_fail_keys(err, "model.order architecture",
                        "model.order: '%s': in architecture: %s, c (cross-attention) directly follows each sublayer "
                        "that mixes tokens (use --model.order %s)",
                        order, m->architecture.entry->name, mixes ? with : "scf");
}

/* Checks the options of entries and the numbers of a model whose blocks all have the same choice. */
static bool check_alike(const lg_model *m, lg_error *err) {
    const lg_architecture *a = m->architecture.entry;
    const lg_head *head = m->head.entry;
    return (!a->suits || a->suits(m, err)) && (!head->suits || head->suits(m, err)) && lg_composition_check(m, err) &&
           check_widths(m, err) && lg_positional_check(m, err);
}

/* Runs the checks of check_alike as if all blocks had this choice. */
static bool check_choice(const lg_model *m, int choice, lg_error *err) {
    lg_model_description d;
    lg_model alike = {0};
    memcpy(&d, m, sizeof d);
    lg_describe_alike(&d, choice);
    const bool good = lg_model_draft(&alike, &d, err) && check_alike(&alike, err);
    lg_model_undraft(&alike);
    return good;
}

static bool check_blocks(const lg_model *m, lg_error *err) {
    if (m->pattern.count == 1) return check_alike(m, err);
    for (int i = 0; i < m->pattern.count; i++)
        if (!check_choice(m, i, err)) return false;
    return true;
}

bool lg_model_check(const lg_model *m, lg_error *err) {
    return check_cross(m, err) && lg_order_check(&m->settings, err) && lg_sharing_check(&m->settings, &m->order, err) &&
           lg_pattern_check(&m->pattern, m->blocks, err) && check_blocks(m, err);
}

lg_sequence_layout lg_model_sequence_layout(const lg_model *m, int length) {
    const bool padded = !m->data->exact && lg_model_pads(m);
    return m->architecture.entry->layout(m, lg_dataset_bound(m->data, length), padded);
}

bool lg_model_supports_layout(const lg_model *m, const lg_sequence_layout *t, int n, lg_error *err) {
    const lg_architecture *a = m->architecture.entry;
    char what[128];
    snprintf(what, sizeof what, "length %d of %s", n, m->data->entry->name);
    return lg_composition_fits(&m->order, t->T > t->sources ? t->T : t->sources, what, err) &&
           (!a->fits || a->fits(m, t, what, err)) && lg_position_check_all(m, t->T, t->sources, what, err);
}

bool lg_model_supports_length(const lg_model *m, int n, lg_error *err) {
    const lg_sequence_layout layout = lg_model_sequence_layout(m, n);
    return lg_model_supports_layout(m, &layout, n, err);
}

/* ---- recording ---- */

lg_token_stream lg_model_stream(const lg_model *m, int T) {
    const char *prefix = m->architecture.entry->prefix;
    return (lg_token_stream){.prefix = prefix ? prefix : "", .T = T, .mask = &m->mask};
}

static bool begin_network(const lg_model *m, lg_sequence_layout layout, int S, bool training, lg_network *out,
                          lg_error *err) {
    *out = (lg_network){.layout = layout,
                        .graph = lg_graph_new(m->parameters, m->kernels, S, layout.memory + layout.T, training)};
    if (!out->graph) return lg_fail(err, LG_FAILED, "out of memory: a graph of %d tokens", layout.T);
    out->graph->no_pruning = m->no_pruning;
    return true;
}

static void record_batch(const lg_model *m, lg_graph *g, lg_network *n) {
    const lg_sequence_layout *t = &n->layout;
    n->ids = lg_graph_batch(g, t->T);
    n->ids->first = t->memory;
    n->targets = lg_graph_batch(g, t->rows);
    const lg_data_methods *data = m->data->entry->methods;
    if (t->padded || m->settings.loss_half || data->partial || data->masked)
        n->weights = lg_graph_batch_reals(g, t->rows);
    if (t->sources > 0) n->sources = lg_graph_batch(g, t->sources);
    if (t->spans) n->span = lg_graph_batch(g, 2);
}

/* Records the loss of the rows x that the head reads, and their logits. */
static void record_ends(lg_build *b, lg_network *n, lg_tensor *x, bool logits) {
    const lg_head *head = b->model->head.entry;
    if (logits || !head->loss) n->logits = lg_build_logits(b, x);
    n->loss = head->loss ? head->loss(b, x, n->targets, n->weights)
                         : lg_op_smoothed_cross_entropy(b->g, n->logits, n->targets, n->weights,
                                                        lg_loss_terms_of(b->model, b->g->training));
}

static bool plan_network(lg_build *b, lg_network *out, bool logits, lg_error *err) {
    lg_graph *g = out->graph;
    lg_token_stream *s = b->stream;
    record_batch(b->model, g, out);
    b->loads = &out->loads;
    s->memory = out->layout.memory;
    s->kept = out->layout.kept;
    s->stored = out->layout.stored;
    s->stores = out->layout.stores;
    s->T += s->memory;
    lg_tensor *h = b->model->architecture.entry->record(b, out);
    const int first = out->layout.memory + out->layout.first;
    record_ends(b, out, lg_op_select_rows(g, h, first, out->layout.rows), logits);
    if (lg_graph_plan(g, err)) return true;
    lg_network_free(out);
    return false;
}

static lg_build begin_build(lg_model *m, lg_token_stream *stream, const lg_network *n, bool training) {
    return (lg_build){.model = m,
                      .g = n->graph,
                      .stream = stream,
                      .numbers_each = training && lg_positional_per_sequence(m),
                      .documents = lg_model_reads_documents(m)};
}

bool lg_model_network(lg_model *m, lg_sequence_layout layout, int S, bool training, bool dropout, lg_network *out,
                      lg_error *err) {
    if (!begin_network(m, layout, S, training, out, err)) return false;
    lg_token_stream stream = lg_model_stream(m, layout.T);
    lg_build b = begin_build(m, &stream, out, training);
    b.drops = dropout;
    b.dropout = dropout ? m->settings.dropout : 0;
    return plan_network(&b, out, false, err);
}

bool lg_model_network_of_logits(lg_model *m, lg_sequence_layout layout, int S, bool training, lg_network *out,
                                lg_error *err) {
    if (!begin_network(m, layout, S, training, out, err)) return false;
    lg_token_stream stream = lg_model_stream(m, layout.T);
    lg_build b = begin_build(m, &stream, out, training);
    return plan_network(&b, out, true, err);
}

bool lg_model_network_of_last(lg_model *m, lg_sequence_layout layout, int S, lg_network *out, lg_error *err) {
    layout.first = layout.T - 1;
    layout.rows = 1;
    if (!begin_network(m, layout, S, false, out, err)) return false;
    lg_token_stream stream = lg_model_stream(m, layout.T);
    lg_build b = begin_build(m, &stream, out, false);
    b.draws_each = m->positional[LG_STREAM_OWN]->draws;
    return plan_network(&b, out, true, err);
}

/* training: there is a backward pass, or attention weights can be read. */
static bool record_taps(lg_model *m, lg_sequence_layout layout, int S, lg_taps taps, bool training, lg_network *out,
                        lg_error *err) {
    if (!begin_network(m, layout, S, training, out, err)) return false;
    /* With pruning, a map of looked-up rows is applied to the table, so its gradient would not reach these rows. */
    out->graph->no_pruning |= taps.gradients;
    taps.graph = out->graph, taps.heads = m->heads;
    out->source_taps = out->taps = taps;
    out->taps.sources = &out->source_taps;
    lg_token_stream stream = lg_model_stream(m, layout.T);
    lg_build b = begin_build(m, &stream, out, false);
    b.taps = &out->taps;
    return plan_network(&b, out, true, err);
}

bool lg_model_instrumented(lg_model *m, lg_sequence_layout layout, int S, const char *const *taps, bool weights,
                           lg_network *out, lg_error *err) {
    return record_taps(m, layout, S, (lg_taps){.selected = taps}, weights, out, err);
}

bool lg_model_of_gradients(lg_model *m, lg_sequence_layout layout, int S, lg_network *out, lg_error *err) {
    static const char *const names[] = {"hidden", "sum", "dual", "norm", NULL};
    return record_taps(m, layout, S, (lg_taps){.selected = names, .gradients = true}, true, out, err);
}

void lg_network_free(lg_network *n) {
    lg_graph_free(n->graph);
    *n = (lg_network){0};
}

/* Parameters are created when a graph is first recorded; the smallest graph suffices. */
static bool discover_parameters(lg_model *m, lg_error *err) {
    lg_network network;
    if (!lg_model_network(m, lg_model_sequence_layout(m, 1), 1, true, true, &network, err)) return false;
    lg_network_free(&network);
    return true;
}

/* Does the vocabulary cover every token of the data and the model's own empty token? */
static bool check_vocabulary(const lg_model *m, lg_error *err) {
    const lg_dataset *d = m->data;
    const lg_token_format *f = &m->format;
    const int read = f->sources > 0 ? f->sources : f->symbols;
    const int words = d->source.size > d->target.size ? d->source.size : d->target.size;
    const int tokens = f->empty >= words ? f->empty + 1 : words;
    if (d->source.size <= read && d->target.size <= f->classes && f->empty < f->symbols) return true;
    return lg_fail_keys(err, "architecture.vocabulary data",
                        "architecture.vocabulary: %d rows are too few for the %d tokens of %s%s (use 0: one row per "
                        "token)",
                        read, tokens, d->entry->name, tokens > words ? " and the empty token" : "");
}

lg_model *lg_model_new(const lg_model_description *d, const lg_data_description *data, unsigned unread,
                       const lg_kernels *k, lg_error *err) {
    lg_model *m = calloc(1, sizeof *m);
    if (!m || !(m->parameters = lg_parameters_new())) {
        free(m);
        lg_fail(err, LG_FAILED, "out of memory: a model");
        return NULL;
    }
    if (!lg_model_draft(m, d, err) || !lg_model_check(m, err) || !(m->data = lg_dataset_open(data, unread, err))) {
        lg_model_free(m);
        return NULL;
    }
    m->kernels = m->settings.precision == LG_PRECISION_BF16 ? k->bfloat16 : k;
    if (m->architecture.entry->fits_data && !m->architecture.entry->fits_data(m, err)) {
        lg_model_free(m);
        return NULL;
    }
    m->format = m->architecture.entry->format(m);
    if (!check_vocabulary(m, err) || !lg_documents_find(m, err) ||
        (m->head.entry->fits && !m->head.entry->fits(m, err))) {
        lg_model_free(m);
        return NULL;
    }
    if (!m->kernels) {
        lg_model_free(m);
        lg_fail(err, LG_USAGE, "model.precision: bf16 is unavailable in the double-precision build (use fp32)");
        return NULL;
    }
    if (lg_positional_make_tables(m, err) && discover_parameters(m, err)) return m;
    lg_model_free(m);
    return NULL;
}

void lg_model_free(lg_model *m) {
    if (!m) return;
    lg_model_undraft(m);
    lg_parameters_free(m->parameters);
    lg_dataset_close(m->data);
    free(m);
}
