/* eval.c: testing a model: accuracy at a length, logits of an input, and the probe that independent checks read.
 *
 * Everything that evaluation draws is a pure function of (eval.seed, length, sequence): how many sequences are held in
 * memory at once, or worked on together, changes nothing. */
#include <stdlib.h>
#include <string.h>

#include "train/state.h"

/* A pass over some sequences of one tape with a network of its own. */
typedef struct pass {
    lg_trainer *t;
    lg_network network;
    lg_tape tape;
    int S;       /* sequences of a micro-batch */
    int count;   /* sequences in memory; a multiple of S, the last ones may be fillers */
    bool decode; /* outputs one after another */
    lg_key dropout;
    int64_t first; /* index of sequence 0 in its streams */
    int asked;
    int wanted; /* sequences that are really asked for */
    lg_key data;
    lg_batch_rows rows;
    real *losses;  /* [count, m] */
    int32_t *best; /* [count, m] */
    real *logits;  /* [count, m, classes] or NULL */
    lg_buffer memory;
} pass;

static int classes(const lg_trainer *t) {
    return t->model->task->output_size;
}

static size_t tokens(const pass *p) {
    return (size_t)p->count * (size_t)p->tape.m;
}

/* Makes ready for at most `sequences` sequences. */
static bool pass_begin(pass *p, lg_trainer *t, lg_tape tape, int sequences, bool dropout, bool want_logits,
                       lg_error *err) {
    *p = (pass){.t = t, .tape = tape};
    p->count = sequences;
    p->decode = t->model->layout.autoregressive && tape.m > 1;
    if (!lg_engine_evaluation(&t->engine, tape, sequences, dropout, &p->network, err)) return false;
    p->S = p->network.graph->S;
    size_t all = tokens(p), logits = want_logits ? all * (size_t)classes(t) : 0;
    if (!lg_engine_reserve(&t->engine, &p->network, p->count, err) ||
        !lg_buffer_reserve(&p->memory, (all + logits) * sizeof(real) + all * (sizeof(int32_t) + 1), "results", err)) {
        lg_network_free(&p->network);
        return false;
    }
    p->losses = (real *)(void *)p->memory.data;
    p->logits = want_logits ? p->losses + all : NULL;
    p->best = (int32_t *)(void *)(p->losses + all + logits);
    p->rows = (lg_batch_rows){lg_engine_ids(&t->engine, &p->network, p->count),
                              lg_engine_targets(&t->engine, &p->network, p->count), (uint8_t *)(p->best + all)};
    return true;
}

static void pass_end(pass *p) {
    lg_network_free(&p->network);
    lg_buffer_free(&p->memory);
}

/* Copies what output slots from..to-1 of a micro-batch say to the results. */
static void collect(pass *p, const lg_frame *f, int row, int from, int to) {
    const lg_kernels *k = p->t->model->kernels;
    int m = p->tape.m, C = classes(p->t);
    lg_view loss = lg_value(f, p->network.loss), best = lg_saved(f, p->network.loss, 0),
            logits = lg_value(f, p->network.logits);
    for (int s = 0; s < p->S; s++) {
        size_t source = (size_t)s * (size_t)m + (size_t)from, to_row = (size_t)(row + s) * (size_t)m + (size_t)from;
        size_t n = (size_t)(to - from);
        k->download(p->losses + to_row, (lg_view){(real *)loss.data + source, 0}, n * sizeof(real));
        k->download(p->best + to_row, (lg_view){(int32_t *)best.data + source, 0}, n * sizeof(int32_t));
        if (p->logits)
            k->download(p->logits + to_row * (size_t)C, (lg_view){(real *)logits.data + source * (size_t)C, 0},
                        n * (size_t)C * sizeof(real));
    }
}

/* Outputs one after another: the tape starts with a guess of zeros, and each pass settles one more token. */
static void decode(pass *p, const lg_frame *f, int row) {
    int m = p->tape.m, T = p->tape.T;
    for (int s = row; s < row + p->S; s++)
        memset(p->rows.ids + (size_t)s * (size_t)T + p->tape.first + 1, 0, sizeof(int32_t) * (size_t)m);
    for (int j = 0; j < m; j++) {
        lg_graph_forward(p->network.graph, f);
        collect(p, f, row, j, j + 1);
        for (int s = row; s < row + p->S; s++)
            p->rows.ids[(size_t)s * (size_t)T + (size_t)(p->tape.first + 1 + j)] =
                p->best[(size_t)s * (size_t)m + (size_t)j];
    }
}

