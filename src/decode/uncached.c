/* uncached.c: see uncached.h. */
#include "decode/uncached.h"

#include "kernel/kernel.h"
#include "nn/axes/architecture.h"

#include <assert.h>
#include <string.h>

enum { MOST_ROWS = 64 };

void lg_copy_tokens(int32_t *to, const int32_t *from, int count) {
    for (int i = 0; i < count; i++) {
        assert(from[i] >= 0);
        to[i] = from[i];
    }
}

static int slots_of(const lg_uncached *u) {
    return u->network.graph->S * lg_pool_threads(u->engine->pool);
}

/* The layout of the first `tokens` tokens of a longer layout. */
static lg_sequence_layout layout_of(const lg_model *m, const lg_sequence_layout *t, int tokens) {
    return m->architecture.entry->layout(m, (lg_record_size){t->n, t->m - (t->T - tokens)}, false);
}

/* Builds the network for as many sequences as fit in the processor's cache. */
static bool record(lg_uncached *u, lg_sequence_layout layout, int each, int most, lg_error *err) {
    lg_model *m = u->engine->model;
    if (!lg_model_network_of_last(m, layout, 1, &u->network, err)) return false;
    const int fitting = lg_engine_fitting(&u->network, MOST_ROWS) / each;
    const int S = each * (fitting < 1 ? 1 : fitting < most ? fitting : most);
    if (S == 1) return true;
    lg_network_free(&u->network);
    return lg_model_network_of_last(m, layout, S, &u->network, err);
}

bool lg_uncached_open(lg_uncached *u, const lg_sequence_layout *t, int tokens, int each, int most, lg_key positions,
                      lg_error *err) {
    lg_engine *e = u->engine;
    lg_network_free(&u->network);
    return record(u, layout_of(e->model, t, tokens), each, most, err) &&
           lg_batch_buffers_reserve(u->buffers, &u->network, slots_of(u), err) &&
           lg_engine_reserve(e, &u->network, err) &&
           lg_engine_reserve_numbers(e, u->buffers, &u->network, slots_of(u), err) &&
           lg_engine_prepare(e, u->buffers, &u->network, positions, false, err);
}

void lg_uncached_write(const lg_uncached *u, int worker, int row, const lg_tokens_so_far *x) {
    const lg_network *n = &u->network;
    const int slots = slots_of(u), T = n->layout.T, slot = worker * n->graph->S + row;
    int32_t *ids = lg_batch_buffers_ids(u->buffers, n, slots) + (ptrdiff_t)slot * T;
    int32_t *sources = lg_batch_buffers_of(u->buffers, n->sources, slots);
    int32_t *targets = lg_batch_buffers_of(u->buffers, n->targets, slots);
    real *weights = lg_batch_buffers_of(u->buffers, n->weights, slots);
    lg_copy_tokens(ids, x->prompt, x->at);
    lg_copy_tokens(ids + x->at, x->answer, T - x->at);
    if (sources) lg_copy_tokens(sources + (ptrdiff_t)slot * n->layout.sources, x->source, n->layout.sources);
    targets[slot] = 0; /* its loss is not used */
    if (weights) weights[slot] = 0;
    if (n->graph->tables) lg_engine_number(u->engine, u->buffers, n, x->positions, false, slots, slot);
}

void lg_uncached_run(const lg_uncached *u, int worker, real *logits) {
    const lg_network *n = &u->network;
    const lg_kernels *k = u->engine->model->kernels;
    lg_frame f = lg_engine_frame(u->engine, u->buffers, n, worker, 0, slots_of(u));
    f.first = worker * n->graph->S;
    lg_graph_forward(n->graph, &f);
    k->download(k, logits, lg_value(&f, n->logits),
                (size_t)n->graph->S * (size_t)u->engine->model->format.classes * sizeof *logits);
}

void lg_uncached_close(lg_uncached *u) {
    lg_network_free(&u->network);
}
