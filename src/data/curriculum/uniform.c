/* uniform.c: every length of a list equally often, at all times. The curriculum of the study: 1..40. */
#include "data/curriculum.h"

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

const lg_curriculum lg_curriculum_uniform = {
    .name = "uniform",
    .summary = "every length of a list equally often",
    .formula = "n uniform in curriculum.lengths.",
    .source = "Ruoss et al. 2023, Randomized Positional Encodings (ACL), Section 4: n in 1..40",
    .options = options,
    .length = length,
    .longest = lg_curriculum_longest_listed,
};
