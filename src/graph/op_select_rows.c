/* op_select_rows.c: selects tokens of each sequence: row j of y is token first+j. Used for the tokens that have a loss.
 * Pruning (prune.c) also records this op, wherever another op reads only some rows of a tensor. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct select_args {
    int first, count;
} select_args;

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const select_args *a = y->args;
    const lg_tensor *x = y->in[0];
    if (x->rank != 3 || a->first < x->first || a->count < 1 || a->first + a->count > x->first + x->shape[1])
        return lg_fail_permanent(err, "tokens %d..%d are not all among %d..%d", a->first, a->first + a->count - 1,
                                 x->first, x->first + x->shape[1] - 1);
    y->rank = 3;
    y->first = a->first;
    y->shape[0] = x->shape[0];
    y->shape[1] = a->count;
    y->shape[2] = x->shape[2];
    return true;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const select_args *a = y->args;
    const lg_tensor *x = y->in[0];
    f->kernels->select_rows(f->kernels, lg_value(f, y), lg_value(f, x), x->shape[0], x->shape[1], x->shape[2],
                            a->first - x->first, a->count);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    const select_args *a = y->args;
    const lg_tensor *x = y->in[0];
    f->kernels->select_rows_backward(f->kernels, lg_gradient(f, x), lg_gradient(f, y), x->shape[0], x->shape[1],
                                     x->shape[2], a->first - x->first, a->count, y->accumulate[0]);
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 0) return NULL;
    lg_tensor *table = lg_example_parameter(g, 2, (int[]){5, 6});
    return lg_op_select_rows(g, lg_op_lookup(g, table, lg_graph_batch(g, g->T), 1), 1, g->T - 2);
}

const lg_op lg_op_desc_select_rows = {
    .name = "select_rows",
    .formula = "y[s,t,:] = x[s,t,:] for the tokens t = first..first+count-1",
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = lg_row_by_row,
    .phases = {LG_PHASE_ENDS, LG_PHASE_ENDS, LG_PHASE_ENDS},
    .example = example,
};

lg_tensor *lg_op_select_rows(lg_graph *g, lg_tensor *x, int first, int count) {
    select_args a = {first, count};
    return lg_graph_result(g, &lg_op_desc_select_rows, (lg_tensor *[]){x}, 1, &a, sizeof a);
}
