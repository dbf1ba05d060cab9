/* op_group_softmax.c: softmax over each group of columns of a row; the groups are, for example, the probabilities of
 * the actions of each stack. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct group_softmax_args {
    int groups;
} group_softmax_args;

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const group_softmax_args *a = y->args;
    const lg_tensor *x = y->in[0];
    if (a->groups < 1 || lg_columns(x) % a->groups)
        return lg_fail_permanent(err, "%d columns are not a multiple of %d groups", lg_columns(x), a->groups);
    lg_shape_like(y, x);
    return true;
}

static int groups_of(const lg_tensor *y) {
    return lg_rows(y) * ((const group_softmax_args *)y->args)->groups;
}

static int group_size(const lg_tensor *y) {
    return lg_columns(y) / ((const group_softmax_args *)y->args)->groups;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    f->kernels->group_softmax(f->kernels, lg_value(f, y), lg_value(f, y->in[0]), groups_of(y), group_size(y));
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    f->kernels->group_softmax_backward(f->kernels, lg_gradient(f, y->in[0]), lg_value(f, y), lg_gradient(f, y),
                                       groups_of(y), group_size(y), y->accumulate[0]);
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 1) return NULL;
    return lg_op_group_softmax(g, lg_example_parameter(g, 3, (int[]){g->S, g->T, 12}), variant ? 1 : 4);
}

const lg_op lg_op_desc_group_softmax = {
    .name = "group_softmax",
    .formula = "y = softmax of each group of columns of x",
    .backward_reads = LG_READS_OUTPUT,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = lg_row_by_row,
    .phases = {LG_PHASE_NORM, LG_PHASE_NORM, LG_PHASE_NORM},
    .example = example,
};

lg_tensor *lg_op_group_softmax(lg_graph *g, lg_tensor *x, int groups) {
    group_softmax_args a = {groups};
    return lg_graph_result(g, &lg_op_desc_group_softmax, (lg_tensor *[]){x}, 1, &a, sizeof a);
}
