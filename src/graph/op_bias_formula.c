/* op_bias_formula.c: a bias of attention that a formula gives (formula/formula.h): bias[h,.] = formula(d, head = h).
 * Its parameters are inputs, behind the distances. */
#include <string.h>

#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct formula_args {
    const lg_formula *formula;
    int heads;
} formula_args;

enum { DISTANCES, PARAMETERS };

static int numbers_of(const lg_formula_parameter *p, int heads) {
    return (p->by_head ? heads : 1) * (p->count ? p->count : 1);
}

static lg_bias_formula dimensions(const lg_tensor *y) {
    const formula_args *a = y->args;
    const lg_tensor *distances = y->in[DISTANCES];
    return (lg_bias_formula){.formula = a->formula,
                             .H = a->heads,
                             .P = distances->bytes / sizeof(real) / (size_t)lg_table_copies(distances)};
}

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const formula_args *a = y->args;
    if (y->in[DISTANCES]->integer) return lg_fail_permanent(err, "expected distances that are reals");
    for (int i = 0; i < a->formula->parameter_count; i++) {
        const lg_tensor *p = y->in[PARAMETERS + i];
        if (lg_rows(p) * lg_columns(p) != numbers_of(&a->formula->parameters[i], a->heads))
            return lg_fail_permanent(err, "a parameter of the formula has another shape");
    }
    if (!lg_bias_shape(y, y->in[DISTANCES], a->heads, err)) return false;
    const lg_bias_formula l = dimensions(y);
    y->scratch_bytes = g->kernels->bias_formula_scratch(g->kernels, &l);
    return true;
}

static lg_bias_formula arguments(const lg_frame *f, const lg_tensor *y, int s) {
    lg_bias_formula l = dimensions(y);
    l.distance = lg_value_of(f, y->in[DISTANCES], s);
    l.scratch = lg_scratch(f, y);
    for (int i = 0; i < l.formula->parameter_count; i++) l.parameter[i] = lg_value(f, y->in[PARAMETERS + i]);
    return l;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    for (int s = 0; s < lg_table_copies(y); s++) {
        lg_bias_formula l = arguments(f, y, s);
        l.y = lg_value_of(f, y, s);
        f->kernels->bias_formula(f->kernels, &l);
    }
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    for (int s = 0; s < lg_table_copies(y); s++) {
        lg_bias_formula l = arguments(f, y, s);
        l.dy = lg_gradient_of(f, y, s);
        for (int i = 0; i < l.formula->parameter_count; i++) l.dparameter[i] = lg_gradient(f, y->in[PARAMETERS + i]);
        f->kernels->bias_formula_backward(f->kernels, &l);
    }
}

/* 0, 1, 2, ..., of each sequence from its number on */
static void fill_count(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)user;
    for (size_t i = 0; i < t->bytes / sizeof(real); i++)
        ((real *)out)[i] = (real)(i + (size_t)lg_example_sequence(context));
}

/* A number a head, a table a head, and numbers of all heads; distances of each sequence. */
static lg_tensor *example(lg_graph *g, int variant) {
    static const char *const texts[] = {"-exp(s)*abs(d)^0.5 + t", "w[bucket(d, 8, 20)] * log1p(abs(d))*(head + 1)"};
    static const char *const declared[] = {"s[head] = 0; t = 0", "w[head, 8] = 0"};
    const int shape[] = {1, LG_BIAS_ROW(g->T)}, heads = 2;
    if (variant > 3) return NULL;
    const lg_formula *f =
        lg_formula_parse(&lg_formula_bias, texts[variant % 2], declared[variant % 2], g->arena, &g->err);
    if (!f) return NULL;
    lg_tensor *distances = variant < 2 ? lg_graph_constant(g, false, 2, shape, 0, 0, fill_count, NULL)
                                       : lg_graph_table(g, false, 2, shape, fill_count, NULL);
    lg_tensor *s = variant % 2 ? lg_example_parameter(g, 2, (int[]){heads, 8}) : lg_example_parameter(g, 1, &heads);
    lg_tensor *t = variant % 2 ? NULL : lg_example_parameter(g, 1, (int[]){1});
    return lg_op_bias_formula(g, f, heads, distances, (lg_tensor *[]){s, t});
}

const lg_op lg_op_desc_bias_formula = {
    .name = "bias_formula",
    .formula = "bias[h,.] = formula(d = -distances[.], head = h; parameters)",
    .backward_reads = ~0u >> (32 - LG_FORMULA_PARAMETERS - 1),
    .needs_gradients = ~0u >> (32 - LG_FORMULA_PARAMETERS - 1) & ~(1u << DISTANCES),
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_bias_formula(lg_graph *g, const lg_formula *formula, int heads, lg_tensor *distances,
                              lg_tensor *const *parameters) {
    const formula_args a = {formula, heads};
    lg_tensor *in[PARAMETERS + LG_FORMULA_PARAMETERS] = {distances};
    for (int i = 0; i < formula->parameter_count; i++) in[PARAMETERS + i] = parameters[i];
    return lg_graph_result(g, &lg_op_desc_bias_formula, in, PARAMETERS + formula->parameter_count, &a, sizeof a);
}