static void run_micro_batch(void *task, int job, int worker) {
    pass *p = task;
    int row = job * p->S;
    lg_frame f = lg_engine_frame(&p->t->engine, &p->network, worker, 0, p->count);
    f.first = row;
    f.stream = (uint32_t)(p->first + row);
    f.dropout = p->dropout;
    if (p->decode) {
        decode(p, &f, row);
        return;
    }
    lg_graph_forward(p->network.graph, &f);
    collect(p, &f, row, 0, p->tape.m);
}

/* A job: draws the samples of one micro-batch and runs it. Fillers repeat sequence 0. */
static void test_micro_batch(void *task, int job, int worker) {
    pass *p = task;
    for (int i = job * p->S; i < (job + 1) * p->S; i++)
        lg_trainer_draw_sample(p->t, &p->tape, p->asked, p->data, i < p->wanted ? p->first + i : 0, i, &p->rows);
    run_micro_batch(p, job, worker);
}

typedef struct totals {
    int64_t right, counted; /* tokens of the present draw */
    int64_t sequences, tokens, draws;
    double loss, accuracies; /* sums: over tokens, over draws */
} totals;

/* Adds the first `wanted` sequences of a pass to the totals. */
static void add_results(const pass *p, totals *sum) {
    size_t all = (size_t)p->wanted * (size_t)p->tape.m;
    for (size_t i = 0; i < all; i++) {
        sum->loss += (double)p->losses[i];
        sum->counted += p->rows.masks[i];
        sum->right += p->rows.masks[i] && p->best[i] == p->rows.targets[i];
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

/* Sequences first..end-1, all under one draw of positions, in batches. */
static bool test_draw(pass *p, lg_key key, int draw, int64_t first, int64_t end, totals *sum, lg_error *err) {
    lg_key positions = lg_key_fold(lg_key_fold(key, LG_STREAM_POSITIONS), (uint64_t)draw);
    if (!lg_engine_prepare(&p->t->engine, &p->network, positions, err)) return false;
    for (p->first = first; p->first < end; p->first += p->count) {
        p->wanted = end - p->first < p->count ? (int)(end - p->first) : p->count;
        lg_pool_run(p->t->engine.pool, (p->wanted + p->S - 1) / p->S, test_micro_batch, p);
        add_results(p, sum);
    }
    end_draw(sum);
    return true;
}

bool lg_trainer_test(lg_trainer *t, int length, lg_tested *out, lg_error *err) {
    const lg_values *v = t->shop.values;
    int64_t sequences = lg_int(v, "eval.sequences"), draws = lg_int(v, "eval.draws");
    int64_t batch = lg_int(v, "eval.batch") < sequences ? lg_int(v, "eval.batch") : sequences;
    if (!lg_model_reaches(t->model, length, err)) return false;
    pass p;
    if (!pass_begin(&p, t, lg_model_tape(t->model, length), (int)batch, lg_bool(v, "eval.dropout"), false, err))
        return false;
    lg_key key =
        lg_key_fold(lg_key_fold(lg_key_root((uint64_t)lg_int(v, "eval.seed")), LG_STREAM_EVAL), (uint64_t)length);
    p.asked = length;
    p.data = lg_key_fold(key, LG_STREAM_DATA);
    p.dropout = lg_key_fold(key, LG_STREAM_DROPOUT);
    totals sum = {0};
    bool ok = true;
    for (int64_t d = 0; ok && d < draws; d++) {
        int64_t first = d * sequences / draws, end = (d + 1) * sequences / draws;
        if (first < end) ok = test_draw(&p, key, (int)d, first, end, &sum, err);
    }
    pass_end(&p);
    *out = (lg_tested){.length = length, .sequences = sum.sequences, .tokens = sum.tokens};
    if (sum.draws) out->accuracy = sum.accuracies / (double)sum.draws;
    out->loss = sum.loss / ((double)sequences * p.tape.m);
    return ok;
}

lg_sizes lg_trainer_sizes(const lg_trainer *t, int length) {
    lg_tape tape = lg_model_tape(t->model, length);
    return (lg_sizes){tape.n, tape.m, classes(t)};
}

static lg_key first_positions(const lg_trainer *t, int n) {
    lg_key root = lg_key_root((uint64_t)lg_int(t->shop.values, "eval.seed"));
    lg_key key = lg_key_fold(lg_key_fold(root, LG_STREAM_EVAL), (uint64_t)n);
    return lg_key_fold(lg_key_fold(key, LG_STREAM_POSITIONS), 0);
}

bool lg_trainer_logits(lg_trainer *t, const int32_t *input, int n, int m, real *logits, lg_error *err) {
    pass p;
    if (!lg_model_reaches(t->model, n, err) ||
        !pass_begin(&p, t, lg_tape_of(&t->model->layout, n, m), 1, false, true, err))
        return false;
    memset(p.rows.targets, 0, sizeof(int32_t) * (size_t)m);
    lg_tape_write(&t->model->layout, &p.tape, input, p.rows.targets, p.rows.ids);
    bool ok = lg_engine_prepare(&t->engine, &p.network, first_positions(t, n), err);
    if (ok) {
        lg_pool_run(t->engine.pool, 1, run_micro_batch, &p);
        memcpy(logits, p.logits, sizeof(real) * (size_t)m * (size_t)classes(t));
    }
    pass_end(&p);
    return ok;
}

/* ---- the probe ---- */

/* Draws the batch of step 0 and lays it out; gives the inputs to the caller. */
static void probe_batch(lg_trainer *t, const lg_network *n, int length, int sequences, uint8_t *masks, lg_probe *out) {
    lg_batch_rows rows = {lg_engine_ids(&t->engine, n, sequences), lg_engine_targets(&t->engine, n, sequences), masks};
    lg_key data = lg_key_fold(lg_key_fold(t->root, LG_STREAM_DATA), 0);
    size_t inputs = (size_t)n->tape.n, outputs = (size_t)n->tape.m;
    for (int i = 0; i < sequences; i++) {
        lg_trainer_draw_sample(t, &n->tape, length, data, i, i, &rows);
        memcpy(out->input + (size_t)i * inputs, rows.ids + (size_t)i * (size_t)n->tape.T, sizeof(int32_t) * inputs);
        memcpy(out->target + (size_t)i * outputs, rows.targets + (size_t)i * outputs, sizeof(int32_t) * outputs);
    }
}

static void probe_run(lg_trainer *t, const lg_network *n, int sequences, lg_probe *out) {
    const lg_kernels *k = t->model->kernels;
    size_t rows = (size_t)sequences * (size_t)n->tape.m;
    lg_frame f = lg_engine_frame(&t->engine, n, 0, LG_GROUPS, sequences);
    f.loss_weight = (real)(1.0 / (double)rows);
    k->zero(f.base[LG_SPACE_GRADIENT], t->engine.gradient_bytes);
    lg_graph_forward(n->graph, &f);
    const real *losses = lg_value(&f, n->loss).data;
    out->loss = 0;
    for (size_t i = 0; i < rows; i++) out->loss += (double)losses[i] / (double)rows;
    k->download(out->logits, lg_value(&f, n->logits), sizeof(real) * rows * (size_t)classes(t));
    lg_graph_backward(n->graph, &f);
    lg_graph_backward_shared(n->graph, &f);
}

bool lg_trainer_probe(lg_trainer *t, int length, int sequences, lg_probe *out, lg_error *err) {
    lg_network n;
    lg_tape tape = lg_model_tape(t->model, length);
    if (!lg_model_reaches(t->model, length, err) || !lg_model_network(t->model, tape, sequences, true, false, &n, err))
        return false;
    lg_buffer masks = {0};
    lg_key positions = lg_key_fold(lg_key_fold(t->root, LG_STREAM_POSITIONS), 0);
    bool ok = lg_buffer_reserve(&masks, (size_t)sequences * (size_t)tape.m, "masks", err) &&
              lg_engine_reserve(&t->engine, &n, sequences, err) && lg_engine_prepare(&t->engine, &n, positions, err);
    if (ok) {
        probe_batch(t, &n, length, sequences, (uint8_t *)masks.data, out);
        probe_run(t, &n, sequences, out);
        const real *g = lg_engine_gradients(&t->engine, LG_GROUPS);
        const lg_parameters *parameters = t->model->parameters;
        real *to = out->gradients;
        for (int i = 0; i < parameters->count; to += parameters->rows[i].count, i++)
            memcpy(to, g + parameters->rows[i].offset / sizeof(real), sizeof(real) * parameters->rows[i].count);
    }
    lg_buffer_free(&masks);
    lg_network_free(&n);
    return ok;
}

const struct lg_draw *lg_trainer_draw(const lg_trainer *t) {
    return &t->engine.draw;
}
