/* linear.c: schedule that decays linearly to a fraction of the learning rate. */
#include "train/schedule.h"

static const lg_option options[] = {LG_OPTIONS_SCHEDULE_WARMUP, LG_OPTIONS_SCHEDULE_FLOOR, {0}};

#define FACTOR  "floor + (1 - floor)*(1 - p)"
#define FORMULA LG_FLOOR_PART FACTOR

static lg_formula_source formula_of(const void *own) {
    return lg_floor_formula(FORMULA, own);
}

const lg_schedule lg_schedule_linear = {
    .name = "linear",
    .summary = "linear decay to a fraction of the learning rate",
    .formula = "lr times (" FACTOR "), where\n" LG_FLOOR_PART "step counts from the end of the warm-up;\n"
               "steps: the value of step at schedule.end; last: 1 with schedule.floor_at: last, else 0",
    .source = "Devlin et al. 2019, BERT, appendix A.2",
    .options = options,
    .own_bytes = LG_OWN(lg_floor),
    .formula_of = formula_of,
    .end = lg_floor_end,
};
