/* epochs.c: every training record once, in a random order; then again, in another one. For finite data sets. */
#include "data/curriculum.h"

/* Of one record, where a length stands for it: estimates. */
static int length(const lg_values *v, lg_key key, int64_t step) {
    (void)step;
    size_t count;
    const int *lengths = lg_lengths(v, "curriculum.lengths", &count);
    lg_random r = lg_random_from(key);
    return lengths[lg_random_below(&r, (uint32_t)count)];
}

static const lg_option options[] = {
    LG_CURRICULUM_LENGTHS,
    {0},
};

const lg_curriculum lg_curriculum_epochs = {
    .name = "epochs",
    .summary = "every training record once per epoch, in a random order; for data sets that are finite",
    .formula = "example i of all: epoch e = floor(i / N), record P_e(i mod N) of the N training\n"
               "records whose lengths are in curriculum.lengths; P_e is a permutation that the seed and e name.",
    .source = "usual practice; the order as in Luby & Rackoff 1988",
    .options = options,
    .epochs = true,
    .length = length,
    .longest = lg_curriculum_longest_listed,
};
