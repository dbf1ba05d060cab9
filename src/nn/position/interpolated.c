/* interpolated.c: position interpolation: positions are spaced more closely, so that a longer sequence has no positions
 * beyond the training range. */
#include <limits.h>

#include "nn/axes/position.h"

typedef struct interpolated {
    double factor;
    int trained;
} interpolated;

static const lg_option options[] = {
    {"positions.factor", LG_REAL, "1", 1e-6, 1e6, NULL, "distance between adjacent tokens",
     .at = offsetof(interpolated, factor)},
    {"positions.trained", LG_INT, "0", 0, 1 << 24, NULL,
     "longest training sequence, in tokens; longer sequences are compressed to the positions of this one; 0: no "
     "compression",
     .at = offsetof(interpolated, trained)},
    {0},
};

static double step_of(const interpolated *x, int T) {
    return x->factor * (0 < x->trained && x->trained < T ? (double)x->trained / T : 1);
}

static int below(const void *own, int T) {
    return lg_position_above(step_of(own, T) * (T - 1));
}

static int same_up_to(const void *own) {
    const int trained = ((const interpolated *)own)->trained;
    return trained > 0 ? trained : INT_MAX;
}

static void positions(const void *own, const lg_position_draw *x, double *p) {
    lg_even_positions(0, step_of(own, x->T), x->T, p);
}

static void distances(const void *own, const lg_position_draw *x, bool extra_left, double *d) {
    (void)extra_left;
    lg_even_distances(step_of(own, x->T), x->T, d);
}

const lg_position_sampler lg_position_interpolated = {
    .name = "interpolated",
    .summary = "positions compressed so that longer sequences stay within the training range",
    .formula = "p[t] = t s, t in 0..T-1, s = positions.factor min(1, positions.trained / T)\n"
               "if positions.trained is 0, s = positions.factor\n"
               "distance of key s' from query t: (s' - t) s\n"
               "decoding: T counts tokens so far; beyond positions.trained each new token needs a pass over all T",
    .source = "Chen et al. 2023, Extending Context Window of Large Language Models via Positional Interpolation",
    .example = "lengthen inspect positions interpolated --positions.trained 4 --length 8\n"
               "positions: 0 0.5 1 1.5 2 2.5 3 3.5\n"
               "s = 4/8: eight tokens are compressed to the range of four tokens.",
    .published = "Chen et al. 2023: LLaMA 7B, trained at 2048, perplexity of PG19 at 2048 8192 32768 tokens: 7.20, "
                 "above 1000, above 1000; after interpolation to 32768 and fine-tuning for 1000 steps: 7.23 6.91 6.77",
    .options = options,
    .own_bytes = LG_OWN(interpolated),
    .real = true,
    .below = below,
    .same_up_to = same_up_to,
    .positions = positions,
    .distances = distances,
};
