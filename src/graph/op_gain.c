/* op_gain.c: multiplies columns by trained factors: y[s,t,c] = gain[c H / N] x[s,t,c]. There are H factors for N
 * columns, where H divides N: one per column (H = N), one per head, or one for all columns (H = 1). The op is computed
 * as a depthwise convolution of one tap. */
#include "graph/ops.h"
#include "kernel/kernel.h"

enum { X, GAIN };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *x = y->in[X], *gain = y->in[GAIN];
    if (gain->rank != 1 || !gain->shared || lg_columns(x) % lg_columns(gain))
        return lg_fail_permanent(err, "expected a shared gain [H] where H divides N, got %d numbers and %d columns",
                                 lg_columns(gain), lg_columns(x));
    lg_shape_like(y, x);
    return true;
}

static lg_convolution dimensions(const lg_tensor *y) {
    const int rows = lg_rows(y);
    return (lg_convolution){.S = 1, .T = rows, .R = rows, .N = lg_columns(y), .K = 1, .H = lg_columns(y->in[GAIN])};
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    lg_depthwise_forward(f, y, dimensions(y));
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_depthwise_backward(f, y, dimensions(y));
}

static lg_tensor *example(lg_graph *g, int variant) {
    static const int numbers[] = {6, 1, 3};
    if (variant >= (int)(sizeof numbers / sizeof *numbers)) return NULL;
    lg_tensor *x = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 6}), lg_graph_batch(g, g->T), 1);
    lg_tensor *y = lg_op_gain(g, x, lg_example_parameter(g, 1, &numbers[variant]));
    return variant == 2 ? lg_op_add(g, y, x, 0) : y;
}

const lg_op lg_op_desc_gain = {
    .name = "gain",
    .formula = "y[s,t,c] = gain[group of c] x[s,t,c]",
    .backward_reads = 1u << X | 1u << GAIN,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = lg_row_by_row,
    .phases = {LG_PHASE_NORM, LG_PHASE_NORM, LG_PHASE_NORM},
    .example = example,
};

lg_tensor *lg_op_gain(lg_graph *g, lg_tensor *x, lg_tensor *gain) {
    return lg_graph_result(g, &lg_op_desc_gain, (lg_tensor *[]){x, gain}, 2, NULL, 0);
}
