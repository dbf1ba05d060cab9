/* bf16.h: numbers rounded to bfloat16, one at a time, and pairs of them in the 32 bits of a real. The double build has
 * no bfloat16. */
#ifndef LG_KERNEL_BF16_H
#define LG_KERNEL_BF16_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/real.h"

#ifndef LG_DOUBLE

static inline float bf16_from_bits(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* The bits of x, rounded to the 8 bits of mantissa of bfloat16: to nearest, ties to even. The lower 16 bits are 0.
 * Subnormal numbers become 0. */
static inline uint32_t bf16_bits(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    if ((bits & 0x7fffffff) < 0x00800000) return bits & 0x80000000;
    if (isnan(x)) return (bits | 0x00400000) & 0xffff0000;
    return (bits + 0x7fff + (bits >> 16 & 1)) & 0xffff0000;
}

static inline real bf16_pair(real low, real high) {
    return bf16_from_bits(bf16_bits(low) >> 16 | bf16_bits(high));
}

/* The low or the high number of a pair. */
static inline real bf16_of_pair(real pair, bool high) {
    uint32_t bits;
    memcpy(&bits, &pair, sizeof bits);
    return bf16_from_bits(high ? bits & 0xffff0000 : bits << 16);
}

#else

/* Never called. */
static inline real bf16_pair(real low, real high) {
    (void)high;
    return low;
}

static inline real bf16_of_pair(real pair, bool high) {
    (void)high;
    return pair;
}

#endif
#endif
