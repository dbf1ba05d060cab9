/* operands.h: the common input of binary addition and multiplication: two positive numbers, low bits first, separated
 * by the operator. Ids: bits 0 and 1, operator 2. An input of one or two tokens is too short for an operator: it is a
 * single number, 0 for one token and at most 2 for two. */
#ifndef LG_DATA_OPERANDS_H
#define LG_DATA_OPERANDS_H

#include "data/bits.h"
#include "data/task.h"

#define LG_OPERATOR 2

typedef struct lg_operands {
    const int32_t *a, *b; /* bits within the input, low first; b is empty without an operator */
    int p, q;             /* numbers of bits */
} lg_operands;

/* Draws an input of n tokens: widths p in 1..n-2 and q = n-1-p, then nonzero numbers below 2^p and 2^q. */
lg_operands lg_operands_draw(lg_key key, int n, int32_t *input);
/* For `check`: parses an input; false if lg_operands_draw cannot make it. Ids must be valid. */
bool lg_operands_read(const int32_t *input, int n, lg_operands *out);

/* Write the bits of the sum or product, low first, without high zeros; return their number. */
int lg_operands_add(const lg_operands *o, int32_t *bits);
int lg_operands_multiply(const lg_operands *o, int32_t *bits); /* both numbers must be positive */

#endif
