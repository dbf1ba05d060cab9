/* digest.h: a digest of the records of a data set, which reveals whether another program drew different records. */
#ifndef LG_DATA_DIGEST_H
#define LG_DATA_DIGEST_H

#include "base/pool.h"
#include "data/data.h"

/* Only this many records of each length are included. */
#define LG_DIGESTED ((int64_t)1 << 16)

/* Digest of the records of a split, ordered by length and number: sizes, tokens, learned and counted flags. Uses the
 * lengths of the data set, or otherwise curriculum.lengths. "" for records that come from files or from a program, are
 * endless, or do not exist. False: out of memory. */
bool lg_dataset_digest(const lg_dataset *d, lg_split split, lg_pool *pool, char out[LG_DIGEST_SIZE], lg_error *err);

#endif
