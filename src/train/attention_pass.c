/* attention_pass.c: see attention_pass.h. Only training networks keep attention weights, so a training network is run,
 * but only forward. */
#include "train/attention_pass.h"

#include <string.h>

#include "nn/axes/architecture.h"
#include "nn/axes/attention_function.h"
#include "nn/axes/mask.h"
#include "nn/stream/memory_tokens.h"
#include "train/eval_records.h"
#include "train/state.h"
#include "train/stop.h"

/* ---- the record ---- */

bool lg_trainer_has_records(const lg_trainer *t, lg_split split, int length, int64_t first, int count, lg_error *err) {
    const lg_dataset *d = t->model->data;
    if (!lg_dataset_has(d, split, length, err)) return false;
    const int64_t there = lg_dataset_count(d, split, length);
    return first + count <= there ||
           lg_fail(err, LG_USAGE, "sequences: %lld wanted, but %s has only %lld of length %d",
                   (long long)(first + count), d->entry->name, (long long)there, length);
}

lg_attention_record lg_attention_eval_record(const lg_trainer *t, int length, int64_t index) {
    const lg_batch_record x = lg_trainer_eval_record(t, length, index);
    return (lg_attention_record){x.split, length, index, x.key, false};
}

bool lg_attention_draw(lg_trainer *t, const lg_attention_record *x, lg_error *err) {
    const lg_dataset *d = t->model->data;
    lg_record *r = &t->engine.records[0];
    if (!lg_trainer_has_records(t, x->split, x->length, x->index, 1, err)) return false;
    const lg_record_size bound = lg_dataset_bound(d, x->length);
    if (!lg_record_reserve(r, bound.n, bound.m + 1, err)) return false;
    const lg_batch_record which = {.split = x->split, .length = x->length, .index = x->index, .key = x->key};
    lg_batch_record_draw(&which, d, r);
    return lg_dataset_check(d, err);
}

static bool reads_targets(const lg_model *m) {
    return lg_architecture_is_autoregressive(&m->architecture);
}

lg_sequence_layout lg_attention_layout(const lg_model *m, const lg_record *r) {
    return m->architecture.entry->layout(m, (lg_record_size){r->n, r->m}, false);
}

/* If the last target is not an input token, appends a target without loss, so that the last target becomes an input
 * token. */
static void append_target(const lg_model *m, lg_record *r) {
    const lg_sequence_layout t = lg_attention_layout(m, r);
    if (!reads_targets(m) || m->architecture.entry->target_token(m, &t, r->n, r->m - 1) < t.T) return;
    r->target[r->m] = 0;
    r->learned[r->m] = r->counted[r->m] = 0;
    r->m++;
}

bool lg_attention_sizes(lg_trainer *t, const lg_attention_record *x, lg_sizes *out, lg_error *err) {
    if (!lg_attention_draw(t, x, err)) return false;
    const lg_sequence_layout layout = lg_attention_layout(t->model, &t->engine.records[0]);
    *out = lg_sizes_of(t->model, &layout);
    return true;
}

/* ---- the network ---- */

bool lg_trainer_check_tap(const lg_trainer *t, const lg_network *n, const char *tap, lg_error *err) {
    for (int b = 0; b < t->model->blocks; b++)
        if (lg_tap_find(&n->taps, b, tap)) return true;
    if (!t->model->architecture.entry->cells)
        return lg_fail(err, LG_USAGE, "model.order: %s with attention: %s has no attention weights",
                       t->model->settings.order, t->model->attention_function.entry->name);
    return lg_fail(err, LG_USAGE, "architecture: %s has no blocks", t->model->architecture.entry->name);
}

bool lg_attention_pass_suits(const lg_trainer *t, lg_attention_kind kind, lg_error *err) {
    const bool two = t->model->architecture.entry->reads_sources;
    if (t->model->architecture.entry->latents)
        return lg_fail(err, LG_USAGE,
                       "architecture: %s has blocks over latents, without attention between all tokens (expected a run "
                       "of another architecture)",
                       t->model->architecture.entry->name);
    if (lg_memory_tokens_alone(t->model) && kind == (two ? LG_ATTENTION_ENCODER : LG_ATTENTION_SELF))
        return lg_fail(err, LG_USAGE,
                       "architecture.memory_form: in a bottleneck, tokens attend to memory only, not to each other "
                       "(expected plain or controller)");
    return kind == LG_ATTENTION_SELF || t->model->format.sources > 0 ||
           lg_fail(err, LG_USAGE, "architecture: %s has no %s (expected a run of encoder_decoder)",
                   t->model->architecture.entry->name,
                   kind == LG_ATTENTION_CROSS ? "cross-attention" : "separate encoder");
}

/* The attention weights of this kind in a block. */
static const lg_tap *tap_of(const lg_attention_pass *p, int block) {
    const bool encoder = p->kind == LG_ATTENTION_ENCODER;
    return lg_tap_find(encoder ? &p->network.source_taps : &p->network.taps, block,
                       p->kind == LG_ATTENTION_CROSS ? "cross_weights" : "weights");
}

/* The block with number `index` among the blocks with attention of this kind; -1 if there are fewer. */
static int block_at(const lg_attention_pass *p, int index) {
    for (int b = 0; b < p->trainer->model->blocks; b++)
        if (tap_of(p, b) && index-- == 0) return b;
    return -1;
}

