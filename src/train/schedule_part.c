/* schedule_part.c: what the schedules that end at a floor have in common. */
#include <string.h>

#include "train/schedule.h"

double lg_schedule_part(const lg_values *v, int64_t step, int64_t steps, int64_t warmup) {
    const int64_t end = lg_int(v, "schedule.end"), all = end > 0 ? end - warmup : steps;
    const bool at_last = !strcmp(lg_text(v, "schedule.floor_at"), "last");
    const double part = all > 0 ? (double)(at_last ? step : step - 1) / (double)all : 0;
    return part < 1 ? part : 1;
}
