/* mask.h: attention masks: which keys a query sees. In every mask, the keys of a query are an interval plus,
 * optionally, the first keys of the sequence. */
#ifndef LG_NN_MASK_H
#define LG_NN_MASK_H

#include <stdint.h>

#include "formula/formula.h"
#include "nn/axes/chosen.h"

struct lg_mask {
    LG_ENTRY;
    bool plain;     /* shows either all keys, or all keys up to the query */
    bool causal;    /* no query sees a later key, for any options */
    bool documents; /* within the range, a query sees only keys of its own document (nn/stream/documents.h) */
    /* Is the mask causal with these options? NULL: as `causal` says. */
    bool (*causal_if)(const void *own);
    const char *causal_flag; /* the option that makes the mask causal, such as "mask.form causal"; NULL: none */
    /* Does a query's range depend on the sequence length, apart from being cut off at the last token? NULL: no. */
    bool (*by_length)(const void *own);
    /* Query i of T tokens sees the keys key_begin[i] <= j < key_end[i]. NULL: `search` finds the keys; if `search` is
     * NULL, too, all keys are visible. */
    void (*range)(const void *own, int T, int32_t *key_begin, int32_t *key_end);
    bool (*search)(const void *own, int T, int32_t *key_begin, int32_t *key_end, lg_error *err);
    int (*prefix)(const void *own); /* query i also sees the keys j < prefix, if j < key_end[i]; NULL: none */
    /* With a memory of `kept` rows of previous segments, a query sees at most this many keys, the last ones of its
     * range. 0, or NULL: no limit. Only for masks without a prefix. */
    int (*most)(const void *own, int kept);
    /* Number of tokens after which positions restart; NULL: never. */
    int (*chunk)(const void *own);
    /* The mask as a formula for lg_formula_mask; NULL, or a NULL text: it has none. If there is a range hook, too, it
     * is used instead of the formula, since it is faster. */
    lg_formula_source (*formula_of)(const void *own);
};

extern const lg_mask lg_mask_full;
extern const lg_mask *const lg_masks[]; /* ends with NULL */

extern const lg_chosen_mask lg_mask_none; /* the mask `full` */

/* Does every query see every key, for any options? */
static inline bool lg_mask_shows_all(const lg_chosen_mask *m) {
    return !m->entry->range && !m->entry->search;
}

static inline bool lg_mask_is_causal(const lg_chosen_mask *m) {
    return m->entry->causal_if ? m->entry->causal_if(&m->own) : m->entry->causal;
}

/* The flag that makes this mask causal, such as "mask.form causal". If this mask has none, returns the flag that
 * chooses a causal mask. */
static inline const char *lg_mask_causal_flag(const lg_chosen_mask *m) {
    return m->entry->causal_flag ? m->entry->causal_flag : "mask causal";
}

/* Number of keys at the start of the sequence that all queries see. */
static inline int lg_mask_prefix(const lg_chosen_mask *m) {
    return m->entry->prefix ? m->entry->prefix(&m->own) : 0;
}

/* Number of tokens after which positions restart, at most T. */
static inline int lg_mask_chunk_of(const lg_chosen_mask *m, int T) {
    const int chunk = m->entry->chunk ? m->entry->chunk(&m->own) : T;
    return chunk < T ? chunk : T;
}

/* Computes the range of each query with a memory of `kept` rows of previous segments (nn/stream/memory.h). T counts
 * tokens and memory rows. Not for masks that show all keys. Returns false if the search hook fails. */
bool lg_mask_range(const lg_chosen_mask *m, int kept, int T, int32_t *key_begin, int32_t *key_end, lg_error *err);

/* For masks made of blocks of tokens: their option, and the first token of the block before the block of token i (0 if
 * i is in the first block). */
typedef struct lg_mask_blocks {
    int block;
} lg_mask_blocks;
#define LG_OPTION_MASK_BLOCK                                                                                           \
    { "mask.block", LG_INT, "20", 1, 1 << 24, NULL, "length of a block, in tokens; the last block may be shorter" }

static inline int32_t lg_mask_block_before(int i, int b) {
    return i < b ? 0 : (i / b - 1) * b;
}

#endif
