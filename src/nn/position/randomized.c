/* randomized.c: randomized positions: T tokens get a random ordered subset of a larger range, in training and in
 * evaluation, so that longer sequences have no position that was never trained. */
#include "nn/position.h"

static const lg_option options[] = {
    LG_OPTION_POSITIONS_L,
    {"positions.draw", LG_NAME, "auto", 0, 0, "auto positions distances",
     "for encodings that read distances: sample sorted distances (auto), or positions and take their differences"},
    LG_OPTION_POSITIONS_PER,
    {"positions.both_sides", LG_BOOL, "false", 0, 0, NULL,
     "sample the distances to the left and to the right independently"},
    {0},
};

static void positions(const lg_values *v, lg_key key, int T, double *p) {
    lg_sorted_subset(key, lg_position_range(v), T, p);
}

/* r_1 < ... < r_count of {1..L-1}, nearest first. */
static void one_side(lg_key key, int L, int count, double *r) {
    lg_sorted_subset(key, L - 1, count, r);
    for (int i = 0; i < count; i++) r[i] += 1;
}

static void distances(const lg_values *v, lg_key key, int T, bool extra_left, double *d) {
    int L = lg_position_range(v);
    double *left = d, *right = d + T; /* left: -(T-1)..-1, then offset 0, where an extra value may go and be lost */
    one_side(key, L, T - 1, right);
    for (int i = 0; i < T - 1; i++) left[i] = right[i];
    if (lg_bool(v, "positions.both_sides")) one_side(lg_key_fold(key, 1), L, T - 1 + (extra_left && T < L), left);
    for (int i = 0, j = T - 2; i <= j; i++, j--) {
        double far = -left[j];
        left[j] = -left[i];
        left[i] = far;
    }
    d[T - 1] = 0;
}

const lg_position_sampler lg_position_randomized = {
    .name = "randomized",
    .summary = "a random ordered subset of a larger range, sampled anew each time",
    .formula = "positions: i_1 < ... < i_T, uniform without replacement from {0..L-1}, one sample for the batch\n"
               "distances: r_1 < ... < r_{T-1} from {1..L-1}, r_0 = 0; offset delta becomes sign(delta) * r_|delta|",
    .source =
        "Ruoss et al. 2023, Randomized Positional Encodings Boost Length Generalization of Transformers, section 3",
    .options = options,
    .random = true,
    .limit = lg_position_range,
    .positions = positions,
    .distances = distances,
};
