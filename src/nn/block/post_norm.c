/* post_norm.c: the original Transformer: a norm after each residual sum. The next sublayer adds to the norm's
 * output. */
#include "nn/axes/block.h"
#include "nn/axes/residual.h"
#include "nn/pieces/normformer.h"
#include "nn/pieces/published.h"
#include "nn/stream/memory.h"

static lg_tensor *wire(lg_build *b, const lg_site *at, const lg_sublayer *sublayer, const char *norm, lg_tensor *h) {
    lg_tensor *o = sublayer->apply(b, at, lg_build_remember(b, at, sublayer, h));
    const lg_residual_terms sum = b->model->residual.entry->weigh(b, at, h, o);
    if (!lg_tap_is_selected(b->taps, "sum")) return lg_build_add_norm(b, at->block, norm, sum.h, sum.o);
    return lg_build_norm(b, at->block, norm, lg_build_add(b, at->block, sublayer->name, sum.h, sum.o));
}

static const lg_option options[] = {LG_OPTIONS_NORMFORMER, {0}};

const lg_block lg_block_post_norm = {
    .name = "post_norm",
    .summary = "norm after each residual connection, as in the original Transformer",
    .formula = "z = norm(h + drop(attention(h)));  h' = norm(z + drop(mixer(z)))",
    .source = "Vaswani et al. 2017, section 3.1",
    .published = LG_XIE_2023_TABLE LG_XIE_2023_POST "; pre-norm " LG_XIE_2023_PRE,
    .options = options,
    .own_bytes = LG_OWN(lg_normformer),
    .normformer = true,
    .placement = LG_NORM_POST,
    .wire = wire,
};
