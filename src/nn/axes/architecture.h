/* architecture.h: how a model is put together: which tokens its sequence has, and what is recorded between token ids
 * and the rows that the loss reads. */
#ifndef LG_NN_ARCHITECTURE_H
#define LG_NN_ARCHITECTURE_H

#include <string.h>

#include "base/registry.h"
#include "data/data.h"
#include "nn/record/build.h"

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

/* Sources that are padded to one length differ by less than this. */
#define LG_BAND LG_LANES

struct lg_network;
struct lg_memory_options;
struct lg_memory_token_options;

/* Of architectures that may have more rows in the table of token vectors than the data has tokens; a member of their
 * struct. */
#define LG_OPTION_VOCABULARY(owner)                                                                                    \
    {                                                                                                                  \
        "architecture.vocabulary", LG_INT, "0", 0, 10000000, NULL,                                                     \
            "rows of the table of token vectors, and tokens that can be predicted: more than the data has are never "  \
            "learned, as with the 32,100 of T5; 0: as many as the data has",                                           \
            "0.2.0", .at = offsetof(owner, vocabulary)                                                                 \
    }

typedef struct lg_architecture {
    LG_ENTRY;
    const char *prefix; /* of the names of what the stream that the head reads has; NULL: none */
    bool (*autoregressive)(const void *own); /* are target tokens read, and predicted one after another? */
    bool steps;                              /* target tokens can be read one by one (nn/model/stepping.h) */
    bool reads_sources;                      /* as a stream of their own, in which every token sees all */
    bool crosses;                            /* cross-attention follows each sublayer that mixes tokens */
    bool cells;                              /* reads the axis cell */
    bool one_size;                           /* records of several sizes share no pass */
    bool latents;                            /* blocks run over latents, of which tokens are not neighbours */
    /* Have sources and targets of one vocabulary a table of token vectors each? NULL: no. */
    bool (*tables_apart)(const void *own);
    int (*vocabulary)(const void *own); /* rows of such a table; 0: as many as the data has tokens. NULL: 0 */
    /* What blocks remember over segments (nn/stream/memory.h), and vectors beside tokens (nn/stream/memory_tokens.h).
     * NULL: it can have none. */
    const struct lg_memory_options *(*memory)(const void *own);
    const struct lg_memory_token_options *(*memory_tokens)(const void *own);
    /* Do the choices on other axes suit it? Fails with what would. The data set is not open. NULL: all do. */
    bool (*suits)(const struct lg_model *m, lg_error *err);
    /* Do its options go with the vocabularies of the data, once it is open? NULL: yes. */
    bool (*fits_data)(const struct lg_model *m, lg_error *err);
    /* Does it take a sequence of this layout, which `what` names? Fails with what would. NULL: all that there are. */
    bool (*fits)(const struct lg_model *m, const lg_sequence_layout *t, const char *what, lg_error *err);
    lg_token_format (*format)(const struct lg_model *m);
    lg_sequence_layout (*layout)(const struct lg_model *m, lg_record_size z, bool padded);
    /* Writes a record. Row first_row(...) + j predicts target token j. */
    void (*lay_out)(const struct lg_model *m, const lg_sequence_layout *t, const lg_record *r, const lg_row *row);
    /* Row that predicts the first target token of a record with n source tokens. */
    int (*first_row)(const struct lg_model *m, const lg_sequence_layout *t, int n);
    /* Token of the sequence that holds target token j of a record with n source tokens; autoregressive formats. */
    int (*target_token)(const struct lg_model *m, const lg_sequence_layout *t, int n, int j);
    /* From the ids of the network to the rows that the head reads, [S,T,.]; some of T tokens where the graph steps. */
    lg_tensor *(*record)(lg_build *b, const struct lg_network *n);
} lg_architecture;

typedef LG_CHOSEN(lg_architecture) lg_chosen_architecture;

extern const lg_architecture *const lg_architectures[]; /* ends with NULL */
/* Does it say its targets one after another? */
static inline bool lg_architecture_is_autoregressive(const lg_chosen_architecture *a) {
    return a->entry->autoregressive && a->entry->autoregressive(&a->own);
}

#endif
