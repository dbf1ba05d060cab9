/* probe.c: computes loss, logits and gradients of a batch without dropout, for independent checks of a model. Records
 * of several sizes run in unpadded passes of one size, because readers of a probe do not handle spans. */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/kernel.h"
#include "nn/axes/architecture.h"
#include "nn/stream/documents.h"
#include "train/state.h"
#include "train/stop.h"

/* Sums over the passes for one tap: squared gradients, squared values, and number of rows (tokens). */
typedef struct tap_sums {
    double gradient, size, rows;
} tap_sums;

typedef struct probing {
    lg_trainer *t;
    lg_key root;
    int length;
    lg_probe *out;
    lg_stream_gradient_fn each; /* receives gradients of the residual stream; NULL: not wanted */
    void *user;
    lg_batch_plan plan;
    tap_sums *taps; /* taps of the source stream first */
    lg_error *err;
} probing;

/* ---- records ---- */

static lg_batch_record record_of(const probing *x, int number) {
    lg_batch_record r = {.split = LG_SPLIT_TRAIN, .length = x->length, .number = number};
    r.key = lg_key_fold(lg_key_fold(x->root, LG_KEY_DATA), 0);
    lg_batch_record_pick(&r, x->t->model->data);
    return r;
}

static lg_record_size size_of(const probing *x, const lg_batch_record *b) {
    const lg_dataset *d = x->t->model->data;
    const lg_record *r = &x->t->engine.records[0];
    if (d->exact) return lg_dataset_bound(d, x->length);
    lg_batch_record_draw(b, d, &x->t->engine.records[0]);
    return (lg_record_size){r->n, r->m};
}

enum { TRIES = 20000 }; /* maximum number of records that are drawn to find the next one of the same size */

/* Takes records of the size of the first one and skips all others, so that inputs and targets are matrices. */
static bool take_alike(probing *x) {
    const lg_dataset *d = x->t->model->data;
    const lg_record_size bound = lg_dataset_bound(d, x->length);
    lg_record_size first = {0};
    int count = 0, tries = 0;
    if (!lg_record_reserve(&x->t->engine.records[0], bound.n, bound.m, x->err)) return false;
    for (int number = 0; count < x->plan.count; number++) {
        const lg_batch_record r = record_of(x, number);
        const lg_record_size z = size_of(x, &r);
        if (count == 0) first = z;
        if (z.n == first.n && z.m == first.m)
            x->plan.records[count++] = r, tries = 0;
        else if (++tries == TRIES || number == INT_MAX)
            return lg_fail(x->err, LG_USAGE,
                           "sequences: %d wanted, but only %d of %d drawn records of length %d of %s have %d source "
                           "and %d target tokens, like the first one (expected %d or less)",
                           x->plan.count, count, number, x->length, d->entry->name, first.n, first.m, count);
    }
    x->out->n = first.n, x->out->m = first.m;
    return true;
}

static bool plan_records(probing *x, int sequences) {
    if (!lg_batch_plan_begin(&x->plan, sequences, x->err)) return false;
    for (int i = 0; x->each && i < sequences; i++) x->plan.records[i] = record_of(x, i);
    return (x->each || take_alike(x)) &&
           lg_batch_plan_cut_sizes(&x->plan, x->t->model->data, &x->t->engine.records[0], x->err);
}

/* ---- one pass ---- */

/* Draws the records of a pass. Copies their sources and targets to `out` unless only gradients are wanted. */
static bool draw_part(const probing *x, const lg_batch_part *part) {
    const lg_pass *p = &x->t->pass;
    const lg_record *r = &p->engine->records[0];
    const size_t n = (size_t)part->size.n, m = (size_t)part->size.m;
    for (int i = 0; i < part->count; i++) {
        lg_pass_draw(p, &x->plan.records[part->first + i], 0, i);
        if (x->each) continue;
        memcpy(x->out->input + (size_t)i * n, r->source, sizeof(int32_t) * n);
        memcpy(x->out->target + (size_t)i * m, r->target, sizeof(int32_t) * m);
    }
    return lg_dataset_check(p->engine->model->data, x->err);
}

