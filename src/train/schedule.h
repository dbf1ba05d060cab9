/* schedule.h: learning-rate schedules: what the learning rate is multiplied with at each step. Every schedule can begin
 * with a linear warm-up. */
#ifndef LG_TRAIN_SCHEDULE_H
#define LG_TRAIN_SCHEDULE_H

#include "base/registry.h"

typedef struct lg_schedule {
    LG_ENTRY;
    /* step counts from 1 after the warm-up; steps are those after the warm-up. */
    double (*factor)(const lg_values *v, int64_t step, int64_t steps, int64_t warmup);
    double (*peak)(const lg_values *v, int64_t warmup); /* where the warm-up ends; NULL: 1 */
} lg_schedule;

extern const lg_schedule *const lg_schedules[]; /* ends with NULL */
const lg_schedule *lg_schedule_find(const char *name);
/* The learning rate of step 1, 2, ..., steps. Reads train.lr. */
double lg_schedule_rate(const lg_schedule *s, const lg_values *v, int64_t step, int64_t steps);
/* Are the options of the schedule compatible? If not, fails and blames the keys. */
bool lg_schedule_check(const lg_values *v, lg_error *err);

/* The rows that all schedules share. */
#define LG_OPTIONS_SCHEDULE_WARMUP                                                                                     \
    {"schedule.warmup", LG_INT, "0", 0, 1e12, NULL, "steps over which the learning rate rises linearly from zero"}, {  \
        "schedule.warmup_from", LG_REAL, "0", 0, 100, NULL,                                                            \
            "learning rate from which it rises there; 1e-07 in fairseq", "0.2.0"                                       \
    }

/* The rows of those that end at a fraction of the learning rate. */
#define LG_OPTIONS_SCHEDULE_FLOOR                                                                                      \
    {"schedule.floor", LG_REAL, "0", 0, 1, NULL, "final learning rate, as a fraction of train.lr"},                    \
        {"schedule.end", LG_INT, "0", 0, 1e12, NULL, "step at which the floor is reached; 0: train.steps", "0.2.0"}, { \
        "schedule.floor_at", LG_NAME, "after", 0, 0, "after last",                                                     \
            "the step that has the floor: the one after schedule.end, or that one itself, as most write it", "0.2.0"   \
    }
/* Of these, how much of the way to the floor is done at a step after the warm-up. */
double lg_schedule_part(const lg_values *v, int64_t step, int64_t steps, int64_t warmup);

#endif
