/* digest.h: a digest of the records of a data set. Two programs that draw different records get different digests. */
#ifndef LG_DATA_DIGEST_H
#define LG_DATA_DIGEST_H

#include "base/pool.h"
#include "data/data.h"

/* Maximum number of records of each length in the digest. */
#define LG_DIGESTED ((int64_t)1 << 16)

/* Computes the digest of the records of a split, ordered by length and number. It covers the sizes, the tokens, and the
 * learned and counted flags of each record. Uses the lengths of the data set, or curriculum.lengths if the data set has
 * no list of lengths. The digest is "" if records come from files or from a program, are endless, or do not exist.
 * Returns false if memory runs out. */
bool lg_dataset_digest(const lg_dataset *d, lg_split split, lg_pool *pool, char out[LG_DIGEST_SIZE], lg_error *err);

#endif
