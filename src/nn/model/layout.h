/* layout.h: the layout of a sequence: which tokens it contains, in which order, and how a record is written to it. */
#ifndef LG_NN_LAYOUT_H
#define LG_NN_LAYOUT_H

#include <string.h>

#include "data/data.h"

/* The special tokens of a model, and its numbers of tokens. All ids below those of the special tokens belong to the
 * data set. */
typedef struct lg_token_format {
    int steps;       /* number of computation tokens for each source token */
    int symbols;     /* number of input tokens in the vocabulary */
    int sources;     /* number of tokens in the vocabulary of a separate source stream; else 0 */
    int classes;     /* number of output tokens in the vocabulary */
    int computation; /* id of the computation token; -1: none */
    int empty;       /* id of the empty token, after which targets begin; -1: none */
} lg_token_format;

/* The layout of records of one or several sizes: at most n source tokens and m target tokens. Logits are read at the
 * tokens first .. first + rows - 1. Sources may have a separate sequence. */
typedef struct lg_sequence_layout {
    int n, m, T, first, rows;
    int sources; /* tokens of the separate source sequence; 0: there is one sequence */
    int piece;   /* for networks that read sequences in pieces (stepping.h): the longest piece; 0: any length */
    int latents; /* first token that has rows after the first block; usually 0 */
    bool padded; /* records may be shorter (sources by less than LG_BAND); rows without a target have weight 0 */
    bool spans;  /* padded, and attention is not causal: it needs the valid range of tokens (lg_row.span) */
    /* memory: rows of memory before the tokens; kept: rows to keep for the next segment (memory.h); usually 0. */
    int memory, kept;
    int stored, stores; /* key-value pairs stored so far and their largest number (sublayer "k"); usually 0 */
} lg_sequence_layout;

/* Are records laid out in the same way in both layouts? */
static inline bool lg_sequence_layout_same(const lg_sequence_layout *a, const lg_sequence_layout *b) {
    return a->n == b->n && a->m == b->m && a->padded == b->padded && a->memory == b->memory && a->kept == b->kept &&
           a->stored == b->stored && a->stores == b->stores;
}

/* The buffers that the sequence of a record is written to. */
typedef struct lg_row {
    int32_t *ids;     /* [T] */
    int32_t *sources; /* [sources]; NULL: there is one sequence */
    /* span [2]: first valid token of the sequence, or of `sources`, and the number of valid tokens; NULL: the layout
     * has no spans. */
    int32_t *span;
    int32_t *targets;           /* [rows]; 0 if a row has no target */
    uint8_t *learned, *counted; /* [rows], as in lg_record; 0 if a row has no target */
} lg_row;

/* Writes the targets of a record from row `first` on; the other rows have no target. */
static inline void lg_row_put_targets(const lg_row *row, int rows, int first, const lg_record *r) {
    memset(row->targets, 0, sizeof(int32_t) * (size_t)rows);
    memset(row->learned, 0, (size_t)rows);
    memset(row->counted, 0, (size_t)rows);
    memcpy(row->targets + first, r->target, sizeof(int32_t) * (size_t)r->m);
    memcpy(row->learned + first, r->learned, (size_t)r->m);
    memcpy(row->counted + first, r->counted, (size_t)r->m);
}

#endif
