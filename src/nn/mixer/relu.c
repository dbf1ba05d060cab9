/* relu.c: the feed-forward network of the original Transformer. */
#include "nn/mixer.h"

static lg_tensor *mix(lg_build *b, int block, lg_tensor *h) {
    return lg_build_feed_forward(b, block, h, LG_RELU);
}

const lg_mixer lg_mixer_relu = {
    .name = "relu",
    .summary = "two maps with ReLU between them",
    .formula = "max(x W1 + b1, 0) W2 + b2",
    .source = "Vaswani et al. 2017, section 3.3",
    .mix = mix,
};
