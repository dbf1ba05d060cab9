/* one.c: dot products as they are; the initial values must make up for it. */
#include "nn/axes/scale.h"

static double factor(const void *own, int head_width, int seen) {
    (void)own, (void)head_width, (void)seen;
    return 1;
}

const lg_scale lg_scale_one = {
    .name = "one",
    .summary = "dot products as they are",
    .formula = "1",
    .source = "Raffel et al. 2020, Exploring the Limits of Transfer Learning (T5)",
    .example = "lengthen inspect encoding none --scale one --heads 1 --q ONES --k ONES\n"
               "scores[0,3]: 4 4 4 4\n"
               "ONES: a file of 4 rows of 4 ones, so that all products are 4: 4.",
    .factor = factor,
};
