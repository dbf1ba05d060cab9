/* three_blocks.c: blockwise bidirectional attention: a query sees its own block and both neighbours. The mask is meant
 * for evaluating models trained with the full mask, with blocks of a third of the training length. */
#include "nn/axes/mask.h"

static const lg_option options[] = {LG_OPTION_MASK_BLOCK, {0}};

static void range(const void *own, int T, int32_t *key_begin, int32_t *key_end) {
    const int b = ((const lg_mask_blocks *)own)->block;
    for (int i = 0; i < T; i++) {
        const int64_t end = ((int64_t)i / b + 2) * b;
        key_begin[i] = lg_mask_block_before(i, b);
        key_end[i] = end < T ? (int32_t)end : T;
    }
}

#define FORMULA "abs(floor(i/block) - floor(j/block)) <= 1"

static lg_formula_source formula_of(const void *own) {
    return (lg_formula_source){
        .place = &lg_formula_mask, .text = FORMULA, .given = {{"block", ((const lg_mask_blocks *)own)->block}}};
}

const lg_mask lg_mask_three_blocks = {
    .name = "three_blocks",
    .summary = "bidirectional blockwise attention: a query sees its own block, the previous block and the next block",
    .formula = "visible iff " FORMULA,
    .source = "the bidirectional form of mask: bca (Sun et al. 2022), for blocks of a third of the training length",
    .example = "--mask three_blocks --mask.block 2, T = 8\n"
               "####....\n"
               "####....\n"
               "######..\n"
               "######..\n"
               "..######\n"
               "..######\n"
               "....####\n"
               "....####",
    .options = options,
    .own_bytes = LG_OWN(lg_mask_blocks),
    .range = range,
    .formula_of = formula_of,
};
