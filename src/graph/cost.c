/* cost.c: what a graph has to compute and to move, phase by phase, counted from its shapes. Multiply-adds are those
 * that the mathematics asks for: rows that were pruned and keys that a mask hides count nothing. */
#include "graph/graph.h"

/* Bytes of the i-th input that t touches: of a table no more than the rows that it looks up. */
static double touched(const lg_tensor *t, int i) {
    const lg_tensor *x = t->in[i];
    const bool table = x->kind == LG_PARAMETER && !t->op->flops;
    return (double)(table && t->bytes < x->bytes ? t->bytes : x->bytes);
}

static double saved(const lg_tensor *t) {
    double sum = 0;
    for (int i = 0; i < LG_MAX_SAVED; i++) sum += (double)t->saved_bytes[i];
    return sum;
}

/* Reads its inputs, writes its value and what the backward pass reads. */
static void add_forward(const lg_tensor *t, lg_cost *to) {
    if (t->op->flops) to->flops += t->op->flops(t);
    to->bytes += (double)t->bytes + saved(t);
    for (int i = 0; i < t->inputs; i++)
        if (t->in[i]) to->bytes += touched(t, i);
}

static double values_read(const lg_tensor *t) {
    double sum = t->backward_reads & LG_READS_OUTPUT ? (double)t->bytes : 0;
    for (int i = 0; i < t->inputs; i++)
        if (t->in[i] && t->backward_reads >> i & 1) sum += touched(t, i);
    return sum;
}

/* A product of two factors is followed by two products backward: one for the gradient of each. Gradients of parameters
 * are added to what is there. */
static void add_backward(const lg_tensor *t, lg_cost *inputs, lg_cost *parameters) {
    const double flops = t->op->flops ? t->op->flops(t) : 0;
    const bool apart = inputs != parameters; /* a linear map: two passes */
    bool any_input = false;
    inputs->bytes += saved(t);
    parameters->bytes += values_read(t) + (double)t->bytes;
    for (int i = 0; i < t->inputs; i++) {
        const lg_tensor *x = t->in[i];
        if (!x || !x->needs_gradient) continue;
        const bool parameter = x->kind == LG_PARAMETER;
        any_input |= !parameter;
        (parameter ? parameters : inputs)->bytes += (t->accumulate[i] ? 2 : 1) * touched(t, i);
    }
    parameters->flops += flops;
    if (!any_input) return;
    inputs->flops += flops;
    if (!apart) return;
    inputs->bytes += (double)t->bytes; /* the gradient is read again, and the weights */
    for (int i = 0; i < t->inputs; i++)
        if (t->in[i] && t->in[i]->kind == LG_PARAMETER) inputs->bytes += touched(t, i);
}

void lg_graph_cost(const lg_graph *g, bool shared, double times, lg_cost sum[LG_PHASES]) {
    lg_cost one[LG_PHASES] = {{0}};
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind != LG_RESULT || t->shared != shared) continue;
        const lg_op_phases *p = &t->op->phases;
        add_forward(t, &one[p->forward]);
        if (t->needs_gradient) add_backward(t, &one[p->inputs], &one[p->parameters]);
    }
    for (int p = 0; p < LG_PHASES; p++) {
        sum[p].flops += times * one[p].flops;
        sum[p].bytes += times * one[p].bytes;
    }
}

double lg_graph_flops(const lg_graph *g, bool shared) {
    double sum = 0;
    for (int j = 0; j < g->count; j++) {
        const lg_tensor *t = g->tensors[j];
        if (t->kind == LG_RESULT && t->shared == shared && t->op->flops) sum += t->op->flops(t);
    }
    return sum;
}
