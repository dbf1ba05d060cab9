/* evaluator.c: evaluation of a model: all metrics by length, and logits of an input.
 *
 * Every random number of evaluation is a pure function of (eval.seed, length, sequence): how many sequences are held in
 * memory, or run together, changes nothing.
 *
 * An evaluation plan is a list of work items: some sequences of one length under one position sample. A work item
 * becomes an eval batch when its network, positions and tables are ready. A prefetch window is as many eval batches as
 * keep the workers busy, so that none waits for the last one of each length; while they run, one worker prepares the
 * next window. */
#include <stdlib.h>
#include <string.h>

#include "train/state.h"

/* A window is full when it has so many micro-batches for each worker, or so many eval batches for each worker, or
 * arrays of so many bytes. */
enum { WINDOW_JOBS = 32, WINDOW_BATCHES = 16, WINDOW_BYTES = 16 << 20 };

/* A network, and how many eval batches use it. */
typedef struct shared_network {
    lg_network n;
    int users;
} shared_network;

typedef struct eval_batch {
    lg_trainer *t;
    lg_batch_buffers *buffers, own;
    shared_network *network;
    int S;            /* sequences of a micro-batch */
    int count;        /* sequences in memory; a multiple of S, the last ones may be padding */
    int jobs;         /* micro-batches with sequences of the work item */
    bool decode;      /* outputs one after another */
    int64_t sample;   /* number of the position sample of this length */
    int64_t first;    /* index of sequence 0 in its streams */
    int sequences;    /* of the work item */
    int requested;    /* length */
    bool ends_length; /* the last one of its length */
    lg_key data, dropout;
    lg_batch_rows rows;
    real *losses;  /* [count, m] */
    int32_t *best; /* [count, m] */
    real *logits;  /* [count, m, classes] or NULL */
    lg_buffer memory;
} eval_batch;

typedef struct window {
    eval_batch *batches;
    int count, jobs;
    size_t bytes;
    lg_error err; /* why it could not be prepared */
} window;

struct lg_evaluator {
    int capacity; /* batches of a window */
    window windows[2];
    shared_network *last;
};

/* ---- memory ---- */

static void release_network(shared_network *n) {
    if (!n || --n->users > 0) return;
    lg_network_free(&n->n);
    free(n);
}

void lg_evaluator_free(lg_evaluator *x) {
    if (!x) return;
    for (int i = 0; i < 2; i++) {
        for (int j = 0; x->windows[i].batches && j < x->capacity; j++) {
            lg_batch_buffers_free(&x->windows[i].batches[j].own);
            lg_buffer_free(&x->windows[i].batches[j].memory);
        }
        free(x->windows[i].batches);
    }
    free(x);
}

static size_t batch_bytes(const eval_batch *p) {
    return lg_batch_buffers_bytes(&p->own) + p->memory.bytes;
}

size_t lg_evaluator_bytes(const lg_evaluator *x) {
    size_t sum = 0;
    for (int i = 0; x && i < 2; i++)
        for (int j = 0; j < x->capacity; j++) sum += batch_bytes(&x->windows[i].batches[j]);
    return sum;
}

/* Made when first used. */
static lg_evaluator *evaluator_of(lg_trainer *t, lg_error *err) {
    if (t->evaluator) return t->evaluator;
    lg_evaluator *x = calloc(1, sizeof *x);
    bool ok = x;
    if (ok) x->capacity = WINDOW_BATCHES * lg_pool_threads(t->engine.pool);
    for (int i = 0; ok && i < 2; i++)
        ok = (x->windows[i].batches = calloc((size_t)x->capacity, sizeof *x->windows[i].batches));
    if (!ok) {
        lg_evaluator_free(x);
        lg_fail(err, LG_FAILED, "out of memory: an evaluator");
        return NULL;
    }
    return t->evaluator = x;
}

/* ---- an eval batch ---- */

static int class_count(const lg_trainer *t) {
    return t->model->task->output_size;
}

