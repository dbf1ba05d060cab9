/* evaluator.c: testing a model: accuracy by length, and logits of an input.
 *
 * Everything that evaluation draws is a pure function of (eval.seed, length, sequence): how many sequences are held in
 * memory at once, or worked on together, changes nothing.
 *
 * A pass is some sequences of one length under one draw of positions. A wave is as many passes as keep the workers
 * busy, so that none of them waits for the last one of each length; and while they are busy one worker makes the next
 * wave ready: graphs, positions, tables. */
#include <stdlib.h>
#include <string.h>

#include "train/state.h"

/* A wave takes no more passes when it has so many micro-batches for each worker, or so many passes, or arrays of so
 * many bytes. */
enum { JOBS = 32, PASSES = 16, WAVE_BYTES = 16 << 20 };

/* A network, and how many hold it. */
typedef struct tested_network {
    lg_network n;
    int users;
} tested_network;

typedef struct pass {
    lg_trainer *t;
    lg_batch_buffers *seat, own;
    tested_network *network;
    int S;          /* sequences of a micro-batch */
    int count;      /* sequences in memory; a multiple of S, the last ones may be fillers */
    int jobs;       /* micro-batches that are asked for */
    bool decode;    /* outputs one after another */
    int64_t draw;   /* of positions, of this length */
    int64_t first;  /* index of sequence 0 in its streams */
    int wanted;     /* sequences that are really asked for */
    int asked;      /* the length, as it was asked for */
    bool ends_draw; /* the last one of its draw, of its length */
    bool ends_length;
    lg_key data, dropout;
    lg_batch_rows rows;
    real *losses;  /* [count, m] */
    int32_t *best; /* [count, m] */
    real *logits;  /* [count, m, classes] or NULL */
    lg_buffer memory;
} pass;

typedef struct wave {
    pass *passes;
    int count, jobs;
    size_t bytes;
    lg_error err; /* why it could not be made ready */
} wave;

struct lg_evaluator {
    int capacity; /* passes of a wave */
    wave waves[2];
    tested_network *last;
};

/* ---- memory ---- */

static void release(tested_network *n) {
    if (!n || --n->users > 0) return;
    lg_network_free(&n->n);
    free(n);
}

void lg_evaluator_free(lg_evaluator *x) {
    if (!x) return;
    for (int i = 0; i < 2; i++) {
        for (int j = 0; x->waves[i].passes && j < x->capacity; j++) {
            lg_batch_buffers_free(&x->waves[i].passes[j].own);
            lg_buffer_free(&x->waves[i].passes[j].memory);
        }
        free(x->waves[i].passes);
    }
    free(x);
}

static size_t pass_bytes(const pass *p) {
    return lg_batch_buffers_bytes(&p->own) + p->memory.bytes;
}

size_t lg_evaluator_bytes(const lg_evaluator *x) {
    size_t sum = 0;
    for (int i = 0; x && i < 2; i++)
        for (int j = 0; j < x->capacity; j++) sum += pass_bytes(&x->waves[i].passes[j]);
    return sum;
}

/* Made with the first test. */
static lg_evaluator *evaluation(lg_trainer *t, lg_error *err) {
    if (t->evaluation) return t->evaluation;
    lg_evaluator *x = calloc(1, sizeof *x);
    bool ok = x;
    if (ok) x->capacity = PASSES * lg_pool_threads(t->engine.pool);
    for (int i = 0; ok && i < 2; i++)
        ok = (x->waves[i].passes = calloc((size_t)x->capacity, sizeof *x->waves[i].passes));
    if (!ok) {
        lg_evaluator_free(x);
        lg_fail(err, LG_FAILED, "out of memory: an evaluator");
        return NULL;
    }
    return t->evaluation = x;
}

/* ---- a pass ---- */

static int classes(const lg_trainer *t) {
    return t->model->task->output_size;
}

