/* constant.c: the same learning rate for ever. */
#include "train/schedule.h"

static const lg_option options[] = {LG_OPTIONS_SCHEDULE_WARMUP, {0}};

static double factor(const void *own, const lg_schedule_step *x) {
    (void)own, (void)x;
    return 1;
}

const lg_schedule lg_schedule_constant = {
    .name = "constant",
    .summary = "the same learning rate at every step",
    .formula = "lr(step) = lr, after the warm-up",
    .source = "Ruoss et al. 2023, section 4",
    .options = options,
    .own_bytes = LG_OWN(lg_warmup),
    .constant = true,
    .factor = factor,
};
