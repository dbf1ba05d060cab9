/* seed.h: the seeds of a training run and the keys of its random streams. One seed fixes everything that training
 * draws; a stream can also have its own seed, for instance to separate variance over initial weights from variance over
 * data. */
#ifndef LG_BASE_SEED_H
#define LG_BASE_SEED_H

#include "base/key.h"
#include "base/option.h"

extern const lg_option lg_seed_options[]; /* train.seed and seed.*: the rows of lg_seeds */

typedef struct lg_seeds {
    int64_t train, init, data, length, dropout, positions; /* -1: use train */
} lg_seeds;

/* The key of LG_KEY_INIT, LENGTH, DATA, DROPOUT or POSITIONS, from its own seed, or from train.seed if its own seed is
 * -1. Streams with equal seeds are independent. */
lg_key lg_seed_key(const lg_seeds *s, lg_key_tag tag);
bool lg_is_seed(const char *option); /* is it the name of an option in lg_seed_options? */

#endif
