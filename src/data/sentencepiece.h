/* sentencepiece.h: models of SentencePiece (Kudo & Richardson 2018), through its library. */
#ifndef LG_DATA_SENTENCEPIECE_H
#define LG_DATA_SENTENCEPIECE_H

#include "data/pieces.h"

typedef struct lg_sentencepiece lg_sentencepiece;

/* Reads a model file of spm_train. NULL: failure; LG_USAGE if it is not a model. */
lg_sentencepiece *lg_sentencepiece_read(const void *bytes, size_t size, const char *name, lg_error *err);
void lg_sentencepiece_free(lg_sentencepiece *m);

/* Number of pieces, and piece i, which lives as long as the model; NULL for pieces that are not text: the unknown piece
 * and control symbols. */
int lg_sentencepiece_count(const lg_sentencepiece *m);
const char *lg_sentencepiece_piece(const lg_sentencepiece *m, int i);

/* Adds the pieces of a text. Unknown text becomes a piece that the model does not have. */
bool lg_sentencepiece_split(const lg_sentencepiece *m, const char *text, size_t size, lg_pieces *out, lg_error *err);
/* Joins pieces into a text; NULL pieces are unknown. The caller frees it. NULL: out of memory. */
char *lg_sentencepiece_join(const lg_sentencepiece *m, const char *const *pieces, int count);

#endif
