/* pair_set.h: pairs of token sequences in memory, by split and length; shared by entries that read files of pairs. */
#ifndef LG_DATA_PAIR_SET_H
#define LG_DATA_PAIR_SET_H

#include "data/data.h"

/* A pair. */
typedef struct lg_pair_row {
    int length, n, m; /* length under which the pair is reported; numbers of source and target tokens */
    size_t at;        /* index of the pair's first token in ids; target tokens follow source tokens */
    size_t number;    /* index in the order in which the split was read */
} lg_pair_row;

typedef struct lg_pair_split {
    lg_pair_row *rows; /* sorted by length, then by number */
    size_t count, capacity;
    int *lengths; /* [length_count], ascending */
    size_t length_count;
    size_t *first; /* [length_count + 1]: first row of each length */
    lg_record_size *bound;
} lg_pair_split;

/* A struct of zeros is an empty set. */
typedef struct lg_pair_set {
    lg_pair_split splits[LG_SPLIT_VALIDATION + 1];
    int32_t *ids; /* tokens of all pairs */
    size_t id_count, id_capacity;
} lg_pair_set;

/* Adds a pair. Returns the address where the caller must write the n + m tokens of the pair before the next call. NULL:
 * out of memory. */
int32_t *lg_pair_set_add(lg_pair_set *s, lg_split split, int length, int n, int m, lg_error *err);
/* Call this after all pairs of a split were added, and before they are read. */
bool lg_pair_set_index(lg_pair_set *s, lg_split split, lg_arena *arena, lg_error *err);
void lg_pair_set_free(lg_pair_set *s); /* frees what is not in the arena */

const lg_pair_row *lg_pair_set_row(const lg_pair_set *s, lg_split split, int length, int64_t index);

/* Finds the training pair that was read first. Returns false if there is none. */
bool lg_pair_set_first(const lg_dataset *d, int *length, int64_t *index);

/* Methods (lg_data_methods) for entries whose state begins with the store. */
static inline const lg_pair_set *lg_pair_set_of(const lg_dataset *d) {
    return d->state;
}
const int *lg_pair_set_lengths(const lg_dataset *d, lg_split split, size_t *count);
int64_t lg_pair_set_count(const lg_dataset *d, lg_split split, int length);
lg_record_size lg_pair_set_bound(const lg_dataset *d, int length);
void lg_pair_set_draw(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out);

#endif