/* Reserves the arrays of a pass with a network. */
static bool pass_reserve(pass *p, bool want_logits, lg_error *err) {
    const lg_network *n = &p->network->n;
    size_t all = (size_t)p->count * (size_t)n->tape.m, logits = want_logits ? all * (size_t)classes(p->t) : 0;
    if (!lg_batch_buffers_reserve(p->seat, n, p->count, err) ||
        !lg_buffer_reserve(&p->memory, (all + logits) * sizeof(real) + all * (sizeof(int32_t) + 1), "results", err))
        return false;
    p->losses = (real *)(void *)p->memory.data;
    p->logits = want_logits ? p->losses + all : NULL;
    p->best = (int32_t *)(void *)(p->losses + all + logits);
    p->rows = (lg_batch_rows){lg_batch_buffers_ids(p->seat, n, p->count),
                              lg_batch_buffers_targets(p->seat, n, p->count), (uint8_t *)(p->best + all)};
    return true;
}

/* Gives the pass a network for at most `sequences` sequences: the last one made, if it suits. */
static bool pass_record(pass *p, lg_evaluator *x, lg_sequence_layout tape, int sequences, bool dropout, lg_error *err) {
    const bool known = x->last && x->last->n.tape.n == tape.n && x->last->n.tape.m == tape.m;
    if (!known) {
        release(x->last);
        x->last = calloc(1, sizeof *x->last);
        if (!x->last) return lg_fail(err, LG_FAILED, "out of memory: a network of %d tokens", tape.T);
        x->last->users = 1;
        if (!lg_engine_evaluation(&p->t->engine, tape, sequences, dropout, &x->last->n, err)) return false;
    }
    p->network = x->last;
    p->network->users++;
    p->S = p->network->n.graph->S;
    p->decode = p->t->model->layout.autoregressive && tape.m > 1;
    return true;
}

static void pass_close(pass *p) {
    release(p->network);
    p->network = NULL;
}

/* Copies what output slots from..to-1 of a micro-batch say to the results. */
static void collect(pass *p, const lg_frame *f, int row, int from, int to) {
    const lg_kernels *k = p->t->model->kernels;
    const lg_network *n = &p->network->n;
    int m = n->tape.m, C = classes(p->t);
    lg_view loss = lg_value(f, n->loss), best = lg_saved(f, n->loss, 0), logits = lg_value(f, n->logits);
    for (int s = 0; s < p->S; s++) {
        size_t source = (size_t)s * (size_t)m + (size_t)from, to_row = (size_t)(row + s) * (size_t)m + (size_t)from;
        size_t slots = (size_t)(to - from);
        k->download(p->losses + to_row, (lg_view){(real *)loss.data + source, 0}, slots * sizeof(real));
        k->download(p->best + to_row, (lg_view){(int32_t *)best.data + source, 0}, slots * sizeof(int32_t));
        if (p->logits)
            k->download(p->logits + to_row * (size_t)C, (lg_view){(real *)logits.data + source * (size_t)C, 0},
                        slots * (size_t)C * sizeof(real));
    }
}

/* Outputs one after another: the tape starts with a guess of zeros, and each pass settles one more token. */
static void decode(pass *p, const lg_frame *f, int row) {
    const lg_sequence_layout *tape = &p->network->n.tape;
    int m = tape->m, T = tape->T;
    for (int s = row; s < row + p->S; s++)
        memset(p->rows.ids + (size_t)s * (size_t)T + tape->first + 1, 0, sizeof(int32_t) * (size_t)m);
    for (int j = 0; j < m; j++) {
        lg_graph_forward(p->network->n.graph, f);
        collect(p, f, row, j, j + 1);
        for (int s = row; s < row + p->S; s++)
            p->rows.ids[(size_t)s * (size_t)T + (size_t)(tape->first + 1 + j)] =
                p->best[(size_t)s * (size_t)m + (size_t)j];
    }
}

static void run_micro_batch(void *task, int job, int worker) {
    pass *p = task;
    int row = job * p->S;
    lg_frame f = lg_engine_frame(&p->t->engine, p->seat, &p->network->n, worker, 0, p->count);
    f.first = row;
    f.stream = (uint32_t)(p->first + row);
    f.dropout = p->dropout;
    if (p->decode) {
        decode(p, &f, row);
        return;
    }
    lg_graph_forward(p->network->n.graph, &f);
    collect(p, &f, row, 0, p->network->n.tape.m);
}

