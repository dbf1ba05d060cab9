/* op_head_gain.c: multiplies queries by a factor per head and token: y[s,t,hD+d] = gain[h,t] x[s,t,hD+d]. The factor
 * is, for example, a trained attention scale. */
#include "graph/ops.h"
#include "kernel/kernel.h"

enum { X, GAIN };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *x = y->in[X], *gain = y->in[GAIN];
    if (gain->rank != 2 || !gain->shared || lg_columns(x) % gain->shape[0] || x->first + x->shape[1] > gain->shape[1])
        return lg_fail_permanent(err, "expected a shared gain [H,%d] where H divides %d", x->first + x->shape[1],
                                 lg_columns(x));
    lg_shape_like(y, x);
    return true;
}

static lg_head_gain arguments(const lg_frame *f, const lg_tensor *y) {
    const lg_tensor *x = y->in[X], *gain = y->in[GAIN];
    const int H = gain->shape[0];
    return (lg_head_gain){.S = x->shape[0],
                          .T = x->shape[1],
                          .H = H,
                          .D = lg_columns(x) / H,
                          .first = lg_first(f, y),
                          .stride = gain->shape[1],
                          .x = lg_value(f, x),
                          .gain = lg_value(f, gain)};
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    lg_head_gain a = arguments(f, y);
    a.y = lg_value(f, y);
    f->kernels->head_gain(f->kernels, &a);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_head_gain a = arguments(f, y);
    a.dy = lg_gradient(f, y);
    a.dx = lg_gradient(f, y->in[X]);
    a.dgain = lg_gradient(f, y->in[GAIN]);
    a.accumulate = y->accumulate[X];
    f->kernels->head_gain_backward(f->kernels, &a);
}

static bool row_by_row(const lg_tensor *y, int i) {
    (void)y;
    return i == X;
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 1) return NULL;
    lg_tensor *x = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 6}), lg_graph_batch(g, g->T), 1);
    lg_tensor *gain = lg_example_parameter(g, 2, (int[]){variant ? 2 : 3, g->T + 2});
    if (variant == 1) x = lg_op_select_rows(g, x, 1, g->T - 1);
    return lg_op_head_gain(g, x, gain);
}

const lg_op lg_op_desc_head_gain = {
    .name = "head_gain",
    .formula = "y[s,t,hD+d] = gain[h,t] x[s,t,hD+d]",
    .backward_reads = 1u << X | 1u << GAIN,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = row_by_row,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_head_gain(lg_graph *g, lg_tensor *x, lg_tensor *gain) {
    return lg_graph_result(g, &lg_op_desc_head_gain, (lg_tensor *[]){x, gain}, 2, NULL, 0);
}
