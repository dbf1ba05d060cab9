/* relu.c: the feed-forward network of the original Transformer. */
#include "nn/axes/mixer.h"
#include "nn/pieces/published.h"

const lg_mixer lg_mixer_relu = {
    .name = "relu",
    .summary = "two linear layers with ReLU",
    .formula = "max(x W1 + b1, 0) W2 + b2",
    .source = "Vaswani et al. 2017, section 3.3",
    .published = LG_SHAZEER_2020_TABLE LG_SHAZEER_2020_RELU "\n" LG_NARANG_2021_TABLE LG_NARANG_2021_T5 " (T5)",
    .activation = LG_RELU,
};
