/* inverse_sqrt.c: scaled dot-product attention. */
#include <math.h>

#include "nn/axes/scale.h"

static double factor(const void *own, int head_width, int seen) {
    (void)own, (void)seen;
    return 1 / sqrt(head_width);
}

const lg_scale lg_scale_inverse_sqrt = {
    .name = "inverse_sqrt",
    .summary = "divide by the root of the head's width",
    .formula = "1 / sqrt(head_width)",
    .source = "Vaswani et al. 2017, equation 1",
    .example = "lengthen inspect encoding none --scale inverse_sqrt --heads 1 --q ONES --k ONES\n"
               "scores[0,3]: 2 2 2 2\n"
               "ONES: a file of 4 rows of 4 ones, so that all products are 4: 4 / sqrt(4).",
    .factor = factor,
};
