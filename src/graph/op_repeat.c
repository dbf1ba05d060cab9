/* op_repeat.c: repeats rows for every sequence: y[s,r,:] = x[r,:]. Used for initial values of learned latents and
 * memory slots. */
#include "graph/ops.h"
#include "kernel/kernel.h"

/* y does not depend on the batch, but is not shared, because it has rows for each sequence. */
static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const lg_tensor *x = y->in[0];
    if (x->rank != 2 || !x->shared || x->integer)
        return lg_fail_permanent(err, "expected a shared tensor [R,N], got rank %d", x->rank);
    y->shared = false;
    y->rank = 3;
    y->shape[0] = g->S;
    y->shape[1] = x->shape[0];
    y->shape[2] = x->shape[1];
    return true;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const int each = y->shape[1] * y->shape[2];
    const lg_copy k = {
        .rows = y->shape[0],
        .columns = each,
        .y = lg_value(f, y),
        .y_stride = each,
        .x = lg_value(f, y->in[0]),
    };
    f->kernels->copy(f->kernels, &k);
}

/* Adds to dx without testing `accumulate`: gradients of shared tensors are always accumulated. */
static void backward(const lg_frame *f, const lg_tensor *y) {
    f->kernels->add_rows_backward(f->kernels, lg_gradient(f, y->in[0]), lg_gradient(f, y), y->shape[0], y->shape[1],
                                  y->shape[2]);
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 1) return NULL;
    lg_tensor *x = lg_example_parameter(g, 2, (int[]){3, 6});
    return lg_op_repeat(g, variant ? lg_op_slice(g, x, 1, 4) : x);
}

const lg_op lg_op_desc_repeat = {
    .name = "repeat",
    .formula = "y[s,r,:] = x[r,:]",
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .phases = {LG_PHASE_ENDS, LG_PHASE_ENDS, LG_PHASE_ENDS},
    .example = example,
};

lg_tensor *lg_op_repeat(lg_graph *g, lg_tensor *x) {
    return lg_graph_result(g, &lg_op_desc_repeat, (lg_tensor *[]){x}, 1, NULL, 0);
}
