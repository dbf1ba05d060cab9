/* op_jitter.c: multiplicative noise: multiplies each element by a random factor between 1 - width and 1 + width. The
 * factor is a pure function of (key of the step, site, sequence, token); see jitter in kernel/kernel.h. The backward
 * pass draws the factors again. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct jitter_args {
    uint32_t site;
    double width;
} jitter_args;

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    if (y->in[0]->rank != 3) return lg_fail_permanent(err, "expected x [S,T,N], got rank %d", y->in[0]->rank);
    lg_shape_like(y, y->in[0]);
    return true;
}

static void multiply(const lg_frame *f, const lg_tensor *y, lg_view to, lg_view from, bool accumulate) {
    const jitter_args *a = y->args;
    f->kernels->jitter(f->kernels, to, from, f->dropout, a->site, f->stream, lg_first(f, y), y->shape[0], y->shape[1],
                       y->shape[2], (real)a->width, accumulate);
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    multiply(f, y, lg_value(f, y), lg_value(f, y->in[0]), false);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    multiply(f, y, lg_gradient(f, y->in[0]), lg_gradient(f, y), y->accumulate[0]);
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 0) return NULL;
    lg_tensor *table = lg_example_parameter(g, 2, (int[]){5, 11});
    return lg_op_jitter(g, lg_op_lookup(g, table, lg_graph_batch(g, g->T), 1), 0.25);
}

const lg_op lg_op_desc_jitter = {
    .name = "jitter",
    .formula = "y = x u, u uniform in 1 - width .. 1 + width",
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = lg_row_by_row,
    .phases = {LG_PHASE_NORM, LG_PHASE_NORM, LG_PHASE_NORM},
    .example = example,
};

lg_tensor *lg_op_jitter(lg_graph *g, lg_tensor *x, double width) {
    if (width == 0) return x;
    const jitter_args a = {g->sites++, width};
    return lg_graph_result(g, &lg_op_desc_jitter, (lg_tensor *[]){x}, 1, &a, sizeof a);
}
