/* swish.c: a feed-forward network with swish. */
#include "nn/mixer.h"

const lg_mixer lg_mixer_swish = {
    .name = "swish",
    .summary = "two maps with swish (SiLU) between them: x times its sigmoid",
    .formula = "f(x W1 + b1) W2 + b2,  f(x) = x sigmoid(x)",
    .source = "Ramachandran et al. 2017, Searching for Activation Functions",
    .activation = LG_SWISH,
};
