/* text_reader.h: reads tokens as words, for the checks of text tasks and for the final answers of models. Independent
 * of the writer, so that checks can find errors in it. */
#ifndef LG_DATA_TEXT_READER_H
#define LG_DATA_TEXT_READER_H

#include <stdbool.h>
#include <stdint.h>

/* A cursor over the tokens of a text. Copies advance independently. */
typedef struct lg_text_reader {
    const char *const *words; /* of the vocabulary */
    const int32_t *ids;       /* [count] */
    int count, at;
} lg_text_reader;

static inline bool lg_read_ended(const lg_text_reader *x) {
    return x->at == x->count;
}
/* The next token without advancing; "" at the end. */
const char *lg_read_next(const lg_text_reader *x);
const char *lg_read_word(lg_text_reader *x); /* the next token; advances past it */
/* If the next tokens are these words (separated by blanks), advances past them and returns true. */
bool lg_read_words(lg_text_reader *x, const char *words);
/* If the next tokens are the remaining words of another text, advances past them and returns true. */
bool lg_read_text(lg_text_reader *x, lg_text_reader text);
/* If these words occur anywhere, advances past their last occurrence and returns true. */
bool lg_read_past_last(lg_text_reader *x, const char *words);
/* Reads an integer written digit by digit: "- 1 2" is -12. Fails if its absolute value is 10^18 or more. */
bool lg_read_integer(lg_text_reader *x, int64_t *value);

/* ---- answers ---- */

/* True if both texts have the same answer. `wanted` always has one; the model's text may have anything before and after
 * it, and any number of tokens. */
typedef bool (*lg_answer_fn)(lg_text_reader answer, lg_text_reader wanted);

/* Answers after the last "The answer is", which must come after the last ". Thus," if there is one: an integer up to a
 * full stop, or case-insensitive words up to the last full stop. */
bool lg_same_integer_answer(lg_text_reader answer, lg_text_reader wanted);
bool lg_same_words_answer(lg_text_reader answer, lg_text_reader wanted);
/* Answers after the last "The sorted list is": comma-separated words or integers between [ and ]. */
bool lg_same_list_answer(lg_text_reader answer, lg_text_reader wanted);
bool lg_same_integers_answer(lg_text_reader answer, lg_text_reader wanted);

#endif
