/* op_formula.c: evaluates a formula (formula/formula.h) for an attention bias or a scale: y[h,.] = formula(places[.],
 * head = h). The formula's parameters are inputs, after the places. */
#include <string.h>

#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct formula_args {
    const lg_formula *formula;
    int heads;
    double fixed[LG_FORMULA_OPERANDS];
} formula_args;

enum { PLACES, QUERIES, KEYS, PARAMETERS };

static lg_formula_table dimensions(const lg_tensor *y) {
    const formula_args *a = y->args;
    const lg_tensor *places = y->in[PLACES];
    return (lg_formula_table){.formula = a->formula,
                              .fixed = a->fixed,
                              .queries = y->in[QUERIES] ? lg_columns(y->in[QUERIES]) : 0,
                              .columns = lg_columns(places),
                              .H = a->heads,
                              .P = places->bytes / sizeof(real) / (size_t)lg_table_copies(places)};
}

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const formula_args *a = y->args;
    if (y->in[PLACES]->integer) return lg_fail_permanent(err, "expected real-valued places");
    for (int i = 0; i < a->formula->parameter_count; i++) {
        const lg_tensor *p = y->in[PARAMETERS + i];
        if ((size_t)lg_rows(p) * (size_t)lg_columns(p) != lg_formula_size(&a->formula->parameters[i], a->heads))
            return lg_fail_permanent(err, "a parameter of the formula has the wrong shape");
    }
    if (y->in[PLACES]->rank == 1) {
        y->rank = 2;
        y->shape[0] = a->heads, y->shape[1] = y->in[PLACES]->shape[0];
    } else if (!lg_bias_shape(y, y->in[PLACES], a->heads, err))
        return false;
    const lg_formula_table l = dimensions(y);
    y->scratch_bytes = g->kernels->formula_scratch(g->kernels, &l);
    return true;
}

static lg_formula_table arguments(const lg_frame *f, const lg_tensor *y, int s) {
    lg_formula_table l = dimensions(y);
    l.place = lg_value_of(f, y->in[PLACES], s);
    if (y->in[QUERIES]) l.query = lg_value_of(f, y->in[QUERIES], s), l.key = lg_value_of(f, y->in[KEYS], s);
    l.scratch = lg_scratch(f, y);
    for (int i = 0; i < l.formula->parameter_count; i++) l.parameter[i] = lg_value(f, y->in[PARAMETERS + i]);
    return l;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    for (int s = 0; s < lg_table_copies(y); s++) {
        lg_formula_table l = arguments(f, y, s);
        l.y = lg_value_of(f, y, s);
        f->kernels->formula(f->kernels, &l);
    }
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    for (int s = 0; s < lg_table_copies(y); s++) {
        lg_formula_table l = arguments(f, y, s);
        l.dy = lg_gradient_of(f, y, s);
        for (int i = 0; i < l.formula->parameter_count; i++) l.dparameter[i] = lg_gradient(f, y->in[PARAMETERS + i]);
        f->kernels->formula_backward(f->kernels, &l);
    }
}

/* Writes the numbers 0, 1, 2, ...; in a table, s, s + 1, ... for sequence s. */
static void fill_count(const void *context, const void *user, const lg_tensor *t, void *out) {
    (void)user;
    for (size_t i = 0; i < t->bytes / sizeof(real); i++)
        ((real *)out)[i] = (real)(i + (size_t)lg_example_sequence(context));
}

/* Variants:
 *   0: a parameter per head, and a parameter for all heads
 *   1: an indexed parameter per head
 *   2, 3: the same as 0, 1, with distances that differ between sequences */
static lg_tensor *example(lg_graph *g, int variant) {
    static const char *const texts[] = {"-exp(s)*abs(d)^0.5 + t", "w[bucket(d, 8, 20)] * log1p(abs(d))*(head + 1)"};
    static const char *const declared[] = {"s[head] = 0; t = 0", "w[head, 8] = 0"};
    const int shape[] = {1, LG_BIAS_ROW(g->T)}, heads = 2;
    if (variant > 3) return NULL;
    const lg_formula_source source = {
        .place = &lg_formula_bias, .text = texts[variant % 2], .parameters = declared[variant % 2]};
    const lg_formula *f = lg_formula_parse(&source, g->arena, &g->err);
    if (!f) return NULL;
    lg_tensor *distances = variant < 2 ? lg_graph_constant(g, false, 2, shape, 0, 0, fill_count, NULL)
                                       : lg_graph_table(g, false, 2, shape, fill_count, NULL);
    lg_tensor *s = variant % 2 ? lg_example_parameter(g, 2, (int[]){heads, 8}) : lg_example_parameter(g, 1, &heads);
    lg_tensor *t = variant % 2 ? NULL : lg_example_parameter(g, 1, (int[]){1});
    const double fixed[LG_BIAS_OPERANDS] = {[LG_BIAS_HEADS] = heads};
    return lg_op_formula(g, f, fixed, heads, &(lg_formula_pairs){distances}, (lg_tensor *[]){s, t});
}

const lg_op lg_op_desc_formula = {
    .name = "formula",
    .formula = "y[h,.] = formula(places[.], head = h; parameters)",
    .backward_reads = ~0u >> (32 - LG_FORMULA_PARAMETERS - PARAMETERS),
    .needs_gradients = ~0u >> (32 - LG_FORMULA_PARAMETERS - PARAMETERS) & ~0u << PARAMETERS,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

/* A formula recorded earlier that computes the same values; using it lets equal results be recorded once. */
static const lg_formula *find_same(const lg_graph *g, const lg_formula *f) {
    for (int i = 0; i < g->count; i++) {
        const formula_args *a = g->tensors[i]->op == &lg_op_desc_formula ? g->tensors[i]->args : NULL;
        if (a && lg_formula_is_same(a->formula, f)) return a->formula;
    }
    return f;
}

lg_tensor *lg_op_formula(lg_graph *g, const lg_formula *formula, const double *fixed, int heads,
                         const lg_formula_pairs *at, lg_tensor *const *parameters) {
    formula_args a;
    memset(&a, 0, sizeof a); /* padding too: arguments are compared byte by byte (lg_graph_result) */
    a.formula = find_same(g, formula), a.heads = heads;
    lg_tensor *in[PARAMETERS + LG_FORMULA_PARAMETERS] = {at->places, at->queries, at->keys};
    for (int i = 0; formula->place->operands[i].name; i++) a.fixed[i] = fixed[i];
    for (int i = 0; i < formula->parameter_count; i++) in[PARAMETERS + i] = parameters[i];
    return lg_graph_result(g, &lg_op_desc_formula, in, PARAMETERS + formula->parameter_count, &a, sizeof a);
}