/* Reserves the arrays of a batch with a network. */
static bool batch_reserve(eval_batch *p, bool want_logits, lg_error *err) {
    const lg_network *n = &p->network->n;
    size_t all = (size_t)p->count * (size_t)n->layout.m, logits = want_logits ? all * (size_t)class_count(p->t) : 0;
    if (!lg_batch_buffers_reserve(p->buffers, n, p->count, err) ||
        !lg_buffer_reserve(&p->memory, (all + logits) * sizeof(real) + all * (sizeof(int32_t) + 1), "results", err))
        return false;
    p->losses = (real *)(void *)p->memory.data;
    p->logits = want_logits ? p->losses + all : NULL;
    p->best = (int32_t *)(void *)(p->losses + all + logits);
    p->rows = (lg_batch_rows){lg_batch_buffers_ids(p->buffers, n, p->count),
                              lg_batch_buffers_targets(p->buffers, n, p->count), (uint8_t *)(p->best + all)};
    return true;
}

/* Sets the network of the batch, for at most `sequences` sequences: the last one made, if it has this layout. */
static bool batch_set_network(eval_batch *p, lg_evaluator *x, lg_sequence_layout layout, int sequences, bool dropout,
                              lg_error *err) {
    const bool known = x->last && x->last->n.layout.n == layout.n && x->last->n.layout.m == layout.m;
    if (!known) {
        release_network(x->last);
        x->last = calloc(1, sizeof *x->last);
        if (!x->last) return lg_fail(err, LG_FAILED, "out of memory: a network of %d tokens", layout.T);
        x->last->users = 1;
        if (!lg_engine_evaluation(&p->t->engine, layout, sequences, dropout, &x->last->n, err)) return false;
    }
    p->network = x->last;
    p->network->users++;
    p->S = p->network->n.graph->S;
    p->decode = p->t->model->format.autoregressive && layout.m > 1;
    return true;
}

static void batch_close(eval_batch *p) {
    release_network(p->network);
    p->network = NULL;
}

/* Copies output slots from..to-1 of a micro-batch to the results. */
static void copy_results(eval_batch *p, const lg_frame *f, int row, int from, int to) {
    const lg_kernels *k = p->t->model->kernels;
    const lg_network *n = &p->network->n;
    int m = n->layout.m, C = class_count(p->t);
    lg_view loss = lg_value(f, n->loss), best = lg_saved(f, n->loss, 0), logits = lg_value(f, n->logits);
    for (int s = 0; s < p->S; s++) {
        size_t source = (size_t)s * (size_t)m + (size_t)from, to_row = (size_t)(row + s) * (size_t)m + (size_t)from;
        size_t slots = (size_t)(to - from);
        k->download(k, p->losses + to_row, (lg_view){(real *)loss.data + source, 0}, slots * sizeof(real));
        k->download(k, p->best + to_row, (lg_view){(int32_t *)best.data + source, 0}, slots * sizeof(int32_t));
        if (p->logits)
            k->download(k, p->logits + to_row * (size_t)C, (lg_view){(real *)logits.data + source * (size_t)C, 0},
                        slots * (size_t)C * sizeof(real));
    }
}

/* Outputs one after another: they begin as zeros, and each forward pass decodes one more token. */
static void decode_micro_batch(eval_batch *p, const lg_frame *f, int row) {
    const lg_sequence_layout *layout = &p->network->n.layout;
    int m = layout->m, T = layout->T;
    for (int s = row; s < row + p->S; s++)
        memset(p->rows.ids + (size_t)s * (size_t)T + layout->first + 1, 0, sizeof(int32_t) * (size_t)m);
    for (int j = 0; j < m; j++) {
        lg_graph_forward(p->network->n.graph, f);
        copy_results(p, f, row, j, j + 1);
        for (int s = row; s < row + p->S; s++)
            p->rows.ids[(size_t)s * (size_t)T + (size_t)(layout->first + 1 + j)] =
                p->best[(size_t)s * (size_t)m + (size_t)j];
    }
}

