/* dual_norm.c: ResiDual: a post-norm stream with a second stream beside it, the unnormalized sum of the embedding and
 * all sublayer outputs. The head reads both streams, so every layer receives gradients as in pre-norm. */
#include "graph/ops.h"
#include "nn/axes/block.h"
#include "nn/axes/residual.h"
#include "nn/pieces/published.h"
#include "nn/stream/memory.h"

static lg_tensor *wire(lg_build *b, const lg_site *at, const lg_sublayer *sublayer, const char *norm, lg_tensor *h) {
    lg_token_stream *s = b->stream;
    lg_tensor *o = sublayer->apply(b, at, lg_build_remember(b, at, sublayer, h));
    const lg_residual_terms sum = b->model->residual.entry->weigh(b, at, h, o);
    lg_tensor *added = lg_op_dropout(b->g, sum.o, b->dropout);
    s->sum = lg_op_add(b->g, s->sum ? s->sum : h, added, 0);
    h = lg_op_add(b->g, sum.h, added, 0);
    lg_tap_add_part(b->taps, at->block, "dual", sublayer->name, s->sum);
    lg_tap_add_part(b->taps, at->block, "sum", sublayer->name, h);
    return lg_build_norm(b, at->block, norm, h);
}

static lg_tensor *finish(lg_build *b, lg_tensor *h) {
    return lg_op_add(b->g, h, lg_build_norm(b, -1, "norm", b->stream->sum), 0);
}

const lg_block lg_block_dual_norm = {
    .name = "dual_norm",
    .summary = "post-norm with a second residual stream, which is normalized only once, when it is added at the output "
               "(ResiDual)",
    .formula = "x' = norm(x + drop(F(x)));  d' = d + drop(F(x)), for each sublayer F; initially x = d = embedding\n"
               "the head reads x + norm(d)",
    .source = "Xie et al. 2023, ResiDual: Transformer with Dual Residual Connections, section 3",
    .published = LG_XIE_2023("26.85 27.65") "; B2T 26.53 27.30; DeepNorm 26.38 27.13",
    .placement = LG_NORM_DUAL,
    .wire = wire,
    .finish = finish,
};
