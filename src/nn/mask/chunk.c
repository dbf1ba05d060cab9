/* chunk.c: the sequence is cut into chunks that do not see each other, each with positions of its own. */
#include "nn/axes/mask.h"

typedef struct chunks {
    int size;
} chunks;

static const lg_option options[] = {
    {"mask.chunk", LG_INT, "40", 1, 1 << 24, NULL, "tokens of a chunk; the last chunk may be shorter"},
    {0},
};

static int size_of(const void *own) {
    return ((const chunks *)own)->size;
}

static void range(const void *own, int T, int32_t *key_begin, int32_t *key_end) {
    const int C = size_of(own);
    for (int i = 0; i < T; i++) {
        key_begin[i] = i / C * C;
        key_end[i] = key_begin[i] + C < T ? key_begin[i] + C : T;
    }
}

const lg_mask lg_mask_chunk = {
    .name = "chunk",
    .summary = "the sequence is cut into chunks that are encoded apart",
    .formula = "visible iff floor(i / C) = floor(j / C); positions start again in every chunk",
    .source = "Ruoss et al. 2023, the chunked encoder of the released program",
    .example = "--mask chunk --mask.chunk 2, T = 5\n"
               "##...\n"
               "##...\n"
               "..##.\n"
               "..##.\n"
               "....#",
    .options = options,
    .own_bytes = LG_OWN(chunks),
    .range = range,
    .chunk = size_of,
};
