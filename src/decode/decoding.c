/* decoding.c: see decoding.h. */
#include "decode/decoding.h"

#include <math.h>
#include <string.h>

#include "kernel/kernel.h"
#include "nn/model/stepping.h"
#include "nn/stream/position_sample.h"

/* Number of rows per group. With ROWS or more rows, reading the weights no longer limits the speed of matrix products.
 * A step reads all weights once, and the keys and values of each row. More rows, up to MANY_ROWS, are faster as long as
 * the keys and values have at most FEW_STATES times the bytes of the weights. The states of a group have at most
 * STATE_BYTES bytes, or STATE_WEIGHTS times the bytes of the weights if that is more. A group of one sequence may
 * exceed this limit. Group sizes do not change results. With these limits, beam search with a translation model of
 * width 256 takes 0.95 times as long as with groups of 32 rows. */
enum { ROWS = 32, MANY_ROWS = 128, FEW_STATES = 4, STATE_BYTES = 128 << 20, STATE_WEIGHTS = 8 };

/* A place of a worker: the rows of one sequence. */
typedef struct place {
    int number; /* index of the sequence in the group */
    bool ended; /* the sequence has ended, so the place is free */
} place;

/* ---- sequences ---- */

static lg_decoded_sequence *sequences_of(const lg_decoding *d) {
    return (lg_decoded_sequence *)(void *)d->queue.data + d->first;
}

lg_key lg_decoding_key(int64_t seed, int64_t record) {
    return lg_position_sample_key(lg_key_fold(lg_key_root((uint64_t)seed), LG_KEY_EVAL), record);
}

const lg_decoded_sequence *lg_decoding_sequence(const lg_decoding *d, int number) {
    return &sequences_of(d)[number];
}

bool lg_decoding_begin(lg_decoding *d, lg_engine *e, int sequences, lg_beam_rules beam, lg_error *err) {
    d->engine = e;
    d->next = NULL;
    d->lead = NULL;
    d->beam = beam;
    d->end = e->model->data->end;
    d->first = d->count = 0;
    d->weighs = false;
    return lg_buffer_reserve(&d->queue, (size_t)sequences * sizeof(lg_decoded_sequence), "sequences to decode", err);
}

void lg_decoding_add(lg_decoding *d, lg_decoded_sequence sequence) {
    sequences_of(d)[d->count++] = sequence;
    d->weighs = d->weighs || sequence.probabilities;
}

void lg_decoding_join(lg_decoding *d, lg_decoding *next, const lg_sequence_layout *t, int at) {
    d->next = next;
    next->lead = d;
    next->layout = *t;
    next->at = at;
}

/* Number of rows of a sequence. */
static int width_of(const lg_decoding *d) {
    return d->beam.width > 0 ? d->beam.width : 1;
}

/* Number of rows per group, if states have `state_bytes` bytes per row. */
static int group_rows(const lg_decoding *d, size_t state_bytes) {
    double weights, states;
    lg_graph_reads(d->step[0].graph, 0, &weights, &states);
    const size_t read = (size_t)weights, each = state_bytes + 1;
    const size_t many = STATE_WEIGHTS * read, most = (many > STATE_BYTES ? many : STATE_BYTES) / each;
    const size_t few = FEW_STATES * read / each, rows = few < ROWS ? ROWS : few > MANY_ROWS ? MANY_ROWS : few;
    return (int)(rows < most ? rows : most);
}

/* Number of sequences per group. Every worker must get work; apart from that, groups are as large as allowed. */
static int group_size(const lg_decoding *d, size_t state_bytes) {
    const int threads = lg_pool_threads(d->engine->pool), each = (d->count + threads - 1) / threads;
    const int rows = group_rows(d, state_bytes), most = rows < width_of(d) ? 1 : rows / width_of(d);
    const int turns = (each + most - 1) / most; /* number of groups per worker */
    return turns > 0 ? (each + turns - 1) / turns : 1;
}

int lg_decoding_groups(const lg_decoding *d) {
    return (d->count + d->group - 1) / d->group;
}

/* ---- networks and memory ---- */

void lg_decoding_close(lg_decoding *d) {
    if (d->next) lg_decoding_close(d->next);
    lg_network_free(&d->prompt);
    lg_network_free(&d->piece);
    for (int i = 0; i < LG_STEP_NETWORKS; i++) lg_network_free(&d->step[i]);
}

