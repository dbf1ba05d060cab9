/* noam.c: schedule of the original Transformer as published; the model width sets its peak. */
#include "train/schedule.h"

static const lg_option options[] = {LG_OPTIONS_SCHEDULE_WARMUP, {0}};
static const lg_entry_default defaults[] = {{"train.lr", "1"}, {"schedule.warmup", "4000"}, {0}};

#define FORMULA "1/sqrt(width*(step + warmup))"

static lg_formula_source formula_of(const void *own) {
    return (lg_formula_source){
        .place = &lg_formula_schedule, .text = FORMULA, .given = {{"warmup", (double)((const lg_warmup *)own)->steps}}};
}

const lg_schedule lg_schedule_noam = {
    .name = "noam",
    .summary = "inverse_sqrt with a peak set by the width of the model",
    .formula = "lr times " FORMULA ", where step 0 is the end of the warm-up.\n"
               "At step 0, the rate peaks at lr / sqrt(width warmup): 6.98771e-4 for width 512 and 4,000\n"
               "warm-up steps.\n"
               "With this schedule, train.lr is a factor, and its default is 1.",
    .source = "Vaswani et al. 2017, equation 3",
    .published = "Vaswani et al. 2017, section 5.3: width 512 or 1024, warm-up of 4,000 steps",
    .options = options,
    .defaults = defaults,
    .own_bytes = LG_OWN(lg_warmup),
    .formula_of = formula_of,
    .peak_at_zero = true,
};
