/* probe.c: what independent checks of a model read: loss, logits and gradients of a batch, without dropout. */
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

bool lg_trainer_probe(lg_trainer *t, lg_key root, int length, int sequences, lg_probe *out, lg_error *err) {
    lg_network n;
    lg_engine *e = &t->engine;
    const lg_key data = lg_key_fold(lg_key_fold(root, LG_STREAM_DATA), 0);
    const lg_batch_record from = {.split = LG_SPLIT_TRAIN, .length = length, .key = data};
    /* Not padded: whoever reads the probe knows no spans. */
    const lg_sequence_layout layout =
        t->model->architecture->layout(t->model, lg_dataset_bound(t->model->data, length), false);
    if (!lg_model_supports_length(t->model, length, err) ||
        !lg_dataset_has(t->model->data, LG_SPLIT_TRAIN, length, err) ||
        !lg_model_network_of_logits(t->model, layout, sequences, true, &n, err))
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
    lg_network_free(&n);
    return ok;
}

const struct lg_position_sample *lg_trainer_position_sample(const lg_trainer *t) {
    return &t->engine.buffers.positions;
}

const struct lg_position_sample *lg_trainer_sequence_sample(const lg_trainer *t, int row) {
    return t->model->per_sequence ? &t->engine.buffers.own[row] : lg_trainer_position_sample(t);
}
