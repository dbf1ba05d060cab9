/* perceiver_ar.c: a decoder whose blocks run only over the predicting tokens, the latents. In the first block, each
 * latent attends to all tokens up to itself, so a long source costs only the keys and values of that block. */
#include "graph/ops.h"
#include "nn/axes/block.h"
#include "nn/axes/sublayer.h"
#include "nn/model/network.h"
#include "nn/model/order.h"
#include "nn/stream/continuation.h"

/* The layout of the decoder architecture, with latents. */
static lg_sequence_layout layout(const lg_model *m, lg_record_size z, bool padded) {
    lg_sequence_layout t = lg_continuation_layout(m, z, padded);
    t.latents = t.first;
    return t;
}

/* A stepping network computes rows for all tokens that it reads, and masks the keys of tokens before the latents. */
static lg_tensor *record(lg_build *b, const lg_network *n) {
    const lg_model *m = b->model;
    const int begin = n->layout.latents;
    lg_token_stream latents = *b->stream;
    latents.begin = begin;
    lg_build of = *b;
    of.stream = &latents;
    lg_build_open_stream(b);
    lg_build_open_stream(&of);
    lg_tensor *x = lg_build_embed(b, n->ids);
    lg_tensor *keys = m->block.entry->placement == LG_NORM_PRE ? lg_build_norm(b, 0, "norm_keys", x) : x;
    lg_tensor *h = b->stream->steps ? x : lg_op_select_rows(b->g, x, begin, b->stream->T - begin);
    h = lg_build_linear(b, -1, LG_ROLE_PROJECTION, "latent", h, m->width, false, LG_LINEAR);
    h = lg_build_layers(b, 0, 1, keys, h, NULL);
    latents.sum = b->stream->sum;
    return lg_build_finish(&of, lg_build_layers(&of, 1, m->blocks, NULL, h, NULL));
}

static const lg_entry_default defaults[] = {{"mask", "causal"}, {"protocol", "greedy"}, {"block", "pre_norm"}, {0}};

const lg_architecture lg_architecture_perceiver_ar = {
    .name = "perceiver_ar",
    .summary = "a decoder whose blocks process only the tokens that predict targets (latents); only the first block "
               "attends to all other tokens",
    .formula = "sequence x: as in architecture: decoder; latents: the rows t >= b, where b is the first\n"
               "row from which a target is predicted\n"
               "block 0: h_t = W x_t for t >= b; h_t attends to x_j, j <= t (in pre-norm blocks, x has its own\n"
               "norm); then the mixer\n"
               "other blocks: decoder blocks over h_t, t >= b\n"
               "records of different sizes need separate forward passes\n"
               "the paper uses mixer: squared_relu, and encoding: rope with encoding.fraction: 0.5",
    .source = "Hawthorne et al. 2022, General-purpose, long-context autoregressive modeling with Perceiver AR",
    .published = "Hawthorne et al. 2022: WikiText-103: perplexity 18.4 (validation 17.58); PG-19: perplexity 28.9; "
                 "ImageNet, 64 x 64 pixels: 3.40 bits per dimension; copies 131,072 tokens without errors",
    .defaults = defaults,
    .autoregressive = lg_continuation_autoregressive,
    .steps = true,
    .one_size = true,
    .latents = true,
    .format = lg_continuation_format,
    .layout = layout,
    .lay_out = lg_continuation_lay_out,
    .first_row = lg_continuation_first_row,
    .target_token = lg_continuation_target_token,
    .record = record,
};
