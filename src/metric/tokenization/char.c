/* char.c: tokenization where each character other than white space is a token. */
#include "metric/tokenization.h"

static bool is_any(uint32_t c) {
    (void)c;
    return true;
}

static void separate(lg_segment *s) {
    lg_rewrite_surround(s, is_any);
}

const lg_tokenization lg_tokenization_char = {
    .name = "char",
    .summary = "each character except white space is a token",
    .separate = separate,
};
