/* symbols.c: the words for the ids of the shared alphabets. */
#include "data/symbols.h"

const char *const lg_symbols_bits[2] = {"0", "1"};
const char *const lg_symbols_bits_end[3] = {"0", "1", "end"};
const char *const lg_symbols_digits[5] = {"0", "1", "2", "3", "4"};
