/* token_batches.c: curriculum for finite data sets with batches of a bounded number of tokens. The records of a batch
 * are of similar size, which minimizes padding. */
#include "data/curriculum.h"

typedef struct batches {
    lg_length_list lengths;
    int tokens, pool;
} batches;

static const lg_option options[] = {
    LG_CURRICULUM_LENGTHS,
    {.name = "curriculum.tokens",
     .type = LG_INT,
     .fallback = "4096",
     .min = 1,
     .max = 1 << 30,
     .help = "largest batch, in tokens: number of records times (longest source + longest "
             "target); a longer record gets its own batch",
     .at = offsetof(batches, tokens)},
    {.name = "curriculum.pool",
     .type = LG_INT,
     .fallback = "0",
     .max = 1e9,
     .help = "number of random records in a pool, which is sorted by length; 0: all records",
     .at = offsetof(batches, pool)},
    {0},
};

static void cut(const void *own, int *pool, int *tokens) {
    const batches *x = own;
    *pool = x->pool;
    *tokens = x->tokens;
}

const lg_curriculum lg_curriculum_token_batches = {
    .name = "token_batches",
    .summary = "every training record once per epoch, in batches of similar lengths, bounded in "
               "tokens",
    .formula = "The training records whose lengths are in curriculum.lengths are shuffled and split into pools of\n"
               "curriculum.pool records. Each pool is sorted by source length n, then by target length m, and cut\n"
               "into batches of R records with R (max n + max m) <= curriculum.tokens; max is over the R records;\n"
               "a longer record gets its own batch.\n"
               "Step s with B batches per epoch: epoch e = floor(s / B), batch P_e(s mod B). The permutation P_e\n"
               "depends on the seed and e. train.batch is ignored.",
    .source =
        "usual practice; fairseq's --max-tokens (Ott et al. 2019) bounds source and target separately; Vaswani et al. "
        "2017, section 5.1: about 25,000 tokens per side",
    .options = options,
    .own_bytes = LG_OWN(batches),
    .reading = LG_READ_BATCHES,
    .length = lg_curriculum_any_listed, /* length of one record; used for estimates */
    .longest = lg_curriculum_longest_listed,
    .draws = lg_curriculum_draws_listed,
    .listed = true,
    .cut = cut,
};
