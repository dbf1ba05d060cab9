/* cosine.c: half a cosine from the learning rate down to a fraction of it. */
#include <math.h>

#include "train/schedule.h"

static const lg_option options[] = {LG_OPTIONS_SCHEDULE_WARMUP, LG_OPTIONS_SCHEDULE_FLOOR, {0}};

static double factor(const void *own, const lg_schedule_step *x) {
    const lg_floor *f = own;
    const double angle = 3.14159265358979323846 * lg_floor_part(f, x);
    return f->floor + (1 - f->floor) * 0.5 * (1 + cos(angle));
}

const lg_schedule lg_schedule_cosine = {
    .name = "cosine",
    .summary = "half a cosine down to a fraction of the learning rate",
    .formula =
        "lr(step) = lr ( floor + (1 - floor) (1 + cos(pi (step-1) / steps)) / 2 )\n"
        "steps counted after the warm-up\n"
        "schedule.floor_at last: step in place of step-1. From schedule.end on it stays at the floor.",
    .source = "Loshchilov & Hutter 2017, SGDR, equation 5, without restarts",
    .options = options,
    .own_bytes = LG_OWN(lg_floor),
    .factor = factor,
    .end = lg_floor_end,
};
