/* introspect.c: reads attention weights, the activations of every layer, and any other tap. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/seed.h"
#include "data/vocabulary.h"
#include "kernel/kernel.h"
#include "nn/axes/architecture.h"
#include "nn/stream/position_sample.h"
#include "train/attention_pass.h"
#include "train/eval_records.h"
#include "train/state.h"
#include "train/stop.h"

/* ---- attention ---- */

bool lg_trainer_sequence_sizes(lg_trainer *t, int length, int64_t sequence, lg_sizes *out, lg_error *err) {
    const lg_attention_record x = lg_attention_eval_record(t, length, sequence);
    return lg_attention_sizes(t, &x, out, err);
}

/* Names the tokens of a record. If the source has no separate stream, the sequence begins with the source. */
static void name_tokens(const lg_model *m, const lg_record *r, bool source, const char **words) {
    const lg_sequence_layout t = lg_attention_layout(m, r);
    const bool reads_targets = lg_architecture_is_autoregressive(&m->architecture);
    for (int i = 0; !source && i < t.T; i++) words[i] = "";
    if (source || t.sources == 0) lg_vocabulary_name(&m->data->source, r->source, r->n, words);
    for (int j = 0; !source && reads_targets && j < r->m; j++) {
        const int at = m->architecture.entry->target_token(m, &t, r->n, j);
        if (at < t.T) words[at] = lg_vocabulary_word(&m->data->target, r->target[j]);
    }
}

bool lg_trainer_sequence_words(lg_trainer *t, int length, int64_t sequence, bool source, const char **words,
                               lg_error *err) {
    const lg_attention_record x = lg_attention_eval_record(t, length, sequence);
    if (!lg_attention_draw(t, &x, err)) return false;
    name_tokens(t->model, &t->engine.records[0], source, words);
    return true;
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
    const lg_activation_request *x;
    lg_network n; /* for one sequence */
    const lg_taps *taps;
    int from, to;
    real *out;
} activations;

static const char *const hidden_tap[] = {"hidden", NULL};

/* Builds the network for the first sequence; all sequences must have its size. */
static bool open_activations(activations *l, lg_error *err) {
    lg_trainer *t = l->t;
    const lg_attention_record first = lg_attention_eval_record(t, l->x->length, l->x->first);
    l->taps = l->x->source ? &l->n.source_taps : &l->n.taps;
    return lg_model_supports_length(t->model, l->x->length, err) &&
           lg_trainer_has_records(t, t->split, l->x->length, l->x->first, l->x->count, err) &&
           lg_attention_draw(t, &first, err) &&
           lg_model_instrumented(t->model, lg_attention_layout(t->model, &t->engine.records[0]), 1, hidden_tap, false,
                                 &l->n, err) &&
           lg_trainer_check_tap(t, &l->n, "hidden", err);
}

/* The rows that blocks process: all tokens, the tokens from layout.latents on, or latents that are not tokens. */
static lg_activation_rows rows_of(const activations *l) {
    const lg_model *m = l->t->model;
    const lg_tap *tap = lg_tap_find(l->taps, 0, "hidden");
    lg_activation_rows rows = {.count = tap ? lg_rows(tap->tensor) : 0};
    if (l->x->source) return rows;
    rows.first = l->n.layout.latents;
    rows.latents = m->architecture.entry->latents && m->format.sources > 0;
    return rows;
}

/* Pool job: one sequence. */
static void copy_activations(void *task, int sequence, int worker) {
    const activations *l = task;
    const lg_model *m = l->t->model;
    const lg_frame f = lg_pass_frame(&l->t->pass, &l->n, sequence, worker, 0);
    lg_graph_forward(l->n.graph, &f);
    const size_t before = (size_t)l->from * (size_t)m->width, count = (size_t)(l->to - l->from) * (size_t)m->width;
    for (int i = 0; i <= m->blocks; i++) {
        const lg_view x = lg_view_at(lg_value(&f, lg_tap_find(l->taps, i, "hidden")->tensor), before * sizeof(real));
        const size_t index = (size_t)i * (size_t)l->x->count + (size_t)sequence;
        m->kernels->download(m->kernels, l->out + index * count, x, count * sizeof(real));
    }
}