void lg_decoding_free(lg_decoding *d) {
    d->next = NULL; /* the caller frees it */
    lg_decoding_close(d);
    lg_batch_buffers_free(&d->buffers);
    lg_batch_buffers_free(&d->sources);
    lg_batch_buffers_free(&d->passes);
    lg_uncached_close(&d->uncached);
    lg_buffer *all[] = {&d->prompts, &d->pieces,   &d->steps,  &d->logits, &d->probabilities,
                        &d->queue,   &d->searches, &d->places, &d->going,  &d->paths};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) lg_buffer_free(all[i]);
    lg_graph_states_free(&d->states);
    *d = (lg_decoding){0};
}

size_t lg_decoding_bytes(const lg_decoding *d) {
    return lg_batch_buffers_bytes(&d->buffers) + lg_batch_buffers_bytes(&d->sources) +
           lg_batch_buffers_bytes(&d->passes) + d->prompts.bytes + d->pieces.bytes + d->steps.bytes + d->logits.bytes +
           d->probabilities.bytes + d->queue.bytes + d->searches.bytes + d->places.bytes + d->going.bytes +
           d->paths.bytes + d->states.memory.bytes;
}

/* Number of rows of a worker. */
static int rows_of(const lg_decoding *d) {
    return d->group * width_of(d);
}

/* Number of rows of all workers. */
static int slots_of(const lg_decoding *d) {
    return rows_of(d) * lg_pool_threads(d->engine->pool);
}

static bool open_step(lg_decoding *d, const lg_sequence_layout *t, lg_error *err) {
    lg_model *m = d->engine->model;
    if (!lg_model_stepping(m, t, false, 1, 1, &d->step[0], err)) return false;
    d->group = d->lead ? d->lead->group : group_size(d, d->step[0].graph->bytes[LG_SPACE_STATE]);
    d->sequences[0] = d->group;
    if (rows_of(d) == 1) return true;
    lg_network_free(&d->step[0]);
    return lg_model_stepping(m, t, false, rows_of(d), 1, &d->step[0], err);
}

/* May sequences of a group end at different steps? */
static bool end_apart(const lg_decoding *d) {
    bool apart = d->end >= 0;
    for (int i = 1; i < d->count; i++) apart = apart || sequences_of(d)[i].limit != sequences_of(d)[0].limit;
    return apart;
}

static bool open_narrower(lg_decoding *d, const lg_sequence_layout *t, lg_error *err) {
    int last = d->group, count = 1;
    bool good = true;
    for (int i = 1; i < LG_STEP_NETWORKS; i++) d->sequences[i] = 0;
    for (int i = 1; i < LG_STEP_NETWORKS && good && end_apart(d); i++) {
        const int sequences = (d->group * (LG_STEP_NETWORKS - i) + LG_STEP_NETWORKS - 1) / LG_STEP_NETWORKS;
        if (sequences == last) continue;
        good = lg_model_stepping(d->engine->model, t, false, sequences * width_of(d), 1, &d->step[count], err);
        d->sequences[count++] = last = sequences;
    }
    return good;
}

/* Number of prompt tokens that the network `prompt` reads; `piece` reads the rest. `prompt` reads the whole prompt if
 * caches keep all tokens, or if the prompt is not longer than a piece. */
static int begun_of(const lg_decoding *d) {
    const bool whole = d->at <= LG_PROMPT_PIECE || !d->step[0].graph->rings;
    return whole ? d->at : (d->at - 1) % LG_PROMPT_PIECE + 1;
}

/* Opens a network that reads Q tokens of several prompts: as many prompts as fit in the processor's cache. */
static bool open_prompts(lg_decoding *d, const lg_sequence_layout *t, bool begins, int Q, lg_network *n,
                         lg_error *err) {
    lg_model *m = d->engine->model;
    if (!lg_model_stepping(m, t, begins, 1, Q, n, err)) return false;
    const int S = lg_engine_fitting(n, d->group);
    if (S == 1) return true;
    lg_network_free(n);
    return lg_model_stepping(m, t, begins, S, Q, n, err);
}

static bool open_prompt(lg_decoding *d, const lg_sequence_layout *t, lg_error *err) {
    const int begun = begun_of(d);
    return (begun == 0 || open_prompts(d, t, true, begun, &d->prompt, err)) &&
           (begun == d->at || open_prompts(d, t, false, LG_PROMPT_PIECE, &d->piece, err));
}

