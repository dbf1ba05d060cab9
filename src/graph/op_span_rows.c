/* op_span_rows.c: replaces padding tokens of each sequence with zeros, for ops that sum over neighbouring tokens. */
#include "graph/ops.h"
#include "kernel/kernel.h"

enum { X, SPAN };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *x = y->in[X];
    if (x->rank != 3) return lg_fail_permanent(err, "expected x [S,T,N], got rank %d", x->rank);
    if (!lg_check_visibility(NULL, y->in[SPAN], x->shape[0], 0, err)) return false;
    lg_shape_like(y, x);
    return true;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    f->kernels->span_rows(f->kernels, lg_value(f, y), lg_value(f, y->in[X]), lg_value(f, y->in[SPAN]), y->shape[0],
                          y->shape[1], y->shape[2], lg_first(f, y), false);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    f->kernels->span_rows(f->kernels, lg_gradient(f, y->in[X]), lg_gradient(f, y), lg_value(f, y->in[SPAN]),
                          y->shape[0], y->shape[1], y->shape[2], lg_first(f, y), y->accumulate[X]);
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 1) return NULL;
    lg_tensor *x = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 6}), lg_graph_batch(g, g->T), 1);
    if (variant) x = lg_op_select_rows(g, x, 1, g->T - 1);
    lg_tensor *y = lg_op_span_rows(g, x, lg_graph_batch(g, 2));
    return variant ? lg_op_concatenate_columns(g, y, x) : y;
}

const lg_op lg_op_desc_span_rows = {
    .name = "span_rows",
    .formula = "y[s,t,:] = x[s,t,:] for the tokens t of the span of s, else 0",
    .backward_reads = 1u << SPAN,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = lg_row_by_row,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_span_rows(lg_graph *g, lg_tensor *x, lg_tensor *span) {
    return lg_graph_result(g, &lg_op_desc_span_rows, (lg_tensor *[]){x, span}, 2, NULL, 0);
}
