/* swiglu.c: a gated feed-forward network with swish. */
#include "nn/axes/mixer.h"
#include "nn/pieces/published.h"

const lg_mixer lg_mixer_swiglu = {
    .name = "swiglu",
    .summary = "gated linear unit with a swish (SiLU) gate",
    .formula = "(a(x Wg + bg) * (x W1 + b1)) W2 + b2,  a(x) = x sigmoid(x)        Wg, W1: [d,f], W2: [f,d]",
    .source = "Shazeer 2020, GLU Variants Improve Transformer, section 2",
    .options = lg_gated_options,
    .own_bytes = LG_OWN(lg_gated),
    .published = LG_PUBLISHED_OF_MIXER("1.944 (0.010) 1.636, GLUE 84.36, SuperGLUE 74.56", "2.127 1.789 76.00 27.02"),
    .activation = LG_SWISH,
    .gated = true,
};
