/* shifted.c: shifted positions (SHAPE): in training one random offset is added to all positions of a sequence, so that
 * a model with an additive encoding learns differences. Encodings that read distances are not affected. */
#include "nn/axes/position.h"

typedef struct shifted {
    int shift, eval_shift;
    lg_position_per per;
} shifted;

static const lg_option options[] = {
    {"positions.shift", LG_INT, "500", 0, 1 << 24, NULL, "largest training offset K; offsets are uniform in 0..K",
     .at = offsetof(shifted, shift)},
    {"positions.eval_shift", LG_INT, "0", 0, 1 << 24, NULL,
     "offset in evaluation; the authors' code uses positions.shift", .at = offsetof(shifted, eval_shift)},
    LG_OPTION_POSITIONS_PER(shifted),
    {0},
};

static lg_position_per per_option(const void *own) {
    return ((const shifted *)own)->per;
}

static int below(const void *own, int T) {
    const shifted *s = own;
    return T + (s->shift > s->eval_shift ? s->shift : s->eval_shift);
}

static void positions(const void *own, const lg_position_draw *x, double *p) {
    const shifted *s = own;
    lg_random r = lg_random_from(x->key);
    const uint32_t offset = x->training ? lg_random_below(&r, (uint32_t)s->shift + 1) : (uint32_t)s->eval_shift;
    lg_even_positions(offset, 1, x->T, p);
}

static void distances(const void *own, const lg_position_draw *x, bool extra_left, double *d) {
    (void)own, (void)extra_left;
    lg_even_distances(1, x->T, d);
}

const lg_position_sampler lg_position_shifted = {
    .name = "shifted",
    .summary = "positions with a random offset in training and a fixed offset in evaluation (SHAPE)",
    .formula = "p[t] = t + k, t in 0..T-1\n"
               "training: k is uniform in 0..K, K = positions.shift, one sample per sequence\n"
               "evaluation: k = positions.eval_shift\n"
               "distance of key s from query t: s - t",
    .source = "Kiyono et al. 2021, SHAPE: Shifted Absolute Position Embedding for Transformers",
    .example = "lengthen inspect positions shifted --length 4 --seed 3\n"
               "positions: 104 105 106 107\n"
               "distances: -3 -2 -1 0 1 2 3\n"
               "All tokens have the same offset, 104, so distances do not depend on the offset.",
    .published = "Kiyono et al. 2021, K = 500, sinusoid: WMT16 English-German, test BLEU 30.49 (without SHAPE "
                 "30.46); trained on pairs of at most 50 tokens: 29.80 (without SHAPE 29.22)",
    .options = options,
    .own_bytes = LG_OWN(shifted),
    .random = true,
    .per = LG_PER_SEQUENCE,
    .per_option = per_option,
    .even_distances = true,
    .below = below,
    .positions = positions,
    .distances = distances,
};
