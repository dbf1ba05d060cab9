/* halving.c: successive halving: of n runs at a rung the best n / factor, at least one, are promoted. Factor 2 halves
 * them, hence the name; Hyperband uses 3 (its eta). */
#include "sweep/promotion/promotion.h"

#define MOST_STEPS 2147483647

static const lg_option options[] = {
    {"rungs", LG_LENGTHS, "1", 1, MOST_STEPS, NULL, "steps after which runs are compared"},
    {"factor", LG_INT, "3", 2, 1000, NULL, "k: one of k runs is promoted"},
    {"within", LG_TEXT, "", 0, 0, NULL, "axes: runs are compared only if they have the same labels on these axes"},
    {0},
};

static size_t keep_part(double factor, size_t runs) {
    const size_t part = runs / (size_t)factor;
    return part > 0 ? part : 1;
}

const lg_promotion lg_promotion_halving = {
    .name = "halving",
    .summary = "successive halving: at each rung the best runs are promoted",
    .formula = "of the n runs at a rung, the floor(n / factor) runs with the best validation scores at the step of\n"
               "the rung are promoted, and at least 1 run (eval.validation sets the records of the validation score)",
    .source = "Jamieson & Talwalkar 2016; Li et al. 2018, Hyperband, algorithm 1",
    .part = "halving",
    .options = options,
    .keep = keep_part,
};