/* A job: draws the samples of one micro-batch and runs it. Fillers repeat sequence 0. */
static void test_micro_batch(void *task, int job, int worker) {
    pass *p = task;
    for (int i = job * p->S; i < (job + 1) * p->S; i++)
        lg_trainer_draw_sample(p->t, &p->network->n.tape, p->asked, p->data, i < p->wanted ? p->first + i : 0, i,
                               &p->rows);
    run_micro_batch(p, job, worker);
}

/* ---- what there is to do ---- */

/* Sequences of one length and draw that are tested together. */
typedef struct stage {
    size_t at; /* which length */
    int64_t draw, first, end;
    bool ends_draw, ends_length;
} stage;

typedef struct protocol {
    lg_trainer *t;
    lg_evaluator *x;
    const int *lengths;
    size_t count;
    int64_t sequences, draws, batch;
    stage next; /* at == count: nothing is left */
    wave *now, *ahead;
} protocol;

/* Takes the next stage. Sequences are shared out to draws; the last draw is never without. */
static stage take_stage(protocol *p) {
    stage s = p->next;
    while ((s.draw + 1) * p->sequences / p->draws == s.first) s.draw++;
    const int64_t end = (s.draw + 1) * p->sequences / p->draws;
    s.end = end - s.first < p->batch ? end : s.first + p->batch;
    s.ends_draw = s.end == end;
    s.ends_length = s.end == p->sequences;
    p->next = s.ends_length ? (stage){.at = s.at + 1} : (stage){.at = s.at, .draw = s.draw, .first = s.end};
    return s;
}

lg_key lg_trainer_eval_key(const lg_trainer *t, int length) {
    lg_key root = lg_key_root((uint64_t)lg_int(t->runtime.values, "eval.seed"));
    return lg_key_fold(lg_key_fold(root, LG_STREAM_EVAL), (uint64_t)length);
}

static lg_key positions_of(lg_key key, int64_t draw) {
    return lg_key_fold(lg_key_fold(key, LG_STREAM_POSITIONS), (uint64_t)draw);
}

/* Makes a pass ready to run, but for the memory of the workers. */
static bool pass_open(pass *p, const protocol *of, const stage *s, lg_error *err) {
    lg_trainer *t = of->t;
    int length = of->lengths[s->at];
    lg_key key = lg_trainer_eval_key(t, length);
    p->t = t;
    p->seat = &p->own;
    p->asked = length;
    p->count = (int)of->batch;
    p->draw = s->draw;
    p->first = s->first;
    p->wanted = (int)(s->end - s->first);
    p->ends_draw = s->ends_draw;
    p->ends_length = s->ends_length;
    p->data = lg_key_fold(key, LG_STREAM_DATA);
    p->dropout = lg_key_fold(key, LG_STREAM_DROPOUT);
    if (!lg_model_supports_length(t->model, length, err) ||
        !pass_record(p, of->x, lg_model_sequence_layout(t->model, length), p->count,
                     lg_bool(t->runtime.values, "eval.dropout"), err))
        return false;
    p->jobs = (p->wanted + p->S - 1) / p->S;
    return pass_reserve(p, false, err) &&
           lg_engine_prepare(&t->engine, p->seat, &p->network->n, positions_of(key, s->draw), err);
}

/* ---- waves ---- */

static void wave_close(wave *w) {
    for (int i = 0; i < w->count; i++) pass_close(&w->passes[i]);
    w->count = w->jobs = 0;
    w->bytes = 0;
    w->err = (lg_error){0};
}

static void wave_open(protocol *p, wave *w) {
    const int jobs = JOBS * lg_pool_threads(p->t->engine.pool);
    bool ok = true;
    while (ok && p->next.at < p->count && w->count < p->x->capacity && w->jobs < jobs && w->bytes < WAVE_BYTES) {
        const stage s = take_stage(p);
        pass *x = &w->passes[w->count++];
        ok = pass_open(x, p, &s, &w->err);
        w->jobs += x->jobs;
        w->bytes += pass_bytes(x);
    }
}

