/* cost.c: counts FLOPs and bytes of a graph by phase, from its shapes. FLOPs exclude pruned rows and masked keys. */
#include "graph/graph.h"

/* A run of a graph; `at` as in lg_frame. */
typedef struct run {
    const lg_graph *g;
    int at;
} run;

/* Whether t is a state or is written into one. */
static bool in_state(const lg_tensor *t) {
    return t->kind == LG_STATE || t->place;
}

/* The fraction of x's memory that is in use after `more` tokens were added to the r.at earlier tokens. */
static double kept_share(run r, const lg_tensor *x, int more) {
    const int tokens = r.at + more;
    if (x->layout.rows > 0) return tokens < x->layout.rows ? (double)tokens / x->layout.rows : 1;
    const double room = x->cached ? (double)LG_PAD(x->shape[1]) / x->shape[1] : 1; /* allocated rows per token */
    return tokens / room / r.g->T;
}

/* Bytes that t reads from its i-th input. From a lookup table, t reads at most the rows that are looked up. From a
 * cache, or another array with a row per token of the timeline, t reads at most the rows of the tokens so far. */
static double touched(run r, const lg_tensor *t, int i) {
    const lg_tensor *x = t->in[i];
    const bool common = r.g->stepping && (x->kind == LG_CONSTANT || (x->kind == LG_RESULT && x->shared));
    const bool table = (x->kind == LG_PARAMETER || common) && !t->op->flops;
    if (t->place && in_state(x)) return 0; /* t appends rows to x and reads none */
    if (r.g->stepping && t->op->flops && t->rank == 3 && (common || in_state(x)))
        return (double)x->bytes * kept_share(r, x, t->shape[1]);
    return (double)(table && t->bytes < x->bytes ? t->bytes : x->bytes);
}

/* Bytes that t writes: only the appended rows if t is written into a state. */
static double written(const lg_tensor *t) {
    double sum = t->place ? 0 : (double)t->bytes;
    for (int i = 0; t->place && i < t->inputs; i++) sum += in_state(t->in[i]) ? 0 : (double)t->in[i]->bytes;
    return sum;
}

static double saved(const lg_tensor *t) {
    double sum = 0;
    for (int i = 0; i < LG_MAX_SAVED; i++) sum += (double)t->saved_bytes[i];
    return sum;
}

/* Adds the cost of the forward pass, which reads inputs and writes the value and saved arrays. */
static void add_forward(run r, const lg_tensor *t, lg_cost *to) {
    if (t->op->flops) to->flops += t->op->flops(t, r.at);
    to->bytes += written(t) + saved(t);
    for (int i = 0; i < t->inputs; i++)
        if (t->in[i]) to->bytes += touched(r, t, i);
}

static double values_read(run r, const lg_tensor *t) {
    double sum = t->backward_reads & LG_READS_OUTPUT ? (double)t->bytes : 0;
    for (int i = 0; i < t->inputs; i++)
        if (t->in[i] && t->backward_reads >> i & 1) sum += touched(r, t, i);
    return sum;
}

/* Adds the cost of the backward pass. The backward pass of a product consists of two products: one for the gradient of
 * each factor. Gradients of parameters are accumulated. */
static void add_backward(run r, const lg_tensor *t, lg_cost *inputs, lg_cost *parameters) {
    const double flops = t->op->flops ? t->op->flops(t, r.at) : 0;
    const bool apart = inputs != parameters; /* linear maps: one pass for each gradient */
    bool any_input = false;
    inputs->bytes += saved(t);
    parameters->bytes += values_read(r, t) + (double)t->bytes;
    for (int i = 0; i < t->inputs; i++) {
        const lg_tensor *x = t->in[i];
        if (!x || !x->needs_gradient) continue;
        const bool parameter = x->kind == LG_PARAMETER;
        any_input |= !parameter;
        (parameter ? parameters : inputs)->bytes += (t->accumulate[i] ? 2 : 1) * touched(r, t, i);
    }
    parameters->flops += flops;
    if (!any_input) return;
    inputs->flops += flops;
    if (!apart) return;
    inputs->bytes += (double)t->bytes; /* the second pass reads t's gradient again, and the weights */
    for (int i = 0; i < t->inputs; i++)
        if (t->in[i] && t->in[i]->kind == LG_PARAMETER) inputs->bytes += touched(r, t, i);
}

void lg_graph_cost(const lg_graph *g, bool shared, int at, double times, lg_cost sum[LG_PHASES]) {
    const run r = {g, at};
    lg_cost one[LG_PHASES] = {{0}};
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind != LG_RESULT || t->shared != shared) continue;
        const lg_op_phases *p = &t->op->phases;
        add_forward(r, t, &one[p->forward]);
        if (t->needs_gradient) add_backward(r, t, &one[p->inputs], &one[p->parameters]);
    }
    for (int p = 0; p < LG_PHASES; p++) {
        sum[p].flops += times * one[p].flops;
        sum[p].bytes += times * one[p].bytes;
    }
}

void lg_graph_reads(const lg_graph *g, int at, double *parameters, double *states) {
    const run r = {g, at};
    *parameters = *states = 0;
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *t = g->tensors[j];
        for (int i = 0; t->kind == LG_RESULT && !t->shared && i < t->inputs; i++) {
            const lg_tensor *x = t->in[i];
            if (x && x->kind == LG_PARAMETER) *parameters += touched(r, t, i);
            if (x && in_state(x)) *states += touched(r, t, i);
        }
    }
}

double lg_graph_flops(const lg_graph *g, bool shared) {
    double sum = 0;
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind == LG_RESULT && t->shared == shared && t->op->flops) sum += t->op->flops(t, 0);
    }
    return sum;
}
