/* bits.h: random bit strings, and bit strings as big numbers. A bit is one int32_t token, 0 or 1. The numbers are
 * GMP's: a few bits larger than the string they come from, and GMP ends the process if even that is not to be had. */
#ifndef LG_TASK_BITS_H
#define LG_TASK_BITS_H

#include <gmp.h>
#include <stdint.h>

#include "base/key.h"

void lg_bits_draw(lg_random *r, int32_t *bits, int count);         /* fair and independent */
void lg_bits_draw_nonzero(lg_random *r, int32_t *bits, int count); /* the same, given that not all are zero */

typedef enum lg_bit_order { LG_LOW_FIRST = -1, LG_HIGH_FIRST = 1 } lg_bit_order;
void lg_bits_to_number(mpz_t z, const int32_t *bits, int count, lg_bit_order order); /* z is initialised */
/* Writes z without high zeros (the number 0 has no bits) and returns how many bits that takes. */
int lg_bits_from_number(int32_t *bits, const mpz_t z, lg_bit_order order);

#endif
