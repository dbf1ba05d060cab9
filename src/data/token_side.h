/* token_side.h: tokenization of one side of pairs of texts: of the sources, or of the targets. It defines how text is
 * split, and the id of each token. The vocabulary consists of the pieces of a subword model, of all bytes, or of the
 * tokens in the training texts. */
#ifndef LG_DATA_TOKEN_SIDE_H
#define LG_DATA_TOKEN_SIDE_H

#include "data/subwords.h"
#include "data/vocabulary.h"

/* Special tokens. Their ids precede the ids of tokens of texts. A source ends with the separator, and a target with the
 * end token. */
enum { LG_TOKEN_PAD, LG_TOKEN_END, LG_TOKEN_SEPARATOR, LG_TOKEN_UNKNOWN, LG_TOKENS_SPECIAL };

/* A struct of zeros is not open. */
typedef struct lg_token_side {
    lg_subwords *subwords;
    lg_word_table table; /* all tokens; ids are indices in this table until they are set by lg_token_side_number */
    int32_t *ids;        /* [table.count]: the final id of each token of the table */
    lg_vocabulary vocabulary;
} lg_token_side;

/* Opens the SentencePiece model or codes file that an option names, and adds the file to the files of the data set. If
 * `path` is "", each unit (byte, character or word) is a token. */
bool lg_token_side_open(lg_token_side *x, lg_dataset *d, lg_unit unit, const char *option, const char *path,
                        lg_error *err);
void lg_token_side_free(lg_token_side *x);
/* Writes one integer per piece: before lg_token_side_number its index in the table, afterwards its id. */
bool lg_token_side_put(lg_token_side *x, const lg_pieces *pieces, int32_t *out, lg_error *err);
/* Ends counting: creates the vocabulary and the ids. Tokens that occur less than `least` times become unknown. If
 * `most` is not 0, only the `most` most frequent tokens are kept, and all others become unknown. */
bool lg_token_side_number(lg_token_side *x, int64_t least, int64_t most, lg_arena *arena, lg_error *err);
/* Tokenizes a text of `size` bytes. Writes the first `most` ids, and returns the total number of ids; -1: out of
 * memory. */
int lg_token_side_read(const lg_token_side *x, const char *text, size_t size, int32_t *ids, int most);
/* Converts ids into text. Ids without text are skipped. Control characters, which models of bytes can generate, become
 * blanks. The caller frees the text. NULL: out of memory. */
char *lg_token_side_write(const lg_token_side *x, const int32_t *ids, int count);

#endif
