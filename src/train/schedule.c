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

double lg_schedule_rate(const lg_schedule *s, const lg_values *v, int64_t step, int64_t steps) {
    const int64_t warmup = lg_int(v, "schedule.warmup");
    const double rate = lg_real(v, "train.lr"), from = lg_real(v, "schedule.warmup_from");
    if (step > warmup) return rate * s->factor(v, step - warmup, steps - warmup, warmup);
    const double peak = s->peak ? rate * s->peak(v, warmup) : rate;
    return from + (peak - from) * ((double)step / (double)warmup);
}

bool lg_schedule_check(const lg_values *v, lg_error *err) {
    const int64_t end = lg_values_has(v, "schedule.end") ? lg_int(v, "schedule.end") : 0;
    const int64_t warmup = lg_int(v, "schedule.warmup");
    return end == 0 || end > warmup ||
           lg_fail_keys(err, "schedule.end schedule.warmup",
                        "schedule.end: %" PRId64 " is not after the %" PRId64
                        " steps of schedule.warmup (expected a later step, or 0: train.steps)",
                        end, warmup);
}
