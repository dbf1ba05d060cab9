/* inverse_sqrt_2d.c: the scale for logits that are the sum of a product of contents and a product of positions
 * (TUPE). */
#include "nn/axes/scale.h"

#define FORMULA "1/sqrt(2*dk)"

static lg_formula_source formula_of(const void *own) {
    (void)own;
    return (lg_formula_source){.place = &lg_formula_scale, .text = FORMULA};
}

const lg_scale lg_scale_inverse_sqrt_2d = {
    .name = "inverse_sqrt_2d",
    .summary = "divide by the square root of twice the head width, for encodings that add a second "
               "product (TUPE)",
    .formula = FORMULA ", dk = head width",
    .source = "Ke et al. 2021, Rethinking Positional Encoding in Language Pre-training, equation 7",
    .example = "lengthen inspect encoding none --scale inverse_sqrt_2d --heads 1 --q ONES --k ONES\n"
               "scores[0,3]: 1.41421 1.41421 1.41421 1.41421\n"
               "ONES: a file of 4 rows of 4 ones, so that all products are 4 and all scores are 4 / sqrt(8).",
    .formula_of = formula_of,
};
