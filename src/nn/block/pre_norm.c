/* pre_norm.c: norms on the branches, none on the residual stream, which a last norm closes. */
#include "nn/block.h"

static lg_tensor *wire(lg_build *b, int block, lg_tensor *h) {
    lg_tensor *o = lg_build_attention(b, block, lg_build_norm(b, block, "norm1", h));
    lg_tensor *z = lg_op_add(b->g, h, o, b->dropout);
    return lg_op_add(b->g, z, lg_build_mixer(b, block, lg_build_norm(b, block, "norm2", z)), b->dropout);
}

static lg_tensor *finish(lg_build *b, lg_tensor *h) {
    return lg_build_norm(b, -1, "norm", h);
}

const lg_block lg_block_pre_norm = {
    .name = "pre_norm",
    .summary = "norm before each sublayer, and once after the last block",
    .formula = "z = h + drop(attention(norm(h)));  h' = z + drop(mixer(norm(z)));  the head reads norm(h')",
    .source = "Baevski & Auli 2019; Xiong et al. 2020, On Layer Normalization in the Transformer Architecture",
    .wire = wire,
    .finish = finish,
};
