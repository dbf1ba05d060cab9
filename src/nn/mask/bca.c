/* bca.c: blockwise causal attention: a query sees earlier tokens in its own block and the whole previous block, so
 * distances stay below two blocks. The mask is meant for evaluating models trained with a causal mask, with blocks of
 * half the training length. */
#include "nn/axes/mask.h"

static const lg_option options[] = {LG_OPTION_MASK_BLOCK, {0}};

static void range(const void *own, int T, int32_t *key_begin, int32_t *key_end) {
    const int b = ((const lg_mask_blocks *)own)->block;
    for (int i = 0; i < T; i++) {
        key_begin[i] = lg_mask_block_before(i, b);
        key_end[i] = i + 1;
    }
}

#define FORMULA "j <= i and floor(j/block) >= floor(i/block) - 1"

static lg_formula_source formula_of(const void *own) {
    return (lg_formula_source){
        .place = &lg_formula_mask, .text = FORMULA, .given = {{"block", ((const lg_mask_blocks *)own)->block}}};
}

const lg_mask lg_mask_bca = {
    .name = "bca",
    .summary = "blockwise causal attention: a query sees the previous block, and the tokens of its own block up to "
               "itself",
    .formula = "visible iff " FORMULA,
    .source = "Sun et al. 2022, A Length-Extrapolatable Transformer (there, a block is half the training length)",
    .example = "--mask bca --mask.block 2, T = 8\n"
               "#.......\n"
               "##......\n"
               "###.....\n"
               "####....\n"
               "..###...\n"
               "..####..\n"
               "....###.\n"
               "....####",
    .published = "Sun et al. 2022: Pile, 24 layers, trained at 1024, perplexity of arXiv at 2048 4096 tokens with "
                 "bca, in parentheses without bca: rope 25.57 25.65 (73.6 294.45), alibi 24.6 25.37 (23.14 24.26), "
                 "xpos 21.6 20.73 (22.56 28.43)",
    .options = options,
    .own_bytes = LG_OWN(lg_mask_blocks),
    .causal = true,
    .range = range,
    .formula_of = formula_of,
};
