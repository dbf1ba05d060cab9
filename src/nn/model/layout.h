/* layout.h: the tokens of a sequence: their kinds, where they stand, and a record that is written so. */
#ifndef LG_NN_LAYOUT_H
#define LG_NN_LAYOUT_H

#include <string.h>

#include "data/data.h"

/* The kinds of token. Ids below those that are named here are the data set's. */
typedef struct lg_token_format {
    int steps;       /* computation tokens per source token */
    int symbols;     /* kinds of token that are read */
    int sources;     /* of these, where sources have a stream of their own: its kinds of token; else 0 */
    int classes;     /* kinds of token that are predicted */
    int computation; /* id of the computation token, -1 if there is none */
    int empty;       /* id of the empty token, after which targets begin; -1 if there is none */
} lg_token_format;

/* The sequence of records of one size, or of several: n source tokens and m target tokens at most. Logits are read at
 * the tokens first .. first + rows - 1. Sources may have a sequence of their own. */
typedef struct lg_sequence_layout {
    int n, m, T, first, rows;
    int sources; /* tokens of the sources' own sequence; 0: there is one sequence */
    int piece;   /* of networks that read piece by piece (stepping.h), the most tokens at once; 0: any number */
    int latents; /* first token that has rows behind the first block; most have 0 */
    bool padded; /* records may be shorter, sources by less than LG_BAND: rows that predict nothing have weight 0 */
    bool spans;  /* of padded ones: tokens that see later ones must be told which of them are there (lg_row.span) */
    int memory,
        kept; /* rows of memory that precede them, and rows kept for what follows (memory.h); most have none */
    int stored, stores; /* pairs that are stored by then, and the most that can be (sublayer k); most have none */
} lg_sequence_layout;

/* Do records of both have one layout? */
static inline bool lg_sequence_layout_same(const lg_sequence_layout *a, const lg_sequence_layout *b) {
    return a->n == b->n && a->m == b->m && a->padded == b->padded && a->memory == b->memory && a->kept == b->kept &&
           a->stored == b->stored && a->stores == b->stores;
}

/* Where the sequence of a record goes. */
typedef struct lg_row {
    int32_t *ids;               /* [T] */
    int32_t *sources;           /* [sources]; NULL where there is one sequence */
    int32_t *span;              /* [2]: first token of the sequence, or of `sources`, that is there, and how many are;
                                   NULL: the layout has no spans */
    int32_t *targets;           /* [rows]; 0 where a row predicts nothing */
    uint8_t *learned, *counted; /* [rows], as in lg_record; 0 where a row predicts nothing */
} lg_row;

/* Targets of a record from row `first` on; all other of the `rows` rows predict nothing. */
static inline void lg_row_put_targets(const lg_row *row, int rows, int first, const lg_record *r) {
    memset(row->targets, 0, sizeof(int32_t) * (size_t)rows);
    memset(row->learned, 0, (size_t)rows);
    memset(row->counted, 0, (size_t)rows);
    memcpy(row->targets + first, r->target, sizeof(int32_t) * (size_t)r->m);
    memcpy(row->learned + first, r->learned, (size_t)r->m);
    memcpy(row->counted + first, r->counted, (size_t)r->m);
}

#endif
