/* schedule.c: the list of schedules, and the warm-up that all share. */
#include "train/schedule.h"

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

double lg_schedule_factor(const lg_schedule *s, const lg_values *v, int64_t step, int64_t steps) {
    int64_t warmup = lg_int(v, "schedule.warmup");
    if (step <= warmup) return (double)step / (double)warmup;
    return s->factor(v, step - warmup, steps - warmup, warmup);
}