static void run_micro_batch(void *task, int job, int worker) {
    eval_batch *p = task;
    int row = job * p->S;
    lg_frame f = lg_engine_frame(&p->t->engine, p->buffers, &p->network->n, worker, 0, p->count);
    f.first = row;
    f.stream = (uint32_t)(p->first + row);
    f.dropout = p->dropout;
    if (p->decode) {
        decode_micro_batch(p, &f, row);
        return;
    }
    lg_graph_forward(p->network->n.graph, &f);
    copy_results(p, &f, row, 0, p->network->n.layout.m);
}

/* A job: draws the samples of one micro-batch and runs it. Padding repeats sequence 0. */
static void eval_micro_batch(void *task, int job, int worker) {
    eval_batch *p = task;
    for (int i = job * p->S; i < (job + 1) * p->S; i++)
        lg_trainer_draw_sample(p->t, &p->network->n.layout, p->requested, p->data, i < p->sequences ? p->first + i : 0,
                               i, &p->rows);
    run_micro_batch(p, job, worker);
}

/* ---- the plan ---- */

/* Sequences of one length and position sample that are evaluated together. */
typedef struct work_item {
    size_t at; /* which length */
    int64_t sample, first, end;
    bool ends_length;
} work_item;

typedef struct eval_plan {
    lg_trainer *t;
    lg_evaluator *x;
    const int *lengths;
    size_t count;
    int64_t sequences, position_samples, batch;
    work_item next; /* at == count: none is left */
    window *now, *ahead;
} eval_plan;

/* Returns the next work item. Sequences are divided among position samples; the last one is never without. */
static work_item next_work_item(eval_plan *p) {
    work_item s = p->next;
    while ((s.sample + 1) * p->sequences / p->position_samples == s.first) s.sample++;
    const int64_t end = (s.sample + 1) * p->sequences / p->position_samples;
    s.end = end - s.first < p->batch ? end : s.first + p->batch;
    s.ends_length = s.end == p->sequences;
    p->next = s.ends_length ? (work_item){.at = s.at + 1} : (work_item){.at = s.at, .sample = s.sample, .first = s.end};
    return s;
}

lg_key lg_trainer_eval_key(const lg_trainer *t, int length) {
    lg_key root = lg_key_root((uint64_t)lg_int(t->runtime.values, "eval.seed"));
    return lg_key_fold(lg_key_fold(root, LG_STREAM_EVAL), (uint64_t)length);
}

static lg_key positions_of(lg_key key, int64_t sample) {
    return lg_key_fold(lg_key_fold(key, LG_STREAM_POSITIONS), (uint64_t)sample);
}

/* Prepares the batch of a work item, but for the memory of the workers. */
static bool batch_open(eval_batch *p, const eval_plan *of, const work_item *s, lg_error *err) {
    lg_trainer *t = of->t;
    int length = of->lengths[s->at];
    lg_key key = lg_trainer_eval_key(t, length);
    p->t = t;
    p->buffers = &p->own;
    p->requested = length;
    p->count = (int)of->batch;
    p->sample = s->sample;
    p->first = s->first;
    p->sequences = (int)(s->end - s->first);
    p->ends_length = s->ends_length;
    p->data = lg_key_fold(key, LG_STREAM_DATA);
    p->dropout = lg_key_fold(key, LG_STREAM_DROPOUT);
    if (!lg_model_supports_length(t->model, length, err) ||
        !batch_set_network(p, of->x, lg_model_sequence_layout(t->model, length), p->count,
                           lg_bool(t->runtime.values, "eval.dropout"), err))
        return false;
    p->jobs = (p->sequences + p->S - 1) / p->S;
    return batch_reserve(p, false, err) &&
           lg_engine_prepare(&t->engine, p->buffers, &p->network->n, positions_of(key, s->sample), err);
}

/* ---- windows ---- */

static void window_close(window *w) {
    for (int i = 0; i < w->count; i++) batch_close(&w->batches[i]);
    w->count = w->jobs = 0;
    w->bytes = 0;
    w->err = (lg_error){0};
}

