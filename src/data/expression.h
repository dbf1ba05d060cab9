/* expression.h: bracketed arithmetic modulo 5, for the two tasks that use it. The tasks have different token ids. Each
 * task therefore has an alphabet, a string in which character i is the text of the token with id i. Digits must come
 * first. Grammar: E = d | -d | (d) | (-d) | (E op E), where d is a digit 0..4 and op is one of the characters + - *
 * that the alphabet contains. */
#ifndef LG_DATA_EXPRESSION_H
#define LG_DATA_EXPRESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/key.h"

#define LG_MODULUS 5

/* The token id of a character of the alphabet. */
int32_t lg_expression_id(const char *alphabet, char c);
/* Writes a random expression of exactly `length` tokens, and returns its value. Lengths 1 to 4 are the four forms
 * without operator. In a longer expression, the lengths of the two operands are drawn uniformly. */
int lg_expression_draw(lg_random *r, const char *alphabet, int length, int32_t *out);
/* Parses and evaluates an expression. The character x has the value `unknown`. Returns false if the ids are not an
 * expression, or if memory for the parser's stack runs out. */
bool lg_expression_value(const char *alphabet, const int32_t *ids, int count, int unknown, int *value);

#endif
