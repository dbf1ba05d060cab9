/* pre_norm.c: norms on the inputs of sublayers, none on the residual stream, and a final norm. */
#include "nn/axes/block.h"
#include "nn/axes/residual.h"
#include "nn/pieces/normformer.h"
#include "nn/pieces/published.h"
#include "nn/stream/memory.h"

static lg_tensor *wire(lg_build *b, const lg_site *at, const lg_sublayer *sublayer, const char *norm, lg_tensor *h) {
    lg_tensor *x = lg_build_norm(b, at->block, norm, lg_build_remember(b, at, sublayer, h));
    const lg_residual_terms sum = b->model->residual.entry->weigh(b, at, h, sublayer->apply(b, at, x));
    return lg_build_add(b, at->block, sublayer->name, sum.h, sum.o);
}

static lg_tensor *finish(lg_build *b, lg_tensor *h) {
    return lg_build_norm(b, -1, "norm", h);
}

static const lg_option options[] = {LG_OPTIONS_NORMFORMER, {0}};

const lg_block lg_block_pre_norm = {
    .name = "pre_norm",
    .summary = "norm before each sublayer and after the last block",
    .formula = "z = h + drop(attention(norm(h)));  h' = z + drop(mixer(norm(z)));  the head reads norm(h')\n"
               "block.attention_norm: norm(attention(norm(h))) in place of attention(norm(h))\n"
               "block.hidden_norm: the mixer is norm(act(x W1 + b1)) W2 + b2\n"
               "block.head_scale: heads: output o_h of head h is multiplied by gamma_h [1], trained, initially 1\n"
               "NormFormer has all three options, with residual: channel and residual.sublayers: feed_forward",
    .source = "Baevski & Auli 2019; Xiong et al. 2020, On Layer Normalization in the Transformer Architecture; "
              "Shleifer et al. 2021, NormFormer, section 2",
    .published =
        "Shleifer et al. 2021, 125M, perplexity: pre-norm 16.37, NormFormer 15.88; NormFormer without "
        "block.attention_norm 15.92, without block.hidden_norm 16.14, without factors of the residual 16.20, without "
        "block.head_scale 16.22\n"
        "Shleifer et al. 2021: at 1.3B, NormFormer reaches the perplexity of pre-norm 24 % sooner; with the same "
        "compute, its perplexity is lower by 0.27; a masked language model gains 1.9 points on GLUE\n" LG_XIE_2023_TABLE
            LG_XIE_2023_PRE "; post-norm " LG_XIE_2023_POST,
    .options = options,
    .own_bytes = LG_OWN(lg_normformer),
    .normformer = true,
    .placement = LG_NORM_PRE,
    .wire = wire,
    .finish = finish,
};
