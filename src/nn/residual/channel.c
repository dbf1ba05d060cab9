/* channel.c: each column of the residual stream has a trained factor. */
#include "nn/residual.h"

static lg_residual_terms weigh(lg_build *b, const lg_site *at, lg_tensor *h, lg_tensor *o) {
    return (lg_residual_terms){lg_build_residual_scale(b, at, h, lg_columns(h), 1), o};
}

const lg_residual lg_residual_channel = {
    .name = "channel",
    .summary = "a trained factor of each column of the stream, at first 1",
    .formula = "y = lambda * x + drop(F(x))        lambda: [d] of each sublayer, trained, starts as 1",
    .source = "Shleifer et al. 2021, NormFormer, section 2.1 (there of the feed-forward network alone)",
    .weigh = weigh,
};
