/* regular_increase.c: lengths that grow by a fixed amount every so many steps. With all_lengths the earlier lengths
 * come back: those that the growth has passed through, not every number below. */
#include "data/curriculum.h"

/* initial + amount * increments, held at LG_LENGTH_MAX before it can overflow. */
static int after(const lg_values *v, int64_t increments) {
    const int64_t initial = lg_int(v, "curriculum.initial"), amount = lg_int(v, "curriculum.amount");
    if (amount > 0 && increments > (LG_LENGTH_MAX - initial) / amount) return LG_LENGTH_MAX;
    return (int)(initial + amount * increments);
}

static int length(const lg_values *v, lg_key key, int64_t step) {
    int64_t increments = step / lg_int(v, "curriculum.every");
    if (lg_bool(v, "curriculum.all_lengths")) {
        lg_random r = lg_random_from(key);
        increments = (int64_t)(lg_random_unit(&r) * (double)(increments + 1));
    }
    return after(v, increments);
}

static int longest(const lg_values *v, int64_t steps) {
    return after(v, (steps - 1) / lg_int(v, "curriculum.every"));
}

static bool draws(const lg_values *v, int length, int64_t steps) {
    const int64_t more = length - lg_int(v, "curriculum.initial"), amount = lg_int(v, "curriculum.amount");
    const int last = longest(v, steps);
    return length == last || (more >= 0 && length < last && more % amount == 0);
}

static const lg_option options[] = {
    {"curriculum.initial", LG_INT, "1", 1, LG_LENGTH_MAX, NULL, "length of the first steps"},
    {"curriculum.every", LG_INT, "1000", 1, 1e12, NULL, "steps from one length to the next"},
    {"curriculum.amount", LG_INT, "1", 0, LG_LENGTH_MAX, NULL, "tokens from one length to the next"},
    {"curriculum.all_lengths", LG_BOOL, "false", 0, 0, NULL, "draw uniformly from all lengths reached so far"},
    {0},
};

const lg_curriculum lg_curriculum_regular_increase = {
    .name = "regular_increase",
    .summary = "lengths that grow by a fixed amount every so many steps",
    .formula = "k = floor(step / every), step from 0.\n"
               "n = initial + amount * k, or with all_lengths n = initial + amount * j, j uniform in 0..k;\n"
               "never above 100000.",
    .source = "Delétang et al. 2023, Neural Networks and the Chomsky Hierarchy (ICLR), authors' code",
    .options = options,
    .length = length,
    .longest = longest,
    .draws = draws,
};
