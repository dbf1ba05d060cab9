/* regular_increase.c: curriculum whose length grows by a fixed amount at regular intervals. With
 * curriculum.all_lengths, the lengths of earlier intervals are also drawn. */
#include "data/curriculum.h"

typedef struct increase {
    int initial, amount;
    int64_t every;
    bool all_lengths;
} increase;

static const lg_option options[] = {
    {"curriculum.initial", LG_INT, "1", 1, LG_LENGTH_MAX, NULL, "length at the first step",
     .at = offsetof(increase, initial)},
    {"curriculum.every", LG_INT, "1000", 1, 1e12, NULL, "steps between increments of the length",
     .at = offsetof(increase, every)},
    {"curriculum.amount", LG_INT, "1", 0, LG_LENGTH_MAX, NULL, "increment of the length, in tokens",
     .at = offsetof(increase, amount)},
    {"curriculum.all_lengths", LG_BOOL, "false", 0, 0, NULL, "sample uniformly from all lengths reached so far",
     .at = offsetof(increase, all_lengths)},
    {0},
};

/* Returns initial + amount * increments, but at most LG_LENGTH_MAX. The check avoids an overflow. */
static int after(const increase *x, int64_t increments) {
    if (x->amount > 0 && increments > (LG_LENGTH_MAX - x->initial) / x->amount) return LG_LENGTH_MAX;
    return (int)(x->initial + x->amount * increments);
}

static int length(const void *own, lg_key key, int64_t step) {
    const increase *x = own;
    int64_t increments = step / x->every;
    if (x->all_lengths) {
        lg_random r = lg_random_from(key);
        increments = (int64_t)(lg_random_unit(&r) * (double)(increments + 1));
    }
    return after(x, increments);
}

static int longest(const void *own, int64_t steps) {
    const increase *x = own;
    return after(x, (steps - 1) / x->every);
}

static bool draws(const void *own, int length, int64_t steps) {
    const increase *x = own;
    const int last = longest(x, steps), more = length - x->initial;
    return length == last || (more >= 0 && length < last && more % x->amount == 0);
}

const lg_curriculum lg_curriculum_regular_increase = {
    .name = "regular_increase",
    .summary = "lengths that grow by a fixed increment at regular intervals",
    .formula = "k = floor(step / every), step from 0.\n"
               "n = initial + amount * k, or with all_lengths n = initial + amount * j, j uniform in 0..k;\n"
               "never above 100000.",
    .source = "Delétang et al. 2023, Neural Networks and the Chomsky Hierarchy (ICLR), authors' code",
    .options = options,
    .own_bytes = LG_OWN(increase),
    .length = length,
    .longest = longest,
    .draws = draws,
};
