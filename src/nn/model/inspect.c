/* inspect.c: computes the matrices of an encoding. It records the parts of one block that the encoding contributes to,
 * with taps but without a batch, and runs this graph once. It then copies the values of the taps. */
#include "nn/model/inspect.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/option.h"
#include "base/seed.h"
#include "graph/ops.h"
#include "nn/axes/attention_function.h"
#include "nn/axes/position.h"
#include "nn/model/layout.h"
#include "nn/stream/position_sample.h"

typedef struct inspection {
    lg_model *model;
    lg_graph *graph;
    lg_taps taps;
    lg_position_sample positions;
    lg_frame frame;
    char *memory[LG_SPACES];
    const lg_seeds *seeds;
    const lg_inspect_request *x;
    lg_inspect_visit visit;
    void *user;
} inspection;

/* `user`: the elements, or NULL for zeros. */
static void fill_given(const void *context, const void *user, const lg_tensor *t, void *out) {
    const double *given = user;
    (void)context;
    for (size_t i = 0; i < t->bytes / sizeof(real); i++) ((real *)out)[i] = given ? (real)given[i] : 0;
}

static lg_tensor *record_given(const inspection *n, const double *given) {
    const int shape[] = {1, n->graph->T, n->model->width};
    return lg_graph_constant(n->graph, false, 3, shape, 0, LG_LANES, fill_given, given);
}

/* Biases and logits are not outputs of attention, so ops compute them as tensors. Biases are the logits of zero queries
 * and keys. */
static void record_logits(inspection *n, const lg_attend *a, lg_tensor *zeros) {
    if (a->bias) {
        const lg_attend bias = {a->heads,          .q = zeros,      .k = zeros,
                                .scale = a->scale, .bias = a->bias, .slope = a->slope};
        lg_tap_add(&n->taps, 0, "bias", LG_TAP_PAIRS, lg_op_attention_logits(n->graph, &bias));
    }
    if (n->x->q) {
        lg_attend scores = *a;
        scores.bias = scores.slope = NULL;
        lg_tap_add(&n->taps, 0, "scores", LG_TAP_PAIRS, lg_op_attention_logits(n->graph, &scores));
    }
}

static void record(inspection *n) {
    const lg_model *m = n->model;
    lg_token_stream stream = lg_model_stream(m, n->graph->T);
    lg_build b = {.model = n->model, .g = n->graph, .stream = &stream, .taps = &n->taps, .content_free = !n->x->q};
    lg_attend a = {.heads = m->heads, .q = record_given(n, n->x->q), .k = record_given(n, n->x->k)};
    lg_tensor *zeros = record_given(n, NULL);
    lg_build_open_stream(&b);
    a.scale = stream.scale;
    lg_build_scale_queries(&b, 0, "attention", &a);
    lg_build_position_rows(&b);
    lg_build_gates(&b, 0, zeros, &a);
    lg_build_map(&b, &a);
    lg_build_rotate(&b, 0, &a);
    lg_build_terms(&b, 0, &a);
    record_logits(n, &a, zeros);
    a.v = zeros;
    if (m->attention_function.entry != lg_attention_functions[0] && n->x->q) lg_build_attend(&b, 0, zeros, &a);
}

static bool reads_parameter(const lg_graph *g, int parameter) {
    for (int i = 0; i < g->count; i++)
        if (g->tensors[i]->kind == LG_PARAMETER && g->tensors[i]->parameter == parameter) return true;
    return false;
}

/* Sets only the parameters that the graph reads: in a large model, most parameters belong to other blocks. */
static bool set_parameters(const inspection *n, lg_error *err) {
    const lg_parameters *p = n->model->parameters;
    const lg_view flat = n->frame.base[LG_SPACE_PARAMETER];
    const lg_key key = lg_seed_key(n->seeds, LG_KEY_INIT);
    for (int i = 0; i < p->count; i++) {
        if (!reads_parameter(n->graph, i)) continue;
        lg_parameters_initialise_row(p, i, key, flat.data);
        real *own = (real *)flat.data + p->rows[i].offset / sizeof(real);
        if (n->x->fill && !n->x->fill(n->x->fill_user, &p->rows[i], own, err)) return false;
    }
    for (int i = 0; i < p->pack_count; i++)
        if (reads_parameter(n->graph, p->packs[i].of.parameter))
            lg_parameters_repack(p, n->graph->kernels, i, flat, n->frame.base[LG_SPACE_PACKED]);
    return true;
}

