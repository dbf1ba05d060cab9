/* text_writer.h: one way to write a record of a text task: as text, or as the tokens that exactly this text has. */
#ifndef LG_DATA_TEXT_WRITER_H
#define LG_DATA_TEXT_WRITER_H

#include "data/vocabulary.h"

/* Either `words` is there, and tokens are written, or text is. */
typedef struct lg_text_writer {
    const lg_lexicon *words;
    int32_t *ids; /* [capacity] */
    int count, capacity;
    char *text; /* [size], cut and ended by 0 */
    size_t length, size;
} lg_text_writer;

/* Bytes of the first token of a text that begins with no blank. A text is split at blanks and around [SEP]; [SEP] and
 * [NEXT] stay whole; what else is longer than one character has each leading [ and each trailing , . : ; ? ] split off,
 * and the rest is one token. */
size_t lg_text_token_size(const char *text);
/* Appends a text, which begins a word: after a blank where it is not the first. Each of its tokens must be a word of
 * the lexicon. */
void lg_text_write(lg_text_writer *w, const char *text);
/* The same without the blank: a full stop after a word, a comma. */
void lg_text_append(lg_text_writer *w, const char *text);
void lg_text_write_integer(lg_text_writer *w, int64_t value); /* digit by digit: - 1 2 */
void lg_text_write_repeated(lg_text_writer *w, const char *text, int times);

#endif
