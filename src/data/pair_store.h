/* pair_store.h: pairs of token sequences in memory, by split and length: what entries that read files of pairs share.
 */
#ifndef LG_DATA_PAIR_STORE_H
#define LG_DATA_PAIR_STORE_H

#include "data/data.h"

/* A pair. */
typedef struct lg_pair_row {
    int length, n, m; /* reported under; tokens of source and target */
    size_t at;        /* of its tokens in all: those of the source, then those of the target */
    size_t number;    /* in the order in which the split was read, from 0 */
} lg_pair_row;

typedef struct lg_pair_split {
    lg_pair_row *rows; /* by length, then by number */
    size_t count, capacity;
    int *lengths; /* [length_count], ascending */
    size_t length_count;
    size_t *first; /* [length_count + 1]: rows of a length */
    lg_record_size *bound;
} lg_pair_split;

/* All zeros: empty. */
typedef struct lg_pair_store {
    lg_pair_split splits[LG_SPLIT_VALIDATION + 1];
    int32_t *ids; /* of all pairs */
    size_t id_count, id_capacity;
} lg_pair_store;

/* Adds a pair: where its n + m tokens are to be written, before the next one is added; NULL: out of memory. */
int32_t *lg_pair_store_add(lg_pair_store *s, lg_split split, int length, int n, int m, lg_error *err);
/* When all pairs of a split are there: they can be asked for from now on. */
bool lg_pair_store_index(lg_pair_store *s, lg_split split, lg_arena *arena, lg_error *err);
void lg_pair_store_free(lg_pair_store *s); /* what is not in the arena */

const lg_pair_row *lg_pair_store_row(const lg_pair_store *s, lg_split split, int length, int64_t index);

/* The training pair that was read first; false: there is none. */
bool lg_pair_store_first(const lg_dataset *d, int *length, int64_t *index);

/* Methods of entries (lg_data_methods) whose state begins with its store. */
static inline const lg_pair_store *lg_pair_store_of(const lg_dataset *d) {
    return d->state;
}
const int *lg_pair_store_lengths(const lg_dataset *d, lg_split split, size_t *count);
int64_t lg_pair_store_count(const lg_dataset *d, lg_split split, int length);
lg_record_size lg_pair_store_bound(const lg_dataset *d, int length);
void lg_pair_store_draw(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out);

#endif
