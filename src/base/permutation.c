/* permutation.c: see permutation.h. */
#include "base/permutation.h"

#include <assert.h>

enum { ROUNDS = 6 };

static uint64_t round_of(lg_key key, uint64_t half, uint32_t round) {
    uint32_t out[4];
    lg_key_block(key, (uint32_t[]){(uint32_t)half, (uint32_t)(half >> 32), round, 0}, out);
    return out[0] | (uint64_t)out[1] << 32;
}

/* A random permutation of the numbers with 2 * bits bits. */
static uint64_t encrypt(lg_key key, int bits, uint64_t x) {
    const uint64_t mask = ((uint64_t)1 << bits) - 1;
    uint64_t left = x >> bits, right = x & mask;
    for (uint32_t r = 0; r < ROUNDS; r++) {
        const uint64_t mixed = left ^ (round_of(key, right, r) & mask);
        left = right;
        right = mixed;
    }
    return left << bits | right;
}

uint64_t lg_permutation(lg_key key, uint64_t n, uint64_t i) {
    assert(i < n && n <= (uint64_t)1 << 62);
    int bits = 1;
    while ((uint64_t)1 << 2 * bits < n) bits++;
    do i = encrypt(key, bits, i);
    while (i >= n);
    return i;
}
