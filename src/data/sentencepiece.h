/* sentencepiece.h: models of SentencePiece (Kudo & Richardson 2018), used through the SentencePiece library. */
#ifndef LG_DATA_SENTENCEPIECE_H
#define LG_DATA_SENTENCEPIECE_H

#include "data/pieces.h"

typedef struct lg_sentencepiece lg_sentencepiece;

/* Reads a model file that spm_train wrote. Returns NULL on failure, with LG_USAGE if the file is not a model. */
lg_sentencepiece *lg_sentencepiece_read(const void *bytes, size_t size, const char *name, lg_error *err);
void lg_sentencepiece_free(lg_sentencepiece *m);

/* The number of pieces, and the text of piece i, which lives as long as the model. The text is NULL for the unknown
 * piece and for control symbols, which are not text. */
int lg_sentencepiece_count(const lg_sentencepiece *m);
const char *lg_sentencepiece_piece(const lg_sentencepiece *m, int i);

/* Adds the pieces of a text. A part of the text for which the model has no piece is added as one piece. */
bool lg_sentencepiece_split(const lg_sentencepiece *m, const char *text, size_t size, lg_pieces *out, lg_error *err);
/* Joins pieces into a text. A NULL piece is the unknown piece. The caller frees the text. NULL: out of memory. */
char *lg_sentencepiece_join(const lg_sentencepiece *m, const char *const *pieces, int count);

#endif
