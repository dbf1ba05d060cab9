/* evaluator.c: evaluates a model: all metrics by length, expert routing, and the logits of an input.
 *
 * Every random number of an evaluation is a pure function of (eval.seed, length, sequence). Results therefore do not
 * depend on how many sequences are held in memory or run together.
 *
 * An evaluation plan is a list of work items. A work item is sequences of one length and of similar sizes, with one
 * position sample. When its network, positions and tables are ready, the item is an eval batch. A prefetch window holds
 * enough eval batches to keep all workers busy, so that no worker idles at the end of each length. While a window runs,
 * one worker prepares the next window. */
#include <stdlib.h>
#include <string.h>

#include "data/targets.h"
#include "decode/decode.h"
#include "evaluate/answer_scorer.h"
#include "evaluate/evaluate.h"
#include "evaluate/protocols.h"
#include "evaluate/segments.h"
#include "evaluate/targets.h"
#include "nn/axes/architecture.h"
#include "nn/model/order.h"
#include "nn/model/padding.h"
#include "train/eval_records.h"
#include "train/state.h"
#include "train/stop.h"

/* Limits of a window: WINDOW_JOBS micro-batches per worker, WINDOW_BATCHES eval batches per worker, and WINDOW_BYTES of
 * arrays. A window that reaches one of them is full. */
enum { WINDOW_JOBS = 32, WINDOW_BATCHES = 16, WINDOW_BYTES = 16 << 20 };

/* A network, and the number of eval batches that use it. */
typedef struct shared_network {
    lg_network n;
    int users;
} shared_network;

typedef struct eval_batch {
    struct eval_batch *next; /* batch of the ensemble's next model; kept even if unused, to reuse its memory */
    lg_trainer *t;
    lg_pass pass;
    lg_batch_buffers own; /* buffers of the pass, if they are not those of the engine (lg_trainer_logits) */
    shared_network *network;
    const lg_chosen_protocol *protocol;
    lg_batch_record *records; /* [sequences] */
    int capacity;             /* capacity of `records` */
    int sequences;            /* number of sequences; padding makes it a multiple of S */
    int S, jobs;              /* sequences per micro-batch; number of micro-batches */
    int length;
    int64_t sample;   /* index of the position sample at this length */
    lg_key positions; /* key of this position sample */
    bool ends_length; /* is this the last batch of its length? */
} eval_batch;

typedef struct window {
    eval_batch *batches;
    int count, jobs;
    size_t bytes;
    lg_error err; /* the reason why the preparation failed */
} window;

typedef struct lg_evaluator {
    int capacity; /* number of eval batches per window */
    window windows[2];
    shared_network *last;
    lg_decoding decoding;    /* used by one eval batch at a time */
    lg_answer_scorer *texts; /* compares answers as text; NULL: the metric does not need texts */
} lg_evaluator;

/* ---- memory ---- */

static void release_network(shared_network *n) {
    if (!n || --n->users > 0) return;
    lg_network_free(&n->n);
    free(n);
}

static void free_batch(eval_batch *p) {
    if (p->next) free_batch(p->next);
    free(p->next);
    lg_batch_buffers_free(&p->own);
    lg_pass_free(&p->pass);
    free(p->records);
}

static void free_evaluator(void *memory) {
    lg_evaluator *x = memory;
    if (!x) return;
    for (int i = 0; i < 2; i++) {
        for (int j = 0; x->windows[i].batches && j < x->capacity; j++) free_batch(&x->windows[i].batches[j]);
        free(x->windows[i].batches);
    }
    lg_decoding_free(&x->decoding);
    lg_answer_scorer_free(x->texts);
    free(x);
}

static size_t batch_bytes(const eval_batch *p) {
    const size_t next = p->next ? batch_bytes(p->next) : 0;
    return next + lg_batch_buffers_bytes(&p->own) + p->pass.memory.bytes + p->pass.answers.bytes;
}

static size_t count_bytes(const void *memory) {
    const lg_evaluator *x = memory;
    size_t sum = lg_decoding_bytes(&x->decoding);
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < x->capacity; j++) sum += batch_bytes(&x->windows[i].batches[j]);
    return sum;
}

