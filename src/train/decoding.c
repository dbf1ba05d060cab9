/* decoding.c: see decoding.h. */
#include "train/decoding.h"

#include <math.h>
#include <string.h>

#include "nn/stepping.h"

/* The most lanes of a group: with so many rows a product is no longer bound by reading its weights; and what their keys
 * and values may take, of which each step reads all, or so many times what the weights take, which each step reads too.
 * None changes a bit. */
enum { LANES = 32, STATE_BYTES = 128 << 20, STATE_WEIGHTS = 8 };

/* ---- lanes ---- */

static lg_lane *lanes_of(const lg_decoding *d) {
    return (lg_lane *)(void *)d->queue.data;
}

bool lg_decoding_begin(lg_decoding *d, lg_engine *e, int lanes, lg_beam_rules beam, lg_error *err) {
    d->engine = e;
    d->beam = beam;
    d->end = e->model->data->end;
    d->count = 0;
    d->weighs = false;
    return lg_buffer_reserve(&d->queue, (size_t)lanes * sizeof(lg_lane), "sequences to decode", err);
}

void lg_decoding_add(lg_decoding *d, lg_lane lane) {
    lanes_of(d)[d->count++] = lane;
    d->weighs = d->weighs || lane.probabilities;
}

/* Rows of a lane. */
static int width_of(const lg_decoding *d) {
    return d->beam.width > 0 ? d->beam.width : 1;
}

/* How many lanes go together, where states take so much a row: every worker has work first, then as many as may be. */
static int group_size(const lg_decoding *d, size_t state_bytes) {
    const int threads = lg_pool_threads(d->engine->pool), each = (d->count + threads - 1) / threads;
    double weights, states;
    lg_graph_reads(d->step.graph, 0, &weights, &states);
    const size_t many = STATE_WEIGHTS * (size_t)weights,
                 fitting = (many > STATE_BYTES ? many : STATE_BYTES) / (state_bytes + 1);
    const int rows = fitting < LANES ? (int)fitting : LANES, most = rows < width_of(d) ? 1 : rows / width_of(d);
    const int turns = (each + most - 1) / most; /* of a worker */
    return turns > 0 ? (each + turns - 1) / turns : 1;
}

int lg_decoding_groups(const lg_decoding *d) {
    return (d->count + d->group - 1) / d->group;
}

/* ---- networks and memory ---- */

void lg_decoding_close(lg_decoding *d) {
    lg_network_free(&d->prompt);
    lg_network_free(&d->step);
}

void lg_decoding_free(lg_decoding *d) {
    lg_decoding_close(d);
    lg_batch_buffers_free(&d->buffers);
    lg_batch_buffers_free(&d->sources);
    lg_buffer *all[] = {&d->prompts, &d->steps, &d->logits, &d->probabilities, &d->queue, &d->searches};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) lg_buffer_free(all[i]);
    lg_states_free(&d->states);
    *d = (lg_decoding){0};
}

size_t lg_decoding_bytes(const lg_decoding *d) {
    return lg_batch_buffers_bytes(&d->buffers) + lg_batch_buffers_bytes(&d->sources) + d->prompts.bytes +
           d->steps.bytes + d->logits.bytes + d->probabilities.bytes + d->queue.bytes + d->searches.bytes +
           d->states.memory.bytes;
}

/* Rows of a worker, and of all. */
static int rows_of(const lg_decoding *d) {
    return d->group * width_of(d);
}

static int slots_of(const lg_decoding *d) {
    return rows_of(d) * lg_pool_threads(d->engine->pool);
}

static bool open_step(lg_decoding *d, const lg_sequence_layout *t, lg_error *err) {
    lg_model *m = d->engine->model;
    if (!lg_model_stepping(m, t, false, 1, 1, &d->step, err)) return false;
    d->group = group_size(d, d->step.graph->bytes[LG_SPACE_STATE]);
    if (rows_of(d) == 1) return true;
    lg_network_free(&d->step);
    return lg_model_stepping(m, t, false, rows_of(d), 1, &d->step, err);
}

