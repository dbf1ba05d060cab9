/* op_unit_heads.c: normalizes each head of queries and keys to unit length and multiplies it by a trained factor per
 * head. Products of old keys with new queries then stay comparable while training changes the maps that compute queries
 * and keys, so a memory can keep old keys. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct unit_args {
    int heads;
} unit_args;

enum { X, FACTOR };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const unit_args *a = y->args;
    const lg_tensor *x = y->in[X], *factor = y->in[FACTOR];
    (void)g;
    if (x->rank != 3 || x->shape[2] % a->heads || (factor && (!factor->shared || lg_columns(factor) != a->heads)))
        return lg_fail_permanent(err, "expected rows of %d heads, and %d shared factors", a->heads, a->heads);
    lg_shape_like(y, x);
    return true;
}

static lg_unit_heads arguments(const lg_frame *f, const lg_tensor *y) {
    const unit_args *a = y->args;
    return (lg_unit_heads){.M = lg_rows(y),
                           .H = a->heads,
                           .D = lg_columns(y) / a->heads,
                           .x = lg_value(f, y->in[X]),
                           .factor = lg_value(f, y->in[FACTOR])};
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    lg_unit_heads k = arguments(f, y);
    k.y = lg_value(f, y);
    f->kernels->unit_heads(f->kernels, &k);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_unit_heads k = arguments(f, y);
    k.dy = lg_gradient(f, y);
    k.dx = lg_gradient(f, y->in[X]);
    k.accumulate = y->accumulate[X];
    k.dfactor = lg_gradient(f, y->in[FACTOR]);
    f->kernels->unit_heads_backward(f->kernels, &k);
}

static bool row_by_row(const lg_tensor *y, int i) {
    (void)y;
    return i == X;
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 1) return NULL;
    lg_tensor *x = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 6}), lg_graph_batch(g, g->T), 0.5);
    return lg_op_unit_heads(g, 2, x, variant ? lg_example_parameter(g, 1, (int[]){2}) : NULL);
}

const lg_op lg_op_desc_unit_heads = {
    .name = "unit_heads",
    .formula = "y = |factor[h]| x / sqrt(x.x + 1e-6), head by head",
    .backward_reads = 1u << X | 1u << FACTOR,
    .needs_gradients = 1u << X,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = row_by_row,
    .phases = {LG_PHASE_NORM, LG_PHASE_NORM, LG_PHASE_NORM},
    .example = example,
};

lg_tensor *lg_op_unit_heads(lg_graph *g, int heads, lg_tensor *x, lg_tensor *factor) {
    const unit_args a = {heads};
    return lg_graph_result(g, &lg_op_desc_unit_heads, (lg_tensor *[]){x, factor}, 2, &a, sizeof a);
}
