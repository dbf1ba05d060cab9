/* noam.c: the schedule of the original Transformer as it was published: the width of the model sets its peak. */
#include <math.h>

#include "train/schedule.h"

static const lg_option options[] = {LG_OPTIONS_SCHEDULE_WARMUP, {0}};
static const lg_entry_default defaults[] = {{"train.lr", "1"}, {"schedule.warmup", "4000"}, {0}};

static double peak(const void *own, const lg_schedule_step *x) {
    return 1 / sqrt((double)x->width * (double)((const lg_warmup *)own)->steps);
}

static double factor(const void *own, const lg_schedule_step *x) {
    return 1 / sqrt((double)x->width * ((double)x->step + (double)((const lg_warmup *)own)->steps));
}

const lg_schedule lg_schedule_noam = {
    .name = "noam",
    .summary = "inverse_sqrt, with a peak that follows from the width of the model",
    .formula = "lr(step) = lr width^-0.5 min(step^-0.5, step warmup^-1.5), steps counted from 1\n"
               "The curve of inverse_sqrt, with a peak of lr (width warmup)^-0.5: 6.98771e-4 for a width of 512\n"
               "and 4,000 steps of warm-up. train.lr is a factor here, 1 unless it is set.",
    .source = "Vaswani et al. 2017, equation 3",
    .published = "Vaswani et al. 2017, section 5.3: width 512 or 1024, warm-up of 4,000 steps",
    .options = options,
    .defaults = defaults,
    .own_bytes = LG_OWN(lg_warmup),
    .factor = factor,
    .peak = peak,
};
