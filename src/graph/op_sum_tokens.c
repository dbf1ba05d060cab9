/* op_sum_tokens.c: sums the rows of each sequence: y[s,0,:] = sum_t x[s,t,:]. With lg_op_scale it gives the mean. */
#include "graph/ops.h"
#include "kernel/kernel.h"

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *x = y->in[0];
    if (x->rank != 3 || x->integer || x->shared)
        return lg_fail_permanent(err, "expected rows of sequences [S,T,N], got a tensor of rank %d", x->rank);
    y->rank = 3;
    y->shape[0] = x->shape[0];
    y->shape[1] = 1;
    y->shape[2] = x->shape[2];
    return true;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const lg_tensor *x = y->in[0];
    const int N = x->shape[2];
    const size_t row = (size_t)N * sizeof(real), rows = row * (size_t)x->shape[1];
    f->kernels->zero(f->kernels, lg_value(f, y), y->bytes);
    for (size_t s = 0; s < (size_t)x->shape[0]; s++)
        f->kernels->add_rows_backward(f->kernels, lg_view_at(lg_value(f, y), s * row),
                                      lg_view_at(lg_value(f, x), s * rows), x->shape[1], 1, N);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    const lg_tensor *x = y->in[0];
    const int N = x->shape[2];
    const size_t row = (size_t)N * sizeof(real), rows = row * (size_t)x->shape[1];
    for (size_t s = 0; s < (size_t)x->shape[0]; s++) {
        const lg_copy k = {.rows = x->shape[1],
                           .columns = N,
                           .y_stride = N,
                           .x_stride = 0,
                           .y = lg_view_at(lg_gradient(f, x), s * rows),
                           .x = lg_view_at(lg_gradient(f, y), s * row),
                           .accumulate = y->accumulate[0]};
        f->kernels->copy(f->kernels, &k);
    }
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 0) return NULL;
    lg_tensor *x = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 6}), lg_graph_batch(g, g->T), 1);
    return lg_op_sum_tokens(g, x);
}

const lg_op lg_op_desc_sum_tokens = {
    .name = "sum_tokens",
    .formula = "y[s,0,:] = sum_t x[s,t,:]",
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .phases = {LG_PHASE_ENDS, LG_PHASE_ENDS, LG_PHASE_ENDS},
    .example = example,
};

lg_tensor *lg_op_sum_tokens(lg_graph *g, lg_tensor *x) {
    return lg_graph_result(g, &lg_op_desc_sum_tokens, (lg_tensor *[]){x}, 1, NULL, 0);
}
