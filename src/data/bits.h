/* bits.h: random bit strings, and bit strings as big numbers. A bit is one int32_t token, 0 or 1. Numbers are arrays of
 * the caller, usually on its stack, and are computed with GMP's low-level functions. GMP's number type is not used
 * because it allocates memory, which a training step must not do. */
#ifndef LG_DATA_BITS_H
#define LG_DATA_BITS_H

#include <gmp.h>
#include <stdint.h>

#include "base/key.h"
#include "data/task.h"

void lg_bits_draw(lg_random *r, int32_t *bits, int count);         /* fair and independent bits */
void lg_bits_draw_nonzero(lg_random *r, int32_t *bits, int count); /* like lg_bits_draw, but never all zeros */

/* A number with at most as many bits as the longest sample has tokens. The array has one limb more than such a number
 * needs. */
typedef struct lg_bignum {
    int limbs; /* number of limbs in use, lowest first; the highest is not 0 unless stated otherwise */
    mp_limb_t limb[LG_LENGTH_MAX / GMP_NUMB_BITS + 2];
} lg_bignum;

typedef enum lg_bit_order { LG_LOW_FIRST, LG_HIGH_FIRST } lg_bit_order;
void lg_bits_to_number(lg_bignum *z, const int32_t *bits, int count, lg_bit_order order);
/* Number of significant bits of z, 0 for zero. The highest limbs of z may be zero. */
int lg_bits_of_number(const lg_bignum *z);
/* Writes the lowest `count` bits of z. */
void lg_bits_from_number(int32_t *bits, int count, const lg_bignum *z, lg_bit_order order);

#endif
