/* op_cross_entropy.c: the loss of each row: y[r] = -log softmax(logits[r,:])[target[r]], in nats. Its backward pass
 * starts that of the graph: the frame's loss_weight stands for an incoming gradient. Saved 0 is the argmax. */
#include "graph/ops.h"

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *x = y->in[0], *target = y->in[1];
    if (x->rank != 3 || target->kind != LG_BATCH || target->shape[1] != x->shape[1])
        return lg_fail(err, LG_FAILED, "expected logits [S,T,C] and targets [S,T], got %d tokens and %d targets",
                       x->shape[1], target->shape[1]);
    y->rank = 3;
    y->shape[0] = x->shape[0];
    y->shape[1] = x->shape[1];
    y->shape[2] = 1;
    y->saved_bytes[0] = (size_t)lg_rows(y) * sizeof(int32_t);
    return true;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    f->kernels->cross_entropy(f->kernels, lg_value(f, y), lg_saved(f, y, 0), lg_value(f, y->in[0]),
                              lg_value(f, y->in[1]), lg_rows(y), lg_columns(y->in[0]));
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    f->kernels->cross_entropy_backward(f->kernels, lg_gradient(f, y->in[0]), lg_value(f, y->in[0]),
                                       lg_value(f, y->in[1]), lg_rows(y), lg_columns(y->in[0]), f->loss_weight);
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 0) return NULL;
    lg_tensor *table = lg_example_parameter(g, 2, (int[]){5, 5});
    lg_tensor *ids = lg_graph_batch(g, g->T);
    return lg_op_cross_entropy(g, lg_op_lookup(g, table, ids, 1), lg_graph_batch(g, g->T));
}

const lg_op lg_op_desc_cross_entropy = {
    .name = "cross_entropy",
    .formula = "y[r] = -log softmax(logits[r,:])[target[r]]",
    .backward_reads = 1u << 0 | 1u << 1,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .backward_starts = true,
    .phases = {LG_PHASE_ENDS, LG_PHASE_ENDS, LG_PHASE_ENDS},
    .example = example,
};

lg_tensor *lg_op_cross_entropy(lg_graph *g, lg_tensor *logits, lg_tensor *targets) {
    return lg_graph_result(g, &lg_op_desc_cross_entropy, (lg_tensor *[]){logits, targets}, 2, NULL, 0);
}