static void set_sizes(lg_attention_pass *p, const lg_record *r) {
    const lg_model *m = p->trainer->model;
    const lg_sequence_layout *t = &p->network.layout;
    p->queries = p->kind == LG_ATTENTION_ENCODER ? t->sources : t->T;
    p->keys = p->kind == LG_ATTENTION_SELF ? t->T : t->sources;
    p->heads = m->heads;
    p->causal = p->kind == LG_ATTENTION_SELF && lg_pattern_is_causal(&m->pattern);
    p->blocks = 0;
    while (block_at(p, p->blocks) >= 0) p->blocks++;
    p->first = reads_targets(m) ? m->architecture.entry->target_token(m, t, r->n, 0) : lg_sizes_of(m, t).first;
}

bool lg_attention_prepare(lg_trainer *t, const lg_network *n, int length, lg_error *err) {
    lg_engine *e = &t->engine;
    if (!lg_engine_reserve_worker(e, n, 0, err) || !lg_pass_open(&t->pass, e, &e->buffers, n, 1, false, err) ||
        !lg_pass_prepare(&t->pass, lg_trainer_eval_positions(t, length, 0), false, err))
        return false;
    lg_pass_write(&t->pass, 0, &e->records[0]);
    return true;
}

static bool prepare_pass(lg_attention_pass *p, int length, lg_error *err) {
    lg_trainer *t = p->trainer;
    const lg_network *n = &p->network;
    if (!lg_trainer_check_tap(t, n, p->kind == LG_ATTENTION_CROSS ? "cross_weights" : "weights", err) ||
        !lg_attention_prepare(t, n, length, err))
        return false;
    p->record = &t->engine.records[0];
    p->frame = lg_pass_frame(&t->pass, n, 0, 0, 0);
    p->frame.team = NULL; /* may run on any worker, even another trainer's */
    p->ids = t->pass.rows.ids;
    set_sizes(p, p->record);
    return true;
}

/* Keeps the network of the previous record if the layout is the same. */
static bool set_network(lg_attention_pass *p, lg_sequence_layout layout, lg_error *err) {
    static const char *const taps[] = {"weights", "cross_weights", NULL};
    if (p->network.graph && lg_sequence_layout_same(&p->network.layout, &layout)) return true;
    lg_network_free(&p->network);
    return lg_model_instrumented(p->trainer->model, layout, 1, taps, true, &p->network, err);
}

bool lg_attention_pass_open(lg_attention_pass *p, lg_trainer *t, lg_attention_kind kind, const lg_attention_record *x,
                            lg_error *err) {
    lg_model *m = t->model;
    lg_record *r = &t->engine.records[0];
    p->trainer = t, p->kind = kind;
    if (!lg_trainer_go_on(t, err) || !lg_attention_pass_suits(t, kind, err) ||
        !lg_model_supports_length(m, x->length, err) || !lg_attention_draw(t, x, err))
        return false;
    if (x->whole) append_target(m, r);
    const lg_sequence_layout layout = lg_attention_layout(m, r);
    return lg_model_supports_layout(m, &layout, x->length, err) && set_network(p, layout, err) &&
           prepare_pass(p, x->length, err);
}

bool lg_attention_pass_open_answer(lg_attention_pass *p, lg_trainer *t, lg_attention_kind kind, const lg_record *prompt,
                                 const int32_t *answer, int count, lg_error *err) {
    lg_record *r = &t->engine.records[0];
    p->trainer = t, p->kind = kind;
    if (!lg_trainer_go_on(t, err) || !lg_attention_pass_suits(t, kind, err) ||
        !lg_record_reserve(r, prompt->n, count, err))
        return false;
    lg_record_begin(r, prompt->length, prompt->n, count);
    memcpy(r->source, prompt->source, sizeof *r->source * (size_t)prompt->n);
    memcpy(r->target, answer, sizeof *r->target * (size_t)count);
    const lg_sequence_layout layout = lg_attention_layout(t->model, r);
    return lg_model_supports_layout(t->model, &layout, prompt->length, err) && set_network(p, layout, err) &&
           prepare_pass(p, prompt->length, err);
}

void lg_attention_pass_close(lg_attention_pass *p) {
    lg_network_free(&p->network);
    *p = (lg_attention_pass){0};
}

/* ---- running and reading ---- */

void lg_attention_pass_run(const lg_attention_pass *p) {
    lg_graph_forward(p->network.graph, &p->frame);
}

size_t lg_attention_pass_scratch(const lg_attention_pass *p) {
    return (size_t)p->keys * LG_PAD((size_t)p->queries);
}

void lg_attention_pass_read(const lg_attention_pass *p, int block, int head, real *scratch, real *out) {
    lg_tap_read_weights(&p->frame, tap_of(p, block_at(p, block)), 0, head, scratch, out);
}

bool lg_attention_pass_count(const lg_attention_pass *p, int block, int32_t *spare, int32_t *out, lg_error *err) {
    const lg_pattern *pattern = &p->trainer->model->pattern;
    const lg_chosen_mask *mask = &pattern->choices[lg_pattern_choice(pattern, block_at(p, block))].mask;
    const int T = p->queries, prefix = lg_mask_prefix(mask);
    const bool all = lg_mask_shows_all(mask);
    if (!all && !lg_mask_range(mask, 0, T, spare, spare + T, err)) return false;
    for (int i = 0; i < T; i++)
        out[i] = all ? T : spare[T + i] - spare[i] + (spare[i] < prefix ? spare[i] : prefix);
    return true;
}