static bool reserve_windows(lg_evaluator *x, int capacity, lg_error *err) {
    x->capacity = capacity;
    for (int i = 0; i < 2; i++) {
        x->windows[i].batches = calloc((size_t)capacity, sizeof *x->windows[i].batches);
        if (!x->windows[i].batches) return lg_fail(err, LG_FAILED, "out of memory: an evaluator");
    }
    return true;
}

/* Returns the evaluator of a trainer, and creates it on first use. */
static lg_evaluator *evaluator_of(lg_trainer *t, lg_error *err) {
    if (t->evaluator.memory) return t->evaluator.memory;
    lg_evaluator *x = calloc(1, sizeof *x);
    if (!x) {
        lg_fail(err, LG_FAILED, "out of memory: an evaluator");
        return NULL;
    }
    if (!reserve_windows(x, WINDOW_BATCHES * lg_pool_threads(t->engine.pool), err) ||
        (t->of_texts && !(x->texts = lg_answer_scorer_new(err)))) {
        free_evaluator(x);
        return NULL;
    }
    t->evaluator = (lg_owned){x, free_evaluator, count_bytes};
    return x;
}

/* ---- an eval batch ---- */

/* Sets the network of the batch for at most `sequences` sequences. The previous network is used again if the layout is
 * the same. */
static bool batch_set_network(eval_batch *p, lg_evaluator *x, lg_sequence_layout layout, int sequences, bool dropout,
                              lg_error *err) {
    const bool known = x->last && lg_sequence_layout_same(&x->last->n.layout, &layout);
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
    p->protocol = &p->t->protocol;
    return true;
}

static void batch_close(eval_batch *p) {
    if (p->next) batch_close(p->next);
    release_network(p->network);
    p->network = NULL;
}

static void run_micro_batch(void *task, int job, int worker) {
    eval_batch *p = task;
    p->protocol->entry->run(&p->pass, job * p->S, worker);
}

/* Pool job: draws the records of one micro-batch and runs it. Copies of the first record pad the last micro-batch. */
static void eval_micro_batch(void *task, int job, int worker) {
    eval_batch *p = task;
    for (int i = job * p->S; i < (job + 1) * p->S; i++)
        lg_pass_draw(&p->pass, &p->records[i < p->sequences ? i : 0], worker, i);
    run_micro_batch(p, job, worker);
}

/* ---- the plan ---- */

/* Consecutive sequences of one length and one position sample, at most eval.batch. The plan divides a slice into work
 * items by the sizes of its sequences. */
typedef struct eval_slice {
    lg_batch_plan plan;
    int64_t first; /* index of the first sequence */
    int part;      /* index of the next work item */
    bool ends_length;
} eval_slice;

typedef struct eval_plan {
    lg_trainer *t;
    lg_evaluator *x;
    const int *lengths;
    size_t count, at;     /* number of lengths; index of the slice's length */
    int64_t wanted;       /* maximum number of sequences per length */
    int64_t sequences;    /* number of sequences at the current length */
    int64_t sample, next; /* position sample of the slice; index of the first sequence after the slice */
    int64_t position_samples, batch;
    eval_slice slice;
    window *now, *ahead;
} eval_plan;

static bool plan_ended(const eval_plan *p) {
    return p->at == p->count;
}

/* Returns the end of the next slice. Position samples share the sequences of a length evenly. Samples without sequences
 * are skipped. The last sample always has sequences. */
static int64_t next_end(eval_plan *p) {
    while ((p->sample + 1) * p->sequences / p->position_samples == p->next) p->sample++;
    const int64_t end = (p->sample + 1) * p->sequences / p->position_samples;
    return end - p->next > p->batch ? p->next + p->batch : end;
}

/* Divides the records of a slice into passes. The answer to a record does not depend on the other records of its
 * pass. */
static bool cut_slice(const eval_plan *p, lg_batch_plan *plan, int worker, lg_error *err) {
    const lg_model *m = p->t->model;
    lg_record *scratch = &p->t->engine.records[worker];
    if (lg_positional_draws(m) || p->t->next) return lg_batch_plan_cut_sizes(plan, m->data, scratch, err);
    return lg_batch_plan_cut(plan, m, p->t->protocol.entry->grouping, false, scratch, err);
}

