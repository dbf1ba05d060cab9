/* encoder.c: one stack of blocks. If model.decode is parallel, the sequence is the source, the computation tokens and
 * one empty token for each target token. If model.decode is autoregressive, the sequence is the source, the
 * computation tokens, one empty token and the targets. If it is in_place, the sequence is the source alone. */
#include "nn/model/network.h"
#include "nn/pieces/published.h"
#include "nn/stream/empty_tokens.h"
#include "nn/stream/memory_tokens.h"

typedef struct encoder {
    lg_empty_tokens sequence;
    lg_memory_token_options memory;
} encoder;

static const lg_option options[] = {LG_OPTIONS_EMPTY_TOKENS, LG_OPTIONS_MEMORY_TOKENS(encoder, memory), {0}};

static const lg_memory_token_options *memory_tokens(const void *own) {
    return &((const encoder *)own)->memory;
}

/* Under a causal mask, padding at the end does not affect other tokens, so spans are not needed. */
static lg_sequence_layout layout(const lg_model *m, lg_record_size z, bool padded) {
    lg_sequence_layout t = lg_empty_tokens_layout(m, z, padded);
    t.spans = padded && !lg_pattern_is_causal(&m->pattern);
    return t;
}

static lg_tensor *record(lg_build *b, const lg_network *n) {
    b->stream->memory_tokens = lg_memory_tokens_count(b->model);
    return lg_build_stack(b, n);
}

const lg_architecture lg_architecture_encoder = {
    .name = "encoder",
    .summary = "one stack over the source and empty output tokens; all targets are predicted in one pass",
    .formula = "sequence: n source tokens, computation tokens, one empty token for each of m target tokens;\n"
               "all targets are predicted at once, at the empty tokens\n"
               "model.decode: autoregressive: the source and computation tokens, one empty token, the targets;\n"
               "each target is predicted from all tokens before it\n"
               "model.decode: in_place: the source alone; source token i predicts target i\n"
               "architecture.memory_tokens: trained vectors mem, without positions, beside the sequence X;\n"
               "one softmax covers mem and X. architecture.memory_form:\n"
               "plain: X' = [mem; X] in every sublayer\n"
               "controller: mem attends to [mem; X] in its own sublayers, then X attends to [mem; X]\n"
               "bottleneck: as controller, but X attends to mem only\n"
               "records of unequal sizes are padded at the end and share a forward pass; but if the mask is not\n"
               "causal, attention: geometric and scale: log_n need a separate forward pass for each size",
    .source = "Delétang et al. 2023, section 4; Ruoss et al. 2023; memory tokens: Burtsev et al. 2020, Memory "
              "Transformer, section 3",
    .published = LG_DELETANG_2023_TABLE LG_DELETANG_2023_TRANSFORMER
    " (the best of five encodings); cycle_navigation 61.9\n"
    "Burtsev et al. 2020: 10 to 30 memory tokens are typical; more tokens improve translation",
    .options = options,
    .own_bytes = LG_OWN(encoder),
    .autoregressive = lg_empty_tokens_autoregressive,
    .may_decode = true,
    .memory_tokens = memory_tokens,
    .format = lg_empty_tokens_format,
    .layout = layout,
    .lay_out = lg_empty_tokens_lay_out,
    .first_row = lg_empty_tokens_first_row,
    .target_token = lg_empty_tokens_target_token,
    .record = record,
};
