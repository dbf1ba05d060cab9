/* text_writer.h: writes a record of a text task through one interface, either as text or as the tokens of this text. */
#ifndef LG_DATA_TEXT_WRITER_H
#define LG_DATA_TEXT_WRITER_H

#include "data/vocabulary.h"

/* Writes tokens if `words` is set, otherwise text. */
typedef struct lg_text_writer {
    const lg_lexicon *words;
    int32_t *ids; /* [capacity] */
    int count, capacity;
    char *text; /* [size]: truncated, 0-terminated */
    size_t length, size;
} lg_text_writer;

/* Number of bytes in the first token of a text that does not begin with a blank. Text is first split at blanks and
 * around [SEP]. [SEP], [NEXT] and single characters are tokens. In any other part, each leading "[" is a token, and
 * so is each trailing character of ",.:;?]"; the rest is one token. */
size_t lg_text_token_size(const char *text);
/* Appends a text, after a blank if it is not the first text. If tokens are written, the lexicon must contain all tokens
 * of the text. */
void lg_text_write(lg_text_writer *w, const char *text);
/* Appends a text without a blank before it, for example a full stop or a comma. */
void lg_text_append(lg_text_writer *w, const char *text);
void lg_text_write_integer(lg_text_writer *w, int64_t value); /* digit by digit: "- 1 2" for -12 */
void lg_text_write_repeated(lg_text_writer *w, const char *text, int times);

#endif
