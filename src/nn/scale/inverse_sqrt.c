/* inverse_sqrt.c: scaled dot-product attention. */
#include <math.h>

#include "nn/scale.h"

static double factor(const lg_values *v, int head_width, int seen) {
    (void)v, (void)seen;
    return 1 / sqrt(head_width);
}

const lg_scale lg_scale_inverse_sqrt = {
    .name = "inverse_sqrt",
    .summary = "divide by the root of the head's width",
    .formula = "1 / sqrt(head_width)",
    .source = "Vaswani et al. 2017, equation 1",
    .factor = factor,
};
