/* op_product.c: y = a * b, elementwise. Used for gates. */
#include "graph/ops.h"
#include "kernel/kernel.h"

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *a = y->in[0], *b = y->in[1];
    if (a->rank != b->rank || a->first != b->first || lg_rows(a) != lg_rows(b) || lg_columns(a) != lg_columns(b))
        return lg_fail_permanent(err, "expected two tensors of one shape, got %d x %d and %d x %d", lg_rows(a),
                                 lg_columns(a), lg_rows(b), lg_columns(b));
    lg_shape_like(y, a);
    return true;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    f->kernels->product(f->kernels, lg_value(f, y), lg_value(f, y->in[0]), lg_value(f, y->in[1]),
                        (size_t)lg_rows(y) * (size_t)lg_columns(y), false);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    for (int i = 0; i < 2; i++) {
        const lg_view dx = lg_gradient(f, y->in[i]);
        if (dx.data)
            f->kernels->product(f->kernels, dx, lg_gradient(f, y), lg_value(f, y->in[1 - i]),
                                (size_t)lg_rows(y) * (size_t)lg_columns(y), y->accumulate[i]);
    }
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 1) return NULL;
    lg_tensor *a = lg_example_parameter(g, 3, (int[]){g->S, g->T, 6});
    return lg_op_product(g, a, variant ? a : lg_example_parameter(g, 3, (int[]){g->S, g->T, 6}));
}

const lg_op lg_op_desc_product = {
    .name = "product",
    .formula = "y = a * b",
    .backward_reads = 1u << 0 | 1u << 1,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = lg_row_by_row,
    .phases = {LG_PHASE_NORM, LG_PHASE_NORM, LG_PHASE_NORM},
    .example = example,
};

lg_tensor *lg_op_product(lg_graph *g, lg_tensor *a, lg_tensor *b) {
    return lg_graph_result(g, &lg_op_desc_product, (lg_tensor *[]){a, b}, 2, NULL, 0);
}
