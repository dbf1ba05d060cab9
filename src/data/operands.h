/* operands.h: the input that binary addition and multiplication share: two positive numbers, low bits first, with the
 * operator between them. Ids: bits 0 and 1, operator 2. An input of one or two tokens is too short for an operator: it
 * is a single number, 0 for one token and at most 2 for two. */
#ifndef LG_DATA_OPERANDS_H
#define LG_DATA_OPERANDS_H

#include "data/bits.h"
#include "data/task.h"

#define LG_OPERATOR 2

typedef struct lg_operands {
    const int32_t *a, *b; /* bits within the input, low first; b has none in an input without operator */
    int p, q;             /* how many */
} lg_operands;

/* Draws an input of n tokens: the widths p in 1..n-2 and q = n-1-p, then numbers below 2^p and 2^q, zero excluded. */
lg_operands lg_operands_draw(lg_key key, int n, int32_t *input);
/* For judges: takes an input apart; false if lg_operands_draw could not have made it. Ids must have been checked. */
bool lg_operands_read(const int32_t *input, int n, lg_operands *out);

/* Write the bits of the sum or of the product, low first, without high zeros; return how many. */
int lg_operands_add(const lg_operands *o, int32_t *bits);
int lg_operands_multiply(const lg_operands *o, int32_t *bits); /* of two positive numbers */

#endif