/* Reserves memory for a prompt network. If the network has no graph, does nothing. */
static bool reserve_prompt(lg_decoding *d, const lg_network *n, lg_buffer *batch, lg_error *err) {
    const lg_graph *g = n->graph;
    return !g ||
           ((!n->sources || lg_batch_buffers_reserve(&d->sources, n, 0, err)) && lg_engine_reserve(d->engine, n, err) &&
            lg_buffer_reserve(batch, (size_t)slots_of(d) * g->bytes[LG_SPACE_BATCH], "tokens", err));
}

static int longest_limit(const lg_decoding *d) {
    int limit = 1;
    for (int i = 0; i < d->count; i++)
        if (sequences_of(d)[i].limit > limit) limit = sequences_of(d)[i].limit;
    return limit;
}

/* Number of bytes of a search: an lg_beam and its arrays. 0 for greedy decoding. */
size_t lg_decoding_search_bytes(const lg_decoding *d) {
    return d->beam.width > 0 ? sizeof(lg_beam) + lg_beam_bytes(&d->beam, longest_limit(d)) : 0;
}

static bool reserve_searches(lg_decoding *d, size_t count, lg_error *err) {
    d->search_bytes = lg_decoding_search_bytes(d);
    return lg_buffer_reserve(&d->searches, count * d->search_bytes, "hypotheses", err);
}

static bool reserve_memory(lg_decoding *d, lg_error *err) {
    lg_engine *e = d->engine;
    const size_t slots = (size_t)slots_of(d), classes = (size_t)e->model->format.classes;
    d->buffers.states = d->sources.states = &d->states;
    const size_t searches = d->goes_on ? (size_t)(lg_decoding_groups(d) * d->group) : slots / (size_t)width_of(d);
    return lg_graph_states_reserve(&d->states, d->step[0].graph, (int)slots, err) &&
           lg_batch_buffers_reserve(&d->buffers, &d->step[0], 0, err) && lg_engine_reserve(e, &d->step[0], err) &&
           reserve_prompt(d, &d->prompt, &d->prompts, err) && reserve_prompt(d, &d->piece, &d->pieces, err) &&
           lg_buffer_reserve(&d->steps, slots * d->step[0].graph->bytes[LG_SPACE_BATCH], "tokens", err) &&
           reserve_searches(d, searches, err) &&
           lg_buffer_reserve(&d->places, slots / (size_t)width_of(d) * sizeof(place), "sequences", err) &&
           lg_buffer_reserve(&d->probabilities, d->weighs ? slots * sizeof(double) : 0, "probabilities", err) &&
           lg_buffer_reserve(&d->logits, slots * classes * sizeof(real), "logits", err);
}

bool lg_decoding_open(lg_decoding *d, const lg_sequence_layout *t, int at, lg_key positions, lg_error *err) {
    lg_sequence_layout own = *t;
    own.piece = at < 1 ? 1 : at < LG_PROMPT_PIECE ? at : LG_PROMPT_PIECE;
    d->at = at;
    d->most = t->T - at + 1;
    d->goes_on = longest_limit(d) > d->most;
    return open_step(d, &own, err) && open_narrower(d, &own, err) && open_prompt(d, &own, err) &&
           reserve_memory(d, err) &&
           (!d->prompt.sources || lg_engine_prepare(d->engine, &d->sources, &d->prompt, positions, false, err)) &&
           lg_engine_prepare(d->engine, &d->buffers, &d->step[0], positions, false, err) &&
           (!d->next || lg_decoding_open(d->next, &d->next->layout, d->next->at, positions, err));
}

/* ---- tokens ---- */

/* The batch that a network reads. */
static const lg_buffer *tokens_of(const lg_decoding *d, const lg_network *n) {
    return n == &d->prompt ? &d->prompts : n == &d->piece ? &d->pieces : &d->steps;
}

/* The frame for the worker's rows from index `row` onward. */
static lg_frame frame_of(const lg_decoding *d, const lg_network *n, int worker, int row, int at) {
    lg_batch_buffers buffers = n->sources ? d->sources : d->buffers;
    lg_frame f = lg_engine_frame(d->engine, &buffers, n, worker, 0, slots_of(d));
    f.first = worker * rows_of(d) + row;
    f.at = at;
    f.base[LG_SPACE_BATCH].data = tokens_of(d, n)->data;
    return f;
}

