/* lambda.c: a causal window, plus the first tokens of the sequence as attention sinks. */
#include "nn/axes/mask.h"

typedef struct lambda {
    int width, sinks;
} lambda;

static const lg_option options[] = {
    {"mask.width", LG_INT, "41", 1, 1 << 24, NULL, "width of the window, in tokens, the query itself included",
     .at = offsetof(lambda, width)},
    {"mask.sinks", LG_INT, "4", 0, 1 << 24, NULL,
     "number of tokens at the start of the sequence (attention sinks) that all later queries see",
     .at = offsetof(lambda, sinks)},
    {0},
};

static void range(const void *own, int T, int32_t *key_begin, int32_t *key_end) {
    const int width = ((const lambda *)own)->width;
    for (int i = 0; i < T; i++) {
        key_begin[i] = i >= width ? i - width + 1 : 0;
        key_end[i] = i + 1;
    }
}

static int prefix(const void *own) {
    return ((const lambda *)own)->sinks;
}

#define FORMULA "j <= i and (i - j < width or j < sinks)"

static lg_formula_source formula_of(const void *own) {
    const lambda *x = own;
    return (lg_formula_source){
        .place = &lg_formula_mask, .text = FORMULA, .given = {{"width", x->width}, {"sinks", x->sinks}}};
}

const lg_mask lg_mask_lambda = {
    .name = "lambda",
    .summary = "a query sees a window of recent tokens and the first tokens of the sequence "
               "(attention sinks)",
    .formula = "visible iff " FORMULA,
    .source = "Han et al. 2023 (LM-Infinite); Xiao et al. 2023 (StreamingLLM)",
    .example = "--mask lambda --mask.sinks 1 --mask.width 3, T = 8\n"
               "#.......\n"
               "##......\n"
               "###.....\n"
               "####....\n"
               "#.###...\n"
               "#..###..\n"
               "#...###.\n"
               "#....###",
    .published =
        "Xiao et al. 2023, StreamingLLM: 13B, books, 1,024 keys, perplexity: 5.40 with the first 4 and the last 1,020 "
        "tokens, 5158 with the last 1,024 tokens alone\n"
        "Xiao et al. 2023, StreamingLLM: 7B, perplexity with the first 0 1 2 4 8 tokens: 3360 11.88 10.51 9.59 9.54",
    .options = options,
    .own_bytes = LG_OWN(lambda),
    .causal = true,
    .range = range,
    .formula_of = formula_of,
    .prefix = prefix,
};
