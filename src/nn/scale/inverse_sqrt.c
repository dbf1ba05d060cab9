/* inverse_sqrt.c: scaled dot-product attention. */
#include "nn/axes/scale.h"

#define FORMULA "1/sqrt(dk)"

static lg_formula_source formula_of(const void *own) {
    (void)own;
    return (lg_formula_source){.place = &lg_formula_scale, .text = FORMULA};
}

const lg_scale lg_scale_inverse_sqrt = {
    .name = "inverse_sqrt",
    .summary = "divide by the square root of the head width",
    .formula = FORMULA ", dk = head width",
    .source = "Vaswani et al. 2017, equation 1",
    .example = "lengthen inspect encoding none --scale inverse_sqrt --heads 1 --q ONES --k ONES\n"
               "scores[0,3]: 2 2 2 2\n"
               "ONES: a file of 4 rows of 4 ones. All dot products are 4, and 4 / sqrt(4) = 2.",
    .formula_of = formula_of,
};
