/* op_bias_function.c: a trained bias of attention that is a function of the distance with two numbers for each head:
 * bias[h,.] = f(distances[.]; a[h], b[h]). KERPLE (Chi et al. 2022), ALiBi with trained slopes. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct function_args {
    lg_distance_function function;
} function_args;

enum { DISTANCES, A, B };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *a = y->in[A], *b = y->in[B];
    if (a->rank != 1 || b->rank != 1 || a->shape[0] != b->shape[0] || y->in[DISTANCES]->integer)
        return lg_fail_permanent(err, "expected two numbers for each head and distances that are reals");
    return lg_bias_shape(y, y->in[DISTANCES], a->shape[0], err);
}

static lg_bias_function arguments(const lg_frame *f, const lg_tensor *y, int s) {
    const function_args *args = y->args;
    const lg_tensor *distances = y->in[DISTANCES];
    return (lg_bias_function){.function = args->function,
                              .H = y->shape[lg_table_axis(y)],
                              .P = distances->bytes / sizeof(real) / (size_t)lg_table_copies(distances),
                              .distance = lg_value_of(f, distances, s),
                              .a = lg_value(f, y->in[A]),
                              .b = lg_value(f, y->in[B])};
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    for (int s = 0; s < lg_table_copies(y); s++) {
        lg_bias_function l = arguments(f, y, s);
        l.y = lg_value_of(f, y, s);
        f->kernels->bias_function(f->kernels, &l);
    }
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    for (int s = 0; s < lg_table_copies(y); s++) {
        lg_bias_function l = arguments(f, y, s);
        l.dy = lg_gradient_of(f, y, s);
        l.da = lg_gradient(f, y->in[A]);
        l.db = lg_gradient(f, y->in[B]);
        f->kernels->bias_function_backward(f->kernels, &l);
    }
}

/* A uniform parameter of two heads, where f is smooth. */
static lg_tensor *example_parameter(lg_graph *g) {
    const lg_initial uniform = {.law = LG_INITIAL_UNIFORM, .low = 0.5, .high = 1.5};
    char *name = lg_arena_printf(g->arena, "p%d", g->count);
    return lg_graph_parameter(g, name ? name : "", 1, (int[]){2}, uniform);
}

/* 0, 1, 2, ..., of each sequence from its number on */
static void fill_count(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)user;
    for (size_t i = 0; i < t->bytes / sizeof(real); i++)
        ((real *)out)[i] = (real)(i + (size_t)lg_example_sequence(context));
}

/* A variant for each function, and then with distances of each sequence. */
static lg_tensor *example(lg_graph *g, int variant) {
    static const lg_distance_function functions[] = {
#define DISTANCE_FUNCTION(name, value, by_a, by_b) LG_DISTANCE_##name,
#include "kernel/distance_functions.inc"
#undef DISTANCE_FUNCTION
    };
    enum { COUNT = sizeof functions / sizeof *functions };
    const int shape[] = {1, LG_BIAS_ROW(g->T)};
    if (variant >= 2 * COUNT) return NULL;
    lg_tensor *distances = variant < COUNT ? lg_graph_constant(g, false, 2, shape, 0, 0, fill_count, NULL)
                                           : lg_graph_table(g, false, 2, shape, fill_count, NULL);
    return lg_op_bias_function(g, functions[variant % COUNT], distances, example_parameter(g), example_parameter(g));
}

const lg_op lg_op_desc_bias_function = {
    .name = "bias_function",
    .formula = "bias[h,.] = f(distances[.]; a[h], b[h])",
    .backward_reads = 1u << DISTANCES | 1u << A | 1u << B,
    .needs_gradients = 1u << A | 1u << B,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_bias_function(lg_graph *g, lg_distance_function f, lg_tensor *distances, lg_tensor *a, lg_tensor *b) {
    const function_args args = {f};
    return lg_graph_result(g, &lg_op_desc_bias_function, (lg_tensor *[]){distances, a, b}, 3, &args, sizeof args);
}
