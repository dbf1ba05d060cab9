/* op_add_activate.c: y = act(a + b) of two tensors of one shape, or act(a). */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct add_activate_args {
    lg_activation act;
} add_activate_args;

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const add_activate_args *args = y->args;
    const lg_tensor *a = y->in[0], *b = y->in[1];
    if (b && (a->rank != b->rank || a->first != b->first || lg_rows(a) != lg_rows(b) || lg_columns(a) != lg_columns(b)))
        return lg_fail_permanent(err, "expected two tensors of one shape, got %d x %d and %d x %d", lg_rows(a),
                                 lg_columns(a), lg_rows(b), lg_columns(b));
    lg_shape_like(y, a);
    if (args->act == LG_LINEAR) y->backward_reads = 0;
    return true;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const add_activate_args *args = y->args;
    f->kernels->add_activate(f->kernels, lg_value(f, y), lg_value(f, y->in[0]), lg_value(f, y->in[1]), lg_elements(y),
                             args->act);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    const add_activate_args *args = y->args;
    const lg_view dy = lg_gradient(f, y), none = {NULL, 0};
    if (args->act != LG_LINEAR)
        f->kernels->linear_bias(f->kernels, dy, lg_value(f, y), none, lg_rows(y), lg_columns(y), args->act);
    for (int i = 0; i < 2; i++) { /* an input and y may share one gradient array (lg_graph_place_steps) */
        const lg_view dx = lg_gradient(f, y->in[i]);
        if (dx.data && dx.data != dy.data) f->kernels->add(f->kernels, dx, dy, lg_elements(y), y->accumulate[i]);
    }
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 2) return NULL;
    lg_tensor *a = lg_example_parameter(g, 3, (int[]){g->S, g->T, 6});
    lg_tensor *b = variant < 2 ? lg_example_parameter(g, 3, (int[]){g->S, g->T, 6}) : NULL;
    return lg_op_add_activate(g, a, b, variant == 0 ? LG_LINEAR : LG_RELU);
}

const lg_op lg_op_desc_add_activate = {
    .name = "add_activate",
    .formula = "y = act(a + b)",
    .backward_reads = LG_READS_OUTPUT,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = lg_row_by_row,
    .phases = {LG_PHASE_NORM, LG_PHASE_NORM, LG_PHASE_NORM},
    .example = example,
};

lg_tensor *lg_op_add_activate(lg_graph *g, lg_tensor *a, lg_tensor *b, lg_activation act) {
    add_activate_args args = {act};
    return lg_graph_result(g, &lg_op_desc_add_activate, (lg_tensor *[]){a, b}, 2, &args, sizeof args);
}
