/* bits.c: random bit strings, 32 from one draw, and their passage to big numbers and back. */
#include "task/bits.h"

#include <stdbool.h>

#define NAILS 31 /* of the 32 bits of a token, GMP is to skip all but the lowest */

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

void lg_bits_to_number(mpz_t z, const int32_t *bits, int count, lg_bit_order order) {
    mpz_import(z, (size_t)count, order, sizeof *bits, 0, NAILS, bits);
}

int lg_bits_from_number(int32_t *bits, const mpz_t z, lg_bit_order order) {
    size_t count;
    mpz_export(bits, &count, order, sizeof *bits, 0, NAILS, z);
    return (int)count;
}
