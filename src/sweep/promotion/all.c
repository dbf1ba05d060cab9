/* all.c: the rule that stops no run. */
#include "sweep/promotion/promotion.h"

static size_t keep_all(double factor, size_t runs) {
    (void)factor;
    return runs;
}

const lg_promotion lg_promotion_all = {
    .name = "all",
    .summary = "all runs are trained to the end",
    .keep = keep_all,
};
