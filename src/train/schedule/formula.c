/* formula.c: schedule given by a user's formula, one line of text (formula/formula.h). */
#include "train/schedule.h"

typedef struct formula {
    lg_warmup warmup;
    const char *text, *numbers;
} formula;

LG_FORMULA_READ_TEXT(lg_formula_schedule)
LG_FORMULA_READ_NUMBERS(lg_formula_schedule)

static const lg_option options[] = {
    LG_OPTIONS_SCHEDULE_WARMUP,
    {.name = "schedule.formula",
     .type = LG_TEXT,
     .fallback = "(1 + cos(pi*step/steps))/2",
     .help = "factor of the learning rate, a formula of step, steps and width (lengthen help "
             "formula)",
     .at = offsetof(formula, text),
     .read = read_text},
    LG_OPTION_FORMULA_NUMBERS("schedule", .since = "0.4.0", .at = offsetof(formula, numbers)),
    {0},
};

static lg_formula_source formula_of(const void *own) {
    const formula *x = own;
    return (lg_formula_source){.place = &lg_formula_schedule, .text = x->text, .numbers = x->numbers};
}

const lg_schedule lg_schedule_formula = {
    .name = "formula",
    .summary = "a schedule given by a formula",
    .formula = "lr(step) = lr schedule.formula(step, steps, width); step and steps count from the "
               "warm-up's end",
    .source = "made for this program",
    .options = options,
    .own_bytes = LG_OWN(formula),
    .formula_of = formula_of,
};