/* Prompts are long: as many at once as stay in the cache. */
static bool open_prompt(lg_decoding *d, const lg_sequence_layout *t, lg_error *err) {
    lg_model *m = d->engine->model;
    if (d->at == 0) return true;
    if (!lg_model_stepping(m, t, true, 1, d->at, &d->prompt, err)) return false;
    const int S = lg_engine_fitting(&d->prompt, d->group);
    if (S == 1) return true;
    lg_network_free(&d->prompt);
    return lg_model_stepping(m, t, true, S, d->at, &d->prompt, err);
}

static bool reserve_prompts(lg_decoding *d, lg_error *err) {
    const lg_graph *g = d->prompt.graph;
    d->sources.states = &d->states;
    if (!g) return true;
    return (!d->prompt.sources || lg_batch_buffers_reserve(&d->sources, &d->prompt, 0, err)) &&
           lg_engine_reserve(d->engine, &d->prompt, err) &&
           lg_buffer_reserve(&d->prompts, (size_t)slots_of(d) * g->bytes[LG_SPACE_BATCH], "tokens", err);
}

/* What the search for a lane takes: an lg_beam and its arrays behind it. */
static size_t count_search_bytes(const lg_decoding *d) {
    int limit = 1;
    for (int i = 0; i < d->count; i++)
        if (lanes_of(d)[i].limit > limit) limit = lanes_of(d)[i].limit;
    return d->beam.width > 0 ? sizeof(lg_beam) + lg_beam_bytes(&d->beam, limit) : 0;
}

static bool reserve_memory(lg_decoding *d, lg_error *err) {
    lg_engine *e = d->engine;
    const size_t slots = (size_t)slots_of(d), classes = (size_t)e->model->format.classes;
    d->buffers.states = &d->states;
    d->search_bytes = count_search_bytes(d);
    return lg_states_reserve(&d->states, d->step.graph, (int)slots, err) &&
           lg_batch_buffers_reserve(&d->buffers, &d->step, 0, err) && lg_engine_reserve(e, &d->step, err) &&
           reserve_prompts(d, err) &&
           lg_buffer_reserve(&d->steps, slots * d->step.graph->bytes[LG_SPACE_BATCH], "tokens", err) &&
           lg_buffer_reserve(&d->searches, slots / (size_t)width_of(d) * d->search_bytes, "hypotheses", err) &&
           lg_buffer_reserve(&d->probabilities, d->weighs ? slots * sizeof(double) : 0, "probabilities", err) &&
           lg_buffer_reserve(&d->logits, slots * classes * sizeof(real), "logits", err);
}

bool lg_decoding_open(lg_decoding *d, const lg_sequence_layout *t, int at, lg_key positions, lg_error *err) {
    d->at = at;
    return open_step(d, t, err) && open_prompt(d, t, err) && reserve_memory(d, err) &&
           (!d->prompt.sources || lg_engine_prepare(d->engine, &d->sources, &d->prompt, positions, false, err)) &&
           lg_engine_prepare(d->engine, &d->buffers, &d->step, positions, false, err);
}

/* ---- tokens ---- */

/* Rows from `row` on, of the worker. */
static lg_frame frame_of(const lg_decoding *d, const lg_network *n, int worker, int row, int at) {
    lg_batch_buffers buffers = n->sources ? d->sources : d->buffers;
    lg_frame f = lg_engine_frame(d->engine, &buffers, n, worker, 0, slots_of(d));
    f.first = worker * rows_of(d) + row;
    f.at = at;
    f.base[LG_SPACE_BATCH].data = n == &d->step ? d->steps.data : d->prompts.data;
    return f;
}

/* Of a tensor of the batch of prompts or steps: where the rows of this worker are. */
static int32_t *batch_of(const lg_decoding *d, const lg_buffer *batch, const lg_tensor *t, int worker) {
    return (int32_t *)(void *)(batch->data + t->value.offset * (size_t)slots_of(d)) +
           (size_t)(worker * rows_of(d)) * (size_t)lg_columns(t);
}

/* What is chosen is read next: [rows] of this worker. */
static int32_t *chosen_of(const lg_decoding *d, int worker) {
    return batch_of(d, &d->steps, d->step.ids, worker);
}

/* [classes] of a row of this worker. */
static real *logits_of(const lg_decoding *d, int worker, int row) {
    return (real *)(void *)d->logits.data +
           (size_t)(worker * rows_of(d) + row) * (size_t)d->engine->model->format.classes;
}

