/* augmented.c: continuous augmented positions (CAPE): in training the positions of a sequence are shifted and scaled
 * together, and each is jittered, so that a model with an additive encoding learns what is invariant: order and
 * approximate distances. A source sequence and its target are shifted and scaled alike. */
#include <limits.h>
#include <math.h>

#include "nn/axes/position.h"

typedef struct augmented {
    double global_shift, local_shift, max_scale;
    bool center;
    double source_factor;
    lg_position_per per;
} augmented;

static const lg_option options[] = {
    {"positions.global_shift", LG_REAL, "5", 0, 1e6, NULL,
     "bound G of the shift of a whole sequence, which is uniform in -G..G (in the authors' code, the option is the "
     "full width 2 G)",
     .at = offsetof(augmented, global_shift)},
    {"positions.local_shift", LG_REAL, "0.5", 0, 1e6, NULL,
     "bound e of the separate shift of each token, which is uniform in -e..e; if e is above 0.5, adjacent tokens may "
     "swap places",
     .at = offsetof(augmented, local_shift)},
    {"positions.max_scale", LG_REAL, "1.03", 1, 1e3, NULL,
     "largest scale S of the positions; the logarithm of the scale is uniform in -ln S..ln S",
     .at = offsetof(augmented, max_scale)},
    {"positions.center", LG_BOOL, "true", 0, 0, NULL,
     "first subtract the mean position of the sequence, in evaluation too", .at = offsetof(augmented, center)},
    {"positions.source_factor", LG_REAL, "1", 1e-3, 1e3, NULL,
     "for separate source sequences: first multiply source positions by this factor, in evaluation too; usually the "
     "mean target length divided by the mean source length",
     .at = offsetof(augmented, source_factor)},
    LG_OPTION_POSITIONS_PER(augmented),
    {0},
};

static lg_position_per per_option(const void *own) {
    return ((const augmented *)own)->per;
}

static double source_factor(const void *own) {
    return ((const augmented *)own)->source_factor;
}

static int same_up_to(const void *own) {
    return ((const augmented *)own)->center ? 0 : INT_MAX;
}

/* Uniform in -half..half. */
static double draw_within(lg_random *r, double half) {
    return half * (2 * lg_random_unit(r) - 1);
}

static int below(const void *own, int T) {
    const augmented *a = own;
    const double shifts = a->global_shift + a->local_shift;
    const double longest = T * fmax(1, a->source_factor);
    return lg_position_above((longest + shifts) * a->max_scale);
}

/* Shift and scale, drawn once for all tokens. */
typedef struct whole {
    double delta, lambda;
} whole;

static whole draw_whole(const augmented *a, lg_random *r) {
    const double delta = draw_within(r, a->global_shift);
    return (whole){delta, exp(draw_within(r, log(a->max_scale)))};
}

/* The random numbers of a key are the shift and scale of the sequence, then the jitter of each token. A source uses the
 * shift and scale of its target, and skips its own. */
static void positions(const void *own, const lg_position_draw *x, double *p) {
    const augmented *a = own;
    lg_random r = lg_random_from(x->key), of_targets = lg_random_from(x->targets ? *x->targets : x->key);
    const double step = x->targets ? a->source_factor : 1;
    const double mean = a->center ? (x->T - 1) * step / 2 : 0;
    lg_even_positions(-mean, step, x->T, p);
    if (!x->training) return;
    const whole all = draw_whole(a, &of_targets);
    draw_whole(a, &r);
    for (int t = 0; t < x->T; t++) p[t] = (p[t] + all.delta + draw_within(&r, a->local_shift)) * all.lambda;
}

const lg_position_sampler lg_position_augmented = {
    .name = "augmented",
    .summary = "real-valued positions, randomly shifted, jittered and scaled in training (CAPE)",
    .formula = "p[t] = (t - mean + delta + eps_t) lambda, t in 0..T-1, mean = (T-1) / 2 with\n"
               "positions.center, else 0\n"
               "training: all samples are uniform: delta in -G..G and ln lambda in -ln S..ln S for each sequence,\n"
               "eps_t in -e..e for each token\n"
               "architecture: encoder_decoder: a source shares delta and lambda with its target,\n"
               "and the index t of a source token is multiplied by positions.source_factor\n"
               "G = positions.global_shift, S = positions.max_scale, e = positions.local_shift\n"
               "evaluation: delta = eps_t = 0, lambda = 1\n"
               "decoding: T counts the tokens so far; with positions.center each new token needs a pass over all T",
    .source = "Likhomanenko et al. 2021, CAPE: Encoding Relative Positions with Continuous Augmented Positional "
              "Embeddings",
    .example = "lengthen inspect positions augmented --length 4 \\\n"
               "    --positions.global_shift 0 --positions.local_shift 0 --positions.max_scale 1\n"
               "positions: -1.5 -0.5 0.5 1.5\n"
               "Without noise, as in evaluation, positions are t - 1.5.",
    .published = "Likhomanenko et al. 2021, run logs of the authors: WMT14 test BLEU, G = 5, English-German 27.58 to "
                 "27.81 (sinusoid 27.54, learned 27.33), English-French 41.50 to 41.59 (sinusoid 41.03, learned "
                 "41.17)",
    .options = options,
    .own_bytes = LG_OWN(augmented),
    .random = true,
    .real = true,
    .per = LG_PER_SEQUENCE,
    .per_option = per_option,
    .source_factor = source_factor,
    .below = below,
    .same_up_to = same_up_to,
    .positions = positions,
};