static bool run_graph(inspection *n, lg_error *err) {
    const lg_parameters *p = n->model->parameters;
    const lg_graph *g = n->graph;
    size_t bytes[LG_SPACES] = {[LG_SPACE_PARAMETER] = p->bytes,
                               [LG_SPACE_PACKED] = p->packed_bytes,
                               [LG_SPACE_SHARED] = g->bytes[LG_SPACE_SHARED],
                               [LG_SPACE_CONSTANT] = g->bytes[LG_SPACE_CONSTANT]};
    for (int i = 0; i < LG_SPACES; i++) {
        n->memory[i] = aligned_alloc(LG_ALIGN, lg_aligned(bytes[i] + 1));
        if (!n->memory[i]) return lg_fail(err, LG_FAILED, "out of memory: an inspection of %d tokens", g->T);
        n->frame.base[i].data = n->memory[i];
    }
    n->frame.graph = g;
    n->frame.kernels = g->kernels;
    if (!set_parameters(n, err)) return false;
    lg_graph_fill(g, &n->positions, n->memory[LG_SPACE_CONSTANT]);
    lg_graph_run_shared(g, &n->frame);
    return true;
}

static bool visit_tap(const inspection *n, const lg_tap *p, lg_error *err) {
    size_t shape[LG_MAX_RANK], count = 1;
    const int rank = lg_tap_shape(p, shape);
    for (int i = 0; i < rank; i++) count *= shape[i];
    double *out = malloc(sizeof *out * count);
    if (!out) return lg_fail(err, LG_FAILED, "out of memory: %s of %d tokens", p->name, n->graph->T);
    const bool good = lg_tap_read(&n->frame, p, out, err);
    if (good) n->visit(n->user, p->name, rank, shape, out);
    free(out);
    return good;
}

static bool visit_all(const inspection *n, lg_error *err) {
    for (int i = 0; i < n->taps.count; i++)
        if (!visit_tap(n, &n->taps.rows[i], err)) return false;
    const lg_position_ids *d = lg_position_sample_ids(&n->positions, 0, 0);
    const size_t T = (size_t)d->T, offsets = 2 * T - 1;
    if (!n->model->positional[LG_STREAM_OWN]->sampler.entry->random)
        return true; /* the positions of a fixed sampler need no display */
    if (d->position) n->visit(n->user, "positions", 1, &T, d->position);
    if (d->distance) n->visit(n->user, "distances", 1, &offsets, d->distance);
    return true;
}

/* Does the placement allow `count` positions? */
static bool check_positions(const lg_positional *p, int length, int count, lg_error *err) {
    char what[32];
    snprintf(what, sizeof what, "length %d", length);
    return lg_position_check(p, count, what, err);
}

/* The key of the position sample of training step 0. */
static lg_key sample_key(const lg_seeds *s) {
    return lg_key_fold(lg_seed_key(s, LG_KEY_POSITIONS), 0);
}

static bool sample_positions(inspection *n, int T, lg_error *err) {
    lg_model *m = n->model;
    if (!check_positions(m->positional[LG_STREAM_OWN], T, lg_position_count(m, 0, T), err)) return false;
    return lg_position_sample_draw(m, sample_key(n->seeds), true, &T, 1, NULL, &n->positions, err);
}

bool lg_inspect_terms(const lg_model_description *d, const lg_data_description *data, const lg_kernels *kernels,
                      const lg_inspect_request *x, lg_inspect_visit visit, void *user, lg_error *err) {
    const int T = x->T;
    inspection n = {.seeds = &data->settings.seeds,
                    .x = x,
                    .visit = visit,
                    .user = user,
                    .model = lg_model_new(d, data, 0, kernels, err)};
    bool ok = n.model && sample_positions(&n, T, err);
    if (ok) n.graph = lg_graph_new(n.model->parameters, n.model->kernels, 1, T, true); /* keeps attention weights */
    if (ok && !n.graph) ok = lg_fail(err, LG_FAILED, "out of memory: an inspection of %d tokens", T);
    n.taps = (lg_taps){.graph = n.graph, .heads = ok ? n.model->heads : 0};
    if (ok) record(&n);
    ok = ok && lg_graph_plan(n.graph, err) && run_graph(&n, err) && visit_all(&n, err);
    for (int i = 0; i < LG_SPACES; i++) free(n.memory[i]);
    lg_position_sample_free(&n.positions);
    lg_graph_free(n.graph);
    lg_model_free(n.model);
    return ok;
}

bool lg_inspect_draw(const lg_chosen_position_sampler *sampler, const lg_seeds *seeds, int T, const int32_t *tokens,
                     int32_t separator, lg_inspect_visit visit, void *user, lg_error *err) {
    const lg_positional any = {.positions_key = "positions", .sampler = *sampler};
    const lg_position_sampler *s = sampler->entry;
    if (!check_positions(&any, T, T, err)) return false;
    double *values = malloc(sizeof(double) * 2 * (size_t)T);
    if (!values) return lg_fail(err, LG_FAILED, "out of memory: positions of %d tokens", T);
    const lg_position_draw x = {lg_key_fold(sample_key(seeds), 0), T, true, NULL, tokens, separator};
    size_t positions = (size_t)T, distances = 2 * (size_t)T - 1;
    if (s->positions) {
        s->positions(&sampler->own, &x, values);
        visit(user, "positions", 1, &positions, values);
    }
    if (s->distances) {
        s->distances(&sampler->own, &x, false, values);
        visit(user, "distances", 1, &distances, values);
    }
    free(values);
    return true;
}
