/* linear.c: a straight line from the learning rate down to a fraction of it. */
#include "train/schedule.h"

static const lg_option options[] = {LG_OPTION_SCHEDULE_WARMUP, LG_OPTION_SCHEDULE_FLOOR, {0}};

static double factor(const lg_values *v, int64_t step, int64_t steps, int64_t warmup) {
    (void)warmup;
    const double floor = lg_real(v, "schedule.floor");
    const double part = steps > 0 ? (double)(step - 1) / (double)steps : 0;
    return floor + (1 - floor) * (1 - part);
}

const lg_schedule lg_schedule_linear = {
    .name = "linear",
    .summary = "a straight line down to a fraction of the learning rate",
    .formula = "lr(step) = lr ( floor + (1 - floor) (1 - (step-1) / steps) ), steps counted after the warm-up",
    .source = "Devlin et al. 2019, BERT, appendix A.2",
    .options = options,
    .factor = factor,
};
