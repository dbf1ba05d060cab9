/* op_concatenate.c: concatenates two tensors, a and b.
 * Along tokens, [S,T1,N] and [S,T2,N] give [S,T1+T2,N]. Tokens of the result are numbered from 0, as suits a memory
 * before a segment. If b depends on the position of a stepping graph, tokens of b keep their index instead, as suits
 * cached rows before new ones.
 * Along columns, [..,N1] and [..,N2] of the same tokens give [..,N1+N2]. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct concatenate_args {
    bool columns;
} concatenate_args;

static bool of_columns(const lg_tensor *y) {
    return ((const concatenate_args *)y->args)->columns;
}

/* The concatenated dimension. */
static int axis(const lg_tensor *y) {
    return of_columns(y) ? y->in[0]->rank - 1 : 1;
}

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *a = y->in[0], *b = y->in[1];
    bool fit = a->rank == b->rank && (of_columns(y) ? a->rank >= 2 && a->first == b->first : a->rank == 3);
    for (int i = 0; fit && i < a->rank; i++) fit = i == axis(y) || a->shape[i] == b->shape[i];
    if (!fit)
        return lg_fail_permanent(
            err, "expected tensors that differ only in %s, got %d rows of %d columns and %d rows of %d",
            of_columns(y) ? "columns" : "tokens", lg_rows(a), lg_columns(a), lg_rows(b), lg_columns(b));
    y->rank = a->rank;
    y->first = of_columns(y) ? a->first : b->steps ? b->first - a->shape[1] : 0;
    for (int i = 0; i < a->rank; i++) y->shape[i] = a->shape[i];
    y->shape[axis(y)] += b->shape[axis(y)];
    return true;
}

/* Number of contiguous elements that input i contributes to a row of y. */
static int neighbours(const lg_tensor *y, int i) {
    int n = 1;
    for (int k = axis(y); k < y->rank; k++) n *= y->in[i]->shape[k];
    return n;
}

static lg_copy rows_of(const lg_tensor *y, int i, lg_view whole, lg_view part, bool backward) {
    const int each[] = {neighbours(y, 0), neighbours(y, 1)}, all = each[0] + each[1];
    const lg_view at = lg_view_at(whole, i ? sizeof(real) * (size_t)each[0] : 0);
    lg_copy k = {.rows = lg_rows(y) * lg_columns(y) / all, .columns = each[i]};
    k.y = backward ? part : at, k.y_stride = backward ? each[i] : all;
    k.x = backward ? at : part, k.x_stride = backward ? all : each[i];
    k.accumulate = backward && y->accumulate[i];
    return k;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    for (int i = 0; i < 2; i++) {
        const lg_copy k = rows_of(y, i, lg_value(f, y), lg_value(f, y->in[i]), false);
        f->kernels->copy(f->kernels, &k);
    }
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    for (int i = 0; i < 2; i++) {
        const lg_copy k = rows_of(y, i, lg_gradient(f, y), lg_gradient(f, y->in[i]), true);
        if (k.y.data) f->kernels->copy(f->kernels, &k);
    }
}

/* Both inputs must keep the same rows, so either both can be pruned or neither. Shared tensors cannot be pruned. */
static bool row_by_row(const lg_tensor *y, int i) {
    (void)i;
    return of_columns(y) && !y->in[0]->shared && !y->in[1]->shared;
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 2) return NULL;
    lg_tensor *ids = lg_graph_batch(g, g->T);
    lg_tensor *a = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 6}), ids, 1);
    lg_tensor *b = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, variant ? 3 : 6}), ids, 1);
    if (variant == 2) b = lg_op_concatenate_columns(g, b, b);
    return variant ? lg_op_concatenate_columns(g, a, b)
                   : lg_op_concatenate_tokens(g, lg_op_select_rows(g, a, 1, g->T - 1), b);
}

const lg_op lg_op_desc_concatenate = {
    .name = "concatenate",
    .formula = "y = [a; b], along tokens or columns",
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = row_by_row,
    .phases = {LG_PHASE_ENDS, LG_PHASE_ENDS, LG_PHASE_ENDS},
    .example = example,
};

static lg_tensor *concatenate(lg_graph *g, lg_tensor *a, lg_tensor *b, bool columns) {
    concatenate_args args = {columns};
    return lg_graph_result(g, &lg_op_desc_concatenate, (lg_tensor *[]){a, b}, 2, &args, sizeof args);
}

lg_tensor *lg_op_concatenate_tokens(lg_graph *g, lg_tensor *a, lg_tensor *b) {
    return concatenate(g, a, b, false);
}

lg_tensor *lg_op_concatenate_columns(lg_graph *g, lg_tensor *a, lg_tensor *b) {
    return concatenate(g, a, b, true);
}
