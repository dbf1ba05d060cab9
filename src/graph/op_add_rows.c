/* op_add_rows.c: adds rows to every sequence: y[s,t,:] = x[s,t,:] + a[t,:], where `a` is shared or a table. Used by
 * additive positional encodings. `a` has one row for each token of x or, in a stepping graph, one row for each token of
 * the whole timeline. */
#include "graph/ops.h"
#include "kernel/kernel.h"

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const lg_tensor *x = y->in[0], *a = y->in[1];
    const int rows = lg_rows(a) / lg_table_copies(a);
    if (x->rank != 3 || rows != (x->steps ? g->T : x->shape[1]) || lg_columns(a) != x->shape[2])
        return lg_fail_permanent(err, "expected x [S,T,N] and `a` [T,N], got `a` [%d,%d] for %d tokens of %d columns",
                                 rows, lg_columns(a), x->shape[1], x->shape[2]);
    y->rank = 3;
    y->first = x->first;
    for (int i = 0; i < 3; i++) y->shape[i] = x->shape[i];
    return true;
}

/* The rows of `a` (those of one sequence) from the first token of y on. */
static lg_view from_first(const lg_frame *f, const lg_tensor *y, lg_view a) {
    return y->steps ? lg_view_at(a, (size_t)lg_first(f, y) * (size_t)y->shape[2] * sizeof(real)) : a;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const lg_tensor *x = y->in[0], *a = y->in[1];
    const int copies = lg_table_copies(a), S = y->shape[0] / copies;
    const size_t bytes = y->bytes / (size_t)copies;
    for (int s = 0; s < copies; s++)
        f->kernels->add_rows(f->kernels, lg_view_at(lg_value(f, y), (size_t)s * bytes),
                             lg_view_at(lg_value(f, x), (size_t)s * bytes), from_first(f, y, lg_value_of(f, a, s)), S,
                             y->shape[1], y->shape[2]);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_view dy = lg_gradient(f, y), dx = lg_gradient(f, y->in[0]), da = lg_gradient(f, y->in[1]);
    const size_t elements = (size_t)lg_rows(y) * (size_t)lg_columns(y);
    if (dx.data) f->kernels->add(f->kernels, dx, dy, elements, y->accumulate[0]);
    if (!da.data) return;
    if (y->in[1]->table)
        f->kernels->add(f->kernels, da, dy, elements, y->accumulate[1]);
    else
        f->kernels->add_rows_backward(f->kernels, from_first(f, y, da), dy, y->shape[0], y->shape[1], y->shape[2]);
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 1) return NULL;
    lg_tensor *table = lg_example_parameter(g, 2, (int[]){5, 6});
    lg_tensor *x = lg_op_lookup(g, table, lg_graph_batch(g, g->T), 1);
    if (variant == 0) return lg_op_add_rows(g, x, lg_example_parameter(g, 2, (int[]){g->T, 6}));
    lg_tensor *ids = lg_example_integer_table(g, 1, (int[]){g->T}, 7);
    return lg_op_add_rows(g, x, lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){7, 6}), ids, 1));
}

const lg_op lg_op_desc_add_rows = {
    .name = "add_rows",
    .formula = "y[s,t,:] = x[s,t,:] + a[t,:]",
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .phases = {LG_PHASE_ENDS, LG_PHASE_ENDS, LG_PHASE_ENDS},
    .example = example,
};

lg_tensor *lg_op_add_rows(lg_graph *g, lg_tensor *x, lg_tensor *a) {
    return lg_graph_result(g, &lg_op_desc_add_rows, (lg_tensor *[]){x, a}, 2, NULL, 0);
}
