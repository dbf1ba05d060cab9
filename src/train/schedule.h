/* schedule.h: the axis `schedule`: the factor of the learning rate at each step. Every schedule can start with a linear
 * warm-up. */
#ifndef LG_TRAIN_SCHEDULE_H
#define LG_TRAIN_SCHEDULE_H

#include "base/arena.h"
#include "base/entry.h"
#include "formula/formula.h"

/* The first members of every schedule's options. */
typedef struct lg_warmup {
    int64_t steps;
    double from;
} lg_warmup;

typedef struct lg_schedule {
    LG_ENTRY;                                         /* the struct of its options begins with an lg_warmup */
    bool constant;                                    /* the rate is constant after the warm-up */
    lg_formula_source (*formula_of)(const void *own); /* formula of the factor, for lg_formula_schedule */
    /* True: the warm-up ends at the factor that the formula has at step 0. False: it ends at a factor of 1. */
    bool peak_at_zero;
    int64_t (*end)(const void *own); /* step at which the decay ends; 0, or NULL: the last step */
} lg_schedule;

typedef LG_CHOSEN(lg_schedule) lg_chosen_schedule;

extern const lg_schedule *const lg_schedules[]; /* ends with NULL */
const lg_schedule *lg_schedule_find(const char *name);
static inline const lg_warmup *lg_schedule_warmup(const lg_chosen_schedule *s) {
    return (const void *)&s->own;
}
/* A schedule with its parsed formula. */
typedef struct lg_open_schedule {
    const lg_formula *formula;
    double *work;
} lg_open_schedule;
/* Called once per training; allocates in the arena. */
bool lg_schedule_open(const lg_chosen_schedule *s, int width, int64_t steps, lg_arena *arena, lg_open_schedule *out,
                      lg_error *err);
/* The learning rate of step 1, 2, ..., steps, given the base rate `rate`. */
double lg_schedule_rate(const lg_chosen_schedule *s, const lg_open_schedule *open, double rate, int width, int64_t step,
                        int64_t steps);
/* Fails if the options of the schedule are incompatible; the error contains their keys (lg_blame). */
bool lg_schedule_check(const lg_chosen_schedule *s, lg_error *err);

/* Rows of the warm-up options, which all schedules share. */
#define LG_OPTIONS_SCHEDULE_WARMUP                                                                                     \
    {"schedule.warmup",                                                                                                \
     LG_INT,                                                                                                           \
     "0",                                                                                                              \
     0,                                                                                                                \
     1e12,                                                                                                             \
     NULL,                                                                                                             \
     "warm-up steps, during which the learning rate rises linearly",                                                   \
     .at = offsetof(lg_warmup, steps)},                                                                                \
    {                                                                                                                  \
        "schedule.warmup_from", LG_REAL, "0", 0, 100, NULL,                                                            \
            "learning rate at the start of the warm-up; 1e-07 in fairseq", .at = offsetof(lg_warmup, from)             \
    }

/* Options of schedules that end at a fraction of the learning rate; their rows come after those of the warm-up. */
typedef struct lg_floor {
    lg_warmup warmup;
    double floor;
    int64_t end;
    enum { LG_FLOOR_AFTER, LG_FLOOR_LAST } at;
} lg_floor;
#define LG_OPTIONS_SCHEDULE_FLOOR                                                                                      \
    {"schedule.floor",                                                                                                 \
     LG_REAL,                                                                                                          \
     "0",                                                                                                              \
     0,                                                                                                                \
     1,                                                                                                                \
     NULL,                                                                                                             \
     "final learning rate, as a fraction of train.lr",                                                                 \
     .at = offsetof(lg_floor, floor)},                                                                                 \
        {"schedule.end",                                                                                               \
         LG_INT,                                                                                                       \
         "0",                                                                                                          \
         0,                                                                                                            \
         1e12,                                                                                                         \
         NULL,                                                                                                         \
         "step at which the floor is reached; 0: train.steps",                                                         \
         .at = offsetof(lg_floor, end)},                                                                               \
    {                                                                                                                  \
        "schedule.floor_at", LG_NAME, "after", 0, 0, "after last",                                                     \
            "first step at the floor: after: the step after schedule.end; last: schedule.end itself, as in most "      \
            "programs",                                                                                                \
            .at = offsetof(lg_floor, at)                                                                               \
    }
int64_t lg_floor_end(const void *own); /* the `end` of these schedules */
/* The beginning of these schedules' formulas: defines p, the fraction of the decay that is done at a step. */
#define LG_FLOOR_PART "p = min(if(last, step, step - 1)/steps, 1); "
lg_formula_source lg_floor_formula(const char *text, const void *own);

#endif
