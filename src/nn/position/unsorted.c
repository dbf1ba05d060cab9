/* unsorted.c: the ablation of randomized positions: the same subset in random order, so that positions distinguish
 * tokens without showing their order. */
#include "nn/axes/position.h"

static const lg_option options[] = {
    LG_OPTION_POSITIONS_L(lg_position_range),
    LG_OPTION_POSITIONS_PER(lg_position_range),
    {0},
};

/* Fisher-Yates, from the end. */
static void shuffle(lg_key key, int count, double *x) {
    lg_random r = lg_random_from(key);
    for (int i = count - 1; i > 0; i--) {
        int j = (int)lg_random_below(&r, (uint32_t)i + 1);
        double swap = x[i];
        x[i] = x[j];
        x[j] = swap;
    }
}

static void positions(const void *own, const lg_position_draw *x, double *p) {
    const int L = lg_position_range_limit(own);
    if (x->nested) {
        lg_nested_subset(x->key, L, x->T, false, p);
        return;
    }
    lg_sorted_subset(x->key, L, x->T, p);
    shuffle(lg_key_fold(x->key, 1), x->T, p);
}

const lg_position_sampler lg_position_unsorted = {
    .name = "unsorted",
    .summary = "random positions of a larger range, in random order (ablation of randomized)",
    .formula = "p[0], .., p[T-1]: drawn uniformly without replacement from {0..L-1}, one sample per batch\n"
               "decoding: p is the first T elements, not sorted, of the permutation used by positions: randomized;\n"
               "each new token needs a pass over all tokens",
    .source = "Ruoss et al. 2023, table 3",
    .example = "lengthen inspect positions unsorted --length 4 --positions.L 16 --seed 3\n"
               "positions: 2 1 8 0\n"
               "The positions are 4 of the numbers 0..15, in random order.",
    .published = "Ruoss et al. 2023, table 3: on average 15.7 points below sorted positions",
    .options = options,
    .own_bytes = LG_OWN(lg_position_range),
    .random = true,
    .subset = true,
    .per_option = lg_position_range_per,
    .limit = lg_position_range_limit,
    .positions = positions,
};