/* The token with the highest logit, the lowest id where several have it. */
static int32_t best_of(const real *logits, int classes) {
    int32_t best = 0;
    for (int32_t c = 1; c < classes; c++)
        if (logits[c] > logits[best]) best = c;
    return best;
}

/* What is softmax of the logits at the token with the highest one. */
static double probability_of(const real *logits, int classes, int32_t best) {
    double sum = 0;
    for (int c = 0; c < classes; c++) sum += exp((double)logits[c] - (double)logits[best]);
    return 1 / sum;
}

static double *probabilities_of(const lg_decoding *d) {
    return d->weighs ? (double *)(void *)d->probabilities.data : NULL;
}

/* Of greedy decoding: chooses a token for each of the worker's rows first .. first+count-1 from its logits. */
static void choose(const lg_decoding *d, int worker, int first, int count) {
    const int classes = d->engine->model->format.classes;
    int32_t *chosen = chosen_of(d, worker);
    for (int i = first; i < first + count; i++) {
        const real *logits = logits_of(d, worker, i);
        chosen[i] = best_of(logits, classes);
        if (d->weighs) probabilities_of(d)[worker * rows_of(d) + i] = probability_of(logits, classes, chosen[i]);
    }
}

/* Runs a network for the worker's rows from `row` on; the last row of logits of each sequence is kept. */
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

/* Where a group has fewer lanes than others, its first one stands in. */
static const lg_lane *lane_at(const lg_decoding *d, int group, int i) {
    const int lane = group * d->group + i;
    return &lanes_of(d)[lane < d->count ? lane : group * d->group];
}

/* `rows` rows of a network; those of several hypotheses have what their lane has. */
static void write_spans(const lg_decoding *d, const lg_buffer *batch, const lg_network *n, int rows, int group,
                        int worker) {
    if (!n->span) return;
    int32_t *spans = batch_of(d, batch, n->span, worker);
    for (int i = 0; i < rows; i++)
        memcpy(spans + (size_t)2 * (size_t)i, lane_at(d, group, i % d->group)->span, 2 * sizeof *spans);
}

static void write_prompts(const lg_decoding *d, int group, int worker) {
    const size_t at = (size_t)d->at, sources = (size_t)d->prompt.layout.sources;
    int32_t *ids = batch_of(d, &d->prompts, d->prompt.ids, worker);
    for (int i = 0; i < d->group; i++) memcpy(ids + (size_t)i * at, lane_at(d, group, i)->prompt, at * sizeof *ids);
    if (!d->prompt.sources) return;
    ids = batch_of(d, &d->prompts, d->prompt.sources, worker);
    for (int i = 0; i < d->group; i++)
        memcpy(ids + (size_t)i * sources, lane_at(d, group, i)->source, sources * sizeof *ids);
}

static void read_prompts(const lg_decoding *d, int group, int worker) {
    write_prompts(d, group, worker);
    write_spans(d, &d->prompts, &d->prompt, d->group, group, worker);
    write_spans(d, &d->steps, &d->step, rows_of(d), group, worker);
    for (int i = 0; i < d->group; i += d->prompt.graph->S) run_network(d, &d->prompt, worker, i, 0);
}

/* ---- greedy decoding ---- */

/* Token j of a lane. After the end it stays as it is. */
static void write_token(const lg_decoding *d, const lg_lane *lane, int j, int32_t chosen, double probability) {
    if (d->end >= 0 && j > 0 && lane->said[j - 1] == d->end) return;
    const int stop = chosen == d->end ? lane->limit : j + 1;
    for (int n = j; n < stop; n++) {
        lane->said[n] = chosen;
        if (lane->probabilities) lane->probabilities[n] = n == j ? probability : 1;
    }
}

/* Token j of the lanes that go on: writes it, and says whether any goes on after it. */
static bool write_tokens(const lg_decoding *d, int group, int j, int worker) {
    const int32_t *chosen = chosen_of(d, worker);
    const double *probabilities = d->weighs ? probabilities_of(d) + worker * rows_of(d) : NULL;
    bool more = false;
    for (int i = 0; i < d->group && group * d->group + i < d->count; i++) {
        const lg_lane *lane = lane_at(d, group, i);
        if (j >= lane->limit) continue;
        write_token(d, lane, j, chosen[i], d->weighs ? probabilities[i] : 0);
        more = more || (j + 1 < lane->limit && lane->said[j] != d->end);
    }
    return more;
}

