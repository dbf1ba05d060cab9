/* one.c: unscaled dot products; the initial weights must compensate. */
#include "nn/axes/scale.h"

#define FORMULA "1"

static lg_formula_source formula_of(const void *own) {
    (void)own;
    return (lg_formula_source){.place = &lg_formula_scale, .text = FORMULA};
}

const lg_scale lg_scale_one = {
    .name = "one",
    .summary = "no scaling",
    .formula = FORMULA,
    .source = "Raffel et al. 2020, Exploring the Limits of Transfer Learning (T5)",
    .example = "lengthen inspect encoding none --scale one --heads 1 --q ONES --k ONES\n"
               "scores[0,3]: 4 4 4 4\n"
               "ONES: a file of 4 rows of 4 ones, so that all products are 4.",
    .formula_of = formula_of,
};
