/* inverse_sqrt.c: schedule that decays with the square root of the step, as in the original Transformer. */
#include "train/schedule.h"

static const lg_option options[] = {LG_OPTIONS_SCHEDULE_WARMUP, {0}};

#define FORMULA "sqrt(max(warmup, 1)/(step + warmup))"

static lg_formula_source formula_of(const void *own) {
    return (lg_formula_source){
        .place = &lg_formula_schedule, .text = FORMULA, .given = {{"warmup", (double)((const lg_warmup *)own)->steps}}};
}

const lg_schedule lg_schedule_inverse_sqrt = {
    .name = "inverse_sqrt",
    .summary = "decay with the inverse square root of the step",
    .formula = "lr times " FORMULA ", step counted from the end of the warm-up",
    .source = "Vaswani et al. 2017, equation 3, scaled to 1 at the end of the warm-up",
    .options = options,
    .own_bytes = LG_OWN(lg_warmup),
    .formula_of = formula_of,
};
