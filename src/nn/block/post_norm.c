/* post_norm.c: the wiring of the original Transformer: norm after each residual. The second residual starts from the
 * normalised output of the first half. */
#include "nn/block.h"

static lg_tensor *wire(lg_build *b, int block, lg_tensor *h) {
    lg_tensor *z = lg_build_add_norm(b, block, "norm1", h, lg_build_attention(b, block, h));
    return lg_build_add_norm(b, block, "norm2", z, lg_build_mixer(b, block, z));
}

const lg_block lg_block_post_norm = {
    .name = "post_norm",
    .summary = "norm after each residual, as in the original Transformer",
    .formula = "z = norm(h + drop(attention(h)));  h' = norm(z + drop(mixer(z)))",
    .source = "Vaswani et al. 2017, section 3.1",
    .wire = wire,
};
