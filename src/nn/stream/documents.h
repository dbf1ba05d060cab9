/* documents.h: documents packed into one sequence, each ended by a separator token. Positions can restart with each
 * document (positions: document), and a mask can hide other documents (mask: document). Both are computed from the
 * tokens of each sequence, in training and in evaluation. */
#ifndef LG_NN_DOCUMENTS_H
#define LG_NN_DOCUMENTS_H

#include "nn/model/parts.h"

/* The placement of a stream whose positions depend on documents; NULL: none. */
const lg_positional *lg_documents_numbered(const lg_model *m);
/* The first mask of a block that reads documents; NULL: none. */
const lg_chosen_mask *lg_documents_masked(const lg_model *m);
/* Do the positions or the mask of the model depend on documents? */
bool lg_model_reads_documents(const lg_model *m);
/* Finds the separator tokens in the data's vocabulary; the data set must be open. */
bool lg_documents_find(lg_model *m, lg_error *err);
/* Does token t begin a document? tokens NULL: there is one document. */
static inline bool lg_document_begins(const int32_t *tokens, int32_t separator, int t) {
    return t == 0 || (tokens && tokens[t - 1] == separator);
}
/* The first token of the document of each of T tokens; a separator belongs to the document that it ends. tokens NULL:
 * there is one document. */
void lg_documents_begin(const int32_t *tokens, int32_t separator, int T, int32_t *begin);

/* The option of entries that read documents, and its row. */
typedef struct lg_document_options {
    const char *separator; /* "": not set */
} lg_document_options;
#define LG_OPTION_SEPARATOR(axis, type)                                                                                \
    {                                                                                                                  \
        axis ".separator", LG_TEXT, "", 0, 0, NULL,                                                                    \
            "token that ends a document, spelled as in the vocabulary; by default the end of a "                       \
            "line: \\n for bytes and characters, <eos> for words",                                                     \
            .at = offsetof(type, separator)                                                                            \
    }

#endif
