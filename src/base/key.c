/* key.c: Philox4x32-10 from Random123 (Salmon et al. 2011) and the distributions drawn from it.
 *
 * A block's counter has four words. The third word is 0 for the numbers of a key, FOLD for the key's children, and ROOT
 * for root keys, so that these three never share a block. */
#include "base/key.h"

#include <assert.h>
#include <math.h>

#include <Random123/philox.h>

#define FOLD 0x666f6c64u /* "fold" in ASCII */
#define ROOT 0x726f6f74u /* "root" in ASCII */
#define TAU  6.283185307179586476925286766559

void lg_key_block(lg_key key, const uint32_t counter[4], uint32_t out[4]) {
    philox4x32_ctr_t c = {{counter[0], counter[1], counter[2], counter[3]}};
    philox4x32_key_t k = {{key.k[0], key.k[1]}};
    philox4x32_ctr_t bits = philox4x32_R(10, c, k);
    for (int i = 0; i < 4; i++) out[i] = bits.v[i];
}

static lg_key derive(lg_key parent, uint64_t tag, uint32_t use) {
    const uint32_t counter[4] = {(uint32_t)tag, (uint32_t)(tag >> 32), use, 0};
    uint32_t bits[4];
    lg_key_block(parent, counter, bits);
    return (lg_key){{bits[0], bits[1]}};
}

lg_key lg_key_root(uint64_t seed) {
    return derive((lg_key){{0, 0}}, seed, ROOT);
}

lg_key lg_key_fold(lg_key parent, uint64_t tag) {
    return derive(parent, tag, FOLD);
}

lg_random lg_random_from(lg_key key) {
    return (lg_random){.key = key};
}

uint32_t lg_random_bits(lg_random *r) {
    if (r->left == 0) {
        const uint32_t counter[4] = {(uint32_t)r->next, (uint32_t)(r->next >> 32), 0, 0};
        lg_key_block(r->key, counter, r->block);
        r->next++;
        r->left = 4;
    }
    return r->block[4 - r->left--];
}

/* The high word of bits * n is uniform if products whose low word is below 2^32 mod n are redrawn (Lemire, "Fast random
 * integer generation in an interval", 2019). 2^32 mod n is below n, so it is computed only if the low word is below n,
 * which is rare for small n. */
uint32_t lg_random_below(lg_random *r, uint32_t n) {
    assert(n >= 1);
    uint64_t product = (uint64_t)lg_random_bits(r) * n;
    if ((uint32_t)product < n) {
        const uint32_t unfair = -n % n; /* 2^32 mod n */
        while ((uint32_t)product < unfair) product = (uint64_t)lg_random_bits(r) * n;
    }
    return (uint32_t)(product >> 32);
}

double lg_random_unit(lg_random *r) {
    const uint64_t high = lg_random_bits(r) >> 5, low = lg_random_bits(r) >> 6;
    return (double)(high << 26 | low) * 0x1p-53;
}

/* Box and Muller 1958. The second number of the pair is discarded, so that a cursor needs no state other than its
 * position in the stream. */
double lg_random_normal(lg_random *r) {
    const double u = 1 - lg_random_unit(r); /* in (0, 1]: the logarithm is finite */
    const double angle = TAU * lg_random_unit(r);
    return sqrt(-2 * log(u)) * cos(angle);
}

double lg_random_truncated(lg_random *r) {
    double z;
    do z = lg_random_normal(r);
    while (fabs(z) > 2);
    return z;
}