/* The first of the worker's rows in a tensor of the batch. */
static int32_t *batch_of(const lg_decoding *d, const lg_network *n, const lg_tensor *t, int worker) {
    return (int32_t *)(void *)(tokens_of(d, n)->data + t->value.offset * (size_t)slots_of(d)) +
           (size_t)(worker * rows_of(d)) * (size_t)lg_columns(t);
}

/* The tokens [rows] that were chosen for the worker's rows. The next step reads them. */
static int32_t *chosen_of(const lg_decoding *d, int worker) {
    return batch_of(d, &d->step[0], d->step[0].ids, worker);
}

/* The logits [classes] of one of the worker's rows. */
static real *logits_of(const lg_decoding *d, int worker, int row) {
    return (real *)(void *)d->logits.data +
           (size_t)(worker * rows_of(d) + row) * (size_t)d->engine->model->format.classes;
}

/* In an ensemble, replaces the logits of a worker's rows by the logits of the mean of the models' probabilities. */
static void mix_rows(const lg_decoding *d, int worker, int rows) {
    for (int i = 0; d->next && i < rows; i++) {
        const real *all[LG_ENSEMBLE_MAX];
        int count = 0;
        for (const lg_decoding *x = d; x; x = x->next) all[count++] = logits_of(x, worker, i);
        lg_mix_logits(logits_of(d, worker, i), all, count, d->engine->model->format.classes);
    }
}

/* Softmax probability of `best`, the token with the highest logit. */
static double probability_of(const real *logits, int classes, int32_t best) {
    double sum = 0;
    for (int c = 0; c < classes; c++) sum += exp((double)logits[c] - (double)logits[best]);
    return 1 / sum;
}

static double *probabilities_of(const lg_decoding *d) {
    return d->weighs ? (double *)(void *)d->probabilities.data : NULL;
}

/* Greedy decoding: chooses the next token of each of the worker's rows first .. first+count-1 from the row's logits. */
static void choose(const lg_decoding *d, int worker, int first, int count) {
    const int classes = d->engine->model->format.classes;
    int32_t *chosen = chosen_of(d, worker);
    for (int i = first; i < first + count; i++) {
        const real *logits = logits_of(d, worker, i);
        chosen[i] = lg_most_probable(logits, classes);
        if (d->weighs) probabilities_of(d)[worker * rows_of(d) + i] = probability_of(logits, classes, chosen[i]);
    }
}

/* Runs a network with S rows on the worker's rows row .. row+S-1. Copies the logits of the last token of each row to
 * d->logits. */
static void run_network(const lg_decoding *d, const lg_network *n, int worker, int row, int at) {
    const lg_kernels *k = d->engine->model->kernels;
    const lg_frame f = frame_of(d, n, worker, row, at);
    const size_t bytes = (size_t)d->engine->model->format.classes * sizeof(real);
    lg_graph_forward(n->graph, &f);
    for (int s = 0; s < n->graph->S; s++) {
        const size_t last = (size_t)((s + 1) * n->layout.rows - 1) * bytes;
        k->download(k, logits_of(d, worker, row + s), lg_view_at(lg_value(&f, n->logits), last), bytes);
    }
}

/* Sequence i of a group. The last group may have fewer sequences; its first sequence then takes the place of missing
 * ones. */
static const lg_decoded_sequence *sequence_at(const lg_decoding *d, int group, int i) {
    const int sequence = group * d->group + i;
    return &sequences_of(d)[sequence < d->count ? sequence : group * d->group];
}

/* Writes the spans for a network with `width` rows per sequence. */
static void write_spans(const lg_decoding *d, const lg_network *n, int width, int group, int worker) {
    if (!n->span) return;
    int32_t *spans = batch_of(d, n, n->span, worker);
    for (int i = 0; i < d->group * width; i++)
        memcpy(spans + (size_t)2 * (size_t)i, sequence_at(d, group, i / width)->span, 2 * sizeof *spans);
}

