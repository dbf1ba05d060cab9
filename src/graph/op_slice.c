/* op_slice.c: selects neighbouring columns of each row: y[..,c] = x[..,first+c]. The op select_rows selects tokens
 * instead. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct slice_args {
    int first, count;
} slice_args;

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const slice_args *a = y->args;
    const lg_tensor *x = y->in[0];
    if (x->rank < 2 || a->first < 0 || a->count < 1 || a->first + a->count > lg_columns(x))
        return lg_fail_permanent(err, "columns %d..%d are not all among 0..%d", a->first, a->first + a->count - 1,
                                 lg_columns(x) - 1);
    lg_shape_like(y, x);
    y->shape[x->rank - 1] = a->count;
    return true;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const slice_args *a = y->args;
    const lg_tensor *x = y->in[0];
    const lg_copy k = {
        .rows = lg_rows(y),
        .columns = a->count,
        .y = lg_value(f, y),
        .y_stride = a->count,
        .x = lg_view_at(lg_value(f, x), sizeof(real) * (size_t)a->first),
        .x_stride = lg_columns(x),
    };
    f->kernels->copy(f->kernels, &k);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    const slice_args *a = y->args;
    const lg_tensor *x = y->in[0];
    const lg_copy k = {
        .rows = lg_rows(y),
        .columns = a->count,
        .y = lg_view_at(lg_gradient(f, x), sizeof(real) * (size_t)a->first),
        .y_stride = lg_columns(x),
        .x = lg_gradient(f, y),
        .x_stride = a->count,
        .accumulate = y->accumulate[0],
    };
    if (!y->accumulate[0]) f->kernels->zero(f->kernels, lg_gradient(f, x), x->bytes);
    f->kernels->copy(f->kernels, &k);
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 1) return NULL;
    lg_tensor *x = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 6}), lg_graph_batch(g, g->T), 1);
    lg_tensor *y = lg_op_slice(g, x, 1, 3);
    return variant ? lg_op_concatenate_columns(g, y, lg_op_slice(g, x, 2, 4)) : y;
}

const lg_op lg_op_desc_slice = {
    .name = "slice",
    .formula = "y[..,c] = x[..,first+c]",
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = lg_row_by_row,
    .phases = {LG_PHASE_ENDS, LG_PHASE_ENDS, LG_PHASE_ENDS},
    .example = example,
};

lg_tensor *lg_op_slice(lg_graph *g, lg_tensor *x, int first, int count) {
    slice_args a = {first, count};
    return lg_graph_result(g, &lg_op_desc_slice, (lg_tensor *[]){x}, 1, &a, sizeof a);
}
