/* hard_alibi.c: some heads see only the nearest keys. Each of them sees one key more than the previous head. The other
 * heads see all keys, without positions. Heads of the first kind identify a key by the tokens before it; heads of the
 * second kind find this key at any distance. */
#include "nn/axes/encoding.h"

typedef struct hard_alibi {
    int local_heads;
} hard_alibi;

static const lg_option options[] = {
    {.name = "encoding.local_heads",
     .type = LG_INT,
     .fallback = "0",
     .min = 0,
     .max = 1 << 24,
     .help = "number M of heads that see only the nearest keys; 0: half of the heads",
     .at = offsetof(hard_alibi, local_heads)},
    {0},
};

static const lg_entry_default defaults[] = {{"mask", "causal"}, {0}};

static int local_heads(const void *own) {
    return ((const hard_alibi *)own)->local_heads;
}

#define FORMULA "M = if(local_heads > 0, local_heads, floor(H/2)); if(head < M and d >= head + 1, -1e30, 0)"

static lg_formula_source formula_of(const void *own) {
    return (lg_formula_source){
        .place = &lg_formula_bias, .text = FORMULA, .given = {{"local_heads", local_heads(own)}}};
}

static void bias(const void *own, lg_build *b, int block, lg_attend *a) {
    const lg_formula_source s = formula_of(own);
    lg_build_bias(b, block, &(lg_formula_naming){"", ""}, &s, a);
}

const lg_encoding lg_encoding_hard_alibi = {
    .name = "hard_alibi",
    .summary = "some heads see only the nearest keys, the other heads see all keys without positions (Hard-ALiBi)",
    .formula = "bias: " FORMULA "\n"
               "d = query - key; -1e30 hides a key: head h < M sees only the nearest h + 1 keys",
    .source = "Jelassi et al. 2024, Repeat After Me: Transformers are Better than State Space "
              "Models at Copying (M: 8 of 16 heads in the authors' code)",
    .example = "lengthen inspect encoding hard_alibi --encoding.local_heads 2 --heads 3 --length 4\n"
               "bias[0,3]: -1e+30 -1e+30 -1e+30 0\n"
               "bias[1,3]: -1e+30 -1e+30 0 0\n"
               "bias[2,3]: 0 0 0 0\n"
               "-1e+30 hides a key: head 0 sees only the query's own token,\n"
               "head 1 also sees the token before it.",
    .options = options,
    .own_bytes = LG_OWN(hard_alibi),
    .defaults = defaults,
    .reads = LG_POSITION_INPUT_DISTANCES,
    .shift_invariant = true,
    .causal = true,
    .local_heads = local_heads,
    .formula_of = formula_of,
    .bias = bias,
    .work = "H T T additions",
};