static void window_open(eval_plan *p, window *w) {
    const int jobs = WINDOW_JOBS * lg_pool_threads(p->t->engine.pool);
    bool ok = true;
    while (ok && p->next.at < p->count && w->count < p->x->capacity && w->jobs < jobs && w->bytes < WINDOW_BYTES) {
        const work_item s = next_work_item(p);
        eval_batch *x = &w->batches[w->count++];
        ok = batch_open(x, p, &s, &w->err);
        w->jobs += x->jobs;
        w->bytes += batch_bytes(x);
    }
}

/* A job of a window. The first one prepares the next window, if it is to be prefetched. */
static void window_job(void *task, int job, int worker) {
    eval_plan *p = task;
    if (p->ahead && job-- == 0) {
        window_open(p, p->ahead);
        return;
    }
    eval_batch *x = p->now->batches;
    while (job >= x->jobs) job -= x++->jobs;
    eval_micro_batch(x, job, worker);
}

/* Runs a window. Where the arrays of one window are too large for two, the next one is not prefetched. */
static bool window_run(eval_plan *p, lg_error *err) {
    window *w = p->now, *other = w == &p->x->windows[0] ? &p->x->windows[1] : &p->x->windows[0];
    if (w->err.code) return lg_fail(err, w->err.code, "%s", w->err.text);
    for (int i = 0; i < w->count; i++)
        if (!lg_engine_reserve(&p->t->engine, &w->batches[i].network->n, err)) return false;
    p->ahead = p->next.at < p->count && w->bytes < WINDOW_BYTES ? other : NULL;
    lg_pool_run(p->t->engine.pool, w->jobs + (p->ahead ? 1 : 0), window_job, p);
    return true;
}

/* ---- results ---- */

/* The sums of the present length. */
typedef struct length_totals {
    lg_totals sums;
    int64_t sequences;
} length_totals;

/* Adds the sequences of a batch, without its padding. */
static void add_results(const eval_batch *p, length_totals *of) {
    const int m = p->network->n.layout.m;
    for (size_t row = 0; row < (size_t)p->sequences; row++) {
        const size_t at = row * (size_t)m;
        const lg_mark x =
            lg_mark_sequence(p->sample, p->losses + at, p->best + at, p->rows.targets + at, p->rows.masks + at, m);
        lg_totals_add(&of->sums, &x);
        if (p->t->on_sequence) p->t->on_sequence(p->t->on_sequence_user, &x);
    }
    of->sequences += p->sequences;
}

static lg_eval_result result_of(const eval_batch *p, length_totals *of) {
    lg_eval_result x = {.length = p->requested, .sequences = of->sequences};
    lg_totals_finish(&of->sums, x.values);
    x.tokens = (int64_t)of->sums.all.sums[LG_SUM_COUNTED];
    return x;
}

/* Reports the lengths that end in this window; false: the caller stops here. */
static bool report_window(const window *w, length_totals *of, lg_eval_result_fn each, void *user) {
    for (int i = 0; i < w->count; i++) {
        const eval_batch *p = &w->batches[i];
        add_results(p, of);
        if (!p->ends_length) continue;
        const lg_eval_result x = result_of(p, of);
        *of = (length_totals){0};
        if (!each(user, &x)) return false;
    }
    return true;
}

static bool run_plan(eval_plan *p, lg_eval_result_fn each, void *user, lg_error *err) {
    length_totals of = {0};
    p->now = &p->x->windows[0];
    window_open(p, p->now);
    while (p->now->count > 0) {
        if (!window_run(p, err)) return false;
        if (!report_window(p->now, &of, each, user)) return true;
        window_close(p->now);
        if (p->ahead)
            p->now = p->ahead;
        else
            window_open(p, p->now);
    }
    return true;
}

void lg_trainer_on_sequence(lg_trainer *t, lg_mark_fn each, void *user) {
    t->on_sequence = each;
    t->on_sequence_user = user;
}

static void close_all(lg_evaluator *x) {
    window_close(&x->windows[0]);
    window_close(&x->windows[1]);
    release_network(x->last);
    x->last = NULL;
}

