/* architecture.h: how a model is assembled: the tokens of its sequences, and the graph from token ids to the rows that
 * the loss reads. */
#ifndef LG_NN_ARCHITECTURE_H
#define LG_NN_ARCHITECTURE_H

#include "nn/axes/chosen.h"
#include "nn/model/layout.h"
#include "nn/record/build.h"

/* Sources can be padded to a common length if their lengths differ by less than this. */
#define LG_BAND LG_LANES

struct lg_network;
struct lg_memory_options;
struct lg_memory_token_options;

/* Option `vocabulary` of architectures whose embedding table may have more rows than the data has tokens. owner: the
 * struct of the architecture's options, which must have this member. */
#define LG_OPTION_VOCABULARY(owner)                                                                                    \
    {                                                                                                                  \
        "architecture.vocabulary", LG_INT, "0", 0, 10000000, NULL,                                                     \
            "vocabulary size: number of rows of the token embedding and of the output layer (T5: 32,100); rows "       \
            "beyond the data's symbols are never trained; 0: no extra rows",                                           \
            .at = offsetof(owner, vocabulary)                                                                          \
    }

struct lg_architecture {
    LG_ENTRY;
    const char *prefix; /* prefix of parameter and state names in the stream that the head reads; NULL: none */
    bool (*autoregressive)(const void *own); /* whether target tokens are inputs, and are predicted one by one */
    bool may_decode;                         /* the option model.decode determines whether the architecture is
                                              * autoregressive */
    bool steps;                              /* can read target tokens one by one (nn/model/stepping.h) */
    bool reads_sources;                      /* sources are a separate stream, in which every token sees all others */
    bool crosses;                            /* cross-attention follows each sublayer that mixes tokens */
    bool cells;                              /* uses the axis cell */
    bool one_size;                           /* records of different sizes cannot share a pass */
    bool latents;                            /* blocks run over latents, which are not neighbouring tokens */
    /* Whether sources and targets have separate embedding tables even if they share a vocabulary. NULL: no. */
    bool (*tables_apart)(const void *own);
    int (*vocabulary)(const void *own); /* rows of the embedding table; 0 or NULL: as many as the data has tokens */
    /* Options for the memory of blocks across segments (nn/stream/memory.h) and for memory tokens
     * (nn/stream/memory_tokens.h). NULL: not supported. */
    const struct lg_memory_options *(*memory)(const void *own);
    const struct lg_memory_token_options *(*memory_tokens)(const void *own);
    /* Checks that the architecture's options are consistent; the error message suggests a remedy. NULL: no check. */
    bool (*suits)(const struct lg_model *m, lg_error *err);
    /* Checks that the options fit the vocabularies of the data set, once it is open. NULL: no check. */
    bool (*fits_data)(const struct lg_model *m, lg_error *err);
    /* Checks that the architecture supports sequences of this layout; the error message names `what` and suggests a
     * remedy. NULL: all layouts are supported. */
    bool (*fits)(const struct lg_model *m, const lg_sequence_layout *t, const char *what, lg_error *err);
    lg_token_format (*format)(const struct lg_model *m);
    lg_sequence_layout (*layout)(const struct lg_model *m, lg_record_size z, bool padded);
    /* Writes a record. Target token j is predicted by row first_row(...) + j. */
    void (*lay_out)(const struct lg_model *m, const lg_sequence_layout *t, const lg_record *r, const lg_row *row);
    /* The row that predicts the first target token of a record with n source tokens. */
    int (*first_row)(const struct lg_model *m, const lg_sequence_layout *t, int n);
    /* The index, in the sequence, of target token j of a record with n source tokens. Needed only by autoregressive
     * architectures. */
    int (*target_token)(const struct lg_model *m, const lg_sequence_layout *t, int n, int j);
    /* Records the graph from the network's ids to the rows that the head reads, [S,T,.]. In a stepping graph, these are
     * the rows of some of the T tokens. */
    lg_tensor *(*record)(lg_build *b, const struct lg_network *n);
};

extern const lg_architecture *const lg_architectures[]; /* ends with NULL */
/* Whether target tokens are generated one by one. */
static inline bool lg_architecture_is_autoregressive(const lg_chosen_architecture *a) {
    return a->entry->autoregressive && a->entry->autoregressive(&a->own);
}

#endif