/* Writes the prompt tokens that n reads. The first of them is token `at`. */
static void write_prompts(const lg_decoding *d, const lg_network *n, int at, int group, int worker) {
    const size_t count = (size_t)n->layout.rows, sources = (size_t)n->layout.sources;
    int32_t *ids = batch_of(d, n, n->ids, worker);
    for (int i = 0; i < d->group; i++)
        lg_copy_tokens(ids + (size_t)i * count, sequence_at(d, group, i)->prompt + at, (int)count);
    write_spans(d, n, 1, group, worker);
    if (!n->sources) return;
    ids = batch_of(d, n, n->sources, worker);
    for (int i = 0; i < d->group; i++)
        memcpy(ids + (size_t)i * sources, sequence_at(d, group, i)->source, sources * sizeof *ids);
}

bool lg_decoding_stops(const lg_decoding *d, int worker) {
    return d->stop && d->stop(d->stop_user, worker);
}

/* Runs the prompt networks of one model on the prompts of a group. Returns false if decoding was stopped. */
static bool read_own_prompts(const lg_decoding *d, int group, int worker) {
    write_spans(d, &d->step[0], width_of(d), group, worker);
    for (int at = 0; at < d->at;) {
        if (lg_decoding_stops(d, worker)) return false;
        const lg_network *n = at == 0 ? &d->prompt : &d->piece;
        write_prompts(d, n, at, group, worker);
        for (int i = 0; i < d->group; i += n->graph->S) run_network(d, n, worker, i, at);
        at += n->layout.rows;
    }
    return true;
}

static bool read_prompts(const lg_decoding *d, int group, int worker) {
    for (const lg_decoding *x = d; x; x = x->next)
        if (!read_own_prompts(x, group, worker)) return false;
    mix_rows(d, worker, d->group);
    return true;
}

/* ---- places ---- */

/* A group that a worker is decoding. */
typedef struct group_work {
    const lg_decoding *d;
    int group, worker;
    int network; /* index of the step network in use */
    int count;   /* number of places of that network */
    place *places;
} group_work;

static group_work begin_group(const lg_decoding *d, int group, int worker) {
    group_work w = {.d = d, .group = group, .worker = worker, .count = d->group};
    w.places = (place *)(void *)d->places.data + (size_t)(worker * d->group);
    for (int i = 0; i < d->group; i++)
        w.places[i] = (place){i, group * d->group + i >= d->count || sequence_at(d, group, i)->limit <= 0};
    return w;
}

static const lg_decoded_sequence *sequence_in(const group_work *w, int i) {
    return sequence_at(w->d, w->group, w->places[i].number);
}

static int count_going(const group_work *w) {
    int going = 0;
    for (int i = 0; i < w->count; i++) going += !w->places[i].ended;
    return going;
}

/* Copies the rows of place `from` to place `to`: the chosen tokens, the spans, and the state. The state consists of the
 * prompt and the `read` tokens after the prompt. */
static void copy_place(const lg_decoding *d, int worker, int from, int to, int read) {
    const int width = width_of(d), first = worker * rows_of(d);
    int32_t *chosen = chosen_of(d, worker), *spans = NULL;
    if (d->step[0].span) spans = batch_of(d, &d->step[0], d->step[0].span, worker);
    for (int k = 0; k < width; k++) {
        const int x = from * width + k, y = to * width + k;
        lg_graph_states_copy(&d->states, d->engine->model->kernels, first + x, first + y, 0, d->at + read, true);
        chosen[y] = chosen[x];
        if (spans) memcpy(spans + (size_t)2 * (size_t)y, spans + (size_t)2 * (size_t)x, 2 * sizeof *spans);
    }
}

/* Moves the sequence in place `from` to place `to`. */
static void move_place(const group_work *w, int from, int to, int read) {
    for (const lg_decoding *d = w->d; d; d = d->next) copy_place(d, w->worker, from, to, read);
    w->places[to] = w->places[from];
    w->places[from].ended = true;
}

/* The step network with the fewest places that has a place for every live sequence. */
static int narrowest(const group_work *w) {
    const int going = count_going(w);
    int network = w->network;
    while (network + 1 < LG_STEP_NETWORKS && w->d->sequences[network + 1] >= going && w->d->sequences[network + 1] > 0)
        network++;
    return network;
}

/* Runs one step of every model for the first `count` places. read: number of tokens after each prompt that the models
 * have already read. */
