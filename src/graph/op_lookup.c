/* op_lookup.c: looks up rows of a table by id: y[r,:] = scale * table[ids[r],:]. Used for token embeddings and learned
 * positions. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct lookup_args {
    double scale;
} lookup_args;

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *table = y->in[0], *ids = y->in[1];
    if (table->rank != 2 || !ids->integer)
        return lg_fail_permanent(err, "expected a table [V,N] and integer ids, got a rank-%d table", table->rank);
    y->rank = ids->rank + 1;
    y->first = ids->first;
    for (int i = 0; i < ids->rank; i++) y->shape[i] = ids->shape[i];
    y->shape[ids->rank] = table->shape[1];
    return true;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const lookup_args *a = y->args;
    f->kernels->lookup(f->kernels, lg_value(f, y), lg_value(f, y->in[0]), lg_value(f, y->in[1]), lg_rows(y),
                       lg_columns(y), (real)a->scale);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    const lookup_args *a = y->args;
    f->kernels->lookup_backward(f->kernels, lg_gradient(f, y->in[0]), lg_gradient(f, y), lg_value(f, y->in[1]),
                                lg_rows(y), lg_columns(y), (real)a->scale);
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 0) return NULL;
    lg_tensor *table = lg_example_parameter(g, 2, (int[]){5, 6});
    lg_tensor *ids = lg_example_integers(g, 1, (int[]){g->T}, 5);
    return lg_op_lookup(g, table, ids, 3);
}

const lg_op lg_op_desc_lookup = {
    .name = "lookup",
    .formula = "y[r,:] = scale * table[ids[r],:]",
    .backward_reads = 1u << 1,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .phases = {LG_PHASE_ENDS, LG_PHASE_ENDS, LG_PHASE_ENDS},
    .example = example,
};

lg_tensor *lg_op_lookup(lg_graph *g, lg_tensor *table, lg_tensor *ids, double scale) {
    lookup_args a = {scale};
    return lg_graph_result(g, &lg_op_desc_lookup, (lg_tensor *[]){table, ids}, 2, &a, sizeof a);
}

double lg_op_lookup_scale(const lg_tensor *y) {
    return ((const lookup_args *)y->args)->scale;
}
