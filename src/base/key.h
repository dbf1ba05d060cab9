/* key.h: counter-based randomness. Every random number is a pure function of (key, counter) by Philox4x32-10 (Salmon et
 * al., "Parallel random numbers: as easy as 1, 2, 3", 2011; Random123's headers), so draws can be made in any order on
 * any thread, without state. A key is a value: it is copied and folded, never advanced. Keys form a tree: the root key
 * comes from the seed of a run. Its children are one key for each use (lg_key_tag). A use has one child key for each
 * step, and a step has one child key for each sample. */
#ifndef LG_BASE_KEY_H
#define LG_BASE_KEY_H

#include <stdint.h>

typedef struct lg_key {
    uint32_t k[2];
} lg_key;

/* Uses of random numbers. A tag is folded into the root key of a run. */
typedef enum lg_key_tag {
    LG_KEY_INIT = 1,  /* initial parameters */
    LG_KEY_LENGTH,    /* lengths drawn by the curriculum */
    LG_KEY_DATA,      /* the sequences of a batch */
    LG_KEY_DROPOUT,   /* dropout masks */
    LG_KEY_POSITIONS, /* samples of position ids */
    LG_KEY_EVAL,      /* everything drawn in evaluation, folded again with the tags above */
    LG_KEY_RESAMPLE,  /* bootstrap resamples of evaluation sequences */
    LG_KEY_SAMPLE,    /* sequences of the command `sample`, folded again with their length */
    LG_KEY_PROBE      /* everything a probe draws, folded again with the tags above */
} lg_key_tag;

lg_key lg_key_root(uint64_t seed);                                         /* the root key of a run */
lg_key lg_key_fold(lg_key parent, uint64_t tag);                           /* the child key with this tag */
void lg_key_block(lg_key key, const uint32_t counter[4], uint32_t out[4]); /* Philox4x32-10: 128 random bits */

/* A cursor over the random numbers of one key (samplers, initial values). */
typedef struct lg_random {
    lg_key key;
    uint64_t next;     /* counter of the next block */
    uint32_t block[4]; /* the current block */
    int left;          /* unused words of the block */
} lg_random;

lg_random lg_random_from(lg_key key);
uint32_t lg_random_bits(lg_random *r);              /* 32 random bits */
uint32_t lg_random_below(lg_random *r, uint32_t n); /* uniform in 0..n-1, exact (rejection); n >= 1 */
double lg_random_unit(lg_random *r);                /* uniform in [0, 1), 53 bits */
double lg_random_normal(lg_random *r);              /* standard normal */
double lg_random_truncated(lg_random *r);           /* standard normal, redrawn until it lies in [-2, 2] */

#endif