static void run_step(const group_work *w, int network, int count, int read) {
    const lg_decoding *d = w->d;
    for (const lg_decoding *x = d; x; x = x->next) {
        if (x != d) memcpy(chosen_of(x, w->worker), chosen_of(d, w->worker), (size_t)rows_of(d) * sizeof(int32_t));
        run_network(x, &x->step[network], w->worker, 0, x->at + read);
    }
    mix_rows(d, w->worker, count * width_of(d));
}

/* Runs one step for all live sequences. If a network with fewer places suffices, first moves the sequences into its
 * places. read: as in run_step. */
static void step_group(group_work *w, int read) {
    const int network = narrowest(w), count = w->d->sequences[network];
    for (int from = count, to = 0; from < w->count; from++) {
        if (w->places[from].ended) continue;
        while (!w->places[to].ended) to++;
        move_place(w, from, to, read);
    }
    w->network = network;
    w->count = count;
    run_step(w, network, count, read);
}

/* ---- greedy decoding ---- */

/* Writes token j of a sequence. If it is the end token, fills the rest of the answer with end tokens. Returns true
 * if the sequence continues. */
static bool write_token(const lg_decoding *d, const lg_decoded_sequence *sequence, int j, int32_t chosen,
                        double probability) {
    const int stop = chosen == d->end ? sequence->limit : j + 1;
    for (int n = j; n < stop; n++) {
        sequence->answer[n] = chosen;
        if (sequence->probabilities) sequence->probabilities[n] = n == j ? probability : 1;
    }
    return stop < sequence->limit;
}

static void write_tokens(const group_work *w, int j) {
    const lg_decoding *d = w->d;
    const int32_t *chosen = chosen_of(d, w->worker);
    const double *probabilities = d->weighs ? probabilities_of(d) + w->worker * rows_of(d) : NULL;
    for (int i = 0; i < w->count; i++)
        if (!w->places[i].ended)
            w->places[i].ended = !write_token(d, sequence_in(w, i), j, chosen[i], d->weighs ? probabilities[i] : 0);
}

static void decode_greedily(group_work *w) {
    for (int j = 0;; j++) {
        choose(w->d, w->worker, 0, w->count);
        write_tokens(w, j);
        if (count_going(w) == 0 || j + 1 == w->d->most || lg_decoding_stops(w->d, w->worker)) return;
        step_group(w, j);
    }
}

void lg_decoding_repeat(const lg_decoding *d, int worker, int at, int times) {
    for (int i = 0; i < times; i++) {
        run_network(d, &d->step[0], worker, 0, at);
        choose(d, worker, 0, rows_of(d));
    }
}

/* ---- beam search ---- */

lg_beam *lg_decoding_search(const lg_decoding *d, int number) {
    return (lg_beam *)(void *)(d->searches.data + (size_t)number * d->search_bytes);
}

/* The search of sequence i of a worker's group. */
static lg_beam *search_of(const group_work *w, int i) {
    return lg_decoding_search(w->d, (w->d->goes_on ? w->group : w->worker) * w->d->group + i);
}

/* Copies the state of each prompt, which has one row, to all rows of its sequence. Starts with the last sequence, so
 * that no prompt is overwritten before it is copied. */
static void spread_prompts(const lg_decoding *d, int worker) {
    const int width = width_of(d), first = worker * rows_of(d);
    for (int i = d->group - 1; i >= 0; i--)
        for (int k = width - 1; k >= 0; k--)
            if (i * width + k != i)
                lg_graph_states_copy(&d->states, d->engine->model->kernels, first + i, first + i * width + k, 0, d->at,
                                     true);
}

static void begin_searches(const group_work *w) {
    for (int i = 0; i < w->d->group; i++) {
        lg_beam *b = search_of(w, i);
        lg_beam_begin(b, &w->d->beam, w->d->end, sequence_at(w->d, w->group, i)->limit, b + 1);
    }
    for (const lg_decoding *d = w->d; d; d = d->next) spread_prompts(d, w->worker);
}

/* Copies states between rows as required by the last step of search b. first: the first row of the sequence. */
static void move_states(const lg_decoding *d, const lg_beam *b, int first) {
    for (int j = 0; j < b->move_count; j++) {
        const lg_beam_move *m = &b->moves[j];
        lg_graph_states_copy(&d->states, d->engine->model->kernels, first + m->from, first + m->to, d->at + m->first,
                             d->at + b->tokens - 1, false);
    }
}

