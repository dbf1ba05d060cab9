/* introspect.c: attention weights, the activations of every layer, and any tap. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/seed.h"
#include "nn/position_sample.h"
#include "train/attention_pass.h"
#include "train/state.h"

/* Prepares a pass of the first `sequences` sequences of the evaluation of this length. */
static bool prepare_batch(lg_trainer *t, const lg_network *n, int length, int sequences, lg_error *err) {
    if (!lg_pass_open(&t->pass, &t->engine, &t->engine.buffers, n, sequences, false, err) ||
        !lg_pass_prepare(&t->pass, lg_trainer_eval_positions(t, length, 0), false, err))
        return false;
    for (int i = 0; i < sequences; i++) {
        const lg_batch_record x = lg_trainer_eval_record(t, length, i);
        lg_pass_draw(&t->pass, &x, 0, i);
        if (!lg_pass_check_source(&t->pass, err)) return false;
    }
    return lg_dataset_check(t->model->data, err);
}

/* ---- attention ---- */

bool lg_trainer_sequence_sizes(lg_trainer *t, int length, int64_t sequence, lg_sizes *out, lg_error *err) {
    const lg_attention_record x = lg_attention_eval_record(t, length, sequence);
    return lg_attention_sizes(t, &x, out, err);
}

static bool visit_weights(const lg_attention_pass *p, lg_weights_fn each, void *user, lg_error *err) {
    const size_t scratch = lg_attention_pass_scratch(p), weights = (size_t)p->queries * (size_t)p->keys;
    real *x = malloc((scratch + weights) * sizeof *x);
    if (!x) return lg_fail(err, LG_FAILED, "out of memory: the attention of %d tokens", p->queries);
    lg_attention_pass_run(p);
    for (int b = 0; b < p->blocks; b++)
        for (int h = 0; h < p->heads; h++) {
            lg_attention_pass_read(p, b, h, x, x + scratch);
            each(user, b, h, x + scratch);
        }
    free(x);
    return true;
}

bool lg_trainer_attention(lg_trainer *t, lg_attention_kind kind, int length, int64_t sequence, lg_weights_fn each,
                          void *user, lg_error *err) {
    lg_attention_pass p = {0};
    const lg_attention_record x = lg_attention_eval_record(t, length, sequence);
    const bool ok = lg_attention_pass_open(&p, t, kind, &x, err) && visit_weights(&p, each, user, err);
    lg_attention_pass_close(&p);
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

static const char *const hidden_tap[] = {"hidden", NULL};

static bool read_activations(activations *l, int length, lg_error *err) {
    lg_trainer *t = l->t;
    if (!lg_model_supports_length(t->model, length, err) ||
        !lg_trainer_has_records(t, t->split, length, 0, l->sequences, err) ||
        !lg_model_instrumented(t->model, lg_model_sequence_layout(t->model, length), 1, hidden_tap, false, &l->n, err))
        return false;
    const bool ok = lg_trainer_check_tap(t, &l->n, "hidden", err) && lg_engine_reserve(&t->engine, &l->n, err) &&
                    prepare_batch(t, &l->n, length, l->sequences, err);
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

/* The network of the record of worker 0, ready to run. */
static bool prepare_record(activations *l, int length, lg_error *err) {
    lg_trainer *t = l->t;
    lg_engine *e = &t->engine;
    const lg_record *r = &e->records[0];
    if (!lg_model_instrumented(t->model, lg_attention_layout(t->model, r), 1, hidden_tap, false, &l->n, err) ||
        !lg_trainer_check_tap(t, &l->n, "hidden", err) || !lg_engine_reserve_worker(e, &l->n, 0, err) ||
        !lg_pass_open(&t->pass, e, &e->buffers, &l->n, 1, false, err) ||
        !lg_pass_prepare(&t->pass, lg_trainer_eval_positions(t, length, 0), false, err))
        return false;
    lg_pass_write(&t->pass, 0, r);
    return true;
}

bool lg_trainer_sequence_states(lg_trainer *t, int length, int64_t sequence, bool source, int tokens, real *out,
                                lg_error *err) {
    activations l = {.t = t, .sequences = 1, .to = tokens, .out = out};
    const lg_attention_record x = lg_attention_eval_record(t, length, sequence);
    l.taps = source ? &l.n.source_taps : &l.n.taps;
    const bool ok = lg_model_supports_length(t->model, length, err) && lg_attention_draw(t, &x, err) &&
                    prepare_record(&l, length, err);
    if (ok) copy_activations(&l, 0, 0);
    lg_network_free(&l.n);
    return ok;
}

/* ---- any tap, of any tokens ---- */

enum { LOOKS = 8 }; /* at once */

static bool check_look(const lg_trainer *t, int tokens, size_t count, lg_error *err) {
    char what[32];
    const lg_model *m = t->model;
    assert(count <= LOOKS);
    snprintf(what, sizeof what, "%d tokens", tokens);
    if (m->format.sources > 0)
        return lg_fail(err, LG_USAGE, "architecture: %s has two streams, and tokens are those of one",
                       m->architecture->name);
    return lg_position_check_all(m, tokens, 0, what, err);
}

/* Runs the network, whose memory is there, and copies. */
static bool read_taps(lg_trainer *t, const lg_network *n, const int32_t *ids, const lg_look *looks, size_t count,
                      lg_error *err) {
    const lg_key key = lg_key_fold(lg_seed_key(t->runtime.values, LG_STREAM_POSITIONS), 0);
    if (!lg_pass_open(&t->pass, &t->engine, &t->engine.buffers, n, 1, false, err) ||
        !lg_pass_prepare(&t->pass, key, false, err))
        return false;
    memcpy(t->pass.rows.ids, ids, sizeof *ids * (size_t)n->layout.T);
    memset(t->pass.rows.targets, 0, sizeof *ids * (size_t)n->layout.T);
    const lg_frame f = lg_pass_frame(&t->pass, n, 0, 0, 0);
    lg_graph_forward(n->graph, &f);
    for (size_t i = 0; i < count; i++) {
        const lg_tap *tap = lg_tap_find(&n->taps, looks[i].block, looks[i].name);
        if (!tap)
            return lg_fail(err, LG_USAGE, "architecture: %s has no %s in block %d", t->model->architecture->name,
                           looks[i].name, looks[i].block);
        if (!lg_tap_read(&f, tap, looks[i].out, err)) return false;
    }
    return true;
}

bool lg_trainer_look(lg_trainer *t, const int32_t *ids, int tokens, const lg_look *looks, size_t count, lg_error *err) {
    lg_network n;
    const char *names[LOOKS + 1] = {0};
    const lg_sequence_layout layout = {.n = tokens, .m = tokens, .T = tokens, .rows = tokens};
    if (!check_look(t, tokens, count, err)) return false;
    for (size_t i = 0; i < count; i++) names[i] = looks[i].name;
    if (!lg_model_instrumented(t->model, layout, 1, names, true, &n, err)) return false;
    const bool good = lg_engine_reserve_worker(&t->engine, &n, 0, err) && read_taps(t, &n, ids, looks, count, err);
    lg_network_free(&n);
    return good;
}
