/* bilinear.c: a gated feed-forward network without an activation. */
#include "nn/axes/mixer.h"
#include "nn/pieces/published.h"

const lg_mixer lg_mixer_bilinear = {
    .name = "bilinear",
    .summary = "gated linear unit without an activation: the product of two linear layers",
    .formula = "(a(x Wg + bg) * (x W1 + b1)) W2 + b2,  a(x) = x        Wg, W1: [d,f], W2: [f,d]",
    .source = "Shazeer 2020, GLU Variants Improve Transformer, section 2 (Dauphin et al. 2017)",
    .options = lg_gated_options,
    .own_bytes = LG_OWN(lg_gated),
    .published = LG_PUBLISHED_OF_MIXER("1.960 (0.005) 1.648", "2.149 1.798 75.34 26.53"),
    .activation = LG_LINEAR,
    .gated = true,
};
