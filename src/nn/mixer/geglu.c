/* geglu.c: a gated feed-forward network with GELU. */
#include "nn/axes/mixer.h"
#include "nn/pieces/published.h"

const lg_mixer lg_mixer_geglu = {
    .name = "geglu",
    .summary = "gated linear unit with a GELU gate",
    .formula = "(a(x Wg + bg) * (x W1 + b1)) W2 + b2,  a(x) = x Phi(x)        Wg, W1: [d,f], W2: [f,d]",
    .source = "Shazeer 2020, GLU Variants Improve Transformer, section 2",
    .options = lg_gated_options,
    .own_bytes = LG_OWN(lg_gated),
    .published = LG_PUBLISHED_OF_MIXER("1.942 (0.004) 1.633, GLUE 84.12, SuperGLUE 73.96", "2.130 1.792 75.96 26.87"),
    .activation = LG_GELU,
    .gated = true,
};
