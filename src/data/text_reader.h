/* text_reader.h: reads tokens as words, for the checks of text tasks and for the final answers of models. It shares no
 * code with the functions that write text, so that checks can find errors in those functions. */
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
/* The next token. Does not advance. "" at the end. */
const char *lg_read_next(const lg_text_reader *x);
const char *lg_read_word(lg_text_reader *x); /* the next token; advances past it */
/* If the next tokens are these words (separated by blanks), advances past them and returns true. */
bool lg_read_words(lg_text_reader *x, const char *words);
/* If the next tokens are the remaining words of another text, advances past them and returns true. */
bool lg_read_text(lg_text_reader *x, lg_text_reader text);
/* If these words occur anywhere in the rest of the text, advances past their last occurrence and returns true. */
bool lg_read_past_last(lg_text_reader *x, const char *words);
/* Reads an integer written digit by digit: "- 1 2" is -12. Fails if its absolute value is 10^18 or more. */
bool lg_read_integer(lg_text_reader *x, int64_t *value);

/* ---- answers ---- */

/* Do the two texts have the same answer? `wanted` always has an answer. `answer`, the model's text, may have any number
 * of tokens, with anything before and after the answer. */
typedef bool (*lg_answer_fn)(lg_text_reader answer, lg_text_reader wanted);

/* These functions compare the answers that follow the last "The answer is". If the text has a ". Thus,", the answer
 * must come after the last ". Thus,". lg_same_integer_answer: the answer is an integer up to a full stop.
 * lg_same_words_answer: the answer is the words up to the last full stop, compared without regard to case. */
bool lg_same_integer_answer(lg_text_reader answer, lg_text_reader wanted);
bool lg_same_words_answer(lg_text_reader answer, lg_text_reader wanted);
/* Compares the answers that follow the last "The sorted list is": comma-separated words or integers between "[" and
 * "]". */
bool lg_same_list_answer(lg_text_reader answer, lg_text_reader wanted);
bool lg_same_integers_answer(lg_text_reader answer, lg_text_reader wanted);

#endif
