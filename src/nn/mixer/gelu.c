/* gelu.c: a feed-forward network with GELU. */
#include "nn/axes/mixer.h"
#include "nn/pieces/published.h"

const lg_mixer lg_mixer_gelu = {
    .name = "gelu",
    .summary = "two linear layers with GELU: x times the normal distribution function",
    .formula = "f(x W1 + b1) W2 + b2,  f(x) = x Phi(x) = x (1 + erf(x / sqrt(2))) / 2",
    .source = "Hendrycks & Gimpel 2016, Gaussian Error Linear Units",
    .published = LG_PUBLISHED_OF_MIXER("1.983 (0.005) 1.679", "2.179 1.838 75.79 26.47"),
    .activation = LG_GELU,
};