static bool open_slice(eval_plan *p, int worker, lg_error *err) {
    const lg_model *m = p->t->model;
    const int length = p->lengths[p->at];
    lg_batch_plan *plan = &p->slice.plan;
    if (!lg_model_supports_length(m, length, err) || !lg_dataset_has(m->data, p->t->split, length, err)) return false;
    p->sequences = lg_trainer_eval_count(p->t, length, p->wanted);
    const int64_t end = next_end(p), first = p->sample * p->sequences / p->position_samples;
    if (!lg_batch_plan_begin(plan, (int)(end - p->next), err)) return false;
    for (int i = 0; i < plan->count; i++) {
        plan->records[i] = lg_trainer_eval_record(p->t, length, p->next + i);
        plan->records[i].number = (int)(p->next + i - first); /* index within the position sample */
    }
    p->slice.first = p->next;
    p->slice.part = 0;
    p->slice.ends_length = end == p->sequences;
    p->next = end;
    return cut_slice(p, plan, worker, err);
}

/* Advances to the next work item. It is in this slice, in the next slice, or at the next length. */
static void end_work_item(eval_plan *p) {
    if (++p->slice.part < p->slice.plan.part_count || !p->slice.ends_length) return;
    p->at++;
    p->sample = p->next = 0;
}

static bool copy_records(eval_batch *p, const lg_batch_record *from, int count, lg_error *err) {
    if (count > p->capacity) {
        lg_batch_record *records = realloc(p->records, sizeof *records * (size_t)count);
        if (!records) return lg_fail(err, LG_FAILED, "out of memory: %d records", count);
        p->records = records;
        p->capacity = count;
    }
    memcpy(p->records, from, sizeof *from * (size_t)count);
    p->sequences = count;
    return true;
}

/* If the protocol limits the length of answers, reserves memory for answers of this length. In an ensemble, the limit
 * is the lowest of all models' limits. */
static bool batch_limit(eval_batch *p, lg_error *err) {
    const lg_chosen_protocol *x = p->protocol;
    const int n = p->network->n.layout.n;
    int limit = -1;
    for (const lg_trainer *t = p->t; t && x->entry->limit; t = t->next) {
        const int own = x->entry->limit(&x->own, &p->t->eval, t->model, n);
        if (own >= 0 && (limit < 0 || own < limit)) limit = own;
    }
    return limit < 0 || lg_pass_limit(&p->pass, limit, err);
}

/* Prepares the batches of t and of all models after t in an ensemble, for the records of `lead`. `before` is the batch
 * of the model before t. */
static bool batch_join(eval_batch *lead, eval_batch *before, lg_trainer *t, lg_record_size size, lg_error *err) {
    lg_evaluator *x = evaluator_of(t, err);
    eval_batch *p = before->next ? before->next : calloc(1, sizeof *p);
    if (!p) return lg_fail(err, LG_FAILED, "out of memory: an ensemble");
    before->next = p;
    p->t = t;
    const lg_sequence_layout layout = t->model->architecture.entry->layout(t->model, size, false);
    if (!x || !lg_model_supports_length(t->model, lead->length, err) ||
        !batch_set_network(p, x, layout, lead->S, lead->t->eval.dropout, err))
        return false;
    if (layout.rows != lead->network->n.layout.rows)
        return lg_fail(err, LG_USAGE, "models of an ensemble predict %d and %d tokens of a record of length %d",
                       lead->network->n.layout.rows, layout.rows, lead->length);
    p->pass.first = lead->pass.first;
    p->pass.dropout = lead->pass.dropout;
    if (!lg_pass_open(&p->pass, &t->engine, &p->own, &p->network->n, lead->jobs * lead->S, true, err)) return false;
    before->pass.next = &p->pass;
    return lg_pass_prepare(&p->pass, lead->positions, false, err) &&
           (!t->next || batch_join(lead, p, t->next, size, err));
}

