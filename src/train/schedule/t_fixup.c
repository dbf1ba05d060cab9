/* t_fixup.c: schedule that decays from the first step on, for models without norms that need no warm-up. */
#include "train/schedule.h"

typedef struct t_fixup {
    lg_warmup warmup;
    int64_t delay;
} t_fixup;

static const lg_option options[] = {LG_OPTIONS_SCHEDULE_WARMUP,
                                    {"schedule.delay", LG_INT, "4000", 1, 1e12, NULL,
                                     "steps after which the learning rate has fallen to 1/sqrt(2) of its initial value",
                                     .at = offsetof(t_fixup, delay)},
                                    {0}};

#define FORMULA "sqrt(delay/(delay + step))"

static lg_formula_source formula_of(const void *own) {
    return (lg_formula_source){
        .place = &lg_formula_schedule, .text = FORMULA, .given = {{"delay", (double)((const t_fixup *)own)->delay}}};
}

const lg_schedule lg_schedule_t_fixup = {
    .name = "t_fixup",
    .summary = "inverse square root decay without a warm-up",
    .formula = "lr times " FORMULA ", step counted from 1, after the warm-up if there is one",
    .source = "Huang et al. 2020, Improving Transformer Optimization Through Better Initialization (T-Fixup), official "
              "code",
    .published = "Huang et al. 2020: lr 5e-4, schedule.delay 4,000, no warm-up",
    .options = options,
    .own_bytes = LG_OWN(t_fixup),
    .formula_of = formula_of,
};
