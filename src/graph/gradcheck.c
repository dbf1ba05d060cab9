/* gradcheck.c: checks gradients of single ops against central differences; see gradcheck.h. */
#include "graph/gradcheck.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/kernel.h"

/* An op and everything that is needed to run it. */
typedef struct bench {
    lg_parameters *parameters;
    lg_graph *graph;
    lg_tensor *y;
    char *memory[LG_SPACES];
    size_t bytes[LG_SPACES];
    char *host;     /* constants */
    double *weight; /* weights of the elements of y */
    lg_frame frame;
} bench;

static void bench_free(bench *b) {
    for (int i = 0; i < LG_SPACES; i++) free(b->memory[i]);
    free(b->host);
    free(b->weight);
    lg_graph_free(b->graph);
    lg_parameters_free(b->parameters);
}

static char *block(size_t bytes) {
    size_t rounded = lg_aligned(bytes + 1);
    char *p = aligned_alloc(LG_ALIGN, rounded);
    if (p) memset(p, 0, rounded);
    return p;
}

static bool allocate(bench *b, lg_error *err) {
    const lg_graph *g = b->graph;
    memcpy(b->bytes, g->bytes, sizeof b->bytes);
    b->bytes[LG_SPACE_PARAMETER] = b->parameters->bytes;
    b->bytes[LG_SPACE_PACKED] = b->parameters->packed_bytes;
    b->bytes[LG_SPACE_GRADIENT] += b->parameters->bytes;
    /* adds LG_LANES elements after the last table, because kernels read past the end of tables */
    b->bytes[LG_SPACE_BATCH] = b->bytes[LG_SPACE_BATCH] * (size_t)g->S + LG_LANES * sizeof(real);
    b->bytes[LG_SPACE_STATE] *= (size_t)g->S;
    b->host = block(b->bytes[LG_SPACE_CONSTANT]);
    b->weight = malloc(sizeof(double) * lg_elements(b->y));
    bool ok = b->host && b->weight;
    for (int i = 0; i < LG_SPACES; i++) {
        b->memory[i] = block(b->bytes[i]);
        ok = ok && b->memory[i];
        b->frame.base[i].data = b->memory[i];
    }
    return ok || lg_fail(err, LG_FAILED, "out of memory: a check of gradients");
}

/* Fills a batch tensor with ids 0..3, or with weights 0, 1/2 and 1. */
static void fill_batch(bench *b, const lg_tensor *t, lg_random *r) {
    void *to = lg_value(&b->frame, t).data;
    for (size_t i = 0; i < lg_elements(t); i++) {
        if (t->integer)
            ((int32_t *)to)[i] = (int32_t)lg_random_below(r, 4);
        else
            ((real *)to)[i] = (real)lg_random_below(r, 3) / 2;
    }
}

/* The weight of row i of y if y is a loss. The backward pass of a loss always uses its own weights. */
static double loss_weight(const bench *b, size_t i) {
    const real *weights = lg_value(&b->frame, b->y->in[LG_LOSS_WEIGHTS]).data;
    return (double)b->frame.loss_weight * (weights ? (double)weights[i] : 1);
}

static void fill(bench *b) {
    const lg_graph *g = b->graph;
    lg_random r = lg_random_from(lg_key_root(11));
    lg_parameters_initialise(b->parameters, lg_key_root(3), (real *)(void *)b->memory[LG_SPACE_PARAMETER]);
    b->frame.graph = g;
    b->frame.kernels = g->kernels;
    b->frame.batch = g->S;
    b->frame.dropout = lg_key_root(5);
    b->frame.loss_weight = b->frame.group_weight = (real)0.5;
    for (int j = 0; j < g->count; j++)
        if (g->tensors[j]->kind == LG_BATCH && !g->tensors[j]->table) fill_batch(b, g->tensors[j], &r);
    for (int s = 0; s < g->S; s++) lg_graph_fill_tables(g, &s, b->memory[LG_SPACE_BATCH], g->S, s);
    for (size_t i = 0; i < lg_elements(b->y); i++)
        b->weight[i] = b->y->op->backward_starts ? loss_weight(b, i) : lg_random_normal(&r);
    lg_graph_fill(g, NULL, b->host);
    g->kernels->upload(g->kernels, b->frame.base[LG_SPACE_CONSTANT], b->host, b->bytes[LG_SPACE_CONSTANT]);
}

/* The function whose derivatives are checked. */
static double weighted_sum(bench *b) {
    for (int i = 0; i < b->parameters->pack_count; i++)
        lg_parameters_repack(b->parameters, b->graph->kernels, i, b->frame.base[LG_SPACE_PARAMETER],
                             b->frame.base[LG_SPACE_PACKED]);
    lg_graph_run_shared(b->graph, &b->frame);
    lg_graph_forward(b->graph, &b->frame);
    const real *y = lg_value(&b->frame, b->y).data;
    double sum = 0;
    for (size_t i = 0; i < lg_elements(b->y); i++) sum += b->weight[i] * (double)y[i];
    return sum;
}

static void differentiate(bench *b) {
    weighted_sum(b);
    b->graph->kernels->zero(b->graph->kernels, b->frame.base[LG_SPACE_GRADIENT], b->bytes[LG_SPACE_GRADIENT]);
    real *dy = lg_gradient(&b->frame, b->y).data;
    for (size_t i = 0; i < lg_elements(b->y); i++) dy[i] = (real)b->weight[i];
    lg_graph_backward(b->graph, &b->frame);
    lg_graph_backward_shared(b->graph, &b->frame);
}