static bool run_activations(activations *l, lg_error *err) {
    lg_trainer *t = l->t;
    assert(0 <= l->from && l->from <= l->to && l->to <= rows_of(l).count);
    if (!lg_engine_reserve(&t->engine, &l->n, err) ||
        !lg_pass_open(&t->pass, &t->engine, &t->engine.buffers, &l->n, l->x->count, false, err) ||
        !lg_pass_prepare(&t->pass, lg_trainer_eval_positions(t, l->x->length, 0), false, err))
        return false;
    for (int i = 0; i < l->x->count; i++) {
        const lg_batch_record r = lg_trainer_eval_record(t, l->x->length, l->x->first + i);
        lg_pass_draw(&t->pass, &r, 0, i);
    }
    if (!lg_dataset_check(t->model->data, err)) return false;
    lg_pool_run(t->engine.pool, l->x->count, copy_activations, l);
    return true;
}

bool lg_trainer_activation_rows(lg_trainer *t, const lg_activation_request *x, lg_activation_rows *out, lg_error *err) {
    activations l = {.t = t, .x = x};
    const bool good = open_activations(&l, err);
    if (good) *out = rows_of(&l);
    lg_network_free(&l.n);
    return good;
}

bool lg_trainer_activations(lg_trainer *t, const lg_activation_request *x, int from, int to, real *out, lg_error *err) {
    activations l = {.t = t, .x = x, .from = from, .to = to, .out = out};
    const bool good = lg_trainer_go_on(t, err) && open_activations(&l, err) && run_activations(&l, err);
    lg_network_free(&l.n);
    return good;
}

/* ---- any tap, for any tokens ---- */

enum { LOOKS = 8 }; /* maximum taps per call */

static bool check_look(const lg_trainer *t, int tokens, size_t count, lg_error *err) {
    char what[32];
    const lg_model *m = t->model;
    assert(count <= LOOKS);
    snprintf(what, sizeof what, "%d tokens", tokens);
    if (m->format.sources > 0)
        return lg_fail(err, LG_USAGE, "architecture: %s has two streams, but tokens are given for one",
                       m->architecture.entry->name);
    return lg_position_check_all(m, tokens, 0, what, err);
}

/* Runs the network, whose memory is reserved, and copies the taps. */
static bool read_taps(lg_trainer *t, const lg_network *n, const int32_t *ids, const lg_look *looks, size_t count,
                      lg_error *err) {
    const lg_key key = lg_key_fold(lg_seed_key(&t->seeds, LG_KEY_POSITIONS), 0);
    if (!lg_pass_open(&t->pass, &t->engine, &t->engine.buffers, n, 1, false, err) ||
        !lg_pass_prepare(&t->pass, key, false, err))
        return false;
    memcpy(t->pass.rows.ids, ids, sizeof *ids * (size_t)n->layout.T);
    memset(t->pass.rows.targets, 0, sizeof *ids * (size_t)n->layout.T);
    lg_pass_number(&t->pass, 0, key);
    const lg_frame f = lg_pass_frame(&t->pass, n, 0, 0, 0);
    lg_graph_forward(n->graph, &f);
    for (size_t i = 0; i < count; i++) {
        const lg_tap *tap = lg_tap_find(&n->taps, looks[i].block, looks[i].name);
        if (!tap)
            return lg_fail(err, LG_USAGE, "architecture: %s has no %s in block %d", t->model->architecture.entry->name,
                           looks[i].name, looks[i].block);
        if (!lg_tap_read(&f, tap, looks[i].out, err)) return false;
    }
    return true;
}

bool lg_trainer_look(lg_trainer *t, const int32_t *ids, int tokens, const lg_look *looks, size_t count, lg_error *err) {
    lg_network n;
    const char *names[LOOKS + 1] = {0};
    const lg_sequence_layout layout = {.n = tokens, .m = tokens, .T = tokens, .rows = tokens};
    if (!lg_trainer_go_on(t, err) || !check_look(t, tokens, count, err)) return false;
    for (size_t i = 0; i < count; i++) names[i] = looks[i].name;
    if (!lg_model_instrumented(t->model, layout, 1, names, true, &n, err)) return false;
    const bool good = lg_engine_reserve_worker(&t->engine, &n, 0, err) && read_taps(t, &n, ids, looks, count, err);
    lg_network_free(&n);
    return good;
}
