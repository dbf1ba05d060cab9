/* schedule.h: learning-rate schedules: what the learning rate is multiplied with at each step. Every schedule can begin
 * with a linear warm-up. */
#ifndef LG_TRAIN_SCHEDULE_H
#define LG_TRAIN_SCHEDULE_H

#include "base/registry.h"

typedef struct lg_schedule {
    LG_ENTRY;
    /* step counts from 1 after the warm-up; steps are those after the warm-up. */
    double (*factor)(const lg_values *v, int64_t step, int64_t steps, int64_t warmup);
} lg_schedule;

extern const lg_schedule *const lg_schedules[]; /* ends with NULL */
const lg_schedule *lg_schedule_find(const char *name);
/* The factor of step 1, 2, ..., steps: warm-up times schedule. */
double lg_schedule_factor(const lg_schedule *s, const lg_values *v, int64_t step, int64_t steps);

/* The row that all schedules share. */
#define LG_OPTION_SCHEDULE_WARMUP                                                                                      \
    { "schedule.warmup", LG_INT, "0", 0, 1e12, NULL, "steps over which the learning rate rises linearly from zero" }

/* The row of those that end at a fraction of the learning rate. */
#define LG_OPTION_SCHEDULE_FLOOR                                                                                       \
    { "schedule.floor", LG_REAL, "0", 0, 1, NULL, "final learning rate, as a fraction of train.lr" }

#endif
