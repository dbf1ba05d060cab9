/* uniform.c: curriculum that draws all lengths of a list equally often at every step. Ruoss et al. 2023 use it with
 * the lengths 1..40. */
#include "data/curriculum.h"

static const lg_option options[] = {LG_CURRICULUM_LENGTHS, {0}};

const lg_curriculum lg_curriculum_uniform = {
    .name = "uniform",
    .summary = "lengths drawn from a list with equal probability",
    .formula = "n uniform in curriculum.lengths.",
    .source = "Ruoss et al. 2023, Randomized Positional Encodings (ACL), Section 4: n in 1..40",
    .options = options,
    .own_bytes = LG_OWN(lg_length_list),
    .length = lg_curriculum_any_listed,
    .longest = lg_curriculum_longest_listed,
    .draws = lg_curriculum_draws_listed,
    .listed = true,
    .evenly = true,
};
