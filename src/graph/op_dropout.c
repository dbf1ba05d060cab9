/* op_dropout.c: inverted dropout (Srivastava et al. 2014): y = kept ? x * scale : 0. The bits of `kept` are a pure
 * function of (key of the step, site, sequence); see dropout_bits in kernel/kernel.h. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct dropout_args {
    uint32_t site;
    uint16_t threshold;
} dropout_args;

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *x = y->in[0];
    if (x->rank != 3) return lg_fail_permanent(err, "expected x [S,T,N], got rank %d", x->rank);
    y->rank = 3;
    y->first = x->first;
    for (int i = 0; i < 3; i++) y->shape[i] = x->shape[i];
    y->saved_bytes[0] = (size_t)lg_rows(y) * LG_MASK_WORDS(y->shape[2]) * sizeof(uint16_t);
    return true;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const dropout_args *a = y->args;
    lg_view bits = lg_saved(f, y, 0);
    f->kernels->dropout_bits(f->kernels, bits, f->dropout, a->site, f->stream, lg_first(f, y), y->shape[0], y->shape[1],
                             y->shape[2], a->threshold);
    f->kernels->dropout(f->kernels, lg_value(f, y), lg_value(f, y->in[0]), bits, lg_rows(y), y->shape[2],
                        lg_dropout_scale(a->threshold), false);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    const dropout_args *a = y->args;
    f->kernels->dropout(f->kernels, lg_gradient(f, y->in[0]), lg_gradient(f, y), lg_saved(f, y, 0), lg_rows(y),
                        y->shape[2], lg_dropout_scale(a->threshold), y->accumulate[0]);
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 0) return NULL;
    lg_tensor *table = lg_example_parameter(g, 2, (int[]){5, 6});
    return lg_op_dropout(g, lg_op_lookup(g, table, lg_graph_batch(g, g->T), 1), 0.3);
}

const lg_op lg_op_desc_dropout = {
    .name = "dropout",
    .formula = "y = kept ? x / P(kept) : 0",
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = lg_row_by_row,
    .phases = {LG_PHASE_NORM, LG_PHASE_NORM, LG_PHASE_NORM},
    .example = example,
};

lg_tensor *lg_op_dropout(lg_graph *g, lg_tensor *x, double rate) {
    uint16_t threshold = lg_dropout_threshold(rate);
    if (!threshold) return x;
    dropout_args a = {g->sites++, threshold};
    return lg_graph_result(g, &lg_op_desc_dropout, (lg_tensor *[]){x}, 1, &a, sizeof a);
}
