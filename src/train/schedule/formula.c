/* formula.c: a learning-rate schedule that a formula gives: one line of text (formula/formula.h). */
#include "formula/formula.h"

#include <math.h>
#include <stdlib.h>

#include "formula/program.h"
#include "train/schedule.h"

typedef struct formula {
    lg_warmup warmup;
    const char *text;
} formula;

static char *read_text(const char *text, lg_error *err) {
    return lg_formula_canonical(&lg_formula_schedule, text, err);
}

static const lg_option options[] = {
    LG_OPTIONS_SCHEDULE_WARMUP,
    {.name = "schedule.formula",
     .type = LG_TEXT,
     .fallback = "(1 + cos(pi*step/steps))/2",
     .help = "what the learning rate is multiplied with, of step, steps and width (lengthen help formula)",
     .at = offsetof(formula, text),
     .read = read_text},
    {0},
};

static bool suits(const void *own, lg_error *err) {
    lg_arena *arena = lg_arena_new();
    const bool good =
        arena ? !!lg_formula_parse(&lg_formula_schedule, ((const formula *)own)->text, "", arena, err)
              : lg_fail(err, LG_FAILED, "out of memory: a formula");
    lg_arena_free(arena);
    return good;
}

/* NaN without memory, and the step then diverges. */
static double factor(const void *own, const lg_schedule_step *x) {
    const double step = (double)x->step, steps = (double)x->steps, width = x->width;
    double out = (double)NAN;
    lg_arena *arena = lg_arena_new();
    const lg_formula *f =
        arena ? lg_formula_parse(&lg_formula_schedule, ((const formula *)own)->text, "", arena, NULL) : NULL;
    double *work = f ? malloc(lg_program_work(f->program) * sizeof *work) : NULL;
    lg_formula_input in = {.lanes = 1};
    in.operand[LG_SCHEDULE_STEP].at = &step;
    in.operand[LG_SCHEDULE_STEPS].at = &steps;
    in.operand[LG_SCHEDULE_WIDTH].at = &width;
    if (work) lg_program_run(f->program, &in, work, &out);
    free(work);
    lg_arena_free(arena);
    return out;
}

const lg_schedule lg_schedule_formula = {
    .name = "formula",
    .summary = "a schedule that a line of text gives",
    .formula = "lr(step) = lr schedule.formula(step, steps, width), steps counted after the warm-up",
    .options = options,
    .own_bytes = LG_OWN(formula),
    .experimental = true,
    .factor = factor,
    .suits = suits,
};
