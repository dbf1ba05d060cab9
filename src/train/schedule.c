/* schedule.c: the list of schedules, and the warm-up that all share. */
#include "train/schedule.h"

#include <inttypes.h>

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

double lg_schedule_rate(const lg_chosen_schedule *s, double rate, int width, int64_t step, int64_t steps) {
    const lg_warmup *warmup = lg_schedule_warmup(s);
    const lg_schedule_step x = {step - warmup->steps, steps - warmup->steps, width};
    if (step > warmup->steps) return rate * s->entry->factor(&s->own, &x);
    const double peak = s->entry->peak ? rate * s->entry->peak(&s->own, &x) : rate;
    return warmup->from + (peak - warmup->from) * ((double)step / (double)warmup->steps);
}

bool lg_schedule_check(const lg_chosen_schedule *s, lg_error *err) {
    const int64_t end = s->entry->end ? s->entry->end(&s->own) : 0, warmup = lg_schedule_warmup(s)->steps;
    if (s->entry->suits && !s->entry->suits(&s->own, err)) return false;
    return end == 0 || end > warmup ||
           lg_fail_keys(err, "schedule.end schedule.warmup",
                        "schedule.end: %" PRId64 " is not after the %" PRId64
                        " steps of schedule.warmup (expected a later step, or 0: train.steps)",
                        end, warmup);
}
