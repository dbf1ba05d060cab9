/* squared_relu.c: a feed-forward network with the square of ReLU. */
#include "nn/axes/mixer.h"
#include "nn/pieces/published.h"

const lg_mixer lg_mixer_squared_relu = {
    .name = "squared_relu",
    .summary = "two linear layers with squared ReLU",
    .formula = "f(x W1 + b1) W2 + b2,  f(x) = max(x, 0)^2",
    .source = "So et al. 2021, Primer",
    .published = "So et al. 2021: Primer-EZ is this mixer with projection: primer. Primer, which has further changes, "
                 "reaches " LG_SO_2021,
    .activation = LG_SQUARED_RELU,
};
