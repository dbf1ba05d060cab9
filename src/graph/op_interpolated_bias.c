/* op_interpolated_bias.c: a trained attention bias that a small network computes from each distance, divided by the
 * longest possible distance (FIRE, Li et al. 2023); see struct lg_interpolated_bias. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct interpolated_args {
    double threshold, epsilon;
} interpolated_args;

enum { DISTANCES, POSITIONS, C, M, W1, B1, W2, B2, INPUTS };

static bool holds(const lg_tensor *t, int numbers) {
    const int axis = lg_table_axis(t);
    return t->rank == 1 + axis && t->shape[axis] == numbers;
}

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const lg_tensor *distances = y->in[DISTANCES], *positions = y->in[POSITIONS], *w2 = y->in[W2];
    const int axis = lg_table_axis(distances);
    if (distances->integer || distances->rank != 3 + axis || positions->table != distances->table ||
        !holds(positions, distances->shape[1 + axis]))
        return lg_fail_permanent(err, "expected distances like a dense bias of one head, and one position per token");
    if (!holds(y->in[C], 1) || !holds(y->in[M], 1) || w2->rank != 2 || !holds(y->in[W1], w2->shape[0]) ||
        !holds(y->in[B1], w2->shape[0]) || !holds(y->in[B2], w2->shape[1]))
        return lg_fail_permanent(err, "expected c and m [1], w1 and b1 [F], w2 [F,H], and b2 [H]");
    if (!lg_bias_shape(y, distances, w2->shape[1], err)) return false;
    const lg_interpolated_bias l = {.T = y->shape[1 + axis], .H = y->shape[axis], .F = w2->shape[0]};
    if (g->training) y->scratch_bytes = g->kernels->interpolated_scratch(g->kernels, &l);
    return true;
}

static lg_interpolated_bias arguments(const lg_frame *f, const lg_tensor *y, int s) {
    const interpolated_args *a = y->args;
    const int axis = lg_table_axis(y);
    return (lg_interpolated_bias){.T = y->shape[1 + axis],
                                  .H = y->shape[axis],
                                  .F = y->in[W2]->shape[0],
                                  .threshold = a->threshold,
                                  .epsilon = a->epsilon,
                                  .distance = lg_value_of(f, y->in[DISTANCES], s),
                                  .position = lg_value_of(f, y->in[POSITIONS], s),
                                  .c = lg_value(f, y->in[C]),
                                  .m = lg_value(f, y->in[M]),
                                  .w1 = lg_value(f, y->in[W1]),
                                  .b1 = lg_value(f, y->in[B1]),
                                  .w2 = lg_value(f, y->in[W2]),
                                  .b2 = lg_value(f, y->in[B2])};
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    for (int s = 0; s < lg_table_copies(y); s++) {
        lg_interpolated_bias l = arguments(f, y, s);
        l.y = lg_value_of(f, y, s);
        f->kernels->interpolated_bias(f->kernels, &l);
    }
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    for (int s = 0; s < lg_table_copies(y); s++) {
        lg_interpolated_bias l = arguments(f, y, s);
        l.dy = lg_gradient_of(f, y, s);
        l.dc = lg_gradient(f, y->in[C]);
        l.dm = lg_gradient(f, y->in[M]);
        l.dw1 = lg_gradient(f, y->in[W1]);
        l.db1 = lg_gradient(f, y->in[B1]);
        l.dw2 = lg_gradient(f, y->in[W2]);
        l.db2 = lg_gradient(f, y->in[B2]);
        l.scratch = lg_scratch(f, y);
        f->kernels->interpolated_bias_backward(f->kernels, &l);
    }
}

/* FLOPs of each pair: F products with the distance, and a product of F columns per head. */
static double flops(const lg_tensor *y, int at) {
    (void)at;
    const int axis = lg_table_axis(y), T = y->shape[1 + axis];
    return 2.0 * lg_table_copies(y) * T * T * y->in[W2]->shape[0] * (y->shape[axis] + 1);
}

/* Writes the numbers 0, 1, 2, ...; in a table, s, s + 1, ... for sequence s. */
static void fill_positions(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)user;
    for (int i = 0; i < t->shape[0]; i++) ((real *)out)[i] = (real)(i + lg_example_sequence(context));
}

static void fill_distances(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)context, (void)user;
    const int T = t->shape[1], lanes = t->shape[2];
    for (int j = 0; j < T; j++)
        for (int i = 0; i < lanes; i++) ((real *)out)[j * lanes + i] = (real)(i < j ? j - i : i - j);
}

/* Variants: 0: a threshold within the range of positions; 1: a threshold beyond it; 2: as 1, with tables. */
static lg_tensor *example(lg_graph *g, int variant) {
    enum { F = 5, H = 3 };
    if (variant > 2) return NULL;
    const int pairs[] = {1, g->T, LG_PAD(g->T)};
    const bool table = variant == 2;
    const lg_initial c = {.distribution = LG_INITIAL_UNIFORM, .low = 0.25, .high = 0.75};
    const lg_initial m = {.distribution = LG_INITIAL_UNIFORM, .low = -1.25, .high = -0.75};
    const lg_interpolation a = {
        .threshold = variant ? 40 : 2.5,
        .epsilon = 1e-6,
        .distances = table ? lg_graph_table(g, false, 3, pairs, fill_distances, NULL)
                           : lg_graph_constant(g, false, 3, pairs, 0, 0, fill_distances, NULL),
        .positions = table ? lg_graph_table(g, false, 1, &g->T, fill_positions, NULL)
                           : lg_graph_constant(g, false, 1, &g->T, 0, LG_LANES, fill_positions, NULL),
        .c = lg_graph_parameter(g, "c", 1, (int[]){1}, c),
        .m = lg_graph_parameter(g, "m", 1, (int[]){1}, m),
        .w1 = lg_example_parameter(g, 1, (int[]){F}),
        .b1 = lg_example_parameter(g, 1, (int[]){F}),
        .w2 = lg_example_parameter(g, 2, (int[]){F, H}),
        .b2 = lg_example_parameter(g, 1, (int[]){H}),
    };
    return lg_op_interpolated_bias(g, &a);
}

const lg_op lg_op_desc_interpolated_bias = {
    .name = "interpolated_bias",
    .formula = "bias[h,j,i] = network(ln(|c| distances[j,i] + 1) / ln(|c| max(|p[i]|, |p[j]|, |m| threshold) + 1))[h]",
    .backward_reads = 1u << DISTANCES | 1u << C | 1u << M | 1u << W1 | 1u << B1 | 1u << W2,
    .needs_gradients = 1u << C | 1u << M | 1u << W1 | 1u << B1 | 1u << W2 | 1u << B2,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .flops = flops,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_interpolated_bias(lg_graph *g, const lg_interpolation *a) {
    const interpolated_args args = {a->threshold, a->epsilon};
    lg_tensor *in[INPUTS] = {a->distances, a->positions, a->c, a->m, a->w1, a->b1, a->w2, a->b2};
    return lg_graph_result(g, &lg_op_desc_interpolated_bias, in, INPUTS, &args, sizeof args);
}
