/* formula.c: a learning-rate schedule that a formula gives: one line of text (formula/formula.h). */
#include "formula/formula.h"

#include "formula/program.h"
#include "train/schedule.h"

typedef struct formula {
    lg_warmup warmup;
    const char *text, *numbers;
    const lg_formula *made; /* once a training is opened, with the numbers that it works in */
    double *work;
} formula;

static char *read_text(const char *text, lg_error *err) {
    return lg_formula_canonical(&lg_formula_schedule, text, err);
}

static char *read_numbers(const char *text, lg_error *err) {
    return lg_formula_canonical_numbers(&lg_formula_schedule, text, err);
}

static const lg_option options[] = {
    LG_OPTIONS_SCHEDULE_WARMUP,
    {.name = "schedule.formula",
     .type = LG_TEXT,
     .fallback = "(1 + cos(pi*step/steps))/2",
     .help = "what the learning rate is multiplied with, of step, steps and width (lengthen help formula)",
     .at = offsetof(formula, text),
     .read = read_text},
    {.name = "schedule.numbers",
     .type = LG_TEXT,
     .fallback = "",
     .help = LG_FORMULA_NUMBERS_HELP,
     .since = "0.4.0",
     .at = offsetof(formula, numbers),
     .read = read_numbers},
    {0},
};

static lg_formula_source source_of(const formula *x) {
    return (lg_formula_source){.place = &lg_formula_schedule, .text = x->text, .numbers = x->numbers};
}

static bool suits(const void *own, lg_error *err) {
    const lg_formula_source s = source_of(own);
    return lg_formula_check(&s, err);
}

static bool open(void *own, lg_arena *arena, lg_error *err) {
    formula *x = own;
    const lg_formula_source s = source_of(x);
    x->made = lg_formula_parse(&s, arena, err);
    if (!x->made) return false;
    x->work = lg_arena_alloc(arena, lg_program_work(x->made->program) * sizeof *x->work);
    return x->work || lg_fail(err, LG_FAILED, "out of memory: a formula");
}

static double factor(const void *own, const lg_schedule_step *x) {
    const formula *f = own;
    const double step = (double)x->step, steps = (double)x->steps, width = x->width;
    double out;
    lg_formula_input in = {.lanes = 1};
    in.operand[LG_SCHEDULE_STEP].at = &step;
    in.operand[LG_SCHEDULE_STEPS].at = &steps;
    in.operand[LG_SCHEDULE_WIDTH].at = &width;
    lg_program_run(f->made->program, &in, f->work, &out);
    return out;
}

const lg_schedule lg_schedule_formula = {
    .name = "formula",
    .summary = "a schedule that a line of text gives",
    .formula = "lr(step) = lr schedule.formula(step, steps, width), steps counted after the warm-up",
    .source = "made for this program",
    .options = options,
    .own_bytes = LG_OWN(formula),
    .factor = factor,
    .suits = suits,
    .open = open,
};