static bool make_plan(lg_trainer *t, const int *lengths, size_t count, eval_plan *p, lg_error *err) {
    const lg_values *v = t->runtime.values;
    *p = (eval_plan){.t = t, .lengths = lengths, .count = count, .x = evaluator_of(t, err)};
    p->sequences = lg_int(v, "eval.sequences");
    p->position_samples = lg_int(v, "eval.position_samples");
    p->batch = lg_int(v, "eval.batch") < p->sequences ? lg_int(v, "eval.batch") : p->sequences;
    return p->x;
}

bool lg_trainer_eval_each(lg_trainer *t, const int *lengths, size_t count, lg_eval_result_fn each, void *user,
                          lg_error *err) {
    eval_plan p;
    if (!make_plan(t, lengths, count, &p, err)) return false;
    const bool ok = run_plan(&p, each, user, err);
    close_all(p.x);
    return ok;
}

static bool copy_result(void *user, const lg_eval_result *x) {
    *(lg_eval_result *)user = *x;
    return true;
}

bool lg_trainer_eval(lg_trainer *t, int length, lg_eval_result *out, lg_error *err) {
    *out = (lg_eval_result){.length = length};
    return lg_trainer_eval_each(t, &length, 1, copy_result, out, err);
}

/* ---- speed ---- */

enum { TIMED = 2 }; /* micro-batches of each worker */

bool lg_trainer_time_sample(lg_trainer *t, int length, double *flops, lg_error *err) {
    eval_plan p;
    if (!make_plan(t, &length, 1, &p, err)) return false;
    const work_item s = next_work_item(&p);
    eval_batch *x = &p.x->windows[0].batches[0];
    bool ok = batch_open(x, &p, &s, err) && lg_engine_reserve(&t->engine, &x->network->n, err);
    if (ok) {
        const int limit = TIMED * lg_pool_threads(t->engine.pool), jobs = x->jobs < limit ? x->jobs : limit;
        x->decode = false;
        lg_pool_run(t->engine.pool, jobs, eval_micro_batch, x);
        *flops = lg_graph_flops(x->network->n.graph, false) * jobs;
    }
    batch_close(x);
    close_all(p.x);
    return ok;
}

/* ---- logits ---- */

lg_sizes lg_trainer_sizes(const lg_trainer *t, int length) {
    lg_sequence_layout layout = lg_model_sequence_layout(t->model, length);
    return (lg_sizes){layout.n, layout.m, class_count(t), layout.T, layout.first};
}

static bool run_logits(eval_batch *p, const int32_t *input, real *logits, lg_error *err) {
    lg_engine *e = &p->t->engine;
    const lg_network *n = &p->network->n;
    const size_t m = (size_t)n->layout.m;
    if (!batch_reserve(p, true, err) || !lg_engine_reserve(e, n, err)) return false;
    memset(p->rows.targets, 0, sizeof(int32_t) * m);
    lg_sequence_write(&p->t->model->format, &n->layout, input, p->rows.targets, p->rows.ids);
    if (!lg_engine_prepare(e, p->buffers, n, positions_of(lg_trainer_eval_key(p->t, n->layout.n), 0), err))
        return false;
    lg_pool_run(e->pool, 1, run_micro_batch, p);
    memcpy(logits, p->logits, sizeof(real) * m * (size_t)class_count(p->t));
    return true;
}

bool lg_trainer_logits(lg_trainer *t, const int32_t *input, int n, int m, real *logits, lg_error *err) {
    lg_evaluator *x = evaluator_of(t, err);
    eval_batch p = {.t = t, .buffers = &t->engine.buffers, .count = 1};
    const bool ok = x && lg_model_supports_length(t->model, n, err) &&
                    batch_set_network(&p, x, lg_sequence_layout_of(&t->model->format, n, m), 1, false, err) &&
                    run_logits(&p, input, logits, err);
    batch_close(&p);
    if (x) close_all(x);
    lg_buffer_free(&p.memory);
    return ok;
}
