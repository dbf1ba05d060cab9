/* lengths.h: sets of lengths as text, the syntax of LG_LENGTHS options.
 *
 *   list = item { "," item }      item = number [ ".." number [ ":" step ] ]
 *
 * "1..40" is every length up to 40, "10..100:10" every tenth, "1,2,5" just these three. Order and repetition do not
 * matter: the value is ascending, each length once. Blanks around items are allowed. */
#ifndef LG_BASE_LENGTHS_H
#define LG_BASE_LENGTHS_H

#include "base/error.h"

#define LG_MAX_LENGTHS 1000000

typedef struct lg_length_set {
    int *values; /* owned by the holder of the set, to be freed */
    size_t count;
} lg_length_set;

/* Fails with LG_USAGE and the wrong item, or with LG_FAILED if out of memory. */
bool lg_lengths_parse(const char *text, int min, int max, lg_length_set *out, lg_error *err);
/* Canonical text, with three or more evenly spaced lengths as a range; to be freed. NULL: out of memory. */
char *lg_lengths_text(const lg_length_set *s);

#endif
