/* op_formula_map.c: applies a formula (formula/formula.h) to each element: y = formula(x). */
#include "graph/ops.h"
#include "kernel/kernel.h"

static const lg_formula *formula_of(const lg_tensor *y) {
    return *(const lg_formula *const *)y->args;
}

enum { SLOPES }; /* saved: the derivative */

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)err;
    lg_shape_like(y, y->in[0]);
    y->scratch_bytes = g->kernels->formula_map_scratch(g->kernels, formula_of(y));
    if (g->training) y->saved_bytes[SLOPES] = lg_elements(y) * sizeof(real);
    return true;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    f->kernels->formula_map(f->kernels, formula_of(y), lg_value(f, y), lg_saved(f, y, SLOPES), lg_value(f, y->in[0]),
                            lg_elements(y), lg_scratch(f, y));
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    f->kernels->product(f->kernels, lg_gradient(f, y->in[0]), lg_saved(f, y, SLOPES), lg_gradient(f, y), lg_elements(y),
                        y->accumulate[0]);
}

/* The variants together use every kind of step that a formula of one number can have. They evaluate formulas only at
 * numbers where these are smooth. */
static lg_tensor *example(lg_graph *g, int variant) {
    static const char *const texts[] = {
        "max(x, 0)^2",
        "x*sigmoid(1.702*x)",
        "if(x > 0, x, exp(x) - 1)",
        "x*tanh(log1p(exp(x))) + sin(x)*cos(x)/(2 + x*x)",
        "min(x, 3)^3 - abs(x - 7) + erf(x) + gelu(x)*softplus(-x) + logsigmoid(x)*relu(x + 5) + log2(sqrt(x*x + 1))",
        "(x*x + 1)^-0.3*log(x + 9) + 0*floor(x) + (x > -8 and x < 8)*x + not x"};
    if (variant >= (int)(sizeof texts / sizeof *texts)) return NULL;
    const lg_formula_source s = {.place = &lg_formula_mixer, .text = texts[variant]};
    return lg_op_formula_map(g, lg_formula_parse(&s, g->arena, &g->err),
                             lg_example_parameter(g, 3, (int[]){g->S, g->T, 6}));
}

const lg_op lg_op_desc_formula_map = {
    .name = "formula_map",
    .formula = "y = formula(x)",
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = lg_row_by_row,
    .phases = {LG_PHASE_NORM, LG_PHASE_NORM, LG_PHASE_NORM},
    .example = example,
};

lg_tensor *lg_op_formula_map(lg_graph *g, const lg_formula *formula, lg_tensor *x) {
    if (!formula) return x;
    return lg_graph_result(g, &lg_op_desc_formula_map, (lg_tensor *[]){x}, 1, &formula, sizeof formula);
}
