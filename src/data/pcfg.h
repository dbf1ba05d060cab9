/* pcfg.h: expressions of PCFG SET (Hupkes et al. 2020, Compositionality Decomposed): string edit functions in prefix
 * notation without brackets, and strings of the words A1..Z20. Tokens are indices into lg_pcfg_words.
 *     E -> unary E | binary E , E | a string: a maximal run of string words
 *     copy x            x                 append x , y         x y
 *     reverse x         xn ... x1         prepend x , y        y x
 *     shift x           x2 ... xn x1      remove_first x , y   y
 *     echo x            x xn              remove_second x , y  x
 *     swap_first_last x xn x2 ... x(n-1) x1
 *     repeat x          x x */
#ifndef LG_DATA_PCFG_H
#define LG_DATA_PCFG_H

#include <stdint.h>

#include "base/key.h"

enum {
    LG_PCFG_UNARY = 6, /* unary functions come first */
    LG_PCFG_FUNCTIONS = 10,
    LG_PCFG_COMMA = LG_PCFG_FUNCTIONS,
    LG_PCFG_STRING, /* first word of strings */
    LG_PCFG_STRINGS = 520,
    LG_PCFG_WORDS = LG_PCFG_STRING + LG_PCFG_STRINGS,
    LG_PCFG_SOURCE_MAX = 71, /* number of tokens in the longest source of the corpus */
    LG_PCFG_STRING_MAX = 5   /* number of words in the longest string that is drawn */
};

/* The functions, the comma, A1..A20, ..., Z1..Z20, then [SEP], Solve and the colon of records. Ends with NULL. */
extern const char *const lg_pcfg_words[];

/* Evaluates an expression. Returns the number of tokens of its value. Returns -1 if there are more than `capacity`
 * tokens, or if the source is not an expression. */
int lg_pcfg_evaluate(const int32_t *source, int count, int32_t *target, int capacity);

/* Draws an expression that has `functions` functions. Returns its number of tokens, or -1 if it would be longer than
 * LG_PCFG_SOURCE_MAX. A function is unary with probability 0.6. All unary functions are equally likely, and so are all
 * binary functions. A binary function divides the remaining functions uniformly between its two arguments. String
 * lengths are distributed as in the corpus; words are uniform. */
int lg_pcfg_draw(lg_random *r, int functions, int32_t source[LG_PCFG_SOURCE_MAX]);

#endif