/* Prepares the batch of the next work item. Does not reserve the workers' memory. */
static bool batch_open(eval_batch *p, eval_plan *of, int worker, lg_error *err) {
    lg_trainer *t = p->t = of->t;
    eval_slice *slice = &of->slice;
    if (slice->part == slice->plan.part_count && !open_slice(of, worker, err)) return false;
    const lg_batch_part part = slice->plan.parts[slice->part];
    const lg_key key = lg_trainer_eval_key(t, p->length = of->lengths[of->at]);
    const lg_sequence_layout layout = t->model->architecture.entry->layout(t->model, part.size, part.padded);
    p->sample = of->sample;
    p->ends_length = slice->ends_length && slice->part + 1 == slice->plan.part_count;
    p->pass.first = slice->first + part.first;
    p->pass.dropout = lg_key_fold(key, LG_KEY_DROPOUT);
    if (!copy_records(p, slice->plan.records + part.first, part.count, err) ||
        !batch_set_network(p, of->x, layout, (int)of->batch, t->eval.dropout, err))
        return false;
    p->jobs = (p->sequences + p->S - 1) / p->S;
    end_work_item(of);
    p->positions = lg_trainer_eval_positions(t, p->length, p->sample);
    return lg_pass_open(&p->pass, &t->engine, &p->own, &p->network->n, p->jobs * p->S, t->next, err) &&
           lg_pass_prepare(&p->pass, p->positions, false, err) &&
           (!t->next || batch_join(p, p, t->next, part.size, err)) && batch_limit(p, err);
}

/* ---- windows ---- */

static void window_close(window *w) {
    for (int i = 0; i < w->count; i++) batch_close(&w->batches[i]);
    w->count = w->jobs = 0;
    w->bytes = 0;
    w->err = (lg_error){0};
}

static void window_open(eval_plan *p, window *w, int worker) {
    const int jobs = WINDOW_JOBS * lg_pool_threads(p->t->engine.pool);
    bool ok = true;
    while (ok && !plan_ended(p) && w->count < p->x->capacity && w->jobs < jobs && w->bytes < WINDOW_BYTES) {
        eval_batch *x = &w->batches[w->count++];
        ok = batch_open(x, p, worker, &w->err);
        w->jobs += x->jobs;
        w->bytes += batch_bytes(x);
    }
}

/* A job of a window. If the next window is prefetched, job 0 prepares it. */
static void window_job(void *task, int job, int worker) {
    eval_plan *p = task;
    if (lg_trainer_must_stop(p->t, worker)) return;
    if (p->ahead && job-- == 0) {
        window_open(p, p->ahead, worker);
        return;
    }
    eval_batch *x = p->now->batches;
    while (job >= x->jobs) job -= x++->jobs;
    eval_micro_batch(x, job, worker);
}

/* Reserves the workers' memory for the network of a batch. */
static bool reserve_workers(const eval_batch *p, lg_error *err) {
    for (; p && p->network; p = p->next)
        if (!lg_engine_reserve(&p->t->engine, &p->network->n, err)) return false;
    return true;
}

static bool stops(void *trainer, int worker) {
    return lg_trainer_must_stop(trainer, worker);
}

/* The layout of the decoded sequences. */
static lg_sequence_layout decoded_layout(const lg_pass *p) {
    const lg_model *m = p->engine->model;
    const lg_sequence_layout *t = &p->network->layout;
    return p->limit < 0 ? *t : m->architecture.entry->layout(m, (lg_record_size){t->n, p->limit}, false);
}

/* Begins the decoding of all models of a pass. */
static bool begin_decoding(const lg_pass *p, lg_trainer *t, int sequences, lg_beam_rules rules, lg_error *err) {
    lg_decoding *before = NULL;
    for (; p; p = p->next, t = t->next) {
        lg_decoding *d = &((lg_evaluator *)t->evaluator.memory)->decoding;
        const lg_sequence_layout layout = decoded_layout(p);
        if (!lg_decoding_begin(d, &t->engine, sequences, rules, err)) return false;
        if (before) lg_decoding_join(before, d, &layout, lg_protocol_prompt(p));
        before = d;
    }
    return true;
}

static bool decode_sequences(const eval_batch *p, lg_decoding *d, int prompt, lg_error *err) {
    const lg_sequence_layout layout = decoded_layout(&p->pass);
    lg_pass_hide_targets(&p->pass, p->sequences);
    return lg_decode_sequences(d, &layout, prompt, p->positions, err);
}

/* Call after the forward passes. Decodes the sequences that the passes have not answered. */
static bool decode_rest(eval_batch *p, lg_evaluator *x, lg_error *err) {
    lg_decoding *d = &x->decoding;
    const lg_protocol *protocol = p->protocol->entry;
    int prompt;
    if (!protocol->leave) return true;
    const lg_beam_rules rules = protocol->search ? protocol->search(&p->protocol->own) : (lg_beam_rules){0};
    if (!begin_decoding(&p->pass, p->t, p->sequences, rules, err)) return false;
    protocol->leave(&p->t->eval, &p->pass, p->sequences, d, &prompt);
    d->stop = stops;
    d->stop_user = p->t;
    if (d->count > 0 && !decode_sequences(p, d, prompt, err)) return false;
    if (stops(p->t, 0)) return true; /* answers are incomplete */
    lg_pass_take_answers(&p->pass, p->sequences);
    return true;
}

