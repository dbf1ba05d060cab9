/* op_repeat_heads.c: repeats each head: y[.,g times + n] = x[.,g] for n < times. Used by grouped-query attention
 * (Ainslie et al. 2023), where keys and values have fewer heads than queries. */
#include "graph/graph.h"
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct repeat_args {
    int D, times;
} repeat_args;

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const repeat_args *a = y->args;
    const lg_tensor *x = y->in[0];
    (void)g;
    if (x->rank < 2 || x->integer || x->cached || lg_columns(x) % a->D)
        return lg_fail_permanent(err, "expected rows of heads of %d columns, got %d columns", a->D, lg_columns(x));
    lg_shape_like(y, x);
    y->shape[y->rank - 1] *= a->times;
    return true;
}

/* Arguments of a copy of all heads of x to their n-th repetitions in y or, if `sum` is true, from these to x.
 * Consecutive heads are contiguous in x and `times` heads apart in y. */
static lg_copy copy_of(const lg_tensor *y, lg_view x, lg_view many, int n, bool sum) {
    const repeat_args *a = y->args;
    const int heads = lg_rows(y) * (lg_columns(y) / a->D / a->times), far = a->times * a->D;
    many = lg_view_at(many, (size_t)(n * a->D) * sizeof(real));
    if (sum) return (lg_copy){heads, a->D, .y = x, .y_stride = a->D, .x = many, .x_stride = far};
    return (lg_copy){heads, a->D, .y = many, .y_stride = far, .x = x, .x_stride = a->D};
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const repeat_args *a = y->args;
    for (int n = 0; n < a->times; n++) {
        const lg_copy k = copy_of(y, lg_value(f, y->in[0]), lg_value(f, y), n, false);
        f->kernels->copy(f->kernels, &k);
    }
}

/* Sums the gradients of the repetitions, in order. */
static void backward(const lg_frame *f, const lg_tensor *y) {
    const repeat_args *a = y->args;
    for (int n = 0; n < a->times; n++) {
        lg_copy k = copy_of(y, lg_gradient(f, y->in[0]), lg_gradient(f, y), n, true);
        k.accumulate = n > 0 || y->accumulate[0];
        f->kernels->copy(f->kernels, &k);
    }
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 2) return NULL;
    lg_tensor *table = lg_example_parameter(g, 2, (int[]){5, 6});
    lg_tensor *x = lg_op_lookup(g, table, lg_graph_batch(g, g->T), 1);
    if (variant == 0) return lg_op_repeat_heads(g, x, 3, 2);
    if (variant == 1) return lg_op_add(g, lg_op_repeat_heads(g, x, 2, 2), lg_op_concatenate_columns(g, x, x), 0);
    return lg_op_lookup(g, lg_op_repeat_heads(g, table, 2, 3), lg_graph_batch(g, g->T), 1);
}

const lg_op lg_op_desc_repeat_heads = {
    .name = "repeat_heads",
    .formula = "y[.,g times + n] = x[.,g] for n < times, by heads",
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = lg_row_by_row,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_repeat_heads(lg_graph *g, lg_tensor *x, int D, int times) {
    const repeat_args a = {D, times};
    return times == 1 ? x : lg_graph_result(g, &lg_op_desc_repeat_heads, (lg_tensor *[]){x}, 1, &a, sizeof a);
}
