/* b2t.c: bottom-to-top connection: the input of a layer bypasses all of its norms but the last, and so do gradients. */
#include "graph/ops.h"
#include "nn/axes/residual.h"
#include "nn/axes/sublayer.h"
#include "nn/model/parts.h"
#include "nn/pieces/published.h"

static lg_residual_terms weigh(lg_build *b, const lg_site *at, lg_tensor *h, lg_tensor *o) {
    return (lg_residual_terms){at->bottom ? lg_op_add(b->g, h, at->bottom, 0) : h, o};
}

const lg_residual lg_residual_b2t = {
    .name = "b2t",
    .summary = "add the input of a layer once more before its last norm (B2T)",
    .formula = "z = norm(x + drop(attention(x)));  y = norm(x + z + drop(mixer(z)))\n"
               "decoder with cross-attention:  z2 = norm(z1 + drop(cross(z1)));\n"
               "y = norm(x + z2 + drop(mixer(z2)))\n"
               "a layer is self-attention and all sublayers up to the next self-attention, or up to a | in\n"
               "model.order; a layer of a single sublayer is computed as with residual: add",
    .source = "Takase et al. 2022, B2T Connection: Serving Stability and Flexibility to Deep Transformers",
    .published = LG_XIE_2023(
        "26.53 27.30") "\n"
                       "Takase et al. 2022, the authors' code, mean BLEU of newstest2010 to 2016 with 18+18 layers: "
                       "27.30; with word dropout, 27.42",
    .post_norms = true,
    .weigh = weigh,
};
