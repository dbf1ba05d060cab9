/* rezero.c: a trained factor for each sublayer, initially zero: the untrained model is its embedding. */
#include "nn/axes/residual.h"
#include "nn/pieces/published.h"

static lg_residual_terms weigh(lg_build *b, const lg_site *at, lg_tensor *h, lg_tensor *o) {
    return (lg_residual_terms){h, lg_build_residual_scale(b, at, o, 1, 0)};
}

static const lg_entry_default defaults[] = {{"block", "no_norm"}, {0}};

const lg_residual lg_residual_rezero = {
    .name = "rezero",
    .summary = "a trained factor for each sublayer's output, initially 0 (ReZero)",
    .formula = "y = x + drop(a F(x))        a: [1] in each sublayer, trained, initially 0",
    .source = "Bachlechner et al. 2021, ReZero is All You Need, equation 3",
    .published = LG_NARANG_2021("2.262 1.939 61.69 26.37"),
    .defaults = defaults,
    .weigh = weigh,
};