/* Runs a window. The next window is prefetched only if the arrays of this window have fewer than WINDOW_BYTES bytes. */
static bool window_run(eval_plan *p, lg_error *err) {
    window *w = p->now, *other = w == &p->x->windows[0] ? &p->x->windows[1] : &p->x->windows[0];
    if (w->err.code) return lg_fail_like(err, &w->err, "%s", w->err.text);
    for (int i = 0; i < w->count; i++)
        if (!reserve_workers(&w->batches[i], err)) return false;
    p->ahead = !plan_ended(p) && w->bytes < WINDOW_BYTES ? other : NULL;
    lg_pool_run(p->t->engine.pool, w->jobs + (p->ahead ? 1 : 0), window_job, p);
    for (int i = 0; i < w->count && !lg_trainer_must_stop(p->t, 0); i++)
        if (!decode_rest(&w->batches[i], p->x, err)) return false;
    if (!lg_trainer_go_on(p->t, err)) return false;
    return lg_dataset_check(p->t->model->data, err);
}

/* ---- results ---- */

/* Sums of the current length. */
typedef struct length_totals {
    lg_totals sums;
    int64_t sequences;
} length_totals;

/* Returns the answer in a row, up to its end token. Draws the row's record again for its target. */
static lg_record_answer read_answer(const eval_batch *p, int row) {
    const lg_dataset *d = p->t->model->data;
    lg_record_answer x = {.from = &p->records[row], .record = &p->t->engine.records[0]};
    int limit;
    x.ids = lg_pass_answer(&p->pass, row, &limit);
    for (bool ended = false; x.count < limit && !ended; x.count++) ended = x.ids[x.count] == d->end;
    lg_batch_record_draw(x.from, d, &p->t->engine.records[0]);
    return x;
}

static void report_answer(const eval_batch *p, int row, const lg_sequence_sums *sequence) {
    lg_record_answer x = read_answer(p, row);
    x.right = sequence->sums[LG_SUM_EXACT] > 0;
    p->t->on_answer(p->t->on_answer_user, &x);
}

static bool compare_texts(const eval_batch *p, int row, lg_sequence_sums *sequence, lg_error *err) {
    const lg_record_answer x = read_answer(p, row);
    const lg_evaluator *of = p->t->evaluator.memory;
    return lg_answer_scorer_measure(of->texts, p->t->model->data, &x, sequence->sums, err);
}

/* Adds the sums of a batch. Padding rows are not included. */
static bool add_results(const eval_batch *p, length_totals *of, lg_error *err) {
    for (int row = 0; row < p->sequences; row++) {
        lg_sequence_sums x = lg_pass_sums(&p->pass, row, p->sample);
        if (p->t->of_texts && !compare_texts(p, row, &x, err)) return false;
        lg_totals_add(&of->sums, &x);
        if (p->t->on_sequence) p->t->on_sequence(p->t->on_sequence_user, &x);
        if (p->t->on_answer) report_answer(p, row, &x);
    }
    of->sequences += p->sequences;
    return true;
}

static bool set_targets(const lg_trainer *t, lg_eval_result *x, lg_error *err) {
    const lg_dataset *d = t->model->data;
    lg_targets of;
    if (!lg_trainer_targets(t, x->length, &of)) return true;
    x->targets = (lg_eval_targets){of.first, of.count, of.wanted, of.stride, 0, ""};
    if (t->protocol.entry->evaluate) x->targets.memory = lg_segments_kept_at(t, x->length);
    return lg_targets_digest(d, t->split, of.first, of.count, x->targets.digest, err);
}

static bool make_result(const lg_trainer *t, int length, length_totals *of, lg_eval_result *out, lg_error *err) {
    lg_eval_result x = {.length = length, .sequences = of->sequences};
    lg_totals_finish(&of->sums, x.values);
    lg_sums_steps(of->sums.all.sums, x.steps);
    memcpy(x.texts, of->sums.all.sums + LG_SUM_TEXTS, sizeof x.texts);
    x.tokens = (int64_t)of->sums.all.sums[LG_SUM_COUNTED];
    x.cut = (int64_t)of->sums.all.sums[LG_SUM_CUT];
    *out = x;
    return set_targets(t, out, err);
}

