/* op_add.c: residual connection with dropout: y = h + dropout(o). */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct add_args {
    uint32_t site;
    uint16_t threshold;
} add_args;

enum { H, O };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const add_args *a = y->args;
    const lg_tensor *h = y->in[H], *o = y->in[O];
    if (h->rank != 3 || h->first != o->first || lg_rows(h) != lg_rows(o) || lg_columns(h) != lg_columns(o))
        return lg_fail_permanent(err, "expected two tensors of one shape [S,T,N], got %d x %d and %d x %d", lg_rows(h),
                                 lg_columns(h), lg_rows(o), lg_columns(o));
    y->rank = 3;
    y->first = h->first;
    for (int i = 0; i < 3; i++) y->shape[i] = h->shape[i];
    if (a->threshold) y->saved_bytes[0] = (size_t)lg_rows(y) * LG_MASK_WORDS(lg_columns(y)) * sizeof(uint16_t);
    return true;
}

/* y = dropout(x), or y += dropout(x) if `accumulate` is true. y and x have the shape of t. */
static void add_dropped(const lg_frame *f, const lg_tensor *t, lg_view y, lg_view x, bool accumulate) {
    const add_args *a = t->args;
    if (a->threshold)
        f->kernels->dropout(f->kernels, y, x, lg_saved(f, t, 0), lg_rows(t), lg_columns(t),
                            lg_dropout_scale(a->threshold), accumulate);
    else
        f->kernels->add(f->kernels, y, x, lg_elements(t), accumulate);
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const add_args *a = y->args;
    if (a->threshold)
        f->kernels->dropout_bits(f->kernels, lg_saved(f, y, 0), f->dropout, a->site, f->stream, y->first, y->shape[0],
                                 y->shape[1], y->shape[2], a->threshold);
    f->kernels->add(f->kernels, lg_value(f, y), lg_value(f, y->in[H]), lg_elements(y), false);
    add_dropped(f, y, lg_value(f, y), lg_value(f, y->in[O]), true);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    const lg_view dy = lg_gradient(f, y), dh = lg_gradient(f, y->in[H]), d_o = lg_gradient(f, y->in[O]);
    if (dh.data) f->kernels->add(f->kernels, dh, dy, lg_elements(y), y->accumulate[H]);
    if (d_o.data) add_dropped(f, y, d_o, dy, y->accumulate[O]);
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 1) return NULL;
    lg_tensor *h = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 6}), lg_graph_batch(g, g->T), 1);
    lg_tensor *o = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){4, 6}), lg_graph_batch(g, g->T), 1);
    return lg_op_add(g, h, o, variant ? 0.3 : 0);
}

const lg_op lg_op_desc_add = {
    .name = "add",
    .formula = "y = h + dropout(o)",
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = lg_row_by_row,
    .phases = {LG_PHASE_NORM, LG_PHASE_NORM, LG_PHASE_NORM},
    .example = example,
};

lg_tensor *lg_op_add(lg_graph *g, lg_tensor *h, lg_tensor *o, double rate) {
    add_args a = {0, lg_dropout_threshold(rate)};
    if (a.threshold) a.site = g->sites++;
    return lg_graph_result(g, &lg_op_desc_add, (lg_tensor *[]){h, o}, 2, &a, sizeof a);
}
