/* sentencepiece.h: models of SentencePiece (Kudo & Richardson 2018), by its library. */
#ifndef LG_DATA_SENTENCEPIECE_H
#define LG_DATA_SENTENCEPIECE_H

#include "data/pieces.h"

typedef struct lg_sentencepiece lg_sentencepiece;

/* The model that the bytes of a file of spm_train are. NULL on failure: LG_USAGE where they are none. */
lg_sentencepiece *lg_sentencepiece_read(const void *bytes, size_t size, const char *name, lg_error *err);
void lg_sentencepiece_free(lg_sentencepiece *m);

/* How many pieces it has, and piece i, which lives as long as the model; NULL where that is no part of a text: what
 * stands for the unknown, and control symbols. */
int lg_sentencepiece_count(const lg_sentencepiece *m);
const char *lg_sentencepiece_piece(const lg_sentencepiece *m, int i);

/* Adds the pieces of a text; what no piece has is one that the model does not have. */
bool lg_sentencepiece_split(const lg_sentencepiece *m, const char *text, size_t size, lg_pieces *out, lg_error *err);
/* The text of pieces, NULL among them: unknown; to be freed. NULL: out of memory. */
char *lg_sentencepiece_join(const lg_sentencepiece *m, const char *const *pieces, int count);

#endif
