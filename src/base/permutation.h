/* permutation.h: random orders without storing them. */
#ifndef LG_BASE_PERMUTATION_H
#define LG_BASE_PERMUTATION_H

#include <stdint.h>

#include "base/key.h"

/* The image of i in 0..n-1 under the permutation of these numbers that the key names: a Feistel network of Philox
 * rounds over the smallest power of four that holds n (Luby & Rackoff 1988), walked until the image is below n. */
uint64_t lg_permutation(lg_key key, uint64_t n, uint64_t i);

#endif
