/* op_elementwise.c: a function of each element (kernel/elementwise.inc): y = f(x). */
#include "graph/ops.h"
#include "graph/split.h"
#include "kernel/kernel.h"

static lg_activation function_of(const lg_tensor *y) {
    return *(const lg_activation *)y->args;
}

enum { SLOPES }; /* saved: f'(x) */

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)err;
    lg_shape_like(y, y->in[0]);
    if (g->training) y->saved_bytes[SLOPES] = lg_elements(y) * sizeof(real);
    return true;
}

/* Computes rows from..to-1. */
static void compute_rows(const lg_frame *f, const void *tensor, int from, int to) {
    const lg_tensor *y = tensor;
    const size_t N = (size_t)lg_columns(y), before = (size_t)from * N * sizeof(real);
    f->kernels->elementwise(f->kernels, lg_view_at(lg_value(f, y), before), lg_view_at(lg_saved(f, y, SLOPES), before),
                            lg_view_at(lg_value(f, y->in[0]), before), (size_t)(to - from) * N, function_of(y));
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const double bytes = 3.0 * sizeof(real) * lg_rows(y) * lg_columns(y); /* x, y, and 1 more for arithmetic */
    lg_split_op(f, lg_rows(y), LG_LANES, lg_nanoseconds(0, bytes), compute_rows, y);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    f->kernels->product(f->kernels, lg_gradient(f, y->in[0]), lg_saved(f, y, SLOPES), lg_gradient(f, y), lg_elements(y),
                        y->accumulate[0]);
}

static lg_tensor *example(lg_graph *g, int variant) {
    const lg_activation act = (lg_activation)(LG_RELU + 1 + variant);
    if (act >= LG_ACTIVATIONS) return NULL;
    return lg_op_elementwise(g, lg_example_parameter(g, 3, (int[]){g->S, g->T, 6}), act);
}

const lg_op lg_op_desc_elementwise = {
    .name = "elementwise",
    .formula = "y = f(x)",
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = lg_row_by_row,
    .phases = {LG_PHASE_NORM, LG_PHASE_NORM, LG_PHASE_NORM},
    .example = example,
};

lg_tensor *lg_op_elementwise(lg_graph *g, lg_tensor *x, lg_activation act) {
    return lg_graph_result(g, &lg_op_desc_elementwise, (lg_tensor *[]){x}, 1, &act, sizeof act);
}
