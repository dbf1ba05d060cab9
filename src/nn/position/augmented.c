/* augmented.c: continuous augmented positions: in training the positions of a sequence are shifted and stretched as a
 * whole, and each of them is moved a little, so that a model learns from an additive encoding what stays: order, and
 * distances roughly. */
#include <math.h>

#include "nn/position.h"

static const lg_option options[] = {
    {"positions.global_shift", LG_REAL, "5", 0, 1e6, NULL,
     "half width G of the shift of all tokens, uniform in -G..G (the authors' program takes the whole width)"},
    {"positions.local_shift", LG_REAL, "0.5", 0, 1e6, NULL,
     "half width e of the shift of each token, uniform in -e..e; beyond 0.5 neighbours may change places"},
    {"positions.max_scale", LG_REAL, "1.03", 1, 1e3, NULL,
     "largest factor S of all positions, its logarithm uniform in -ln S..ln S"},
    {"positions.center", LG_BOOL, "true", 0, 0, NULL, "subtract the mean of the sequence first, in evaluation too"},
    LG_OPTION_POSITIONS_PER,
    {0},
};

static bool is_centered(const lg_values *v) {
    return lg_bool(v, "positions.center");
}

/* Uniform in -half..half. */
static double draw_within(lg_random *r, double half) {
    return half * (2 * lg_random_unit(r) - 1);
}

static int below(const lg_values *v, int T) {
    const double shifts = lg_real(v, "positions.global_shift") + lg_real(v, "positions.local_shift");
    return lg_position_above((T + shifts) * lg_real(v, "positions.max_scale"));
}

static void positions(const lg_values *v, const lg_position_draw *x, double *p) {
    lg_random r = lg_random_from(x->key);
    const double mean = is_centered(v) ? (x->T - 1) / 2.0 : 0;
    lg_even_positions(-mean, 1, x->T, p);
    if (!x->training) return;
    const double delta = draw_within(&r, lg_real(v, "positions.global_shift"));
    const double lambda = exp(draw_within(&r, log(lg_real(v, "positions.max_scale"))));
    const double local = lg_real(v, "positions.local_shift");
    for (int t = 0; t < x->T; t++) p[t] = (p[t] + delta + draw_within(&r, local)) * lambda;
}

const lg_position_sampler lg_position_augmented = {
    .name = "augmented",
    .summary = "real positions, shifted, jittered and stretched at random in training (CAPE)",
    .formula = "p[t] = (t - mean + delta + eps_t) lambda, t in 0..T-1, mean = (T-1) / 2 (positions.center), else 0\n"
               "training: delta uniform in -G..G, ln lambda in -ln S..ln S, one of each a sequence; eps_t in -e..e\n"
               "G = positions.global_shift, S = positions.max_scale, e = positions.local_shift\n"
               "evaluation: delta = eps_t = 0, lambda = 1",
    .source = "Likhomanenko et al. 2021, CAPE: Encoding Relative Positions with Continuous Augmented Positional "
              "Embeddings",
    .example = "lengthen inspect positions augmented --length 4 \\\n"
               "    --positions.global_shift 0 --positions.local_shift 0 --positions.max_scale 1\n"
               "positions: -1.5 -0.5 0.5 1.5\n"
               "t - 1.5, as in evaluation.",
    .published = "Likhomanenko et al. 2021, run logs of the authors: WMT14 test BLEU, G = 5, English-German 27.58 to "
                 "27.81 (sinusoid 27.54, learned 27.33), English-French 41.50 to 41.59 (41.03, 41.17)",
    .options = options,
    .random = true,
    .real = true,
    .per = LG_PER_SEQUENCE,
    .below = below,
    .by_length = is_centered,
    .positions = positions,
};
