/* dynamic_convolution.c: like a light convolution (light_convolution.c), but with a kernel for each token, computed
 * by a linear map from the token's own row. The weight of a neighbour therefore depends on that row and on the
 * distance, but not on the neighbour's row. Wu et al. 2019, section 4. */
#include "nn/model/parts.h"
#include "nn/pieces/convolution.h"
#include "nn/pieces/published.h"

typedef struct dynamic_convolution {
    lg_convolution_setup shared;
    bool bias;
} dynamic_convolution;

const lg_option lg_convolution_options[] = {
    LG_OPTIONS_CONVOLUTION,
    {"convolution.bias", LG_BOOL, "false", 0, 0, NULL,
     "add a bias to the map that computes the kernel of a dynamic convolution",
     .at = offsetof(dynamic_convolution, bias)},
    LG_OPTIONS_CONVOLUTION_WEIGHTS,
    {0},
};

static lg_tensor *apply(lg_build *b, const lg_site *at, lg_tensor *x) {
    const lg_convolved c = lg_build_convolved(b, at, "dynamic", x);
    const bool bias = ((const dynamic_convolution *)at->own)->bias;
    lg_tensor *logits =
        lg_build_linear(b, at->block, LG_ROLE_PROJECTION, "dynamic.kernel", c.own, c.taps * c.heads, bias, LG_LINEAR);
    lg_tensor *y = lg_build_weighted(b, &c, lg_build_token_weights(b, &c, logits));
    return lg_build_convolution_output(b, at, "dynamic", y);
}

const lg_sublayer lg_sublayer_dynamic_convolution = {
    .letter = 'd',
    .name = "dynamic",
    .summary = "dynamic convolution",
    .formula = "as sublayer light, but the kernel is computed from each token: w_t = u_t Wk, Wk [d,H K]",
    .source = "Wu et al. 2019, Pay Less Attention with Lightweight and Dynamic Convolutions, section 4",
    .published = "Wu et al. 2019, BLEU: WMT14 English-German 29.7, English-French 43.2, IWSLT German-English "
                 "35.2\n" LG_NARANG_2021("? 2.047 58.30 17.03 (257M; ?: this loss could not be read reliably)"),
    .options = lg_convolution_options,
    .own_bytes = LG_OWN(dynamic_convolution),
    .mixes_tokens = true,
    .suits = lg_convolution_suits,
    .apply = apply,
};
