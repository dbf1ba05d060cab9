/* intl.c: the international tokenization of mteval-v14.pl as implemented in sacreBLEU. Uses Unicode's general
 * categories P (punctuation), S (symbols) and N (numbers) from libunistring.
 *     A«b»c, 1.5€  ->  A « b » c , 1.5 € */
#include <unictype.h>

#include "metric/tokenization.h"

static bool is_punctuation(uint32_t c) {
    return uc_is_general_category_withtable(c, UC_CATEGORY_MASK_P);
}

static bool is_symbol(uint32_t c) {
    return uc_is_general_category_withtable(c, UC_CATEGORY_MASK_S);
}

static bool is_no_number(uint32_t c) {
    return !uc_is_general_category_withtable(c, UC_CATEGORY_MASK_N);
}

/* If a line ends with a number and a period, the period stays with the number, as in the original, because the rules
 * need a character after the period. */
static void separate(lg_segment *s) {
    lg_rewrite_pairs(s, is_no_number, is_punctuation, false);
    lg_rewrite_pairs(s, is_punctuation, is_no_number, true);
    lg_rewrite_surround(s, is_symbol);
}

const lg_tokenization lg_tokenization_intl = {
    .name = "intl",
    .summary = "split off all Unicode punctuation and symbols, as in mteval-v14.pl",
    .separate = separate,
};
