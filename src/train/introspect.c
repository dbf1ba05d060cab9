/* introspect.c: attention weights, the activations of every layer, and any tap. Attention keeps its weights in networks
 * that train: such a one is run without its backward pass. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/seed.h"
#include "nn/position_sample.h"
#include "train/state.h"

/* Fails where the split that is evaluated has no such records. */
static bool check_records(const lg_trainer *t, int length, int64_t first, int sequences, lg_error *err) {
    const lg_dataset *d = t->model->data;
    if (!lg_dataset_has(d, t->split, length, err)) return false;
    const int64_t there = lg_dataset_count(d, t->split, length);
    return first + sequences <= there ||
           lg_fail(err, LG_USAGE, "sequences: %lld records of length %d were asked for, and %s has %lld",
                   (long long)(first + sequences), length, d->entry->name, (long long)there);
}

/* Prepares a pass of `sequences` sequences from `first` on of the evaluation of this length. */
static bool prepare_batch(lg_trainer *t, const lg_network *n, int length, int64_t first, int sequences, lg_error *err) {
    const lg_key key = lg_trainer_eval_key(t, length);
    lg_batch_record x = {.split = t->split, .length = length, .key = lg_key_fold(key, LG_STREAM_DATA)};
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

static const char *const attention_taps[] = {"weights", "cross_weights", NULL};

/* The layout of one test record: of its own size. */
static bool layout_of(lg_trainer *t, int length, int64_t sequence, lg_sequence_layout *out, lg_error *err) {
    const lg_dataset *d = t->model->data;
    const lg_record_size bound = lg_dataset_bound(d, length);
    const lg_key key = lg_key_fold(lg_trainer_eval_key(t, length), LG_STREAM_DATA);
    const lg_batch_record x = {.split = t->split, .length = length, .index = sequence, .key = key};
    lg_record *r = &t->engine.records[0];
    if (!check_records(t, length, sequence, 1, err) || !lg_record_reserve(r, bound.n, bound.m, err)) return false;
    lg_batch_record_draw(&x, d, r);
    *out = t->model->architecture->layout(t->model, (lg_record_size){r->n, r->m}, false);
    return lg_dataset_check(d, err);
}

bool lg_trainer_sequence_sizes(lg_trainer *t, int length, int64_t sequence, lg_sizes *out, lg_error *err) {
    lg_sequence_layout layout;
    if (!layout_of(t, length, sequence, &layout, err)) return false;
    *out = lg_sizes_of(t->model, &layout);
    return true;
}

/* The attention of a kind in a block. */
static const lg_tap *tap_of(const lg_network *n, lg_attention_kind kind, int block) {
    return lg_tap_find(kind == LG_ATTENTION_ENCODER ? &n->source_taps : &n->taps, block,
                       kind == LG_ATTENTION_CROSS ? "cross_weights" : "weights");
}

static bool visit_weights(lg_trainer *t, const lg_network *n, lg_attention_kind kind, lg_weights_fn each, void *user,
                          lg_error *err) {
    const size_t Q = (size_t)(kind == LG_ATTENTION_ENCODER ? n->layout.sources : n->layout.T);
    const size_t K = (size_t)(kind == LG_ATTENTION_SELF ? n->layout.T : n->layout.sources), lanes = K * LG_PAD(Q);
    real *scratch = malloc((lanes + Q * K) * sizeof *scratch);
    if (!scratch) return lg_fail(err, LG_FAILED, "out of memory: the attention of %zu tokens", Q);
    const lg_frame f = lg_pass_frame(&t->pass, n, 0, 0, 0);
    lg_graph_forward(n->graph, &f);
    for (int b = 0, seen = 0; b < t->model->blocks; b++) {
        const lg_tap *weights = tap_of(n, kind, b);
        for (int h = 0; weights && h < t->model->heads; h++) {
            lg_tap_read_weights(&f, weights, 0, h, scratch, scratch + lanes);
            each(user, seen, h, scratch + lanes);
        }
        seen += !!weights;
    }
    free(scratch);
    return true;
}

static bool check_kind(const lg_trainer *t, lg_attention_kind kind, lg_error *err) {
    return kind == LG_ATTENTION_SELF || t->model->format.sources > 0 ||
           lg_fail(err, LG_USAGE, "architecture: %s has no %s: only encoder_decoder has an encoder beside a decoder",
                   t->model->architecture->name,
                   kind == LG_ATTENTION_CROSS ? "cross-attention" : "attention of an encoder beside its own");
}

bool lg_trainer_attention(lg_trainer *t, lg_attention_kind kind, int length, int64_t sequence, lg_weights_fn each,
                          void *user, lg_error *err) {
    lg_network n;
    lg_sequence_layout layout;
    if (!check_kind(t, kind, err) || !lg_model_supports_length(t->model, length, err) ||
        !layout_of(t, length, sequence, &layout, err) ||
        !lg_model_instrumented(t->model, layout, 1, attention_taps, true, &n, err))
        return false;
    const bool ok = check_tap(t, &n, "weights", err) && lg_engine_reserve_worker(&t->engine, &n, 0, err) &&
                    prepare_batch(t, &n, length, sequence, 1, err) && visit_weights(t, &n, kind, each, user, err);
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

static const char *const hidden_tap[] = {"hidden", NULL};

static bool read_activations(activations *l, int length, lg_error *err) {
    lg_trainer *t = l->t;
    if (!lg_model_supports_length(t->model, length, err) || !check_records(t, length, 0, l->sequences, err) ||
        !lg_model_instrumented(t->model, lg_model_sequence_layout(t->model, length), 1, hidden_tap, false, &l->n, err))
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
    return lg_position_check(m->values, m->sampler, m->encoding, lg_position_count(m, tokens), what, err);
}

/* Runs the network, whose memory is there, and copies. */
static bool read_taps(lg_trainer *t, const lg_network *n, const int32_t *ids, const lg_look *looks, size_t count,
                      lg_error *err) {
    const lg_key key = lg_key_fold(lg_seed_key(t->runtime.values, LG_STREAM_POSITIONS), 0);
    if (!lg_pass_open(&t->pass, &t->engine, &t->engine.buffers, n, 1, false, err) ||
        !lg_pass_prepare(&t->pass, key, err))
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