typedef struct results {
    length_totals of;
    lg_eval_result_fn each;
    void *user;
    lg_error *err;
    bool failed;
} results;

/* Reports the lengths that end in this window. Returns false if the callback stopped, or an error occurred. */
static bool report_results(void *user, const window *w) {
    results *r = user;
    for (int i = 0; i < w->count; i++) {
        const eval_batch *p = &w->batches[i];
        r->failed = !add_results(p, &r->of, r->err);
        if (r->failed) return false;
        if (!p->ends_length) continue;
        lg_eval_result x;
        r->failed = !make_result(p->t, p->length, &r->of, &x, r->err);
        r->of = (length_totals){0};
        if (r->failed || !r->each(r->user, &x)) return false;
    }
    return true;
}

/* Runs all windows. `report` reads a finished window; to stop, it returns false. */
static bool run_plan(eval_plan *p, bool (*report)(void *user, const window *w), void *user, lg_error *err) {
    p->now = &p->x->windows[0];
    window_open(p, p->now, 0);
    while (p->now->count > 0) {
        if (!window_run(p, err)) return false;
        if (!report(user, p->now)) return true;
        window_close(p->now);
        if (p->ahead)
            p->now = p->ahead;
        else
            window_open(p, p->now, 0);
    }
    return true;
}

void lg_trainer_on_sequence(lg_trainer *t, lg_sequence_sums_fn each, void *user) {
    t->on_sequence = each;
    t->on_sequence_user = user;
}

bool lg_trainer_on_answer(lg_trainer *t, lg_record_answer_fn each, void *user, lg_error *err) {
    t->on_answer = each;
    t->on_answer_user = user;
    return !each || !t->protocol.entry->evaluate ||
           lg_fail_keys(err, "protocol",
                        "protocol: %s evaluates the text as a whole, without answers per record (use --protocol pass)",
                        t->protocol.entry->name);
}

static void close_all(lg_evaluator *x) {
    window_close(&x->windows[0]);
    window_close(&x->windows[1]);
    release_network(x->last);
    x->last = NULL;
}

static void close_plan(eval_plan *p) {
    close_all(p->x);
    for (const lg_trainer *t = p->t->next; t; t = t->next)
        if (t->evaluator.memory) close_all(t->evaluator.memory);
    lg_batch_plan_free(&p->slice.plan);
}

static bool make_plan(lg_trainer *t, const int *lengths, size_t count, int64_t sequences, eval_plan *p, lg_error *err) {
    if (t->next && t->protocol.entry->evaluate)
        return lg_fail_keys(err, "protocol",
                            "protocol: %s evaluates one model (an ensemble needs --protocol pass, greedy or beam)",
                            t->protocol.entry->name);
    *p = (eval_plan){.t = t, .lengths = lengths, .count = count, .wanted = sequences, .x = evaluator_of(t, err)};
    p->position_samples = t->eval.position_samples;
    p->batch = t->eval.batch < sequences ? t->eval.batch : sequences;
    return p->x;
}

/* Sums of a length, for protocols that define `evaluate`. */
typedef struct own_totals {
    const lg_trainer *t;
    length_totals of;
} own_totals;

static void add_sequence(void *user, const lg_sequence_sums *x) {
    own_totals *s = user;
    lg_totals_add(&s->of.sums, x);
    s->of.sequences++;
    if (s->t->on_sequence) s->t->on_sequence(s->t->on_sequence_user, x);
}

static bool evaluate_lengths(lg_trainer *t, const int *lengths, size_t count, lg_eval_result_fn each, void *user,
                             lg_error *err) {
    for (size_t i = 0; i < count; i++) {
        own_totals s = {.t = t};
        if (!t->protocol.entry->evaluate(t, lengths[i], add_sequence, &s, err)) return false;
        lg_eval_result x;
        if (!make_result(t, lengths[i], &s.of, &x, err)) return false;
        if (!each(user, &x)) return true;
    }
    return true;
}

