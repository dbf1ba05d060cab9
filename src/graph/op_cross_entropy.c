/* op_cross_entropy.c: the loss of each row, in nats: y[r] = -log softmax(logits[r,:])[target[r]], or 0 if the row's
 * weight is 0 (padding, or a token without a loss). The op starts the graph's backward pass: the incoming gradient is
 * the frame's loss_weight times the row's weight. Weights scale only gradients, not y, so means of y are in nats per
 * token. Saved array 0 is the argmax. Label smoothing and a penalty on the size of logits are optional (struct
 * lg_cross_entropy). */
#include "graph/ops.h"
#include "graph/split.h"
#include "kernel/kernel.h"

enum { LOGITS, TARGETS, WEIGHTS = LG_LOSS_WEIGHTS };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *x = y->in[LOGITS], *target = y->in[TARGETS], *weight = y->in[WEIGHTS];
    if (x->rank != 3 || target->kind != LG_BATCH || !target->integer || target->shape[1] != x->shape[1])
        return lg_fail_permanent(err, "expected logits [S,T,C] and targets [S,T], got %d tokens and %d targets",
                                 x->shape[1], target->shape[1]);
    if (weight && (weight->kind != LG_BATCH || weight->integer || weight->shape[1] != x->shape[1]))
        return lg_fail_permanent(err, "expected %d real weights, one for each token, got %d", x->shape[1],
                                 weight->shape[1]);
    y->rank = 3;
    y->shape[0] = x->shape[0];
    y->shape[1] = x->shape[1];
    y->shape[2] = 1;
    y->saved_bytes[0] = (size_t)lg_rows(y) * sizeof(int32_t);
    return true;
}

static lg_cross_entropy arguments(const lg_frame *f, const lg_tensor *y) {
    const lg_loss_terms *terms = y->args;
    return (lg_cross_entropy){
        .M = lg_rows(y),
        .N = lg_columns(y->in[LOGITS]),
        .x = lg_value(f, y->in[LOGITS]),
        .target = lg_value(f, y->in[TARGETS]),
        .weight = lg_value(f, y->in[WEIGHTS]),
        .rest = (real)terms->rest,
        .z = (real)terms->z,
    };
}

/* Computes the loss of rows from..to-1. */
static void loss_rows(const lg_frame *f, const void *task, int from, int to) {
    lg_cross_entropy k = *(const lg_cross_entropy *)task;
    const size_t row = (size_t)from;
    k.M = to - from;
    k.x = lg_view_at(k.x, row * (size_t)k.N * sizeof(real));
    k.weight = lg_view_at(k.weight, row * sizeof(real));
    k.loss = lg_view_at(k.loss, row * sizeof(real));
    k.target = lg_view_at(k.target, row * sizeof(int32_t));
    k.best = lg_view_at(k.best, row * sizeof(int32_t));
    f->kernels->cross_entropy(f->kernels, &k);
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    lg_cross_entropy k = arguments(f, y);
    k.loss = lg_value(f, y);
    k.best = lg_saved(f, y, 0);
    lg_split_op(f, k.M, 1, lg_nanoseconds(0, 2.0 * sizeof(real) * k.M * k.N), loss_rows, &k);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_cross_entropy k = arguments(f, y);
    k.dx = lg_gradient(f, y->in[LOGITS]);
    k.accumulate = y->accumulate[LOGITS];
    k.factor = f->loss_weight;
    f->kernels->cross_entropy_backward(f->kernels, &k);
}

static lg_tensor *example(lg_graph *g, int variant) {
    static const lg_loss_terms terms[] = {{0}, {0}, {0.03, 0}, {0, 0.2}, {0.05, 0.1}};
    if (variant > 4) return NULL;
    lg_tensor *table = lg_example_parameter(g, 2, (int[]){5, 5});
    lg_tensor *ids = lg_graph_batch(g, g->T);
    lg_tensor *targets = lg_graph_batch(g, g->T);
    lg_tensor *weights = variant % 2 ? lg_graph_batch_reals(g, g->T) : NULL;
    return lg_op_smoothed_cross_entropy(g, lg_op_lookup(g, table, ids, 1), targets, weights, terms[variant]);
}

const lg_op lg_op_desc_cross_entropy = {
    .name = "cross_entropy",
    .formula =
        "y[r] = -sum_n q[n] log softmax(logits[r,:])[n] + z (log sum exp logits[r,:])^2, q: `rest` at each class "
        "but target[r], which has the remainder",
    .backward_reads = 1u << LOGITS | 1u << TARGETS | 1u << WEIGHTS,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .backward_starts = true,
    .phases = {LG_PHASE_ENDS, LG_PHASE_ENDS, LG_PHASE_ENDS},
    .example = example,
};

lg_tensor *lg_op_cross_entropy(lg_graph *g, lg_tensor *logits, lg_tensor *targets, lg_tensor *weights) {
    return lg_op_smoothed_cross_entropy(g, logits, targets, weights, (lg_loss_terms){0, 0});
}

lg_tensor *lg_op_smoothed_cross_entropy(lg_graph *g, lg_tensor *logits, lg_tensor *targets, lg_tensor *weights,
                                        lg_loss_terms terms) {
    return lg_graph_result(g, &lg_op_desc_cross_entropy, (lg_tensor *[]){logits, targets, weights}, 3, &terms,
                           sizeof terms);
}
