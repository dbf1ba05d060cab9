/* bits.c: draws random bit strings, 32 bits per random word, and converts them to and from big numbers. */
#include "data/bits.h"

#include <assert.h>
#include <stdbool.h>

void lg_bits_draw(lg_random *r, int32_t *bits, int count) {
    uint32_t word = 0;
    for (int i = 0; i < count; i++, word >>= 1) {
        if (i % 32 == 0) word = lg_random_bits(r);
        bits[i] = word & 1;
    }
}

static bool any(const int32_t *bits, int count) {
    for (int i = 0; i < count; i++)
        if (bits[i]) return true;
    return false;
}

void lg_bits_draw_nonzero(lg_random *r, int32_t *bits, int count) {
    do lg_bits_draw(r, bits, count);
    while (!any(bits, count));
}

/* Index of the bit with value 2^i in a string of `count` bits. */
static int place(int i, int count, lg_bit_order order) {
    return order == LG_LOW_FIRST ? i : count - 1 - i;
}

void lg_bits_to_number(lg_bignum *z, const int32_t *bits, int count, lg_bit_order order) {
    assert(count <= LG_LENGTH_MAX);
    z->limbs = 0;
    for (int i = 0; i < count; z->limbs++) {
        mp_limb_t limb = 0;
        for (int b = 0; b < GMP_NUMB_BITS && i < count; b++, i++) limb |= (mp_limb_t)bits[place(i, count, order)] << b;
        z->limb[z->limbs] = limb;
    }
    while (z->limbs > 0 && z->limb[z->limbs - 1] == 0) z->limbs--;
}

int lg_bits_of_number(const lg_bignum *z) {
    int limbs = z->limbs;
    while (limbs > 0 && z->limb[limbs - 1] == 0) limbs--;
    return limbs > 0 ? (int)mpn_sizeinbase(z->limb, limbs, 2) : 0;
}

void lg_bits_from_number(int32_t *bits, int count, const lg_bignum *z, lg_bit_order order) {
    for (int i = 0; i < count; i++) {
        const int limb = i / GMP_NUMB_BITS;
        bits[place(i, count, order)] = limb < z->limbs ? z->limb[limb] >> i % GMP_NUMB_BITS & 1 : 0;
    }
}
