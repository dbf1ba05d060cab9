/* self_attention.c: attention of the tokens of a stream to each other, with all terms of the encoding. */
#include "nn/pieces/published.h"
#include "nn/pieces/self_attention.h"

#include "nn/stream/memory_tokens.h"

static lg_tensor *apply(lg_build *b, const lg_site *at, lg_tensor *x) {
    if (at->beside) return lg_build_output(b, at->block, lg_build_beside(b, at, x));
    const lg_self own = lg_build_self(b, at, x);
    return lg_build_output(b, at->block, lg_build_attend(b, at->block, own.h, &own.a));
}

const lg_sublayer lg_sublayer_self_attention = {
    .letter = 's',
    .name = "attention",
    .summary = "self-attention",
    .formula = "y = concat over heads of P V, times Wo;  P: attention weights, as set by --encoding, --scale,\n"
               "--mask and --attention",
    .source = "Vaswani et al. 2017, section 3.2",
    .published = LG_DELETANG_2023_TABLE LG_DELETANG_2023_TRANSFORMER " (the best of five encodings)",
    .mixes_tokens = true,
    .reads_beside = true,
    .attends = true,
    .apply = apply,
};
