/* none.c: no positional encoding (NoPE). */
#include "nn/axes/encoding.h"
#include "nn/pieces/published.h"

const lg_encoding lg_encoding_none = {
    .name = "none",
    .summary = "no positional encoding (NoPE)",
    .formula = "score(t,s) = q_t . k_s / sqrt(dk)\n"
               "With mask: full and model.decode: parallel, nothing distinguishes the empty tokens that stand for\n"
               "the targets, so all targets have the same prediction.",
    .source = "Haviv et al. 2022, Transformer Language Models without Positional Encodings Still Learn Positional "
              "Information; Kazemnejad et al. 2023 (NoPE)",
    .example = "lengthen inspect encoding none --heads 1 --q ONES --k ONES\n"
               "scores[0,3]: 2 2 2 2\n"
               "ONES: a file of 4 rows of 4 ones. Every logit is 4 / sqrt(4), whatever the key's position.",
    .published = "Haviv et al. 2022, table 1: WikiText-103, trained and evaluated at 512 tokens, perplexity 20.97 "
                 "(learned 20.42, sinusoid 20.16, alibi 19.71)\n" LG_KAZEMNEJAD_2023_NONE,
    .shift_invariant = true,
};
