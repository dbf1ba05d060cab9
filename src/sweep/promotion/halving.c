/* halving.c: successive halving: of n runs at a rung the best n / factor go on, at least one. Factor 2 halves them,
 * hence the name; Hyperband uses 3 (its eta). */
#include "sweep/promotion/promotion.h"

#define MOST_STEPS 2147483647

static const lg_option options[] = {
    {"rungs", LG_LENGTHS, "1", 1, MOST_STEPS, NULL, "steps after which runs are compared"},
    {"factor", LG_INT, "3", 2, 1000, NULL, "of so many runs one goes on"},
    {"within", LG_TEXT, "", 0, 0, NULL, "axes: runs are compared with those that have the same labels"},
    {0},
};

static size_t keep_part(double factor, size_t runs) {
    const size_t part = runs / (size_t)factor;
    return part > 0 ? part : 1;
}

const lg_promotion lg_promotion_halving = {
    .name = "halving",
    .summary = "successive halving: at each rung the best of the runs go on",
    .formula = "of n runs of a rung floor(n / factor) go on, at least 1, by the score of the validation at its step\n"
               "(eval.validation: records of the validation split at the lengths of training, unless it is test)",
    .source = "Jamieson & Talwalkar 2016; Li et al. 2018, Hyperband, algorithm 1",
    .part = "halving",
    .options = options,
    .keep = keep_part,
};
