/* token_batches.h: cuts records into batches with a maximum number of tokens, including padding. All epochs use the
 * same batches. */
#ifndef LG_TRAIN_TOKEN_BATCHES_H
#define LG_TRAIN_TOKEN_BATCHES_H

#include "base/key.h"
#include "data/data.h"

typedef struct lg_token_batches {
    int64_t count;   /* batches */
    int64_t *begin;  /* [count + 1]: index in `record` at which each batch begins */
    int64_t *record; /* record numbers, batch after batch */
} lg_token_batches;

/* Shuffles `records` records by the key, sorts each pool of `pool` records (0: all) by size, and cuts batches of at
 * most `tokens` tokens. The tokens of a batch are its number of records times the sum of its largest source and its
 * largest target. A record with more tokens is a batch of its own. */
bool lg_token_batches_cut(lg_token_batches *b, const lg_record_size *sizes, int64_t records, lg_key key, int64_t pool,
                          int64_t tokens, lg_error *err);
void lg_token_batches_free(lg_token_batches *b);
/* Number of the batch of a step, in an order that differs between epochs. Sets *epoch to the epoch of the step. */
int64_t lg_token_batches_at(const lg_token_batches *b, lg_key key, int64_t step, int64_t *epoch);

#endif
