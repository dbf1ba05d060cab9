/* swish.c: a feed-forward network with swish. */
#include "nn/axes/mixer.h"
#include "nn/pieces/published.h"

const lg_mixer lg_mixer_swish = {
    .name = "swish",
    .summary = "two linear layers with swish (SiLU): x times its sigmoid",
    .formula = "f(x W1 + b1) W2 + b2,  f(x) = x sigmoid(x)",
    .source = "Ramachandran et al. 2017, Searching for Activation Functions",
    .published = LG_PUBLISHED_OF_MIXER("1.994 (0.003) 1.683", "2.186 1.847 73.77 26.75"),
    .activation = LG_SWISH,
};