static void step_once(const lg_decoding *d, int worker, int at) {
    run_network(d, &d->step, worker, 0, at);
    choose(d, worker, 0, rows_of(d));
}

static void decode_greedily(const lg_decoding *d, int group, int worker) {
    choose(d, worker, 0, d->group);
    for (int j = 0; write_tokens(d, group, j, worker); j++) step_once(d, worker, d->at + j);
}

void lg_decoding_repeat(const lg_decoding *d, int worker, int at, int times) {
    for (int i = 0; i < times; i++) step_once(d, worker, at);
}

/* ---- beam search ---- */

/* Lane i of a worker. */
static lg_beam *search_of(const lg_decoding *d, int worker, int i) {
    return (lg_beam *)(void *)(d->searches.data + (size_t)(worker * d->group + i) * d->search_bytes);
}

/* After the prompts: one hypothesis of each lane goes on, and what it has read is there for those to come. */
static void begin_searches(const lg_decoding *d, int group, int worker) {
    const lg_kernels *k = d->engine->model->kernels;
    const int first = worker * rows_of(d);
    for (int i = 0; i < d->group; i++) {
        lg_beam *b = search_of(d, worker, i);
        lg_beam_begin(b, &d->beam, d->end, lane_at(d, group, i)->limit, b + 1);
        for (int j = 1; j < width_of(d); j++)
            lg_states_copy(&d->states, k, first + i, first + j * d->group + i, 0, d->at, true);
    }
}

/* One more token of lane i: its rows have what their hypotheses have read, and the tokens that these read next. */
static void advance_lane(const lg_decoding *d, lg_beam *b, int worker, int i) {
    const lg_kernels *k = d->engine->model->kernels;
    const int classes = d->engine->model->format.classes, first = worker * rows_of(d) + i;
    lg_beam_advance(b, k, logits_of(d, worker, i), (size_t)d->group * (size_t)classes, classes);
    if (b->over) return;
    for (int j = 0; j < b->move_count; j++) {
        const lg_beam_move *m = &b->moves[j];
        lg_states_copy(&d->states, k, first + m->from * d->group, first + m->to * d->group, d->at + m->first,
                       d->at + b->tokens - 1, false);
    }
    for (int j = 0; j < b->alive; j++) {
        int32_t token;
        const int slot = lg_beam_slot(b, j, &token);
        chosen_of(d, worker)[slot * d->group + i] = token;
    }
}

/* The next token of all lanes whose search is not over; does any go on after it? */
static bool advance_lanes(const lg_decoding *d, int group, int worker) {
    bool more = false;
    for (int i = 0; i < d->group && group * d->group + i < d->count; i++) {
        lg_beam *b = search_of(d, worker, i);
        if (!b->over) advance_lane(d, b, worker, i);
        more = more || !b->over;
    }
    return more;
}

/* The best hypothesis as greedy decoding leaves what it says, and the others that are wanted. */
static void write_hypotheses(const lg_decoding *d, const lg_lane *lane, const lg_beam *b) {
    lg_hypothesis best = {.said = lane->said, .probabilities = lane->probabilities};
    lg_beam_write(b, 0, &best);
    for (int j = best.count; j < lane->limit; j++) {
        lane->said[j] = d->end;
        if (lane->probabilities) lane->probabilities[j] = 1;
    }
    for (int i = 0; i < lane->wanted && i < b->finals; i++) lg_beam_write(b, i, &lane->best[i]);
}

/* Rows of lanes whose search is over, or that no hypothesis has yet, step as well: nobody reads them. */
static void search_group(const lg_decoding *d, int group, int worker) {
    memset(chosen_of(d, worker), 0, (size_t)rows_of(d) * sizeof(int32_t));
    begin_searches(d, group, worker);
    for (int j = 0; advance_lanes(d, group, worker); j++) run_network(d, &d->step, worker, 0, d->at + j);
    for (int i = 0; i < d->group && group * d->group + i < d->count; i++)
        write_hypotheses(d, lane_at(d, group, i), search_of(d, worker, i));
}

void lg_decoding_run(void *task, int group, int worker) {
    const lg_decoding *d = task;
    read_prompts(d, group, worker);
    if (d->beam.width > 0)
        search_group(d, group, worker);
    else
        decode_greedily(d, group, worker);
}
