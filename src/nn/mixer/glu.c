/* glu.c: a gated feed-forward network with the sigmoid. */
#include "nn/axes/mixer.h"
#include "nn/pieces/published.h"

const lg_mixer lg_mixer_glu = {
    .name = "glu",
    .summary = "gated linear unit: a second linear layer with a sigmoid is the gate",
    .formula = "(a(x Wg + bg) * (x W1 + b1)) W2 + b2,  a(x) = sigmoid(x)        Wg, W1: [d,f], W2: [f,d]",
    .source = "Shazeer 2020, GLU Variants Improve Transformer, section 2 (Dauphin et al. 2017)",
    .options = lg_gated_options,
    .own_bytes = LG_OWN(lg_gated),
    .published = LG_PUBLISHED_OF_MIXER("1.982 (0.006) 1.663", "2.174 1.814 74.20 27.12"),
    .activation = LG_SIGMOID,
    .gated = true,
};
