/* schedule.c: the list of schedules, and the warm-up that they share. */
#include "train/schedule.h"

#include <inttypes.h>

#include "formula/program.h"

#define SCHEDULE(name) extern const lg_schedule lg_schedule_##name;
#include "train/schedules.def"
#undef SCHEDULE

#define SCHEDULE(name) &lg_schedule_##name,
const lg_schedule *const lg_schedules[] = {
#include "train/schedules.def"
    NULL};
#undef SCHEDULE

const lg_schedule *lg_schedule_find(const char *name) {
    return lg_entry_find(lg_schedules, name);
}

bool lg_schedule_open(const lg_chosen_schedule *s, int width, int64_t steps, lg_arena *arena, lg_open_schedule *out,
                      lg_error *err) {
    const lg_formula_source source = s->entry->formula_of(&s->own);
    const double numbers[LG_FORMULA_OPERANDS] = {[LG_SCHEDULE_STEPS] = (double)steps, [LG_SCHEDULE_WIDTH] = width};
    out->formula = lg_formula_parse(&source, arena, err);
    if (!out->formula || !lg_formula_check_rounds(out->formula, numbers, 0, arena, err)) return false;
    out->work = lg_arena_alloc(arena, lg_program_work(out->formula->program) * sizeof *out->work);
    return out->work || lg_fail(err, LG_FAILED, "out of memory: the schedule");
}

/* Factor of the learning rate at a step, counted from the end of the warm-up. steps: number of steps after the warm-up
 * until training ends or the rate stays constant. */
static double factor_at(const lg_open_schedule *open, int width, int64_t step, int64_t steps) {
    const double fixed[] = {[LG_SCHEDULE_STEPS] = (double)steps, [LG_SCHEDULE_WIDTH] = width};
    double factor = (double)step;
    lg_program_values(open->formula->program, fixed, LG_SCHEDULE_STEP, &factor, 1, open->work, &factor);
    return factor;
}

double lg_schedule_rate(const lg_chosen_schedule *s, const lg_open_schedule *open, double rate, int width, int64_t step,
                        int64_t steps) {
    const lg_warmup *warmup = lg_schedule_warmup(s);
    const int64_t end = s->entry->end ? s->entry->end(&s->own) : 0, all = (end > 0 ? end : steps) - warmup->steps;
    if (step > warmup->steps) return rate * factor_at(open, width, step - warmup->steps, all);
    const double peak = s->entry->peak_at_zero ? rate * factor_at(open, width, 0, all) : rate;
    return warmup->from + (peak - warmup->from) * ((double)step / (double)warmup->steps);
}

bool lg_schedule_check(const lg_chosen_schedule *s, lg_error *err) {
    const int64_t end = s->entry->end ? s->entry->end(&s->own) : 0, warmup = lg_schedule_warmup(s)->steps;
    const lg_formula_source source = s->entry->formula_of(&s->own);
    const lg_formula_range some = {.low = 1, .high = 100, .step = 1};
    lg_formula_range steps = some;
    steps.fixed[LG_SCHEDULE_STEPS] = 100, steps.fixed[LG_SCHEDULE_WIDTH] = 64;
    if (!lg_formula_check_finite(&source, &steps, err)) return false;
    return end == 0 || end > warmup ||
           lg_fail_keys(err, "schedule.end schedule.warmup",
                        "schedule.end: %" PRId64 " is not after the %" PRId64
                        " steps of schedule.warmup (expected a later step, or 0: train.steps)",
                        end, warmup);
}
