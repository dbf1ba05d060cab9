/* text_reader.h: tokens read as words, one after another: for judges of text tasks, and for the answer that a model
 * ends with. Apart from the writer: whoever checks does not believe who writes. */
#ifndef LG_DATA_TEXT_READER_H
#define LG_DATA_TEXT_READER_H

#include <stdbool.h>
#include <stdint.h>

/* A value: copies go on from where they are. */
typedef struct lg_text_reader {
    const char *const *words; /* of the vocabulary */
    const int32_t *ids;       /* [count] */
    int count, at;
} lg_text_reader;

static inline bool lg_read_ended(const lg_text_reader *x) {
    return x->at == x->count;
}
/* The next token, which stays the next one, or "" at the end. */
const char *lg_read_next(const lg_text_reader *x);
const char *lg_read_word(lg_text_reader *x); /* the same, and goes on to the one after it */
/* Are the next tokens these words, separated by blanks? Then goes on after them. */
bool lg_read_words(lg_text_reader *x, const char *words);
/* Are they those that are left in another text? Then goes on after them. */
bool lg_read_text(lg_text_reader *x, lg_text_reader text);
/* Are these words anywhere? Then goes on after the last place where they are. */
bool lg_read_past_last(lg_text_reader *x, const char *words);
/* A whole number, digit by digit: "- 1 2" is -12. Its value is below 10^18, or there is none. */
bool lg_read_integer(lg_text_reader *x, int64_t *value);

/* ---- answers ---- */

/* Do both texts have the same answer? `wanted` has one. That of a model may have anything before it, and after it, and
 * fewer or more tokens. */
typedef bool (*lg_answer_fn)(lg_text_reader said, lg_text_reader wanted);

/* After the last "The answer is", and after ". Thus," where that is: an integer up to a full stop; or words up to the
 * last full stop, in small letters or capitals. */
bool lg_same_integer_answer(lg_text_reader said, lg_text_reader wanted);
bool lg_same_words_answer(lg_text_reader said, lg_text_reader wanted);
/* After the last "The sorted list is": what is between [ and ], separated by commas: words; or integers. */
bool lg_same_list_answer(lg_text_reader said, lg_text_reader wanted);
bool lg_same_integers_answer(lg_text_reader said, lg_text_reader wanted);

#endif
