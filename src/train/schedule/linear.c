/* linear.c: a straight line from the learning rate down to a fraction of it. */
#include "train/schedule.h"

static const lg_option options[] = {LG_OPTIONS_SCHEDULE_WARMUP, LG_OPTIONS_SCHEDULE_FLOOR, {0}};

static double factor(const void *own, const lg_schedule_step *x) {
    const lg_floor *f = own;
    return f->floor + (1 - f->floor) * (1 - lg_floor_part(f, x));
}

const lg_schedule lg_schedule_linear = {
    .name = "linear",
    .summary = "a straight line down to a fraction of the learning rate",
    .formula = "lr(step) = lr ( floor + (1 - floor) (1 - (step-1) / steps) ), steps counted after the warm-up\n"
               "schedule.floor_at last: step in place of step-1. From schedule.end on it stays at the floor.",
    .source = "Devlin et al. 2019, BERT, appendix A.2",
    .options = options,
    .own_bytes = LG_OWN(lg_floor),
    .factor = factor,
    .end = lg_floor_end,
};
