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

bool lg_decoding_begin(lg_decoding *d, lg_engine *e, int lanes, lg_error *err) {
    d->engine = e;
    d->end = e->model->data->end;
    d->count = 0;
    d->weighs = false;
    return lg_buffer_reserve(&d->queue, (size_t)lanes * sizeof(lg_lane), "sequences to decode", err);
}

void lg_decoding_add(lg_decoding *d, lg_lane lane) {
    lanes_of(d)[d->count++] = lane;
    d->weighs = d->weighs || lane.probabilities;
}

/* How many lanes go together, where states take so much each: every worker has work first, then as many as may be. */
static int group_size(const lg_decoding *d, size_t state_bytes) {
    const int threads = lg_pool_threads(d->engine->pool), each = (d->count + threads - 1) / threads;
    double weights, states;
    lg_graph_reads(d->step.graph, 0, &weights, &states);
    const size_t many = STATE_WEIGHTS * (size_t)weights,
                 fitting = (many > STATE_BYTES ? many : STATE_BYTES) / (state_bytes + 1);
    const int most = fitting < 1 ? 1 : fitting < LANES ? (int)fitting : LANES;
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
    lg_buffer *all[] = {&d->prompts, &d->step_ids, &d->logits, &d->probabilities, &d->queue};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) lg_buffer_free(all[i]);
    lg_states_free(&d->states);
    *d = (lg_decoding){0};
}

size_t lg_decoding_bytes(const lg_decoding *d) {
    return lg_batch_buffers_bytes(&d->buffers) + lg_batch_buffers_bytes(&d->sources) + d->prompts.bytes +
           d->step_ids.bytes + d->logits.bytes + d->probabilities.bytes + d->queue.bytes + d->states.memory.bytes;
}

static int slots_of(const lg_decoding *d) {
    return d->group * lg_pool_threads(d->engine->pool);
}

static bool open_step(lg_decoding *d, const lg_sequence_layout *t, lg_error *err) {
    lg_model *m = d->engine->model;
    if (!lg_model_stepping(m, t, false, 1, 1, &d->step, err)) return false;
    d->group = group_size(d, d->step.graph->bytes[LG_SPACE_STATE]);
    if (d->group == 1) return true;
    lg_network_free(&d->step);
    return lg_model_stepping(m, t, false, d->group, 1, &d->step, err);
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

static bool reserve_memory(lg_decoding *d, lg_error *err) {
    lg_engine *e = d->engine;
    const size_t slots = (size_t)slots_of(d), classes = (size_t)e->model->format.classes;
    d->buffers.states = &d->states;
    return lg_states_reserve(&d->states, d->step.graph, (int)slots, err) &&
           lg_batch_buffers_reserve(&d->buffers, &d->step, 0, err) && lg_engine_reserve(e, &d->step, err) &&
           reserve_prompts(d, err) && lg_buffer_reserve(&d->step_ids, slots * sizeof(int32_t), "tokens", err) &&
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

/* Lanes from `lane` on, of the worker's group. */
static lg_frame frame_of(const lg_decoding *d, const lg_network *n, int worker, int lane, int at) {
    lg_batch_buffers buffers = n->sources ? d->sources : d->buffers;
    lg_frame f = lg_engine_frame(d->engine, &buffers, n, worker, 0, slots_of(d));
    f.first = worker * d->group + lane;
    f.at = at;
    f.base[LG_SPACE_BATCH].data = n == &d->step ? d->step_ids.data : d->prompts.data;
    return f;
}

/* What is chosen is read next: [group] of this worker. */
static int32_t *chosen_of(const lg_decoding *d, int worker) {
    return (int32_t *)(void *)d->step_ids.data + worker * d->group;
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

/* Chooses a token for each sequence from the last row of logits of a network that has run. */
static void choose(const lg_decoding *d, const lg_network *n, const lg_frame *f, int32_t *chosen) {
    const lg_kernels *k = d->engine->model->kernels;
    const int S = n->graph->S, Q = n->layout.rows;
    const size_t classes = (size_t)d->engine->model->format.classes, row = classes * sizeof(real);
    real *logits = (real *)(void *)d->logits.data + (size_t)f->first * classes;
    for (int s = 0; s < S; s++) {
        k->download(k, logits, lg_view_at(lg_value(f, n->logits), (size_t)((s + 1) * Q - 1) * row), row);
        chosen[s] = best_of(logits, (int)classes);
        if (d->weighs) probabilities_of(d)[f->first + s] = probability_of(logits, (int)classes, chosen[s]);
    }
}

/* Where a group has fewer lanes than others, its first one stands in. */
static const lg_lane *lane_at(const lg_decoding *d, int group, int i) {
    const int lane = group * d->group + i;
    return &lanes_of(d)[lane < d->count ? lane : group * d->group];
}

/* Of the batch of prompts: where the rows of this worker's lanes are. */
static int32_t *rows_of(const lg_decoding *d, const lg_tensor *t, int worker) {
    const size_t slots = (size_t)slots_of(d);
    return (int32_t *)(void *)(d->prompts.data + t->value.offset * slots) +
           (size_t)(worker * d->group) * (size_t)lg_columns(t);
}

static void write_prompts(const lg_decoding *d, int group, int worker) {
    const size_t at = (size_t)d->at, sources = (size_t)d->prompt.layout.sources;
    int32_t *ids = rows_of(d, d->prompt.ids, worker);
    for (int i = 0; i < d->group; i++) memcpy(ids + (size_t)i * at, lane_at(d, group, i)->prompt, at * sizeof *ids);
    if (!d->prompt.sources) return;
    ids = rows_of(d, d->prompt.sources, worker);
    for (int i = 0; i < d->group; i++)
        memcpy(ids + (size_t)i * sources, lane_at(d, group, i)->source, sources * sizeof *ids);
}

static void read_prompts(const lg_decoding *d, int group, int worker) {
    write_prompts(d, group, worker);
    for (int i = 0; i < d->group; i += d->prompt.graph->S) {
        const lg_frame f = frame_of(d, &d->prompt, worker, i, 0);
        lg_graph_forward(d->prompt.graph, &f);
        choose(d, &d->prompt, &f, chosen_of(d, worker) + i);
    }
}

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
    const double *probabilities = d->weighs ? probabilities_of(d) + worker * d->group : NULL;
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
    const lg_frame f = frame_of(d, &d->step, worker, 0, at);
    lg_graph_forward(d->step.graph, &f);
    choose(d, &d->step, &f, chosen_of(d, worker));
}

void lg_decoding_run(void *task, int group, int worker) {
    const lg_decoding *d = task;
    read_prompts(d, group, worker);
    for (int j = 0; write_tokens(d, group, j, worker); j++) step_once(d, worker, d->at + j);
}

void lg_decoding_repeat(const lg_decoding *d, int worker, int at, int times) {
    for (int i = 0; i < times; i++) step_once(d, worker, at);
}