/* A job of a wave. The first one makes the next wave ready, where that is wanted. */
static void wave_job(void *task, int job, int worker) {
    protocol *p = task;
    if (p->ahead && job-- == 0) {
        wave_open(p, p->ahead);
        return;
    }
    pass *x = p->now->passes;
    while (job >= x->jobs) job -= x++->jobs;
    test_micro_batch(x, job, worker);
}

/* Runs a wave. Arrays of pairs may be so large that those of one wave are enough: then nothing is made ahead. */
static bool wave_run(protocol *p, lg_error *err) {
    wave *w = p->now, *other = w == &p->x->waves[0] ? &p->x->waves[1] : &p->x->waves[0];
    if (w->err.code) return lg_fail(err, w->err.code, "%s", w->err.text);
    for (int i = 0; i < w->count; i++)
        if (!lg_engine_reserve(&p->t->engine, &w->passes[i].network->n, err)) return false;
    p->ahead = p->next.at < p->count && w->bytes < WAVE_BYTES ? other : NULL;
    lg_pool_run(p->t->engine.pool, w->jobs + (p->ahead ? 1 : 0), wave_job, p);
    return true;
}

/* ---- results ---- */

typedef struct totals {
    int64_t right, counted; /* tokens of the present draw */
    int64_t sequences, tokens, draws;
    double loss, accuracies; /* sums: over tokens, over draws */
} totals;

/* Adds the first `wanted` sequences of a pass to the totals. */
static void add_results(const pass *p, totals *sum) {
    const size_t m = (size_t)p->network->n.tape.m;
    for (size_t row = 0; row < (size_t)p->wanted; row++) {
        lg_sequence_result x = {.draw = p->draw};
        for (size_t i = row * m; i < (row + 1) * m; i++) {
            sum->loss += (double)p->losses[i];
            x.counted += p->rows.masks[i];
            x.right += p->rows.masks[i] && p->best[i] == p->rows.targets[i];
        }
        sum->counted += x.counted;
        sum->right += x.right;
        if (p->t->marked) p->t->marked(p->t->marked_user, &x);
    }
    sum->sequences += p->wanted;
}

/* Accuracies of draws are averaged, as the program of Ruoss et al. 2023 does with its sub-batches: in tasks that do not
 * count all tokens, a draw whose sequences count few of them weighs as much as the others. */
static void end_draw(totals *sum) {
    if (sum->counted) {
        sum->accuracies += (double)sum->right / (double)sum->counted;
        sum->draws++;
    }
    sum->tokens += sum->counted;
    sum->right = sum->counted = 0;
}

static lg_eval_result result(const pass *p, const totals *sum) {
    lg_eval_result x = {.length = p->asked, .sequences = sum->sequences, .tokens = sum->tokens};
    if (sum->draws) x.accuracy = sum->accuracies / (double)sum->draws;
    x.loss = sum->loss / ((double)sum->sequences * p->network->n.tape.m);
    return x;
}

/* Tells of the lengths that end in this wave; false: no more are wanted. */
static bool wave_results(const wave *w, totals *sum, lg_eval_result_fn each, void *user) {
    for (int i = 0; i < w->count; i++) {
        const pass *p = &w->passes[i];
        add_results(p, sum);
        if (p->ends_draw) end_draw(sum);
        if (!p->ends_length) continue;
        const lg_eval_result x = result(p, sum);
        *sum = (totals){0};
        if (!each(user, &x)) return false;
    }
    return true;
}

static bool run_all(protocol *p, lg_eval_result_fn each, void *user, lg_error *err) {
    totals sum = {0};
    p->now = &p->x->waves[0];
    wave_open(p, p->now);
    while (p->now->count > 0) {
        if (!wave_run(p, err)) return false;
        if (!wave_results(p->now, &sum, each, user)) return true;
        wave_close(p->now);
        if (p->ahead)
            p->now = p->ahead;
        else
            wave_open(p, p->now);
    }
    return true;
}

void lg_trainer_on_sequence(lg_trainer *t, lg_sequence_result_fn each, void *user) {
    t->marked = each;
    t->marked_user = user;
}

