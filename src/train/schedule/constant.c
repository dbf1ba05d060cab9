/* constant.c: schedule with a constant learning rate. */
#include "train/schedule.h"

static const lg_option options[] = {LG_OPTIONS_SCHEDULE_WARMUP, {0}};

#define FORMULA "1"

static lg_formula_source formula_of(const void *own) {
    (void)own;
    return (lg_formula_source){.place = &lg_formula_schedule, .text = FORMULA};
}

const lg_schedule lg_schedule_constant = {
    .name = "constant",
    .summary = "constant learning rate",
    .formula = "lr times " FORMULA ", after the warm-up",
    .source = "Ruoss et al. 2023, section 4",
    .options = options,
    .own_bytes = LG_OWN(lg_warmup),
    .constant = true,
    .formula_of = formula_of,
};
