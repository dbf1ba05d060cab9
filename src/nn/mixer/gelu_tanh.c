/* gelu_tanh.c: a feed-forward network with the tanh form of GELU. */
#include "nn/axes/mixer.h"

const lg_mixer lg_mixer_gelu_tanh = {
    .name = "gelu_tanh",
    .summary = "two linear layers with the tanh approximation of GELU, as in BERT and GPT-2",
    .formula = "f(x W1 + b1) W2 + b2,  f(x) = x (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3))) / 2",
    .source = "Hendrycks & Gimpel 2016, section 2; differs from gelu by less than 0.0005",
    .activation = LG_GELU_TANH,
};
