/* post_norm.c: the wiring of the original Transformer: norm after each residual. The next residual starts from the
 * normalised output. */
#include "nn/block.h"
#include "nn/memory.h"

static lg_tensor *wire(lg_build *b, const lg_site *at, const lg_sublayer *sublayer, const char *norm, lg_tensor *h) {
    lg_tensor *o = sublayer->apply(b, at, lg_build_remember(b, at, sublayer, h));
    const lg_residual_terms sum = b->model->residual->weigh(b, at, h, o);
    return lg_build_add_norm(b, at->block, norm, sum.h, sum.o);
}

const lg_block lg_block_post_norm = {
    .name = "post_norm",
    .summary = "norm after each residual, as in the original Transformer",
    .formula = "z = norm(h + drop(attention(h)));  h' = norm(z + drop(mixer(z)))",
    .source = "Vaswani et al. 2017, section 3.1",
    .placement = LG_NORM_POST,
    .wire = wire,
};
