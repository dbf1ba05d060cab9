/* pre_norm.c: norms on the branches, none on the residual stream, which a last norm closes. */
#include "nn/block.h"
#include "nn/memory.h"

static lg_tensor *wire(lg_build *b, const lg_site *at, const lg_sublayer *sublayer, const char *norm, lg_tensor *h) {
    lg_tensor *x = lg_build_norm(b, at->block, norm, lg_build_remember(b, at, sublayer, h));
    const lg_residual_terms sum = b->model->residual->weigh(b, at, h, sublayer->apply(b, at, x));
    return lg_op_add(b->g, sum.h, sum.o, b->dropout);
}

static lg_tensor *finish(lg_build *b, lg_tensor *h) {
    return lg_build_norm(b, -1, "norm", h);
}

const lg_block lg_block_pre_norm = {
    .name = "pre_norm",
    .summary = "norm before each sublayer, and once after the last block",
    .formula = "z = h + drop(attention(norm(h)));  h' = z + drop(mixer(norm(z)));  the head reads norm(h')",
    .source = "Baevski & Auli 2019; Xiong et al. 2020, On Layer Normalization in the Transformer Architecture",
    .placement = LG_NORM_PRE,
    .wire = wire,
    .finish = finish,
};
