/* randomized.c: randomized positions: T tokens get a random ordered subset of a larger range, in training and in
 * evaluation, so that longer sequences have no untrained positions. In evaluation they may instead be evenly spaced
 * over that range. */
#include "nn/axes/position.h"

typedef struct randomized {
    lg_position_range range; /* must be the first member */
    lg_position_drawn draw;
    bool both_sides, even;
} randomized;

static const lg_option options[] = {
    LG_OPTION_POSITIONS_L(lg_position_range),
    {"positions.draw", LG_NAME, "auto", 0, 0, "auto positions distances",
     "what to sample for encodings that read distances: distances: sorted distances; positions: positions, from whose "
     "differences the distances are computed; auto: as distances",
     .at = offsetof(randomized, draw)},
    LG_OPTION_POSITIONS_PER(lg_position_range),
    {"positions.both_sides", LG_BOOL, "false", 0, 0, NULL,
     "sample the distances to the left and to the right independently", .at = offsetof(randomized, both_sides)},
    {"positions.even", LG_BOOL, "false", 0, 0, NULL,
     "in evaluation, space positions evenly over the range instead of sampling them", .at = offsetof(randomized, even)},
    {0},
};

static lg_position_drawn draws(const void *own) {
    return ((const randomized *)own)->draw;
}

static bool both_sides(const void *own) {
    return ((const randomized *)own)->both_sides;
}

/* T evenly spaced numbers of 0..L-1, starting at 0. */
static void spread(int L, int T, double *p) {
    for (int t = 0; t < T; t++) p[t] = (double)((int64_t)t * L / T);
}

static void positions(const void *own, const lg_position_draw *x, double *p) {
    const randomized *r = own;
    if (r->even && !x->training)
        spread(r->range.L, x->T, p);
    else
        lg_position_subset(x, x->key, r->range.L, x->T, p);
}

/* Draws r_1 < ... < r_count from {1..L-1}, nearest first. */
static void one_side(const lg_position_draw *x, lg_key key, int L, int count, double *r) {
    lg_position_subset(x, key, L - 1, count, r);
    for (int i = 0; i < count; i++) r[i] += 1;
}

/* Turns T-1 distances, nearest first, into the signed distances of offsets -(T-1)..-1: reverses and negates them. */
static void mirror(int T, double *left) {
    for (int i = 0, j = T - 2; i <= j; i++, j--) {
        double far = -left[j];
        left[j] = -left[i];
        left[i] = far;
    }
}

static void distances(const void *own, const lg_position_draw *x, bool extra_left, double *d) {
    const randomized *r = own;
    const int L = r->range.L, T = x->T;
    const bool even = r->even && !x->training;
    double *left = d, *right = d + T; /* left: -(T-1)..-1, then offset 0, where an extra value is overwritten */
    if (even)
        spread(L, T, right - 1); /* the first number, 0, is the distance of offset 0 */
    else
        one_side(x, x->key, L, T - 1, right);
    for (int i = 0; i < T - 1; i++) left[i] = right[i];
    if (!even && r->both_sides) one_side(x, lg_key_fold(x->key, 1), L, T - 1 + extra_left, left);
    mirror(T, left);
    d[T - 1] = 0;
}

const lg_position_sampler lg_position_randomized = {
    .name = "randomized",
    .summary = "a sorted random subset of a larger range, with a new sample for each batch",
    .formula = "positions: i_1 < ... < i_T, uniform without replacement from {0..L-1}, one sample per batch\n"
               "distances: r_1 < ... < r_{T-1} from {1..L-1}, r_0 = 0; a key at offset delta\n"
               "has the distance sign(delta) r_|delta|\n"
               "positions.even, in evaluation: i_t = floor(t L / T), r_k = floor(k L / T)\n"
               "decoding: T counts the tokens so far; eval.seed and the index of the record seed a permutation;\n"
               "i is its first T elements, sorted; r is its first T-1 elements, sorted;\n"
               "each new token needs a pass over all T tokens",
    .source =
        "Ruoss et al. 2023, Randomized Positional Encodings Boost Length Generalization of Transformers, section 3",
    .example = "lengthen inspect positions randomized --length 4 --positions.L 16 --seed 3\n"
               "positions: 0 1 2 8\n"
               "distances: -9 -3 -2 0 2 3 9\n"
               "The positions are 4 of the numbers 0..15, sorted. The distances r_1, r_2, r_3 are 3 of the\n"
               "numbers 1..15, sorted; both sides have the same distances.",
    .published = "Ruoss et al. 2023: 15 tasks, trained at lengths up to 40, evaluated at lengths 41..500: accuracy "
                 "higher by 12.0 points on average, and by up to 43.5 points",
    .options = options,
    .own_bytes = LG_OWN(randomized),
    .random = true,
    .subset = true,
    .per_option = lg_position_range_per,
    .draws = draws,
    .both_sides = both_sides,
    .limit = lg_position_range_limit,
    .positions = positions,
    .distances = distances,
};
