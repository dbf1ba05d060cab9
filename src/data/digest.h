/* digest.h: what the records of a data set are, in a few digits, so that those of another program are noticed. */
#ifndef LG_DATA_DIGEST_H
#define LG_DATA_DIGEST_H

#include "base/pool.h"
#include "data/data.h"

/* Records of a length beyond so many are left out. */
#define LG_DIGESTED ((int64_t)1 << 16)

/* The digest of the records of a split, in the order of lengths and numbers: sizes, tokens, what is learned and
 * counted. Their lengths are those of the data set, or else those of curriculum.lengths. "" where records come from
 * files or from a program, where they have no end, and where there are none. False: out of memory. */
bool lg_dataset_digest(const lg_dataset *d, lg_split split, lg_pool *pool, char out[LG_DIGEST_SIZE], lg_error *err);

#endif
