/* introspect.c: attention weights and the activations of every layer. Attention keeps its weights in networks that
 * train: such a one is run without its backward pass. */
#include <stdlib.h>
#include <string.h>

#include "train/state.h"

/* Prepares a pass of `sequences` sequences from `first` on of the evaluation of this length. */
static bool prepare_batch(lg_trainer *t, const lg_network *n, int length, int64_t first, int sequences, lg_error *err) {
    const lg_key key = lg_trainer_eval_key(t, length);
    lg_batch_record x = {.split = LG_SPLIT_TEST, .length = length, .key = lg_key_fold(key, LG_STREAM_DATA)};
    const lg_key positions = lg_key_fold(lg_key_fold(key, LG_STREAM_POSITIONS), 0);
    if (!lg_pass_open(&t->pass, &t->engine, &t->engine.buffers, n, sequences, false, err) ||
        !lg_pass_prepare(&t->pass, positions, err))
        return false;
    for (int i = 0; i < sequences; i++) {
        x.index = first + i;
        lg_pass_draw(&t->pass, &x, 0, i);
        if (!lg_pass_check_source(&t->pass, err)) return false;
    }
    return lg_dataset_check(t->model->data, err);
}

/* Fails where the architecture has no such tap. */
static bool check_tap(const lg_trainer *t, const lg_network *n, const char *tap, lg_error *err) {
    for (int b = 0; b < t->model->blocks; b++)
        if (lg_tap_find(&n->taps, b, tap)) return true;
    return lg_fail(err, LG_USAGE, "architecture: %s has no blocks to look into", t->model->architecture->name);
}

/* ---- attention ---- */

static bool visit_weights(lg_trainer *t, const lg_network *n, lg_weights_fn each, void *user, lg_error *err) {
    const size_t T = (size_t)n->layout.T, padded = T * LG_PAD(T);
    real *scratch = malloc((padded + T * T) * sizeof *scratch);
    if (!scratch) return lg_fail(err, LG_FAILED, "out of memory: the attention of %zu tokens", T);
    const lg_frame f = lg_pass_frame(&t->pass, n, 0, 0, 0);
    lg_graph_forward(n->graph, &f);
    for (int b = 0, seen = 0; b < t->model->blocks; b++) {
        const lg_tap *weights = lg_tap_find(&n->taps, b, "weights");
        for (int h = 0; weights && h < t->model->heads; h++) {
            lg_tap_read_weights(&f, weights, 0, h, scratch, scratch + padded);
            each(user, seen, h, scratch + padded);
        }
        seen += !!weights;
    }
    free(scratch);
    return true;
}

bool lg_trainer_attention(lg_trainer *t, int length, int64_t sequence, lg_weights_fn each, void *user, lg_error *err) {
    lg_network n;
    if (!lg_model_supports_length(t->model, length, err) ||
        !lg_model_instrumented(t->model, lg_model_sequence_layout(t->model, length), 1, true, &n, err))
        return false;
    const bool ok = check_tap(t, &n, "weights", err) && lg_engine_reserve_worker(&t->engine, &n, 0, err) &&
                    prepare_batch(t, &n, length, sequence, 1, err) && visit_weights(t, &n, each, user, err);
    lg_network_free(&n);
    return ok;
}

/* ---- activations ---- */

typedef struct activations {
    lg_trainer *t;
    lg_network n;
    const lg_taps *taps; /* of the network */
    int sequences, from, to;
    real *out;
} activations;

/* A job: one sequence. */
static void copy_activations(void *task, int sequence, int worker) {
    const activations *l = task;
    const lg_model *m = l->t->model;
    const lg_frame f = lg_pass_frame(&l->t->pass, &l->n, sequence, worker, 0);
    lg_graph_forward(l->n.graph, &f);
    const size_t before = (size_t)l->from * (size_t)m->width, count = (size_t)(l->to - l->from) * (size_t)m->width;
    for (int i = 0; i <= m->blocks; i++) {
        const lg_view x = lg_view_at(lg_value(&f, lg_tap_find(l->taps, i, "hidden")->tensor), before * sizeof(real));
        const size_t index = (size_t)i * (size_t)l->sequences + (size_t)sequence;
        m->kernels->download(m->kernels, l->out + index * count, x, count * sizeof(real));
    }
}

static bool read_activations(activations *l, int length, lg_error *err) {
    lg_trainer *t = l->t;
    if (!lg_model_supports_length(t->model, length, err) ||
        !lg_model_instrumented(t->model, lg_model_sequence_layout(t->model, length), 1, false, &l->n, err))
        return false;
    const bool ok = check_tap(t, &l->n, "hidden", err) && lg_engine_reserve(&t->engine, &l->n, err) &&
                    prepare_batch(t, &l->n, length, 0, l->sequences, err);
    if (ok) lg_pool_run(t->engine.pool, l->sequences, copy_activations, l);
    lg_network_free(&l->n);
    return ok;
}

bool lg_trainer_activations(lg_trainer *t, int length, int sequences, int from, int to, real *out, lg_error *err) {
    activations l = {.t = t, .sequences = sequences, .from = from, .to = to, .out = out};
    l.taps = &l.n.taps;
    return read_activations(&l, length, err);
}

bool lg_trainer_source_activations(lg_trainer *t, int length, int sequences, int from, int to, real *out,
                                   lg_error *err) {
    activations l = {.t = t, .sequences = sequences, .from = from, .to = to, .out = out};
    l.taps = &l.n.source_taps;
    return read_activations(&l, length, err);
}
