/* subwords.h: how text becomes tokens, and tokens text again: words between blanks, characters, bytes, pieces of a
 * model of SentencePiece, or those of merges of subword-nmt. */
#ifndef LG_DATA_SUBWORDS_H
#define LG_DATA_SUBWORDS_H

#include "base/arena.h"
#include "data/data.h"
#include "data/pieces.h"

typedef struct lg_subwords lg_subwords;

/* Of the file of a model or of codes, as its bytes say, `size` of them and a 0. NULL bytes: a token is a unit; the
 * names of bytes and characters (data/token_text.h) are their pieces. NULL on failure. */
lg_subwords *lg_subwords_read(lg_unit unit, const char *bytes, size_t size, const char *name, lg_error *err);
void lg_subwords_free(lg_subwords *s);

/* Has it a vocabulary of its own? Then its pieces, in their order, in the arena. NULL pieces: out of memory. */
bool lg_subwords_has_pieces(const lg_subwords *s);
const char **lg_subwords_pieces(const lg_subwords *s, lg_arena *arena, int *count);

/* Adds the tokens of a text of UTF-8 without control characters. */
bool lg_subwords_split(const lg_subwords *s, const char *text, size_t size, lg_pieces *out, lg_error *err);
/* The text of tokens, NULL among them: unknown; to be freed. Bytes that are no UTF-8 become U+FFFD. NULL: out of
 * memory.
 */
char *lg_subwords_join(const lg_subwords *s, const char *const *tokens, int count);

#endif
