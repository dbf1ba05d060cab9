/* light_convolution.c: replaces attention with a weighted sum of each token and its neighbours. All tokens share the
 * weights: a kernel for each head, with a softmax over its taps. Under a causal mask the last tap is the token itself;
 * otherwise, the middle tap is the token itself. Work is linear in the number of tokens. No encoding is needed, since
 * taps are distances. Wu, Fan, Baevski, Dauphin and Auli 2019, Pay Less Attention with Lightweight and Dynamic
 * Convolutions, section 3. */
#include <math.h>

#include "graph/ops.h"
#include "nn/model/parts.h"
#include "nn/pieces/convolution.h"
#include "nn/pieces/published.h"

static const lg_option options[] = {LG_OPTIONS_CONVOLUTION, LG_OPTIONS_CONVOLUTION_WEIGHTS, {0}};

/* The logits of kernels [K,H]. Initially uniform: the Xavier distribution of a matrix [K, H K]. */
static lg_tensor *kernel(lg_build *b, const lg_site *at, const lg_convolved *c) {
    const double most = sqrt(6.0 / (c->taps + c->taps * c->heads));
    const lg_initial uniform = {.distribution = LG_INITIAL_UNIFORM, .low = -most, .high = most};
    return lg_build_parameter(b, at->block, LG_ROLE_TERM, "light.kernel", 2, (int[]){c->taps, c->heads}, uniform);
}

/* If weights differ between tokens because some are dropped or cut off, the sum is computed as a dynamic
 * convolution. */
static lg_tensor *apply(lg_build *b, const lg_site *at, lg_tensor *x) {
    const lg_convolved c = lg_build_convolved(b, at, "light", x);
    lg_tensor *logits = kernel(b, at, &c), *y;
    if (c.drop > 0 || c.cuts) {
        y = lg_build_weighted(b, &c, lg_build_token_weights(b, &c, logits));
    } else {
        lg_tensor *w = lg_op_tap_softmax(b->g, logits, c.heads, NULL, NULL, NULL);
        y = lg_op_depthwise_convolution(b->g, c.u, w, c.before, c.u->shape[1] - c.own->shape[1]);
    }
    return lg_build_convolution_output(b, at, "light", y);
}

const lg_sublayer lg_sublayer_light_convolution = {
    .letter = 'l',
    .name = "light",
    .summary = "light convolution",
    .formula = "u = sigmoid(x Wg) * (x Wv); y_t = (sum_j softmax(w_h)_j u_(t-K+1+j)) Wo, one kernel for all\n"
               "tokens; w: [K,H]. If the mask is not causal, the kernel is centred.\n"
               "convolution.gate: false omits the gate.",
    .source = "Wu et al. 2019, Pay Less Attention with Lightweight and Dynamic Convolutions, section 3",
    .published = "Wu et al. 2019, BLEU: WMT14 English-German 28.9, IWSLT German-English 34.8\n" LG_NARANG_2021(
        "2.370 1.989 63.07 24.73"),
    .options = options,
    .own_bytes = LG_OWN(lg_convolution_setup),
    .mixes_tokens = true,
    .suits = lg_convolution_suits,
    .apply = apply,
};
