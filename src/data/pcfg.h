/* pcfg.h: the expressions of PCFG SET (Hupkes et al. 2020, Compositionality Decomposed): string edit functions in
 * prefix notation without brackets, and strings of the words A1..Z20. Tokens are numbers of lg_pcfg_words.
 *
 *     E -> unary E | binary E , E | a string: all string words that follow each other
 *
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
    LG_PCFG_UNARY = 6, /* the first functions */
    LG_PCFG_FUNCTIONS = 10,
    LG_PCFG_COMMA = LG_PCFG_FUNCTIONS,
    LG_PCFG_STRING, /* the first of the words of strings */
    LG_PCFG_STRINGS = 520,
    LG_PCFG_WORDS = LG_PCFG_STRING + LG_PCFG_STRINGS,
    LG_PCFG_SOURCE_MAX = 71, /* tokens: the longest source of the corpus */
    LG_PCFG_STRING_MAX = 5   /* words of a string that is drawn */
};

/* The functions, the comma, A1..A20, ..., Z1..Z20; then [SEP], Solve and the colon of records. Ends with NULL. */
extern const char *const lg_pcfg_words[];

/* The value of an expression: how many tokens, at most `capacity`. -1: it has more, or this is no expression. */
int lg_pcfg_evaluate(const int32_t *source, int count, int32_t *target, int capacity);

/* Draws an expression of `functions` of them: how many tokens it has, or -1 where they are more than
 * LG_PCFG_SOURCE_MAX. A function is unary with probability 0.6, and is any of its kind; the other functions of a binary
 * one are divided between its arguments, every division with the same probability. Lengths of strings are distributed
 * as in the corpus; each word is any. */
int lg_pcfg_draw(lg_random *r, int functions, int32_t source[LG_PCFG_SOURCE_MAX]);

#endif
