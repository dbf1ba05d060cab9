/* formula.c: a feed-forward network whose activation is a formula (formula/formula.h). */
#include "nn/axes/mixer.h"

typedef struct formula {
    const char *text, *numbers;
} formula;

LG_FORMULA_READ_TEXT(lg_formula_mixer)
LG_FORMULA_READ_NUMBERS(lg_formula_mixer)

static const lg_option options[] = {
    {.name = "mixer.formula",
     .type = LG_TEXT,
     .fallback = "max(x, 0)",
     .help = "activation, a formula of x (lengthen help formula)",
     .at = offsetof(formula, text),
     .read = read_text},
    LG_OPTION_FORMULA_NUMBERS("mixer", .at = offsetof(formula, numbers)),
    {0},
};

static lg_formula_source formula_of(const void *own) {
    const formula *x = own;
    return (lg_formula_source){.place = &lg_formula_mixer, .text = x->text, .numbers = x->numbers};
}

const lg_mixer lg_mixer_formula = {
    .name = "formula",
    .summary = "two linear layers with an activation given by a formula",
    .formula = "f(x W1 + b1) W2 + b2,  f: mixer.formula, an expression",
    .source = "made for this program",
    .options = options,
    .own_bytes = LG_OWN(formula),
    .formula_of = formula_of,
};
