/* cosine.c: half a cosine from the learning rate down to a fraction of it. */
#include <math.h>

#include "train/schedule.h"

static const lg_option options[] = {LG_OPTION_SCHEDULE_WARMUP, LG_OPTION_SCHEDULE_FLOOR, {0}};

static double factor(const lg_values *v, int64_t step, int64_t steps, int64_t warmup) {
    (void)warmup;
    double floor = lg_real(v, "schedule.floor");
    double part = steps > 0 ? (double)(step - 1) / (double)steps : 0;
    return floor + (1 - floor) * 0.5 * (1 + cos(3.14159265358979323846 * part));
}

const lg_schedule lg_schedule_cosine = {
    .name = "cosine",
    .summary = "half a cosine down to a fraction of the learning rate",
    .formula =
        "lr(step) = lr ( floor + (1 - floor) (1 + cos(pi (step-1) / steps)) / 2 ), steps counted after the warm-up",
    .source = "Loshchilov & Hutter 2017, SGDR, equation 5, without restarts",
    .options = options,
    .factor = factor,
};
