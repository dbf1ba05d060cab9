/* token_side.h: tokenization of one side (sources or targets) of pairs of texts: how text is split, and the id of each
 * token. The vocabulary consists of the pieces of a model, of all bytes, or of tokens counted in the training texts. */
#ifndef LG_DATA_TOKEN_SIDE_H
#define LG_DATA_TOKEN_SIDE_H

#include "data/subwords.h"
#include "data/vocabulary.h"

/* Special tokens; their ids precede those of the tokens of texts. A source ends with the separator, a target with the
 * end token. */
enum { LG_TOKEN_PAD, LG_TOKEN_END, LG_TOKEN_SEPARATOR, LG_TOKEN_UNKNOWN, LG_TOKENS_SPECIAL };

/* All zeros: not open. */
typedef struct lg_token_side {
    lg_subwords *subwords;
    lg_word_table table; /* all tokens; while counting, a token's id is its number in this table */
    int32_t *ids;        /* after counting, [table.count]: the id of each word of the table */
    lg_vocabulary vocabulary;
} lg_token_side;

/* Opens the model or codes file that an option names, and adds it to the files of the data set. If path is "", each
 * unit (byte, character or word) is a token. */
bool lg_token_side_open(lg_token_side *x, lg_dataset *d, lg_unit unit, const char *option, const char *path,
                        lg_error *err);
void lg_token_side_free(lg_token_side *x);
/* Writes one integer per piece: its number in the table, or, after lg_token_side_number, its id. */
bool lg_token_side_put(lg_token_side *x, const lg_pieces *pieces, int32_t *out, lg_error *err);
/* Ends counting: makes vocabulary and ids. Tokens used less often than `least`, and all but the `most` most frequent
 * ones (0: no limit), become unknown. */
bool lg_token_side_number(lg_token_side *x, int64_t least, int64_t most, lg_arena *arena, lg_error *err);
/* Tokenizes a text of `size` bytes: writes the first `most` ids and returns the total number; -1: out of memory. */
int lg_token_side_read(const lg_token_side *x, const char *text, size_t size, int32_t *ids, int most);
/* Converts ids into text, skipping ids without text. Control characters, which byte models can generate, become blanks.
 * Returns the text, which the caller frees; NULL: out of memory. */
char *lg_token_side_write(const lg_token_side *x, const int32_t *ids, int count);

#endif
