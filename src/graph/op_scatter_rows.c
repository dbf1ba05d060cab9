/* op_scatter_rows.c: scatters rows by an index; the adjoint of gather_rows. y[s, i, :] is the sum of x[s,c,:] over all
 * c with index[s,c] = i, in the order of c; 0 if no c has that index. Rows with index -1 are dropped. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct scatter_args {
    int rows;
} scatter_args;

enum { ROWS, INDEX };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const scatter_args *a = y->args;
    const lg_tensor *x = y->in[ROWS];
    if (x->rank != 3 || a->rows < 1 || !lg_index_fits(y->in[INDEX], x->shape[0], x->shape[1]))
        return lg_fail_permanent(err, "expected rows [S,C,N], an int32 index [S,C] of the batch and at least one row");
    y->rank = 3;
    y->shape[0] = x->shape[0];
    y->shape[1] = a->rows;
    y->shape[2] = x->shape[2];
    return true;
}

static lg_move_rows arguments(const lg_frame *f, const lg_tensor *y) {
    return (lg_move_rows){
        .S = y->shape[0],
        .T = y->shape[1],
        .C = y->in[ROWS]->shape[1],
        .N = y->shape[2],
        .index = lg_value(f, y->in[INDEX]),
    };
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    lg_move_rows k = arguments(f, y);
    k.all = lg_value(f, y);
    k.few = lg_value(f, y->in[ROWS]);
    f->kernels->scatter_rows(f->kernels, &k);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_move_rows k = arguments(f, y);
    k.all = lg_gradient(f, y);
    k.few = lg_gradient(f, y->in[ROWS]);
    k.accumulate = y->accumulate[ROWS];
    f->kernels->gather_rows(f->kernels, &k);
}

/* Indices in examples are 0..3, while y has three rows, so some indices are out of range. Variant 1 scatters the same
 * rows twice. */
static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 1) return NULL;
    lg_tensor *x = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 6}), lg_graph_batch(g, g->T), 1);
    lg_tensor *all = lg_op_scatter_rows(g, x, lg_graph_batch(g, g->T), 3);
    return variant ? lg_op_concatenate_tokens(g, all, lg_op_scatter_rows(g, x, lg_graph_batch(g, g->T), 2)) : all;
}

const lg_op lg_op_desc_scatter_rows = {
    .name = "scatter_rows",
    .formula = "y[s,index[s,c],:] += x[s,c,:]; others 0",
    .backward_reads = 1u << INDEX,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .phases = {LG_PHASE_ENDS, LG_PHASE_ENDS, LG_PHASE_ENDS},
    .example = example,
};

lg_tensor *lg_op_scatter_rows(lg_graph *g, lg_tensor *x, lg_tensor *index, int rows) {
    scatter_args a = {rows};
    return lg_graph_result(g, &lg_op_desc_scatter_rows, (lg_tensor *[]){x, index}, 2, &a, sizeof a);
}
