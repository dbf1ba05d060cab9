/* decoding.c: see decoding.h. */
#include "train/decoding.h"

#include <string.h>

#include "nn/stepping.h"

/* ---- networks and memory ---- */

void lg_decoding_close(lg_decoding *d) {
    lg_network_free(&d->prompt);
    lg_network_free(&d->step);
}

void lg_decoding_free(lg_decoding *d) {
    lg_decoding_close(d);
    lg_batch_buffers_free(&d->buffers);
    lg_batch_buffers_free(&d->sources);
    lg_buffer_free(&d->step_ids);
    lg_buffer_free(&d->logits);
    lg_states_free(&d->states);
    *d = (lg_decoding){0};
}

size_t lg_decoding_bytes(const lg_decoding *d) {
    return lg_batch_buffers_bytes(&d->buffers) + lg_batch_buffers_bytes(&d->sources) + d->step_ids.bytes +
           d->logits.bytes + d->states.memory.bytes;
}

static lg_batch_buffers *buffers_of(lg_decoding *d, const lg_network *n) {
    return n->sources ? &d->sources : &d->buffers;
}

static bool reserve_memory(lg_decoding *d, const lg_engine *e, lg_error *err) {
    const size_t lanes = (size_t)d->lanes, classes = (size_t)e->model->format.classes;
    d->buffers.states = d->sources.states = &d->states;
    return lg_states_reserve(&d->states, d->step.graph, d->lanes, err) &&
           lg_batch_buffers_reserve(buffers_of(d, &d->prompt), &d->prompt, d->lanes, err) &&
           lg_batch_buffers_reserve(&d->buffers, &d->step, d->lanes, err) &&
           lg_buffer_reserve(&d->step_ids, 2 * lanes * sizeof(int32_t), "tokens", err) &&
           lg_buffer_reserve(&d->logits, lanes * classes * sizeof(real), "logits", err);
}

bool lg_decoding_open(lg_decoding *d, const lg_pass *p, lg_key positions, lg_error *err) {
    lg_engine *e = p->engine;
    const lg_sequence_layout *t = &p->network->layout;
    const int S = p->network->graph->S;
    d->lanes = S * lg_pool_threads(e->pool);
    d->at = e->model->architecture->target_token(e->model, t, t->n, 0);
    return lg_model_stepping(e->model, t, true, S, d->at, &d->prompt, err) &&
           lg_model_stepping(e->model, t, false, S, 1, &d->step, err) && reserve_memory(d, e, err) &&
           (!d->prompt.sources || lg_engine_prepare(e, &d->sources, &d->prompt, positions, err)) &&
           lg_engine_prepare(e, &d->buffers, &d->step, positions, err);
}

/* ---- tokens ---- */

static lg_frame frame_of(const lg_decoding *d, const lg_pass *p, const lg_network *n, int worker, int at) {
    lg_batch_buffers buffers = n->sources ? d->sources : d->buffers;
    lg_frame f = lg_engine_frame(p->engine, &buffers, n, worker, 0, d->lanes);
    f.first = worker * n->graph->S;
    f.at = at;
    if (n == &d->step) f.base[LG_SPACE_BATCH].data = d->step_ids.data;
    return f;
}

/* The token with the highest logit, the lowest id where several have it. */
static int32_t best_of(const real *logits, int classes) {
    int32_t best = 0;
    for (int32_t c = 1; c < classes; c++)
        if (logits[c] > logits[best]) best = c;
    return best;
}

/* Chooses a token for each sequence from the last row of logits of a network that has run. */
static void choose(const lg_decoding *d, const lg_pass *p, const lg_network *n, const lg_frame *f, int32_t *chosen) {
    const lg_kernels *k = p->engine->model->kernels;
    const int S = n->graph->S, Q = n->layout.rows;
    const size_t classes = (size_t)p->engine->model->format.classes, row = classes * sizeof(real);
    real *logits = (real *)(void *)d->logits.data + (size_t)f->first * classes;
    for (int s = 0; s < S; s++) {
        k->download(k, logits, lg_view_at(lg_value(f, n->logits), (size_t)((s + 1) * Q - 1) * row), row);
        chosen[s] = best_of(logits, (int)classes);
    }
}

static void read_prompts(const lg_decoding *d, const lg_pass *p, int first, const lg_frame *f, int32_t *chosen) {
    const int S = d->prompt.graph->S, T = p->network->layout.T;
    const size_t sources = (size_t)p->network->layout.sources;
    const lg_batch_buffers *buffers = d->prompt.sources ? &d->sources : &d->buffers;
    int32_t *to = lg_batch_buffers_ids(buffers, &d->prompt, d->lanes) + (size_t)f->first * (size_t)d->at;
    for (int s = 0; s < S; s++)
        memcpy(to + (size_t)s * (size_t)d->at, p->rows.ids + (size_t)(first + s) * (size_t)T,
               sizeof(int32_t) * (size_t)d->at);
    if (d->prompt.sources)
        memcpy((int32_t *)lg_batch_buffers_of(buffers, d->prompt.sources, d->lanes) + (size_t)f->first * sources,
               p->rows.sources + (size_t)first * sources, sizeof(int32_t) * sources * (size_t)S);
    lg_graph_forward(d->prompt.graph, f);
    choose(d, p, &d->prompt, f, chosen);
}

/* Token j of the sequences that go on: writes it, and says whether any goes on after it. */
static bool write_tokens(const lg_pass *p, int j, const int *limits, const int32_t *chosen, int32_t *said, int stride) {
    const int S = p->network->graph->S, end = p->engine->model->data->end;
    bool more = false;
    for (int s = 0; s < S; s++) {
        if (j >= limits[s]) continue;
        int32_t *row = said + (size_t)s * (size_t)stride;
        const bool ended = end >= 0 && j > 0 && row[j - 1] == end;
        row[j] = ended ? end : chosen[s];
        more = more || (j + 1 < limits[s] && row[j] != end);
        for (int i = j + 1; row[j] == end && i < limits[s]; i++) row[i] = end;
    }
    return more;
}

int *lg_decoding_limits(const lg_decoding *d, int worker) {
    return (int *)(void *)d->step_ids.data + d->lanes + worker * d->step.graph->S;
}

void lg_decoding_run(const lg_decoding *d, const lg_pass *p, int first, int worker, int32_t *said, int stride) {
    const int S = d->step.graph->S, *limits = lg_decoding_limits(d, worker);
    int32_t *chosen = (int32_t *)(void *)d->step_ids.data + worker * S; /* what is chosen is read next */
    const lg_frame prompt = frame_of(d, p, &d->prompt, worker, 0);
    read_prompts(d, p, first, &prompt, chosen);
    for (int j = 0; write_tokens(p, j, limits, chosen, said, stride); j++) {
        const lg_frame step = frame_of(d, p, &d->step, worker, d->at + j);
        lg_graph_forward(d->step.graph, &step);
        choose(d, p, &d->step, &step, chosen);
    }
}
