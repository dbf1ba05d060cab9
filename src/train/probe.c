/* probe.c: what independent checks of a model read: loss, logits and gradients of a batch, without dropout. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "train/state.h"

/* Draws the batch, and copies its sources and targets to the caller. */
static bool draw_probe(const lg_pass *p, lg_batch_record x, lg_probe *out, lg_error *err) {
    const lg_sequence_layout *t = &p->network->layout;
    const lg_record *r = &p->engine->records[0];
    for (int i = 0; i < p->count; i++) {
        x.number = i;
        lg_batch_record_pick(&x, p->engine->model->data);
        lg_pass_draw(p, &x, 0, i);
        if (!lg_pass_check_source(p, err)) return false;
        memcpy(out->input + (size_t)i * (size_t)t->n, r->source, sizeof(int32_t) * (size_t)t->n);
        memcpy(out->target + (size_t)i * (size_t)t->m, r->target, sizeof(int32_t) * (size_t)t->m);
    }
    return true;
}

static void run_probe(const lg_pass *p, lg_probe *out) {
    const lg_kernels *k = p->engine->model->kernels;
    const lg_network *n = p->network;
    const size_t rows = (size_t)p->count * (size_t)n->layout.rows;
    const lg_frame f = lg_pass_frame(p, n, 0, 0, 0);
    k->zero(k, f.base[LG_SPACE_GRADIENT], p->engine->gradients.bytes);
    lg_graph_forward(n->graph, &f);
    lg_pass_read(p, &f, n, 0, n->layout.rows);
    out->loss = out->expert_loss = 0;
    for (size_t i = 0; i < rows; i++) out->loss += (double)p->losses[i] / (double)rows;
    for (int i = 0; i < p->count * p->loads.sublayers; i++) out->expert_loss += (double)p->loads.losses[i] / p->count;
    memcpy(out->logits, p->logits, sizeof(real) * rows * (size_t)p->engine->model->format.classes);
    lg_graph_backward(n->graph, &f);
    lg_graph_backward_shared(n->graph, &f);
}

static void copy_gradients(const lg_trainer *t, real *to) {
    const real *g = lg_gradients_array(&t->engine.gradients, 0).data;
    const lg_parameters *parameters = t->model->parameters;
    for (int i = 0; i < parameters->count; to += parameters->rows[i].count, i++)
        memcpy(to, g + parameters->rows[i].offset / sizeof(real), sizeof(real) * parameters->rows[i].count);
}

/* What is looked at beside gradients of parameters; NULL: nothing. */
typedef struct look {
    lg_stream_gradient_fn each;
    void *user;
    real *host; /* as large as the largest tap */
} look;

/* The Frobenius norm of the value or gradient x of t over the root of its rows, which are all tokens. */
static double norm_of(const look *l, const lg_kernels *k, lg_view x, const lg_tensor *t) {
    double sum = 0;
    if (!x.data) return 0;
    k->download(k, l->host, x, t->bytes);
    for (size_t i = 0; i < t->bytes / sizeof(real); i++) sum += (double)l->host[i] * (double)l->host[i];
    return sqrt(sum / lg_rows(t));
}

static void show_taps(const look *l, const lg_frame *f, const lg_taps *taps, bool sources) {
    for (int i = 0; i < taps->count; i++) {
        const lg_tap *p = &taps->rows[i];
        l->each(l->user, &(lg_stream_gradient){
                             .what = p->name,
                             .part = p->part ? p->part : "",
                             .sources = sources,
                             .block = p->block,
                             .gradient = norm_of(l, f->kernels, lg_gradient(f, p->tensor), p->tensor),
                             .size = norm_of(l, f->kernels, lg_value(f, p->tensor), p->tensor),
                         });
    }
}

static bool show_stream(look *l, const lg_pass *p, lg_error *err) {
    const lg_network *n = p->network;
    const lg_frame f = lg_pass_frame(p, n, 0, 0, 0);
    size_t most = 0;
    const lg_taps *const both[] = {&n->source_taps, &n->taps};
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < both[s]->count; i++)
            if (both[s]->rows[i].tensor->bytes > most) most = both[s]->rows[i].tensor->bytes;
    if (!(l->host = malloc(most + 1))) return lg_fail(err, LG_FAILED, "out of memory: activations");
    show_taps(l, &f, &n->source_taps, true);
    show_taps(l, &f, &n->taps, false);
    free(l->host);
    return true;
}

/* The network that look needs, or that of a plain probe. */
static bool record_network(lg_trainer *t, lg_sequence_layout layout, int sequences, const look *l, lg_network *n,
                           lg_error *err) {
    return l ? lg_model_of_gradients(t->model, layout, sequences, n, err)
             : lg_model_network_of_logits(t->model, layout, sequences, true, n, err);
}

static bool probe(lg_trainer *t, lg_key root, int length, int sequences, lg_probe *out, look *l, lg_error *err) {
    lg_network n;
    lg_engine *e = &t->engine;
    const lg_key data = lg_key_fold(lg_key_fold(root, LG_STREAM_DATA), 0);
    const lg_batch_record from = {.split = LG_SPLIT_TRAIN, .length = length, .key = data};
    /* Not padded: whoever reads the probe knows no spans. */
    const lg_sequence_layout layout =
        t->model->architecture->layout(t->model, lg_dataset_bound(t->model->data, length), false);
    if (!lg_model_supports_length(t->model, length, err) ||
        !lg_dataset_has(t->model->data, LG_SPLIT_TRAIN, length, err) ||
        !record_network(t, layout, sequences, l, &n, err))
        return false;
    const lg_key positions = lg_key_fold(lg_key_fold(root, LG_STREAM_POSITIONS), 0);
    bool ok = lg_engine_reserve(e, &n, err) && lg_pass_open(&t->pass, e, &e->buffers, &n, sequences, true, err) &&
              lg_pass_prepare(&t->pass, positions, true, err);
    if (ok) {
        t->pass.loss_weight = (real)(1.0 / ((double)sequences * n.layout.rows));
        t->pass.group_weight = (real)(1.0 / sequences);
        ok = draw_probe(&t->pass, from, out, err) && lg_dataset_check(t->model->data, err);
    }
    if (ok) {
        run_probe(&t->pass, out);
        copy_gradients(t, out->gradients);
    }
    if (ok && l) ok = show_stream(l, &t->pass, err);
    lg_network_free(&n);
    return ok;
}

bool lg_trainer_probe(lg_trainer *t, lg_key root, int length, int sequences, lg_probe *out, lg_error *err) {
    return probe(t, root, length, sequences, out, NULL, err);
}

bool lg_trainer_probe_stream(lg_trainer *t, lg_key root, int length, int sequences, lg_probe *out,
                             lg_stream_gradient_fn each, void *user, lg_error *err) {
    return probe(t, root, length, sequences, out, &(look){.each = each, .user = user}, err);
}

const struct lg_position_sample *lg_trainer_position_sample(const lg_trainer *t) {
    return &t->engine.buffers.positions;
}

const struct lg_position_sample *lg_trainer_sequence_sample(const lg_trainer *t, int row) {
    return lg_positional_per_sequence(t->model) ? &t->engine.buffers.own[row] : lg_trainer_position_sample(t);
}