static void compare(bench *b, lg_gradcheck *out) {
    const double h = sizeof(real) == 8 ? 1e-5 : 1e-2;
    real *p = (real *)(void *)b->memory[LG_SPACE_PARAMETER];
    const real *g = (const real *)(const void *)b->memory[LG_SPACE_GRADIENT];
    for (int i = 0; i < b->parameters->count; i++) {
        const lg_parameter_row *row = &b->parameters->rows[i];
        for (size_t j = row->offset / sizeof(real); j < row->offset / sizeof(real) + row->count; j++) {
            real kept = p[j];
            p[j] = kept + (real)h;
            double above = weighted_sum(b);
            p[j] = kept - (real)h;
            double below = weighted_sum(b);
            p[j] = kept;
            double quotient = (above - below) / (2 * h), gradient = (double)g[j];
            double error = fabs(gradient - quotient) / (fabs(gradient) + fabs(quotient) + 1);
            out->numbers++;
            if (error > out->worst || isnan(error)) {
                out->worst = error;
                snprintf(out->where, sizeof out->where, "%s", row->name);
            }
        }
    }
}

bool lg_gradcheck_op(const lg_op *op, const lg_kernels *k, int variant, int S, int T, lg_gradcheck *out,
                     lg_error *err) {
    bench b = {.parameters = lg_parameters_new()};
    *out = (lg_gradcheck){0};
    if (b.parameters) b.graph = lg_graph_new(b.parameters, k, S, T, true);
    if (!b.graph) {
        bench_free(&b);
        return lg_fail(err, LG_FAILED, "out of memory: a check of gradients");
    }
    b.y = op->example(b.graph, variant);
    if (b.y) b.y->root = true;
    bool ok = !b.y || (lg_graph_plan(b.graph, err) && allocate(&b, err));
    if (b.y && ok) {
        fill(&b);
        differentiate(&b);
        compare(&b, out);
    }
    bench_free(&b);
    return ok;
}

/* ---- inputs without a gradient ---- */

/* Removes the gradients of a tensor and of everything it is computed from; marks the parameters among these. */
static void make_constant(lg_tensor *t, bool *parameters) {
    t->needs_gradient = false;
    if (t->kind == LG_PARAMETER) parameters[t->parameter] = true;
    for (int i = 0; i < t->inputs; i++)
        if (t->in[i]) make_constant(t->in[i], parameters);
}

/* Recomputes needs_gradient of results, as recording does. */
static void follow_inputs(const lg_graph *g) {
    for (int j = 0; j < g->count; j++) {
        lg_tensor *t = g->tensors[j];
        bool some = false;
        for (int i = 0; i < t->inputs; i++) some = some || (t->in[i] && t->in[i]->needs_gradient);
        if (t->kind == LG_RESULT) t->needs_gradient = t->op->backward && some;
    }
}

#define MOST_PARAMETERS 64

/* Records a variant and makes input i of its last op constant. If i is -1, no input becomes constant. */
static bool record_without(const lg_op *op, const lg_kernels *k, int variant, int i, bench *b, bool *parameters,
                           lg_error *err) {
    *b = (bench){.parameters = lg_parameters_new()};
    if (b->parameters) b->graph = lg_graph_new(b->parameters, k, 2, 3, true);
    if (!b->graph) return lg_fail(err, LG_FAILED, "out of memory: a check of gradients");
    b->y = op->example(b->graph, variant);
    if (!b->y) return true;
    assert(b->parameters->count <= MOST_PARAMETERS);
    b->y->root = true;
    if (i >= 0) make_constant(b->y->in[i], parameters);
    follow_inputs(b->graph);
    return true;
}

static bool run_recorded(bench *b, lg_error *err) {
    if (!lg_graph_plan(b->graph, err) || !allocate(b, err)) return false;
    fill(b);
    differentiate(b);
    return true;
}

/* Whether a and b have equal gradients of all parameters except those marked in `constant`. */
static bool are_alike(const bench *a, const bench *b, const bool *constant) {
    for (int p = 0; p < a->parameters->count; p++) {
        const lg_parameter_row *row = &a->parameters->rows[p];
        if (!constant[p] && memcmp(a->memory[LG_SPACE_GRADIENT] + row->offset,
                                   b->memory[LG_SPACE_GRADIENT] + row->offset, row->count * sizeof(real)))
            return false;
    }
    return true;
}

bool lg_gradcheck_constant(const lg_op *op, const lg_kernels *k, int variant, int i, lg_gradcheck_outcome *out,
                           lg_error *err) {
    bench whole, part = {0};
    lg_error refused = {0};
    bool constant[MOST_PARAMETERS] = {false};
    *out = (lg_gradcheck_outcome){0};
    bool good = record_without(op, k, variant, -1, &whole, constant, err);
    if (good && whole.y) out->op = whole.y->op->name, out->inputs = whole.y->inputs;
    const bool asked = i < out->inputs && whole.y->in[i] && whole.y->in[i]->needs_gradient;
    if (asked) good = record_without(op, k, variant, i, &part, constant, err);
    if (good && asked && part.y->needs_gradient) {
        good = run_recorded(&whole, err);
        out->outcome = !run_recorded(&part, &refused)       ? LG_GRADIENT_NEEDED
                       : are_alike(&whole, &part, constant) ? LG_GRADIENTS_STAY
                                                            : LG_GRADIENTS_DIFFER;
    }
    bench_free(&whole);
    if (asked) bench_free(&part);
    return good;
}