static void close_all(lg_evaluator *x) {
    wave_close(&x->waves[0]);
    wave_close(&x->waves[1]);
    release(x->last);
    x->last = NULL;
}

static bool protocol_of(lg_trainer *t, const int *lengths, size_t count, protocol *p, lg_error *err) {
    const lg_values *v = t->runtime.values;
    *p = (protocol){.t = t, .lengths = lengths, .count = count, .x = evaluation(t, err)};
    p->sequences = lg_int(v, "eval.sequences");
    p->draws = lg_int(v, "eval.position_samples");
    p->batch = lg_int(v, "eval.batch") < p->sequences ? lg_int(v, "eval.batch") : p->sequences;
    return p->x;
}

bool lg_trainer_eval_each(lg_trainer *t, const int *lengths, size_t count, lg_eval_result_fn each, void *user,
                          lg_error *err) {
    protocol p;
    if (!protocol_of(t, lengths, count, &p, err)) return false;
    const bool ok = run_all(&p, each, user, err);
    close_all(p.x);
    return ok;
}

static bool keep(void *user, const lg_eval_result *x) {
    *(lg_eval_result *)user = *x;
    return true;
}

bool lg_trainer_eval(lg_trainer *t, int length, lg_eval_result *out, lg_error *err) {
    *out = (lg_eval_result){.length = length};
    return lg_trainer_eval_each(t, &length, 1, keep, out, err);
}

/* ---- speed ---- */

enum { TRIED = 2 }; /* micro-batches of each worker */

bool lg_trainer_time_sample(lg_trainer *t, int length, double *flops, lg_error *err) {
    protocol p;
    if (!protocol_of(t, &length, 1, &p, err)) return false;
    const stage s = take_stage(&p);
    pass *x = &p.x->waves[0].passes[0];
    bool ok = pass_open(x, &p, &s, err) && lg_engine_reserve(&t->engine, &x->network->n, err);
    if (ok) {
        const int most = TRIED * lg_pool_threads(t->engine.pool), jobs = x->jobs < most ? x->jobs : most;
        x->decode = false;
        lg_pool_run(t->engine.pool, jobs, test_micro_batch, x);
        *flops = lg_graph_flops(x->network->n.graph, false) * jobs;
    }
    pass_close(x);
    close_all(p.x);
    return ok;
}

/* ---- logits ---- */

lg_sizes lg_trainer_sizes(const lg_trainer *t, int length) {
    lg_sequence_layout tape = lg_model_sequence_layout(t->model, length);
    return (lg_sizes){tape.n, tape.m, classes(t), tape.T, tape.first};
}

static bool run_logits(pass *p, const int32_t *input, real *logits, lg_error *err) {
    lg_engine *e = &p->t->engine;
    const lg_network *n = &p->network->n;
    const size_t m = (size_t)n->tape.m;
    if (!pass_reserve(p, true, err) || !lg_engine_reserve(e, n, err)) return false;
    memset(p->rows.targets, 0, sizeof(int32_t) * m);
    lg_sequence_write(&p->t->model->layout, &n->tape, input, p->rows.targets, p->rows.ids);
    if (!lg_engine_prepare(e, p->seat, n, positions_of(lg_trainer_eval_key(p->t, n->tape.n), 0), err)) return false;
    lg_pool_run(e->pool, 1, run_micro_batch, p);
    memcpy(logits, p->logits, sizeof(real) * m * (size_t)classes(p->t));
    return true;
}

bool lg_trainer_logits(lg_trainer *t, const int32_t *input, int n, int m, real *logits, lg_error *err) {
    lg_evaluator *x = evaluation(t, err);
    pass p = {.t = t, .seat = &t->engine.seat, .count = 1};
    const bool ok = x && lg_model_supports_length(t->model, n, err) &&
                    pass_record(&p, x, lg_sequence_layout_of(&t->model->layout, n, m), 1, false, err) &&
                    run_logits(&p, input, logits, err);
    pass_close(&p);
    if (x) close_all(x);
    lg_buffer_free(&p.memory);
    return ok;
}
