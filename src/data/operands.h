/* operands.h: the input of binary addition and multiplication. It is two positive numbers, low bits first, with the
 * operator between them. Token ids: bits 0 and 1, operator 2. An input of one or two tokens is too short for an
 * operator, so it is a single number: 0 if it has one token, at most 2 if it has two. */
#ifndef LG_DATA_OPERANDS_H
#define LG_DATA_OPERANDS_H

#include "data/bits.h"
#include "data/task.h"

#define LG_OPERATOR 2

typedef struct lg_operands {
    const int32_t *a, *b; /* bits within the input, low bits first; without operator, b is empty */
    int p, q;             /* number of bits of a and b */
} lg_operands;

/* Draws an input of n tokens: widths p in 1..n-2 and q = n-1-p, then nonzero numbers below 2^p and 2^q. */
lg_operands lg_operands_draw(lg_key key, int n, int32_t *input);
/* For `check`: parses an input. Returns false if lg_operands_draw cannot produce the input. Ids must be valid. */
bool lg_operands_read(const int32_t *input, int n, lg_operands *out);

/* These functions write the bits of the sum or product, low bits first, without high zeros, and return the number of
 * bits. */
int lg_operands_add(const lg_operands *o, int32_t *bits);
int lg_operands_multiply(const lg_operands *o, int32_t *bits); /* both numbers must be positive */

#endif
