/* lengths.h: sets of lengths as text, the grammar of LG_LENGTHS options.
 *
 *   list = item { "," item }      item = number [ ".." number [ ":" step ] ]
 *
 * "1..40" is every length up to 40, "10..100:10" every tenth, "1,2,5" just these. Order and repetition mean nothing:
 * the value is ascending, each length once. Blanks around items are allowed. */
#ifndef LG_BASE_LENGTHS_H
#define LG_BASE_LENGTHS_H

#include "base/error.h"

#define LG_MAX_LENGTHS 1000000

typedef struct lg_length_set {
    int *values; /* owned by whoever holds the set: free it */
    size_t count;
} lg_length_set;

/* Fails with LG_USAGE and the wrong item, or with LG_FAILED when out of memory. */
bool lg_lengths_parse(const char *text, int min, int max, lg_length_set *out, lg_error *err);
/* Canonical text, three and more evenly spaced lengths as a range; to be freed. NULL when there is no memory. */
char *lg_lengths_text(const lg_length_set *s);

#endif
