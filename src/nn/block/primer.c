/* primer.c: a norm before each sublayer that mixes tokens, but after the channel mixer. Primer's architecture search
 * found this order. */
#include "nn/axes/block.h"
#include "nn/axes/residual.h"
#include "nn/pieces/published.h"
#include "nn/stream/memory.h"

static lg_tensor *wire(lg_build *b, const lg_site *at, const lg_sublayer *sublayer, const char *norm, lg_tensor *h) {
    const bool by_row = !sublayer->mixes_tokens && !sublayer->reads_other;
    lg_tensor *x = lg_build_remember(b, at, sublayer, h);
    lg_tensor *o = by_row ? lg_build_norm(b, at->block, norm, sublayer->apply(b, at, x))
                          : sublayer->apply(b, at, lg_build_norm(b, at->block, norm, x));
    const lg_residual_terms sum = b->model->residual.entry->weigh(b, at, h, o);
    return lg_build_add(b, at->block, sublayer->name, sum.h, sum.o);
}

static lg_tensor *finish(lg_build *b, lg_tensor *h) {
    return lg_build_norm(b, -1, "norm", h);
}

const lg_block lg_block_primer = {
    .name = "primer",
    .summary = "norm before attention, after the feed-forward network, and after the last block",
    .formula = "z = h + drop(attention(norm(h)));  h' = z + drop(norm(mixer(z)));  the head reads norm(h')",
    .source = "So et al. 2021, Primer, appendix A, the authors' code",
    .published = "So et al. 2021: with projection: primer and mixer: squared_relu, Primer reaches " LG_SO_2021,
    .placement = LG_NORM_PRE,
    .wire = wire,
    .finish = finish,
};
