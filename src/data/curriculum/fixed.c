/* fixed.c: curriculum with one constant length. */
#include "data/curriculum.h"

typedef struct fixed {
    int length;
} fixed;

static const lg_option options[] = {
    {"curriculum.length", LG_INT, "40", 1, LG_LENGTH_MAX, NULL, "length of every training sequence",
     .at = offsetof(fixed, length)},
    {0},
};

static int length(const void *own, lg_key key, int64_t step) {
    (void)key, (void)step;
    return ((const fixed *)own)->length;
}

static int longest(const void *own, int64_t steps) {
    (void)steps;
    return ((const fixed *)own)->length;
}

static bool draws(const void *own, int length, int64_t steps) {
    (void)steps;
    return length == ((const fixed *)own)->length;
}

const lg_curriculum lg_curriculum_fixed = {
    .name = "fixed",
    .summary = "sequences of one length at every step",
    .formula = "n = curriculum.length.",
    .source = "Delétang et al. 2023, Neural Networks and the Chomsky Hierarchy (ICLR), authors' code",
    .options = options,
    .own_bytes = LG_OWN(fixed),
    .length = length,
    .longest = longest,
    .draws = draws,
    .evenly = true,
};
