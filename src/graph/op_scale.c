/* op_scale.c: y = factor * x. */
#include "graph/ops.h"
#include "kernel/kernel.h"

static real factor_of(const lg_tensor *y) {
    return (real) * (const double *)y->args;
}

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g, (void)err;
    const lg_tensor *x = y->in[0];
    lg_shape_like(y, x);
    return true;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    f->kernels->scale(f->kernels, lg_value(f, y), lg_value(f, y->in[0]), factor_of(y),
                      (size_t)lg_rows(y) * (size_t)lg_columns(y), false);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    f->kernels->scale(f->kernels, lg_gradient(f, y->in[0]), lg_gradient(f, y), factor_of(y),
                      (size_t)lg_rows(y) * (size_t)lg_columns(y), y->accumulate[0]);
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 0) return NULL;
    return lg_op_scale(g, lg_example_parameter(g, 3, (int[]){g->S, g->T, 6}), -1.5);
}

const lg_op lg_op_desc_scale = {
    .name = "scale",
    .formula = "y = factor * x",
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = lg_row_by_row,
    .phases = {LG_PHASE_NORM, LG_PHASE_NORM, LG_PHASE_NORM},
    .example = example,
};

lg_tensor *lg_op_scale(lg_graph *g, lg_tensor *x, double factor) {
    return lg_graph_result(g, &lg_op_desc_scale, (lg_tensor *[]){x}, 1, &factor, sizeof factor);
}
