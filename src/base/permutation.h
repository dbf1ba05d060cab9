/* permutation.h: random permutations without storing them. */
#ifndef LG_BASE_PERMUTATION_H
#define LG_BASE_PERMUTATION_H

#include <stdint.h>

#include "base/key.h"

/* The image of i under a random permutation of 0..n-1 that depends on the key: a Feistel network of Philox rounds over
 * the smallest power of four that is at least n (Luby & Rackoff 1988), repeated until the image is below n. */
uint64_t lg_permutation(lg_key key, uint64_t n, uint64_t i);

#endif
