/* op_scale_rows.c: multiplies each row by a factor: y[s,t,:] = g[s,t] x[s,t,:]. */
#include "graph/ops.h"
#include "kernel/kernel.h"

enum { ROWS, FACTORS };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *x = y->in[ROWS], *factors = y->in[FACTORS];
    if (x->rank != 3 || lg_columns(factors) != 1 || lg_rows(factors) != lg_rows(x))
        return lg_fail_permanent(err, "expected x [S,T,N] and a factor per row, got %d rows and %d factors", lg_rows(x),
                                 lg_rows(factors));
    lg_shape_like(y, x);
    return true;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    f->kernels->scale_rows(f->kernels, lg_value(f, y), lg_value(f, y->in[ROWS]), lg_value(f, y->in[FACTORS]),
                           lg_rows(y), lg_columns(y), false);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    const lg_view dy = lg_gradient(f, y), dx = lg_gradient(f, y->in[ROWS]), dg = lg_gradient(f, y->in[FACTORS]);
    const int M = lg_rows(y), N = lg_columns(y);
    if (dx.data) f->kernels->scale_rows(f->kernels, dx, dy, lg_value(f, y->in[FACTORS]), M, N, y->accumulate[ROWS]);
    if (dg.data) f->kernels->dot_rows(f->kernels, dg, dy, lg_value(f, y->in[ROWS]), M, N, y->accumulate[FACTORS]);
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 0) return NULL;
    lg_tensor *ids = lg_graph_batch(g, g->T);
    lg_tensor *x = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 6}), ids, 1);
    return lg_op_scale_rows(g, x, lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 1}), ids, 1));
}

const lg_op lg_op_desc_scale_rows = {
    .name = "scale_rows",
    .formula = "y[s,t,:] = g[s,t] x[s,t,:]",
    .backward_reads = 1u << ROWS | 1u << FACTORS,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = lg_row_by_row,
    .phases = {LG_PHASE_NORM, LG_PHASE_NORM, LG_PHASE_NORM},
    .example = example,
};

lg_tensor *lg_op_scale_rows(lg_graph *g, lg_tensor *x, lg_tensor *factors) {
    return lg_graph_result(g, &lg_op_desc_scale_rows, (lg_tensor *[]){x, factors}, 2, NULL, 0);
}
