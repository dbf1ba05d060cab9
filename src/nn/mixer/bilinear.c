/* bilinear.c: a feed-forward network with a gate: the identity. */
#include "nn/mixer.h"

const lg_mixer lg_mixer_bilinear = {
    .name = "bilinear",
    .summary = "two maps multiplied, without an activation",
    .formula = "(a(x Wg + bg) * (x W1 + b1)) W2 + b2,  a(x) = x        Wg, W1: [d,f], W2: [f,d]",
    .source = "Shazeer 2020, GLU Variants Improve Transformer, section 2 (Dauphin et al. 2017)",
    .options = lg_gated_options,
    .activation = LG_LINEAR,
    .gated = true,
};
