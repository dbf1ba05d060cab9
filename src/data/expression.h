/* expression.h: bracketed arithmetic modulo 5, for the two tasks that use it. The tasks number their tokens
 * differently, so an alphabet is a string: the token with id i is written as its character i. Digits must come first.
 * Grammar: E = d | -d | (d) | (-d) | (E op E), d a digit 0..4, op one of the alphabet's + - *. */
#ifndef LG_DATA_EXPRESSION_H
#define LG_DATA_EXPRESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/key.h"

#define LG_MODULUS 5

/* The token id of a character of the alphabet. */
int32_t lg_expression_id(const char *alphabet, char c);
/* Writes a random expression of exactly `length` tokens and returns its value. Lengths 1 to 4 are the four forms
 * without operator; a longer expression splits its length uniformly between two operands. */
int lg_expression_draw(lg_random *r, const char *alphabet, int length, int32_t *out);
/* Parses and evaluates an expression; the character x stands for the digit `unknown`. False if the ids are not an
 * expression (or if memory for the parser's stack runs out). */
bool lg_expression_value(const char *alphabet, const int32_t *ids, int count, int unknown, int *value);

#endif
