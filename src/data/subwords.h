/* subwords.h: converts text to tokens and back: words, characters, bytes, pieces of a SentencePiece model, or merges of
 * subword-nmt. */
#ifndef LG_DATA_SUBWORDS_H
#define LG_DATA_SUBWORDS_H

#include "base/arena.h"
#include "data/data.h"
#include "data/pieces.h"

typedef struct lg_subwords lg_subwords;

/* Reads a SentencePiece model or a codes file of subword-nmt, given as `size` bytes followed by a 0. Its contents
 * show which of the two it is. If `bytes` is NULL, each unit is a token; the token of a byte or character is its name
 * (data/token_text.h). NULL: failure. */
lg_subwords *lg_subwords_read(lg_unit unit, const char *bytes, size_t size, const char *name, lg_error *err);
void lg_subwords_free(lg_subwords *s);

/* lg_subwords_has_pieces: is there a fixed vocabulary? lg_subwords_pieces: the pieces of this vocabulary in order,
 * allocated in the arena; NULL: out of memory. */
bool lg_subwords_has_pieces(const lg_subwords *s);
const char **lg_subwords_pieces(const lg_subwords *s, lg_arena *arena, int *count);

/* Adds the tokens of a UTF-8 text without control characters. */
bool lg_subwords_split(const lg_subwords *s, const char *text, size_t size, lg_pieces *out, lg_error *err);
/* Joins tokens into a text. A NULL token is an unknown token. Invalid UTF-8 becomes U+FFFD. The caller frees the text.
 * NULL: out of memory. */
char *lg_subwords_join(const lg_subwords *s, const char *const *tokens, int count);

#endif
