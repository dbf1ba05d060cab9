/* formula.c: a scale given by a formula, with its own trained parameters (formula/formula.h). */
#include "nn/axes/scale.h"

typedef struct formula {
    const char *text, *parameters, *numbers;
} formula;

LG_FORMULA_READ_TEXT(lg_formula_scale)
LG_FORMULA_READ_PARAMETERS(lg_formula_scale)
LG_FORMULA_READ_NUMBERS(lg_formula_scale)

static const lg_option options[] = {
    {.name = "scale.formula",
     .type = LG_TEXT,
     .fallback = "1/sqrt(dk)",
     .help = "factor of a query's logits: a formula of n, dk, head and H (lengthen help formula)",
     .in_evaluation = true,
     .at = offsetof(formula, text),
     .read = read_text},
    LG_OPTION_FORMULA_PARAMETERS("scale", .at = offsetof(formula, parameters)),
    LG_OPTION_FORMULA_NUMBERS("scale", .in_evaluation = true, .at = offsetof(formula, numbers)),
    {0},
};

static lg_formula_source formula_of(const void *own) {
    const formula *x = own;
    return (lg_formula_source){
        .place = &lg_formula_scale, .text = x->text, .parameters = x->parameters, .numbers = x->numbers};
}

const lg_scale lg_scale_formula = {
    .name = "formula",
    .summary = "a scale given by a formula, with trained parameters",
    .formula = "scale = scale.formula, an expression with the parameters of scale.parameters, trained separately\n"
               "in each block",
    .source = "made for this program",
    .example = "lengthen inspect encoding none --scale formula --scale.formula 'log(n)/log(4)/sqrt(dk)' \\\n"
               "    --mask causal --heads 1 --q ONES --k ONES\n"
               "scores[0,3]: 2 2 2 2\n"
               "ONES: a JSON or NPY file holding a 4 x 4 matrix of ones, so every dot product is 4 and row 3\n"
               "is 4 * ln(4)/ln(4)/2 = 2.",
    .options = options,
    .own_bytes = LG_OWN(formula),
    .formula_of = formula_of,
};
