/* mask.h: which keys a query sees. Every mask here is an interval of keys for each query, and perhaps the first keys of
 * all. */
#ifndef LG_NN_MASK_H
#define LG_NN_MASK_H

#include <stdint.h>

#include "formula/formula.h"
#include "nn/axes/chosen.h"

struct lg_mask {
    LG_ENTRY;
    bool plain;     /* it shows all keys, or all up to the query */
    bool causal;    /* no query sees a later key, whatever the options */
    bool documents; /* of the range, a query sees the keys of its own document alone (nn/stream/documents.h) */
    /* Does no query see a later key, with these options? NULL: as `causal` says. */
    bool (*causal_if)(const void *own);
    const char *causal_flag; /* the option that has it so, "mask.form causal"; NULL: there is none */
    /* Does what a query sees depend on how many tokens follow it, beyond what is there? NULL: no. */
    bool (*by_length)(const void *own);
    /* Query i of T tokens sees the keys key_begin[i] <= j < key_end[i]. NULL: all, or what search finds. */
    void (*range)(const void *own, int T, int32_t *key_begin, int32_t *key_end);
    bool (*search)(const void *own, int T, int32_t *key_begin, int32_t *key_end, lg_error *err);
    int (*prefix)(const void *own); /* query i also sees the keys j < prefix, if j < key_end[i]; NULL: none */
    /* Where `kept` rows of the segments before are remembered: keys that a query sees at most, the last ones of its
     * range; 0: all of them. NULL: 0. Only masks without a prefix. */
    int (*most)(const void *own, int kept);
    /* Tokens after which positions start again; NULL: never. */
    int (*chunk)(const void *own);
    /* What it shows, of place lg_formula_mask; NULL, or its text is NULL: no formula says it. Where there is range,
     * that runs, which is faster. */
    lg_formula_source (*formula_of)(const void *own);
};

extern const lg_mask lg_mask_full;
extern const lg_mask *const lg_masks[]; /* ends with NULL */

extern const lg_chosen_mask lg_mask_none; /* full */

/* Does it show every key to every query, whatever the options? */
static inline bool lg_mask_shows_all(const lg_chosen_mask *m) {
    return !m->entry->range && !m->entry->search;
}

static inline bool lg_mask_is_causal(const lg_chosen_mask *m) {
    return m->entry->causal_if ? m->entry->causal_if(&m->own) : m->entry->causal;
}

/* "mask.form causal": the flag that makes a mask causal, or chooses one that is. */
static inline const char *lg_mask_causal_flag(const lg_chosen_mask *m) {
    return m->entry->causal_flag ? m->entry->causal_flag : "mask causal";
}

/* Of the first keys of all, how many a mask shows. */
static inline int lg_mask_prefix(const lg_chosen_mask *m) {
    return m->entry->prefix ? m->entry->prefix(&m->own) : 0;
}

/* Tokens of T after which positions start again. */
static inline int lg_mask_chunk_of(const lg_chosen_mask *m, int T) {
    const int chunk = m->entry->chunk ? m->entry->chunk(&m->own) : T;
    return chunk < T ? chunk : T;
}

/* What the range is where `kept` rows of the segments before are remembered (nn/stream/memory.h), of T tokens, rows of
 * memory among them. Masks that do not show all. False: search found none. */
bool lg_mask_range(const lg_chosen_mask *m, int kept, int T, int32_t *key_begin, int32_t *key_end, lg_error *err);

/* Masks that are made of blocks: the row of their size, and the first token of the block before that of token i, or of
 * its own if that is the first. */
typedef struct lg_mask_blocks {
    int block;
} lg_mask_blocks;
#define LG_OPTION_MASK_BLOCK                                                                                           \
    { "mask.block", LG_INT, "20", 1, 1 << 24, NULL, "length of a block, in tokens; the last block may be shorter" }

static inline int32_t lg_mask_block_before(int i, int b) {
    return i < b ? 0 : (i / b - 1) * b;
}

#endif
