/* op_gather_rows.c: gathers rows of each sequence by an index: y[s,c,:] = x[s, index[s,c], :], counted from x's first
 * row. Each sequence has C slots c; empty slots have index -1 and give rows of zeros. Used for the tokens of an expert
 * and for nearest neighbours in a memory. */
#include "graph/ops.h"
#include "kernel/kernel.h"

enum { ROWS, INDEX };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *x = y->in[ROWS], *index = y->in[INDEX];
    if (x->rank != 3 || !lg_index_fits(index, x->shape[0], index->shape[1]))
        return lg_fail_permanent(err, "expected rows [S,T,N] and an int32 index [S,C] of the batch, got ranks %d, %d",
                                 x->rank, index->rank);
    y->rank = 3;
    y->shape[0] = x->shape[0];
    y->shape[1] = index->shape[1];
    y->shape[2] = x->shape[2];
    return true;
}

static lg_move_rows arguments(const lg_frame *f, const lg_tensor *y) {
    return (lg_move_rows){
        .S = y->shape[0],
        .T = y->in[ROWS]->shape[1],
        .C = y->shape[1],
        .N = y->shape[2],
        .index = lg_value(f, y->in[INDEX]),
    };
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    lg_move_rows k = arguments(f, y);
    k.all = lg_value(f, y->in[ROWS]);
    k.few = lg_value(f, y);
    f->kernels->gather_rows(f->kernels, &k);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_move_rows k = arguments(f, y);
    k.all = lg_gradient(f, y->in[ROWS]);
    k.few = lg_gradient(f, y);
    k.accumulate = y->accumulate[ROWS];
    f->kernels->scatter_rows(f->kernels, &k);
}

/* Indices in examples are 0..3, while x has two rows, so some indices are out of range. In variant 1, two ops read the
 * rows. */
static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 1) return NULL;
    lg_tensor *x = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 6}), lg_graph_batch(g, g->T), 1);
    lg_tensor *few = lg_op_gather_rows(g, lg_op_select_rows(g, x, 1, 2), lg_graph_batch(g, 2 * g->T));
    return variant ? lg_op_concatenate_tokens(g, few, lg_op_gather_rows(g, x, lg_graph_batch(g, g->T))) : few;
}

const lg_op lg_op_desc_gather_rows = {
    .name = "gather_rows",
    .formula = "y[s,c,:] = x[s,index[s,c],:], 0 without such a row",
    .backward_reads = 1u << INDEX,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .phases = {LG_PHASE_ENDS, LG_PHASE_ENDS, LG_PHASE_ENDS},
    .example = example,
};

lg_tensor *lg_op_gather_rows(lg_graph *g, lg_tensor *x, lg_tensor *index) {
    return lg_graph_result(g, &lg_op_desc_gather_rows, (lg_tensor *[]){x, index}, 2, NULL, 0);
}
