/* fixed.c: always the same length. */
#include "data/curriculum.h"

static int length(const lg_values *v, lg_key key, int64_t step) {
    (void)key, (void)step;
    return (int)lg_int(v, "curriculum.length");
}

static int longest(const lg_values *v, int64_t steps) {
    (void)steps;
    return (int)lg_int(v, "curriculum.length");
}

static bool draws(const lg_values *v, int length, int64_t steps) {
    (void)steps;
    return length == lg_int(v, "curriculum.length");
}

static const lg_option options[] = {
    {"curriculum.length", LG_INT, "40", 1, LG_LENGTH_MAX, NULL, "length of all batches"},
    {0},
};

const lg_curriculum lg_curriculum_fixed = {
    .name = "fixed",
    .summary = "one length at all steps",
    .formula = "n = curriculum.length.",
    .source = "Delétang et al. 2023, Neural Networks and the Chomsky Hierarchy (ICLR), authors' code",
    .options = options,
    .length = length,
    .longest = longest,
    .draws = draws,
    .evenly = true,
};