/* Advances the search of the sequence in place i, then updates the states and the next tokens of its rows. Returns true
 * if the search is over. */
static bool advance_sequence(const group_work *w, lg_beam *b, int i) {
    const lg_decoding *d = w->d;
    const int classes = d->engine->model->format.classes, row = i * width_of(d);
    lg_beam_advance(b, d->engine->model->kernels, logits_of(d, w->worker, b->tokens > 0 ? row : i), (size_t)classes,
                    classes);
    if (b->over) return true;
    for (const lg_decoding *x = d; x; x = x->next) move_states(x, b, w->worker * rows_of(d) + row);
    for (int j = 0; j < b->alive; j++) {
        int32_t token;
        const int slot = lg_beam_slot(b, j, &token);
        chosen_of(d, w->worker)[row + slot] = token;
    }
    return false;
}

static void advance_sequences(const group_work *w) {
    for (int i = 0; i < w->count; i++)
        if (!w->places[i].ended) w->places[i].ended = advance_sequence(w, search_of(w, w->places[i].number), i);
}

/* Writes the best hypothesis in the same form as an answer of greedy decoding. Writes the best `wanted` hypotheses to
 * sequence->best. */
static void write_hypotheses(const lg_decoding *d, const lg_decoded_sequence *sequence, const lg_beam *b) {
    lg_hypothesis best = {.answer = sequence->answer, .probabilities = sequence->probabilities};
    lg_beam_write(b, 0, &best);
    for (int j = best.count; j < sequence->limit; j++) {
        sequence->answer[j] = d->end;
        if (sequence->probabilities) sequence->probabilities[j] = 1;
    }
    for (int i = 0; i < sequence->wanted && i < b->finals; i++) lg_beam_write(b, i, &sequence->best[i]);
}

/* Decodes a group by beam search. A step may include rows of finished searches and rows without a hypothesis. The
 * results of these rows are not used. */
static void search_group(group_work *w) {
    const lg_decoding *d = w->d;
    memset(chosen_of(d, w->worker), 0, (size_t)rows_of(d) * sizeof(int32_t));
    begin_searches(w);
    advance_sequences(w);
    for (int j = 0; count_going(w) > 0 && j + 1 < d->most && !lg_decoding_stops(d, w->worker); j++) {
        step_group(w, j);
        advance_sequences(w);
    }
    for (int i = 0; i < d->group && w->group * d->group + i < d->count; i++)
        if (search_of(w, i)->over) write_hypotheses(d, sequence_at(d, w->group, i), search_of(w, i));
}

void lg_decoding_run(void *task, int group, int worker) {
    const lg_decoding *d = task;
    group_work w = begin_group(d, group, worker);
    if (!read_prompts(d, group, worker)) return;
    if (d->beam.width > 0)
        search_group(&w);
    else
        decode_greedily(&w);
}

/* ---- sequences that continue without caches ---- */

bool lg_decoding_begin_searches(lg_decoding *d, lg_error *err) {
    if (!reserve_searches(d, (size_t)d->count, err)) return false;
    for (int i = 0; i < d->count && d->beam.width > 0; i++) {
        lg_beam *b = lg_decoding_search(d, i);
        lg_beam_begin(b, &d->beam, d->end, sequences_of(d)[i].limit, b + 1);
    }
    return true;
}

bool lg_decoding_goes_on(const lg_decoding *d, int number, int generated) {
    const lg_decoded_sequence *sequence = lg_decoding_sequence(d, number);
    if (d->beam.width > 0) return !lg_decoding_search(d, number)->over;
    return generated < sequence->limit && (generated == 0 || sequence->answer[generated - 1] != d->end);
}

void lg_decoding_take(const lg_decoding *d, int number, int generated, const real *logits) {
    const int classes = d->engine->model->format.classes;
    const lg_decoded_sequence *sequence = lg_decoding_sequence(d, number);
    if (d->beam.width > 0) {
        lg_beam *b = lg_decoding_search(d, number);
        lg_beam_advance(b, d->engine->model->kernels, logits, (size_t)classes, classes);
        if (b->over) write_hypotheses(d, sequence, b);
        return;
    }
    const int32_t chosen = lg_most_probable(logits, classes);
    write_token(d, sequence, generated, chosen, sequence->probabilities ? probability_of(logits, classes, chosen) : 0);
}
