/* seed.h: the seeds of a training, and the keys of its streams. One seed fixes everything that training draws; each
 * stream can have a seed of its own, so that, say, the spread over initial weights is told from that over data. */
#ifndef LG_BASE_SEED_H
#define LG_BASE_SEED_H

#include "base/key.h"
#include "base/option.h"

extern const lg_option lg_seed_options[]; /* train.seed, seed.*, the rows of lg_seeds */

typedef struct lg_seeds {
    int64_t train, init, data, length, dropout, positions; /* -1: that of train */
} lg_seeds;

/* The key of LG_STREAM_INIT, LENGTH, DATA, DROPOUT or POSITIONS: from its own seed, or from train.seed where that is
 * -1. Two streams with equal seeds are independent of each other. */
lg_key lg_seed_key(const lg_seeds *s, lg_stream stream);
bool lg_is_seed(const char *option); /* is it the name of one of lg_seed_options? */

#endif
