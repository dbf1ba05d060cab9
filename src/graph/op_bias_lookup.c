/* op_bias_lookup.c: a trained attention bias from a lookup table: bias[h,.] = table[h, index[.]]. In the relative
 * attention bias of T5 (Raffel et al. 2020), index is the bucket of a distance. */
#include "graph/ops.h"
#include "kernel/kernel.h"

enum { TABLE, INDEX };

bool lg_bias_shape(lg_tensor *y, const lg_tensor *layout, int heads, lg_error *err) {
    const int axis = lg_table_axis(layout);
    if (!layout->fill || layout->rank - axis < 2 || layout->shape[axis] != 1)
        return lg_fail_permanent(err, "expected a constant shaped like a bias of one head, got rank %d", layout->rank);
    y->rank = layout->rank;
    for (int i = 0; i < layout->rank; i++) y->shape[i] = i == axis ? heads : layout->shape[i];
    y->bytes = ((size_t)heads * (size_t)lg_rows(layout) * (size_t)lg_columns(layout) + LG_LANES) * sizeof(real);
    return true;
}

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *table = y->in[TABLE];
    if (table->rank != 2 || !y->in[INDEX]->integer)
        return lg_fail_permanent(err, "expected a table [H,R] and integers, got a rank-%d table", table->rank);
    return lg_bias_shape(y, y->in[INDEX], table->shape[0], err);
}

static lg_bias_lookup arguments(const lg_frame *f, const lg_tensor *y, int s) {
    const lg_tensor *table = y->in[TABLE], *index = y->in[INDEX];
    return (lg_bias_lookup){.H = table->shape[0],
                            .R = table->shape[1],
                            .P = index->bytes / sizeof(int32_t) / (size_t)lg_table_copies(index),
                            .table = lg_value(f, table),
                            .index = lg_value_of(f, index, s)};
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    for (int s = 0; s < lg_table_copies(y); s++) {
        lg_bias_lookup l = arguments(f, y, s);
        l.y = lg_value_of(f, y, s);
        f->kernels->bias_lookup(f->kernels, &l);
    }
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    for (int s = 0; s < lg_table_copies(y); s++) {
        lg_bias_lookup l = arguments(f, y, s);
        l.dy = lg_gradient_of(f, y, s);
        l.dtable = lg_gradient(f, y->in[TABLE]);
        f->kernels->bias_lookup_backward(f->kernels, &l);
    }
}

static lg_tensor *example(lg_graph *g, int variant) {
    const int shape[] = {1, g->T, LG_PAD(g->T)};
    if (variant > 1) return NULL;
    lg_tensor *index = variant ? lg_example_integer_table(g, 3, shape, 5) : lg_example_integers(g, 3, shape, 5);
    return lg_op_bias_lookup(g, lg_example_parameter(g, 2, (int[]){2, 5}), index);
}

const lg_op lg_op_desc_bias_lookup = {
    .name = "bias_lookup",
    .formula = "bias[h,.] = table[h,index[.]]",
    .backward_reads = 1u << INDEX,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_bias_lookup(lg_graph *g, lg_tensor *table, lg_tensor *index) {
    return lg_graph_result(g, &lg_op_desc_bias_lookup, (lg_tensor *[]){table, index}, 2, NULL, 0);
}
