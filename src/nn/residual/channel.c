/* channel.c: a trained factor for each column of the residual stream. */
#include "nn/axes/residual.h"
#include "nn/axes/sublayer.h"
#include "nn/model/parts.h"

typedef struct channel {
    enum { ALL, FEED_FORWARD } sublayers;
} channel;

static const lg_option options[] = {
    {"residual.sublayers", LG_NAME, "all", 0, 0, "all feed_forward",
     "sublayers with factors; feed_forward: only the feed-forward network, as in "
     "NormFormer",
     .at = offsetof(channel, sublayers)},
    {0},
};

static lg_residual_terms weigh(lg_build *b, const lg_site *at, lg_tensor *h, lg_tensor *o) {
    const channel *own = (const void *)&b->model->residual.own;
    const bool all = own->sublayers == ALL;
    if (!all && (at->sublayer->mixes_tokens || at->sublayer->reads_other)) return (lg_residual_terms){h, o};
    return (lg_residual_terms){lg_build_residual_scale(b, at, h, lg_columns(h), 1), o};
}

const lg_residual lg_residual_channel = {
    .name = "channel",
    .summary = "a trained factor for each column of the residual stream, initially 1",
    .formula = "y = lambda * x + drop(F(x))        lambda: [d] in each sublayer, trained, initially 1\n"
               "residual.sublayers: feed_forward: only feed-forward networks have lambda;\n"
               "attention has y = x + drop(F(x))",
    .source = "Shleifer et al. 2021, NormFormer, section 2.1 (feed-forward network only)",
    .published =
        "Shleifer et al. 2021, 125M, perplexity: NormFormer with factors of the feed-forward residual 15.88, without "
        "them 16.20; pre-norm 16.37",
    .options = options,
    .own_bytes = LG_OWN(channel),
    .weigh = weigh,
};
