/* reglu.c: a gated feed-forward network with ReLU. */
#include "nn/axes/mixer.h"
#include "nn/pieces/published.h"

const lg_mixer lg_mixer_reglu = {
    .name = "reglu",
    .summary = "gated linear unit with a ReLU gate",
    .formula = "(a(x Wg + bg) * (x W1 + b1)) W2 + b2,  a(x) = max(x, 0)        Wg, W1: [d,f], W2: [f,d]",
    .source = "Shazeer 2020, GLU Variants Improve Transformer, section 2",
    .options = lg_gated_options,
    .own_bytes = LG_OWN(lg_gated),
    .published = LG_PUBLISHED_OF_MIXER("1.953 (0.003) 1.645, GLUE 84.67, SuperGLUE 73.66", "2.145 1.803 76.17 27.02"),
    .activation = LG_RELU,
    .gated = true,
};
