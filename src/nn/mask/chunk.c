/* chunk.c: divides the sequence into chunks that do not see each other, each with its own positions. */
#include "nn/axes/mask.h"

typedef struct chunks {
    int size;
    enum { SYMMETRIC, CAUSAL } form;
} chunks;

static const lg_option options[] = {
    {"mask.chunk", LG_INT, "40", 1, 1 << 24, NULL, "length of a chunk, in tokens; the last chunk may be shorter",
     .at = offsetof(chunks, size)},
    {"mask.form", LG_NAME, "symmetric", 0, 0, "symmetric causal",
     "keys of its chunk that a query sees: symmetric: all; causal: itself and all earlier keys (the default if the "
     "architecture or the encoding needs a causal mask)",
     .at = offsetof(chunks, form)},
    {0},
};

static int size_of(const void *own) {
    return ((const chunks *)own)->size;
}

static bool is_causal(const void *own) {
    return ((const chunks *)own)->form == CAUSAL;
}

static void range(const void *own, int T, int32_t *key_begin, int32_t *key_end) {
    const int C = size_of(own);
    for (int i = 0; i < T; i++) {
        key_begin[i] = i / C * C;
        key_end[i] = is_causal(own) ? i + 1 : key_begin[i] + C < T ? key_begin[i] + C : T;
    }
}

#define FORMULA "floor(i/chunk) == floor(j/chunk)"

static lg_formula_source formula_of(const void *own) {
    return (lg_formula_source){.place = &lg_formula_mask,
                               .text = is_causal(own) ? FORMULA " and j <= i" : FORMULA,
                               .given = {{"chunk", size_of(own)}}};
}

const lg_mask lg_mask_chunk = {
    .name = "chunk",
    .summary = "the sequence is split into chunks, and a query sees only keys in its own chunk",
    .formula = "visible iff " FORMULA "; positions restart in every chunk\n"
               "with mask.form: causal, j <= i is also required",
    .source = "Ruoss et al. 2023, the chunked encoder of the released code; Meta 2025, Llama 4 (causal chunks of "
              "8192 tokens)",
    .example = "--mask chunk --mask.chunk 2, T = 5\n"
               "##...\n"
               "##...\n"
               "..##.\n"
               "..##.\n"
               "....#\n"
               "--mask chunk --mask.chunk 2 --mask.form causal, T = 5\n"
               "#....\n"
               "##...\n"
               "..#..\n"
               "..##.\n"
               "....#",
    .options = options,
    .own_bytes = LG_OWN(chunks),
    .causal_if = is_causal,
    .causal_flag = "mask.form causal",
    .range = range,
    .formula_of = formula_of,
    .chunk = size_of,
};
