/* token_batches.h: records that are cut into batches of a bounded number of padded tokens, once for all epochs. */
#ifndef LG_TRAIN_TOKEN_BATCHES_H
#define LG_TRAIN_TOKEN_BATCHES_H

#include "base/key.h"
#include "data/data.h"

typedef struct lg_token_batches {
    int64_t count;   /* batches */
    int64_t *begin;  /* [count + 1]: where a batch begins in `record` */
    int64_t *record; /* numbers of records, batch after batch */
} lg_token_batches;

/* Puts `records` records with these sizes into an order that the key names, sorts each pool of them (0: all) by size,
 * and cuts them where a batch would have more than so many tokens: records times the largest source and target. A
 * record that has more is a batch of its own. */
bool lg_token_batches_cut(lg_token_batches *b, const lg_record_size *sizes, int64_t records, lg_key key, int64_t pool,
                          int64_t tokens, lg_error *err);
void lg_token_batches_free(lg_token_batches *b);
/* The batch of a step, in an order that each epoch has of its own: its number; and its epoch. */
int64_t lg_token_batches_at(const lg_token_batches *b, lg_key key, int64_t step, int64_t *epoch);

#endif
