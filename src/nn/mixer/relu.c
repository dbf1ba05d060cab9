/* relu.c: the feed-forward network of the original Transformer. */
#include "nn/mixer.h"

const lg_mixer lg_mixer_relu = {
    .name = "relu",
    .summary = "two maps with ReLU between them",
    .formula = "max(x W1 + b1, 0) W2 + b2",
    .source = "Vaswani et al. 2017, section 3.3",
    .activation = LG_RELU,
};
