/* released.c: randomized distances as computed by the official code for its noisy relative encoding, kept for
 * comparisons with it. That code adds L to the offsets but reads a table of only L rows, and array reads beyond the end
 * are clamped to the last row. As a result, the k-th nearest key on the left has row L - r_k. The token itself and all
 * keys on the right have row L - 1. */
#include "nn/axes/position.h"

static const lg_option options[] = {
    LG_OPTION_POSITIONS_L(lg_position_range),
    LG_OPTION_POSITIONS_PER(lg_position_range),
    {0},
};

static void distances(const void *own, const lg_position_draw *x, bool extra_left, double *d) {
    (void)extra_left;
    const int L = lg_position_range_limit(own), T = x->T;
    double *right = d + T; /* r_1..r_{T-1}, overwritten below */
    lg_position_subset(x, x->key, L - 1, T - 1, right);
    for (int k = 1; k < T; k++) d[T - 1 - k] = L - (right[k - 1] + 1);
    for (int delta = 0; delta < T; delta++) d[T - 1 + delta] = L - 1;
}

const lg_position_sampler lg_position_released = {
    .name = "released",
    .summary = "randomized distances as computed by the released code of Ruoss et al. 2023; only for "
               "encoding: relative",
    .formula = "r_1 < ... < r_{T-1} from {1..L-1}\n"
               "a key at offset delta < 0 has the distance L - r_|delta|; all other keys have the distance L-1\n"
               "decoding: T counts the tokens so far; r is the first T-1 elements, sorted, of a fixed permutation,\n"
               "so the distances change at each step and all tokens are computed again",
    .source = "the June 2023 release of Ruoss et al. 2023, noisy relative encodings, where an index beyond the "
              "distance table returns the last row of the table",
    .example = "lengthen inspect positions released --length 4 --positions.L 16 --seed 3\n"
               "distances: 7 13 14 15 15 15 15\n"
               "Keys on the left have the distances 16 - r_3, 16 - r_2, 16 - r_1.\n"
               "The query's own key and the keys on the right have the distance 15.",
    .options = options,
    .own_bytes = LG_OWN(lg_position_range),
    .random = true,
    .released_table = true,
    .subset = true,
    .per_option = lg_position_range_per,
    .limit = lg_position_range_limit,
    .distances = distances,
};
