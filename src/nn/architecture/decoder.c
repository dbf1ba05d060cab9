/* decoder.c: a causal language model. Source and target are one sequence; every target token is predicted from all
 * tokens before it. An empty token separates source and target, unless the data set has a separator. */
#include "nn/stream/continuation.h"
#include "nn/stream/memory.h"

typedef struct decoder {
    lg_memory_options memory;
    int vocabulary;
} decoder;

static const lg_option options[] = {
    LG_OPTIONS_MEMORY(decoder, memory),
    LG_OPTION_VOCABULARY(decoder),
    {0},
};

static const lg_memory_options *memory(const void *own) {
    return &((const decoder *)own)->memory;
}

static int vocabulary(const void *own) {
    return ((const decoder *)own)->vocabulary;
}

static const lg_entry_default defaults[] = {{"mask", "causal"}, {"protocol", "greedy"}, {0}};

const lg_architecture lg_architecture_decoder = {
    .name = "decoder",
    .summary = "a causal language model over the source followed by the target",
    .formula = "sequence: source (n), a separator if the source does not end with one, target (m)\n"
               "P(target_j | source, target_0 .. target_{j-1}) is computed at the token before target_j\n"
               "architecture.memory M, for a text in segments: each block attends to [m; h]: h are its inputs, and\n"
               "m the last M rows of its inputs in earlier segments, without gradient. All analyses, and\n"
               "evaluation with any protocol except memory, start with an empty memory",
    .source =
        "Liu et al. 2018, Generating Wikipedia by Summarizing Long Sequences, section 4.2.3; Radford et al. 2018; "
        "memory: Dai et al. 2019, Transformer-XL, section 3.2",
    .options = options,
    .own_bytes = LG_OWN(decoder),
    .defaults = defaults,
    .autoregressive = lg_continuation_autoregressive,
    .steps = true,
    .vocabulary = vocabulary,
    .memory = memory,
    .format = lg_continuation_format,
    .layout = lg_continuation_layout,
    .lay_out = lg_continuation_lay_out,
    .first_row = lg_continuation_first_row,
    .target_token = lg_continuation_target_token,
    .record = lg_build_stack,
};