bool lg_trainer_eval_each(lg_trainer *t, const int *lengths, size_t count, lg_eval_result_fn each, void *user,
                          lg_error *err) {
    eval_plan p;
    if (t->protocol.entry->evaluate && !t->next) return evaluate_lengths(t, lengths, count, each, user, err);
    results r = {.each = each, .user = user, .err = err};
    if (!make_plan(t, lengths, count, lg_trainer_eval_wanted(t), &p, err)) return false;
    const bool ok = run_plan(&p, report_results, &r, err) && !r.failed;
    close_plan(&p);
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

static const lg_chosen_protocol by_passes = {.entry = &lg_protocol_pass};

/* ---- load of experts ---- */

/* Sums of the current length. */
typedef struct loads {
    lg_load_sums sums; /* NULL before the first window */
    int experts;
    int64_t sequences;
    lg_expert_load_fn each;
    void *user;
    lg_error *err;
} loads;

static bool open_sums(loads *l, size_t count) {
    if (!l->sums.chosen && !(l->sums.chosen = calloc(2 * count, sizeof *l->sums.chosen)))
        return lg_fail(l->err, LG_FAILED, "out of memory: the load of %zu experts", count);
    l->sums.taken = l->sums.chosen + count;
    return true;
}

static void report_length(loads *l, const eval_batch *p) {
    const int sublayers = p->pass.loads.sublayers;
    lg_expert_load x = {.length = p->length, .sublayers = sublayers, .sequences = l->sequences, .experts = l->experts};
    for (const lg_load *of = p->network->n.loads; of; of = of->next, x.sublayer++) {
        const size_t at = (size_t)x.sublayer * (size_t)l->experts;
        x.name = of->sublayer, x.stream = of->stream, x.block = of->block;
        x.chosen = l->sums.chosen + at, x.taken = l->sums.taken + at;
        l->each(l->user, &x);
    }
    memset(l->sums.chosen, 0, 2 * (size_t)sublayers * (size_t)l->experts * sizeof *l->sums.chosen);
    l->sequences = 0;
}

static bool report_loads(void *user, const window *w) {
    loads *l = user;
    for (int i = 0; i < w->count; i++) {
        const eval_batch *p = &w->batches[i];
        if (!open_sums(l, (size_t)p->pass.loads.sublayers * (size_t)l->experts)) return false;
        lg_pass_add_loads(&p->pass, p->sequences, l->experts, &l->sums);
        l->sequences += p->sequences;
        if (p->ends_length) report_length(l, p);
    }
    return true;
}

/* Uses the protocol `pass` in any case, because the run's protocol may read no records, or may decode outside of
 * passes. */
bool lg_trainer_load(lg_trainer *t, const int *lengths, size_t count, int64_t sequences, lg_expert_load_fn each,
                     void *user, lg_error *err) {
    eval_plan p;
    loads l = {.experts = lg_order_experts(&t->model->order), .each = each, .user = user, .err = err};
    const lg_chosen_protocol own = t->protocol;
    if (l.experts == 0)
        return lg_fail(err, LG_USAGE, "model.order: %s has no experts (sublayer e or b)", t->model->settings.order);
    if (!make_plan(t, lengths, count, sequences, &p, err)) return false;
    t->protocol = by_passes;
    const bool ok = run_plan(&p, report_loads, &l, err) && !err->code;
    t->protocol = own;
    close_plan(&p);
    free(l.sums.chosen);
    return ok;
}

/* ---- speed ---- */

enum { TIMED = 2 }; /* micro-batches per worker */

bool lg_trainer_time_sample(lg_trainer *t, int length, double *flops, lg_error *err) {
    eval_plan p;
    if (!make_plan(t, &length, 1, lg_trainer_eval_wanted(t), &p, err)) return false;
    eval_batch *x = &p.x->windows[0].batches[0];
    bool ok = batch_open(x, &p, 0, err) && reserve_workers(x, err);
    if (ok) {
        const int limit = TIMED * lg_pool_threads(t->engine.pool), jobs = x->jobs < limit ? x->jobs : limit;
        x->protocol = &by_passes;
        lg_pool_run(t->engine.pool, jobs, eval_micro_batch, x);
        *flops = lg_graph_flops(x->network->n.graph, false) * jobs;
    }
    batch_close(x);
    close_plan(&p);
    return ok;
}

/* ---- logits ---- */

/* Runs one pass per target token. The passes overwrite the row that holds the prompt, so the prompt is copied first. If
 * targets are not given, each token is the most probable one, as in greedy decoding. */
static bool answer_by_tokens(eval_batch *p, const lg_record *r, bool given, lg_key positions, real *logits,
                             lg_error *err) {
    lg_engine *e = &p->t->engine;
    const lg_model *m = e->model;
    const lg_sequence_layout *t = &p->pass.network->layout;
    lg_uncached u = {.engine = e, .buffers = &e->buffers};
    const int at = m->architecture.entry->target_token(m, t, t->n, 0);
    int32_t *prompt = malloc((size_t)at * sizeof *prompt);
    bool good = prompt || lg_fail(err, LG_FAILED, "out of memory: a prompt of %d tokens", at);
    if (prompt) memcpy(prompt, p->pass.rows.ids, (size_t)at * sizeof *prompt);
    const lg_tokens_so_far x = {prompt, r->target, r->source, at, lg_decoding_key(p->t->eval.seed, 0)};
    for (int j = 0; good && j < r->m; j++, logits += m->format.classes) {
        good = lg_trainer_go_on(p->t, err) && lg_uncached_open(&u, t, at + j, 1, 1, positions, err);
        if (!good) break;
        lg_uncached_write(&u, 0, 0, &x);
        lg_uncached_run(&u, 0, logits);
        if (!given) r->target[j] = lg_most_probable(logits, m->format.classes);
    }
    lg_uncached_close(&u);
    free(prompt);
    return good;
}

/* Computes the logits of a record. Targets that are not given are zeros at first. */
static bool answer_source(eval_batch *p, const lg_logits_request *x, lg_key positions, real *logits, lg_error *err) {
    const lg_model *m = p->t->model;
    const lg_sequence_layout *t = &p->pass.network->layout;
    lg_record r = {0};
    if (!lg_record_reserve(&r, t->n, t->m, err)) return false;
    lg_record_begin(&r, x->length, t->n, t->m);
    memcpy(r.source, x->source, sizeof(int32_t) * (size_t)t->n);
    memset(r.target, 0, sizeof(int32_t) * (size_t)t->m);
    if (x->target) memcpy(r.target, x->target, sizeof(int32_t) * (size_t)t->m);
    lg_pass_write(&p->pass, 0, &r);
    bool good = true;
    if (lg_architecture_is_autoregressive(&m->architecture))
        good = answer_by_tokens(p, &r, x->target, positions, logits, err);
    else {
        lg_pool_run(p->t->engine.pool, 1, run_micro_batch, p);
        memcpy(logits, p->pass.logits, sizeof *logits * (size_t)t->m * (size_t)m->format.classes);
    }
    lg_record_free(&r);
    return good;
}

/* Creates a network for one sequence. The batch owns the network. */
static bool set_logits_network(eval_batch *p, lg_sequence_layout layout, lg_error *err) {
    shared_network *own = calloc(1, sizeof *own);
    if (!own) return lg_fail(err, LG_FAILED, "out of memory: a network of %d tokens", layout.T);
    if (!lg_model_network_of_logits(p->t->model, layout, 1, false, &own->n, err)) {
        free(own);
        return false;
    }
    own->users = 1;
    p->network = own;
    p->S = 1;
    p->protocol = &p->t->protocol;
    return true;
}

bool lg_trainer_logits(lg_trainer *t, const lg_logits_request *x, real *logits, lg_error *err) {
    lg_evaluator *e = evaluator_of(t, err);
    eval_batch p = {.t = t};
    const lg_sequence_layout layout =
        t->model->architecture.entry->layout(t->model, (lg_record_size){x->n, x->m}, false);
    const lg_key positions = lg_trainer_eval_positions(t, x->length, 0);
    const bool ok = e && lg_trainer_go_on(t, err) && lg_model_supports_layout(t->model, &layout, x->n, err) &&
                    set_logits_network(&p, layout, err) && lg_engine_reserve(&t->engine, &p.network->n, err) &&
                    lg_pass_open(&p.pass, &t->engine, &t->engine.buffers, &p.network->n, 1, true, err) &&
                    lg_pass_prepare(&p.pass, positions, false, err) && answer_source(&p, x, positions, logits, err);
    batch_close(&p);
    if (e) close_all(e);
    lg_pass_free(&p.pass);
    return ok;
}