static void add_gradients(const probing *x) {
    const lg_trainer *t = x->t;
    const real *g = lg_gradients_array(&t->engine.gradients, 0).data;
    const lg_parameters *parameters = t->model->parameters;
    real *to = x->out->gradients;
    for (int i = 0; i < parameters->count; to += parameters->rows[i].count, i++) {
        const real *from = g + parameters->rows[i].offset / sizeof(real);
        for (size_t e = 0; e < parameters->rows[i].count; e++) to[e] += from[e];
    }
}

/* Runs a pass and adds its loss and gradients. The loss is the mean over all tokens with a loss in all passes. */
static void run_part(const probing *x) {
    const lg_pass *p = &x->t->pass;
    const lg_kernels *k = p->engine->model->kernels;
    const lg_network *n = p->network;
    const size_t rows = (size_t)p->count * (size_t)n->layout.rows;
    const lg_frame f = lg_pass_frame(p, n, 0, 0, 0);
    k->zero(k, f.base[LG_SPACE_GRADIENT], p->engine->gradients.bytes);
    lg_graph_forward(n->graph, &f);
    lg_pass_read(p, &f, n, 0, n->layout.rows);
    for (size_t i = 0; i < rows; i++)
        if (p->rows.learned[i]) x->out->loss += (double)p->losses[i] / (double)x->plan.learned;
    for (int i = 0; i < p->count * p->loads.sublayers; i++)
        x->out->expert_loss += (double)p->loads.losses[i] / x->plan.count;
    if (p->logits) memcpy(x->out->logits, p->logits, sizeof(real) * rows * (size_t)p->engine->model->format.classes);
    lg_graph_backward(n->graph, &f);
    lg_graph_backward_shared(n->graph, &f);
    add_gradients(x);
    k->zero(k, f.base[LG_SPACE_GRADIENT], p->engine->gradients.bytes); /* steps expect these gradients to be zero */
}

/* ---- the stream ---- */

static double squares_of(const lg_kernels *k, lg_view x, const lg_tensor *t, real *host) {
    double sum = 0;
    if (!x.data) return 0;
    k->download(k, host, x, t->bytes);
    for (size_t i = 0; i < t->bytes / sizeof(real); i++) sum += (double)host[i] * (double)host[i];
    return sum;
}

/* Adds the taps of a pass; all networks of a model have the same taps. */
static bool add_taps(probing *x, const lg_network *n) {
    const lg_frame f = lg_pass_frame(&x->t->pass, n, 0, 0, 0);
    const lg_taps *const both[] = {&n->source_taps, &n->taps};
    size_t most = 0;
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < both[s]->count; i++)
            if (both[s]->rows[i].tensor->bytes > most) most = both[s]->rows[i].tensor->bytes;
    if (!x->taps) x->taps = calloc((size_t)(n->source_taps.count + n->taps.count) + 1, sizeof *x->taps);
    real *host = malloc(most + 1);
    tap_sums *sums = x->taps;
    for (int s = 0; sums && host && s < 2; s++)
        for (int i = 0; i < both[s]->count; i++, sums++) {
            const lg_tensor *t = both[s]->rows[i].tensor;
            sums->gradient += squares_of(f.kernels, lg_gradient(&f, t), t, host);
            sums->size += squares_of(f.kernels, lg_value(&f, t), t, host);
            sums->rows += lg_rows(t);
        }
    free(host);
    return (host && x->taps) || lg_fail(x->err, LG_FAILED, "out of memory: activations");
}

static void show_taps(const probing *x, const lg_taps *taps, const tap_sums *sums, bool sources) {
    for (int i = 0; i < taps->count; i++) {
        const lg_tap *p = &taps->rows[i];
        x->each(x->user, &(lg_stream_gradient){
                             .what = p->name,
                             .part = p->part ? p->part : "",
                             .sources = sources,
                             .block = p->block,
                             .gradient = sqrt(sums[i].gradient / sums[i].rows),
                             .size = sqrt(sums[i].size / sums[i].rows),
                         });
    }
}

