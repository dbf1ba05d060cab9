/* architecture.h: how a model is put together: which tokens its sequence has, and what is recorded between token ids
 * and the rows that the loss reads. */
#ifndef LG_NN_ARCHITECTURE_H
#define LG_NN_ARCHITECTURE_H

#include "nn/axes/chosen.h"
#include "nn/model/layout.h"
#include "nn/record/build.h"

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
            "vocabulary size: rows of the token embedding and of the output layer; rows beyond "                       \
            "the data's symbols are never trained (T5: 32,100); 0: as many as the data has",                           \
            .at = offsetof(owner, vocabulary)                                                                          \
    }

struct lg_architecture {
    LG_ENTRY;
    const char *prefix;                      /* of the names of what the stream that the head reads has; NULL: none */
    bool (*autoregressive)(const void *own); /* are target tokens read, and predicted one after another? */
    bool may_decode;                         /* an option, model.decode, says whether they are */
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
    /* Do its own options go together? Fails with what would. NULL: yes. */
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
};

extern const lg_architecture *const lg_architectures[]; /* ends with NULL */
/* Does it say its targets one after another? */
static inline bool lg_architecture_is_autoregressive(const lg_chosen_architecture *a) {
    return a->entry->autoregressive && a->entry->autoregressive(&a->own);
}

#endif
