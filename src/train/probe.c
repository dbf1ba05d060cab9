/* probe.c: what independent checks of a model read: loss, logits and gradients of a batch, without dropout. */
#include <string.h>

#include "train/state.h"

/* Draws the batch into the buffers, and copies its inputs and targets to the caller. */
static void probe_batch(lg_trainer *t, lg_key root, const lg_network *n, int length, int sequences, uint8_t *masks,
                        lg_probe *out) {
    lg_batch_rows rows = {lg_batch_buffers_ids(&t->engine.buffers, n, sequences),
                          lg_batch_buffers_targets(&t->engine.buffers, n, sequences), masks};
    lg_key data = lg_key_fold(lg_key_fold(root, LG_STREAM_DATA), 0);
    size_t inputs = (size_t)n->layout.n, outputs = (size_t)n->layout.m;
    for (int i = 0; i < sequences; i++) {
        lg_trainer_draw_sample(t, &n->layout, length, data, i, i, &rows);
        memcpy(out->input + (size_t)i * inputs, rows.ids + (size_t)i * (size_t)n->layout.T, sizeof(int32_t) * inputs);
        memcpy(out->target + (size_t)i * outputs, rows.targets + (size_t)i * outputs, sizeof(int32_t) * outputs);
    }
}

static void probe_run(lg_trainer *t, const lg_network *n, int sequences, lg_probe *out) {
    const lg_kernels *k = t->model->kernels;
    size_t rows = (size_t)sequences * (size_t)n->layout.m;
    lg_frame f = lg_engine_frame(&t->engine, &t->engine.buffers, n, 0, 0, sequences);
    f.loss_weight = (real)(1.0 / (double)rows);
    k->zero(k, f.base[LG_SPACE_GRADIENT], t->engine.gradients.bytes);
    lg_graph_forward(n->graph, &f);
    const real *losses = lg_value(&f, n->loss).data;
    out->loss = 0;
    for (size_t i = 0; i < rows; i++) out->loss += (double)losses[i] / (double)rows;
    k->download(k, out->logits, lg_value(&f, n->logits), sizeof(real) * rows * (size_t)t->model->task->output_size);
    lg_graph_backward(n->graph, &f);
    lg_graph_backward_shared(n->graph, &f);
}

bool lg_trainer_probe(lg_trainer *t, lg_key root, int length, int sequences, lg_probe *out, lg_error *err) {
    lg_network n;
    lg_sequence_layout layout = lg_model_sequence_layout(t->model, length);
    if (!lg_model_supports_length(t->model, length, err) ||
        !lg_model_network(t->model, layout, sequences, true, false, &n, err))
        return false;
    lg_buffer masks = {0};
    lg_key positions = lg_key_fold(lg_key_fold(root, LG_STREAM_POSITIONS), 0);
    bool ok = lg_buffer_reserve(&masks, (size_t)sequences * (size_t)layout.m, "masks", err) &&
              lg_batch_buffers_reserve(&t->engine.buffers, &n, sequences, err) &&
              lg_engine_reserve(&t->engine, &n, err) &&
              lg_engine_prepare(&t->engine, &t->engine.buffers, &n, positions, err);
    if (ok) {
        probe_batch(t, root, &n, length, sequences, (uint8_t *)masks.data, out);
        probe_run(t, &n, sequences, out);
        const real *g = lg_gradients_array(&t->engine.gradients, 0).data;
        const lg_parameters *parameters = t->model->parameters;
        real *to = out->gradients;
        for (int i = 0; i < parameters->count; to += parameters->rows[i].count, i++)
            memcpy(to, g + parameters->rows[i].offset / sizeof(real), sizeof(real) * parameters->rows[i].count);
    }
    lg_buffer_free(&masks);
    lg_network_free(&n);
    return ok;
}

const struct lg_position_sample *lg_trainer_position_sample(const lg_trainer *t) {
    return &t->engine.buffers.positions;
}