/* ---- all passes ---- */

static bool probe_part(probing *x, const lg_batch_part *part, lg_network *n) {
    lg_trainer *t = x->t;
    lg_engine *e = &t->engine;
    const lg_sequence_layout layout = t->model->architecture.entry->layout(t->model, part->size, false);
    const lg_key positions = lg_key_fold(lg_key_fold(x->root, LG_KEY_POSITIONS), 0);
    if (!(x->each ? lg_model_of_gradients(t->model, layout, part->count, n, x->err)
                  : lg_model_network_of_logits(t->model, layout, part->count, true, n, x->err)) ||
        !lg_engine_reserve(e, n, x->err) || !lg_pass_open(&t->pass, e, &e->buffers, n, part->count, !x->each, x->err) ||
        !lg_pass_prepare(&t->pass, positions, true, x->err))
        return false;
    t->pass.loss_weight = (real)(1.0 / (double)x->plan.learned);
    t->pass.group_weight = (real)(1.0 / x->plan.count);
    if (!draw_part(x, part)) return false;
    run_part(x);
    return !x->each || add_taps(x, n);
}

static bool probe_all(probing *x) {
    size_t count = 0;
    bool good = true;
    for (int i = 0; i < x->t->model->parameters->count; i++) count += x->t->model->parameters->rows[i].count;
    memset(x->out->gradients, 0, count * sizeof *x->out->gradients);
    x->out->loss = x->out->expert_loss = 0;
    for (int i = 0; good && i < x->plan.part_count; i++) {
        lg_network n = {0};
        good = probe_part(x, &x->plan.parts[i], &n);
        if (good && x->each && i + 1 == x->plan.part_count) {
            show_taps(x, &n.source_taps, x->taps, true);
            show_taps(x, &n.taps, x->taps + n.source_taps.count, false);
        }
        lg_network_free(&n);
    }
    return good;
}

static bool probe(probing *x, int sequences) {
    const lg_model *m = x->t->model;
    const bool good = lg_trainer_go_on(x->t, x->err) && lg_model_supports_length(m, x->length, x->err) &&
                      lg_dataset_has(m->data, LG_SPLIT_TRAIN, x->length, x->err) && plan_records(x, sequences) &&
                      probe_all(x);
    lg_batch_plan_free(&x->plan);
    free(x->taps);
    return good;
}

bool lg_trainer_probe(lg_trainer *t, lg_key root, int length, int sequences, lg_probe *out, lg_error *err) {
    return probe(&(probing){.t = t, .root = root, .length = length, .out = out, .err = err}, sequences);
}

bool lg_trainer_probe_stream(lg_trainer *t, lg_key root, int length, int sequences, lg_probe *out,
                             lg_stream_gradient_fn each, void *user, lg_error *err) {
    probing x = {.t = t, .root = root, .length = length, .out = out, .each = each, .user = user, .err = err};
    return probe(&x, sequences);
}

const struct lg_position_sample *lg_trainer_position_sample(const lg_trainer *t) {
    const lg_batch_buffers *b = &t->engine.buffers;
    return lg_documents_numbered(t->model) && b->own_count > 0 ? &b->own[0] : &b->positions;
}

const struct lg_position_sample *lg_trainer_logits_sample(const lg_trainer *t) {
    const lg_model *m = t->model;
    const bool own = m->positional[LG_STREAM_OWN]->draws && t->engine.buffers.own_count > 0;
    return own && lg_architecture_is_autoregressive(&m->architecture) ? &t->engine.buffers.own[0]
                                                                                : lg_trainer_position_sample(t);
}

const struct lg_position_sample *lg_trainer_sequence_sample(const lg_trainer *t, int row) {
    const bool own = lg_positional_per_sequence(t->model) && row < t->engine.buffers.own_count;
    return own ? &t->engine.buffers.own[row] : lg_trainer_position_sample(t);
}
