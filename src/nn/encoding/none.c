/* none.c: no positional encoding. */
#include "nn/encoding.h"

const lg_encoding lg_encoding_none = {
    .name = "none",
    .summary = "no position anywhere",
    .formula = "score(t,s) = q_t . k_s / sqrt(dk)\n"
               "With the full mask all empty tokens look alike, so every output slot gives the same answer.",
    .source = "Haviv et al. 2022, Transformer Language Models without Positional Encodings Still Learn Positional "
              "Information; Kazemnejad et al. 2023 (NoPE)",
    .shift_invariant = true,
};
