/* full.c: every query sees every key. */
#include "nn/axes/mask.h"

#define FORMULA "1"

static lg_formula_source formula_of(const void *own) {
    (void)own;
    return (lg_formula_source){.place = &lg_formula_mask, .text = FORMULA};
}

const lg_mask lg_mask_full = {
    .name = "full",
    .summary = "every query sees every key",
    .formula = "visible iff " FORMULA " (always)",
    .source = "Vaswani et al. 2017, the encoder of section 3.1",
    .example = "--mask full, T = 4\n"
               "####\n"
               "####\n"
               "####\n"
               "####",
    .plain = true,
    .formula_of = formula_of,
};
