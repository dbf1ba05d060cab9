/* mixer.c: the model's channel mixer, which maps the row of each token by itself. */
#include "nn/axes/sublayer.h"
#include "nn/model/parts.h"

static lg_tensor *apply(lg_build *b, const lg_site *at, lg_tensor *x) {
    return lg_build_feed_forward(b, at->block, x);
}

const lg_sublayer lg_sublayer_mixer = {
    .letter = 'f',
    .name = "feed_forward",
    .summary = "feed-forward",
    .formula = "y = mixer(x), token by token",
    .source = "Vaswani et al. 2017, section 3.3",
    .apply = apply,
};
