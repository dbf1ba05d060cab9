/* inverse_sqrt.c: the learning rate falls with the root of the step, as for the original Transformer. */
#include <math.h>

#include "train/schedule.h"

static const lg_option options[] = {LG_OPTIONS_SCHEDULE_WARMUP, {0}};

/* Continuous at the end of the warm-up, where both parts are 1. */
static double factor(const void *own, const lg_schedule_step *x) {
    const double warmup = (double)((const lg_warmup *)own)->steps;
    return sqrt((warmup > 0 ? warmup : 1) / ((double)x->step + warmup));
}

const lg_schedule lg_schedule_inverse_sqrt = {
    .name = "inverse_sqrt",
    .summary = "the learning rate falls with the square root of the step",
    .formula = "lr(step) = lr sqrt(max(warmup, 1) / step)",
    .source = "Vaswani et al. 2017, equation 3, scaled to 1 at the end of the warm-up",
    .options = options,
    .own_bytes = LG_OWN(lg_warmup),
    .factor = factor,
};
