/* equal_mean.c: evenly spaced positions, the last of which is random. The mean of this last position is the last
 * position in evaluation, so positions in training and evaluation have equal means. */
#include <math.h>

#include "nn/axes/position.h"

typedef struct equal_mean {
    enum { EXPONENTIAL, BETA, FIXED } distribution;
    int longest;
    lg_position_per per;
} equal_mean;

static const lg_option options[] = {
    {"positions.law", LG_NAME, "exponential", 0, 0, "exponential beta fixed",
     "distribution of the last position in training, with the sequence length T as its mean (alias: "
     "positions.distribution): exponential: no upper limit; beta: at most positions.longest; fixed: always T, as in "
     "evaluation",
     .at = offsetof(equal_mean, distribution)},
    {.name = "positions.longest",
     .type = LG_INT,
     .fallback = "2048",
     .min = 1,
     .max = 1 << 24,
     .help = "upper limit M of the beta distribution: the longest evaluated sequence, in tokens; in sequences of T >= "
             "M tokens the last position is T",
     .at = offsetof(equal_mean, longest)},
    LG_OPTION_POSITIONS_PER(equal_mean),
    {0},
};

static lg_position_per per_option(const void *own) {
    return ((const equal_mean *)own)->per;
}

/* The last position, for x uniform in [0,1). With BETA, it is M (positions.longest) times a number of distribution
 * Beta(1, M/T - 1), which has mean T/M. As M grows, this last position tends to an exponential distribution. */
static double last_of(const equal_mean *e, double T, double x) {
    const double M = e->longest;
    if (e->distribution == EXPONENTIAL) return -T * log1p(-x);
    if (e->distribution == FIXED || T >= M) return T;
    return -M * expm1(log1p(-x) / (M / T - 1));
}

/* The distance between neighbours: the last position divided by T - 1. */
static double step_of(const equal_mean *e, const lg_position_draw *x) {
    double last = x->T;
    if (x->training && e->distribution != FIXED) {
        lg_random r = lg_random_from(x->key);
        last = last_of(e, x->T, lg_random_unit(&r));
    }
    return x->T > 1 ? last / (x->T - 1) : 0;
}

/* log1p(-x) >= log(2^-53) > -37, so the last position is below 37 T. */
static int below(const void *own, int T) {
    const equal_mean *e = own;
    const double most = e->distribution == BETA ? fmax(T, e->longest) : T;
    return lg_position_above(e->distribution == EXPONENTIAL ? 37.0 * T : most);
}

static int same_up_to(const void *own) {
    (void)own;
    return 0;
}

static void positions(const void *own, const lg_position_draw *x, double *p) {
    lg_even_positions(0, step_of(own, x), x->T, p);
}

static void distances(const void *own, const lg_position_draw *x, bool extra_left, double *d) {
    (void)extra_left;
    lg_even_distances(step_of(own, x), x->T, d);
}

const lg_position_sampler lg_position_equal_mean = {
    .name = "equal_mean",
    .summary = "evenly spaced positions up to a random last position, whose mean is the sequence length",
    .formula = "p[t] = t m / (T-1), t in 0..T-1\n"
               "training: m is exponential with mean T, one sample per forward pass; evaluation: m = T\n"
               "positions.law: beta: m = M x, x ~ Beta(1, M/T - 1) with mean T/M, M = longest; if T >= M, m = T\n"
               "distance of key s from query t: (s - t) m / (T-1)\n"
               "decoding: T counts the tokens so far, so each new token needs a pass over all T",
    .source = "Su 2023, random positions of equal mean (length extrapolation and robustness to positions)",
    .example = "lengthen inspect positions equal_mean --positions.law fixed --length 5\n"
               "positions: 0 1.25 2.5 3.75 5\n"
               "m = T = 5: steps of 5/4, as in evaluation.\n"
               "lengthen inspect positions equal_mean --length 5 --seed 3\n"
               "positions: 0 0.292793 0.585586 0.878379 1.17117\n"
               "The last position is the random m.",
    .options = options,
    .own_bytes = LG_OWN(equal_mean),
    .random = true,
    .real = true,
    .per = LG_PER_PASS,
    .per_option = per_option,
    .below = below,
    .same_up_to = same_up_to,
    .positions = positions,
    .distances = distances,
};
