/* units.c: see units.h. */
#include "train/units.h"

#include <stdio.h>
#include <stdlib.h>

#include "data/vocabulary.h"
#include "kernel/kernel.h"
#include "nn/axes/architecture.h"
#include "nn/axes/head.h"
#include "nn/record/token_tables.h"
#include "train/attention_pass.h"
#include "train/state.h"
#include "train/stop.h"

static const char *const units_tap[] = {"units", NULL};

/* ---- activations ---- */

static bool check_blocks(const lg_model *m, lg_error *err) {
    if (m->architecture.entry->cells)
        return lg_fail(err, LG_USAGE, "architecture: %s has no blocks", m->architecture.entry->name);
    return !m->architecture.entry->latents ||
           lg_fail(err, LG_USAGE, "architecture: %s has blocks over latents, whose rows are not tokens",
                   m->architecture.entry->name);
}

/* Prepares the network for the record of worker 0. */
static bool prepare_record(lg_trainer *t, lg_network *n, int length, lg_error *err) {
    const lg_sequence_layout layout = lg_attention_layout(t->model, &t->engine.records[0]);
    return lg_model_instrumented(t->model, layout, 1, units_tap, false, n, err) &&
           lg_attention_prepare(t, n, length, err);
}

typedef struct showing {
    lg_unit_rows x;
    lg_unit_rows_fn each;
    void *user;
} showing;

static bool show_block(showing *s, const lg_frame *f, const lg_tap *tap, lg_error *err) {
    const lg_tensor *t = tap->tensor;
    real *rows = malloc(t->bytes);
    if (!rows) return lg_fail(err, LG_FAILED, "out of memory: the hidden layer of %d tokens", s->x.tokens);
    f->kernels->download(f->kernels, rows, lg_value(f, t), t->bytes);
    s->x.block = tap->block, s->x.units = lg_columns(t), s->x.rows = rows;
    s->each(s->user, &s->x);
    free(rows);
    return true;
}

static int first_target(const lg_model *m, const lg_network *n, const lg_record *r) {
    if (!lg_architecture_is_autoregressive(&m->architecture)) return n->layout.T;
    return m->architecture.entry->target_token(m, &n->layout, r->n, 0);
}

static bool show_blocks(lg_trainer *t, const lg_network *n, showing *s, lg_error *err) {
    const lg_model *m = t->model;
    const lg_record *r = s->x.record = &t->engine.records[0];
    const lg_frame f = lg_pass_frame(&t->pass, n, 0, 0, 0);
    s->x.tokens = n->layout.T, s->x.ids = t->pass.rows.ids;
    s->x.targets = first_target(m, n, r);
    s->x.first = n->layout.first + m->architecture.entry->first_row(m, &n->layout, r->n);
    if (n->taps.count == 0)
        return lg_fail(err, LG_USAGE, "model.order: %s has no feed-forward network f", m->settings.order);
    lg_graph_forward(n->graph, &f);
    for (int i = 0; i < n->taps.count; i++)
        if (!show_block(s, &f, &n->taps.rows[i], err)) return false;
    return true;
}

bool lg_trainer_units(lg_trainer *t, int length, int64_t sequence, lg_unit_rows_fn each, void *user, lg_error *err) {
    lg_network n = {0};
    showing s = {.each = each, .user = user};
    const lg_attention_record x = lg_attention_eval_record(t, length, sequence);
    const bool good = lg_trainer_go_on(t, err) && check_blocks(t->model, err) &&
                      lg_model_supports_length(t->model, length, err) && lg_attention_draw(t, &x, err) &&
                      prepare_record(t, &n, length, err) && show_blocks(t, &n, &s, err);
    lg_network_free(&n);
    return good;
}

const char *lg_trainer_unit_word(const lg_trainer *t, const lg_unit_rows *x, int token) {
    const lg_model *m = t->model;
    const int32_t id = x->ids[token];
    if (m->format.sources == 0 && token < x->record->n) return lg_vocabulary_word(&m->data->source, id);
    if (id == m->format.computation) return "<computation>";
    const bool own = token < x->targets && id != m->data->end;
    return own ? "<empty>" : lg_vocabulary_word(&m->data->target, id);
}

/* ---- weights ---- */

/* The values of a parameter in the stream that the head reads; NULL: no such parameter. */
static const real *find(const lg_trainer *t, const char *prefix, const char *name, const lg_parameter_row **row) {
    char full[160];
    snprintf(full, sizeof full, "%s%s", prefix, name);
    const lg_parameters *p = t->model->parameters;
    const int i = lg_parameters_find(p, full);
    if (i < 0) return NULL;
    *row = &p->rows[i];
    return (const real *)(const void *)t->engine.parameters.data + p->rows[i].offset / sizeof(real);
}

const real *lg_trainer_unit_vectors(const lg_trainer *t, int block, int *units) {
    const lg_model *m = t->model;
    const lg_parameter_row *row;
    char name[64];
    snprintf(name, sizeof name, "block.%d.feed_forward.2%s", m->sets[block], m->settings.bias ? ".weight" : "");
    const real *x = find(t, lg_model_stream(m, 0).prefix, name, &row);
    if (x) *units = row->shape[0];
    return x;
}

/* Row c of `out` is the token embedding of symbol c, projected to the model width. */
static void read_table(const lg_model *m, const real *table, const real *map, double *out) {
    const size_t width = (size_t)m->width, narrow = (size_t)lg_embedding_width(m);
    const double factor = m->head.entry->factor ? m->head.entry->factor(m) : 1;
    for (size_t c = 0; c < (size_t)m->format.classes; c++)
        for (size_t j = 0; j < width; j++) {
            double sum = map ? 0 : (double)table[c * narrow + j];
            for (size_t k = 0; map && k < narrow; k++)
                sum += (double)table[c * narrow + k] * (double)map[k * width + j];
            out[c * width + j] = factor * sum;
        }
}

static bool read_tied(const lg_trainer *t, double *out) {
    const lg_model *m = t->model;
    const lg_parameter_row *row;
    const char *prefix = lg_model_one_table(m) ? "" : lg_model_stream(m, 0).prefix;
    const real *table = find(t, prefix, "embedding.weight", &row);
    if (table) read_table(m, table, find(t, prefix, "embedding.projection", &row), out);
    return table;
}

static bool read_linear(const lg_trainer *t, double *out) {
    const lg_model *m = t->model;
    const lg_parameter_row *row;
    const size_t classes = (size_t)m->format.classes, width = (size_t)m->width;
    const real *map = find(t, lg_model_stream(m, 0).prefix, m->settings.bias ? "readout.weight" : "readout", &row);
    for (size_t c = 0; map && c < classes; c++)
        for (size_t j = 0; j < width; j++) out[c * width + j] = (double)map[j * classes + c];
    return map;
}

double *lg_trainer_readout(const lg_trainer *t, int *classes, lg_error *err) {
    const lg_model *m = t->model;
    *classes = m->format.classes;
    if (m->head.entry->loss) return NULL;
    double *out = malloc((size_t)m->format.classes * (size_t)m->width * sizeof *out);
    if (!out) {
        lg_fail(err, LG_FAILED, "out of memory: the vectors of %d output symbols", m->format.classes);
        return NULL;
    }
    if (m->head.entry->ties ? read_tied(t, out) : read_linear(t, out)) return out;
    lg_fail_permanent(err, "head: %s has no matrix of output symbols", m->head.entry->name);
    free(out);
    return NULL;
}
