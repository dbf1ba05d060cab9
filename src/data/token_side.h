/* token_side.h: the tokens of the sources, or of the targets, of pairs of texts: how a text is taken apart, and which
 * id each token has. A vocabulary is that of a model, all bytes, or is counted in the texts to train on. */
#ifndef LG_DATA_TOKEN_SIDE_H
#define LG_DATA_TOKEN_SIDE_H

#include "data/subwords.h"
#include "data/vocabulary.h"

/* Tokens before those of texts. A source ends with a separator, a target with an end. */
enum { LG_TOKEN_PAD, LG_TOKEN_END, LG_TOKEN_SEPARATOR, LG_TOKEN_UNKNOWN, LG_TOKENS_SPECIAL };

/* All zeros: nothing is open. */
typedef struct lg_token_side {
    lg_subwords *subwords;
    lg_word_table table; /* of all tokens; while they are counted, a token is its number there */
    int32_t *ids;        /* [table.count] then, the id of each number */
    lg_vocabulary vocabulary;
} lg_token_side;

/* With the model or the codes of the file that an option names, which becomes a file of the data set; path "": a token
 * is a unit. */
bool lg_token_side_open(lg_token_side *x, lg_dataset *d, lg_unit unit, const char *option, const char *path,
                        lg_error *err);
void lg_token_side_free(lg_token_side *x);
/* The number of each piece, or, when the vocabulary is there, its id. */
bool lg_token_side_put(lg_token_side *x, const lg_pieces *pieces, int32_t *out, lg_error *err);
/* All tokens are counted: those used less often than `least`, and all beyond the `most` most frequent ones (0: none),
 * are unknown. Makes the vocabulary, and the ids. */
bool lg_token_side_settle(lg_token_side *x, int64_t least, int64_t most, lg_arena *arena, lg_error *err);
/* Of a text of `size` bytes the first `most` ids; how many there are, -1: out of memory. */
int lg_token_side_read(const lg_token_side *x, const char *text, size_t size, int32_t *ids, int most);
/* The text of ids, of which those of no text are left out; control characters, which a model of bytes can say, are
 * blanks. To be freed. NULL: out of memory. */
char *lg_token_side_write(const lg_token_side *x, const int32_t *ids, int count);

#endif
