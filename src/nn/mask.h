/* mask.h: which keys a query sees. Every mask here is an interval of keys for each query, and perhaps the first keys of
 * all. */
#ifndef LG_NN_MASK_H
#define LG_NN_MASK_H

#include <stdint.h>

#include "base/registry.h"

typedef struct lg_mask {
    LG_ENTRY;
    bool causal; /* no query sees a later key */
    /* Query i of T tokens sees the keys key_begin[i] <= j < key_end[i]. NULL: all. */
    void (*range)(const lg_values *v, int T, int32_t *key_begin, int32_t *key_end);
    int (*prefix)(const lg_values *v); /* query i also sees the keys j < prefix, if j < key_end[i]; NULL: none */
    /* Tokens after which positions start again; NULL: never. */
    int (*chunk)(const lg_values *v);
} lg_mask;

extern const lg_mask lg_mask_full;
extern const lg_mask *const lg_masks[]; /* ends with NULL */
const lg_mask *lg_mask_find(const char *name);

/* Of the first keys of all, how many a mask shows. */
static inline int lg_mask_prefix(const lg_mask *m, const lg_values *v) {
    return m->prefix ? m->prefix(v) : 0;
}

#endif
