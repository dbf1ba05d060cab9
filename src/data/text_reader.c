/* text_reader.c: see text_reader.h. */
#include "data/text_reader.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define LARGEST 1000000000000000000 /* integers must be less than this */

/* ---- words ---- */

const char *lg_read_next(const lg_text_reader *x) {
    return lg_read_ended(x) ? "" : x->words[x->ids[x->at]];
}

const char *lg_read_word(lg_text_reader *x) {
    const char *word = lg_read_next(x);
    x->at += !lg_read_ended(x);
    return word;
}

bool lg_read_words(lg_text_reader *x, const char *words) {
    lg_text_reader y = *x;
    for (words += strspn(words, " "); *words != '\0'; words += strspn(words, " ")) {
        const size_t size = strcspn(words, " ");
        const char *word = lg_read_word(&y);
        if (strlen(word) != size || memcmp(word, words, size)) return false;
        words += size;
    }
    *x = y;
    return true;
}

bool lg_read_text(lg_text_reader *x, lg_text_reader text) {
    lg_text_reader y = *x;
    while (!lg_read_ended(&text))
        if (strcmp(lg_read_word(&y), lg_read_word(&text))) return false;
    *x = y;
    return true;
}

bool lg_read_past_last(lg_text_reader *x, const char *words) {
    const int first = x->at;
    for (int at = x->count - 1; at >= first; at--) {
        x->at = at;
        if (lg_read_words(x, words)) return true;
    }
    x->at = first;
    return false;
}

static bool is_digit(const char *word) {
    return isdigit((unsigned char)word[0]) && word[1] == '\0';
}

bool lg_read_integer(lg_text_reader *x, int64_t *value) {
    lg_text_reader y = *x;
    const bool negative = lg_read_words(&y, "-");
    if (!is_digit(lg_read_next(&y))) return false;
    for (*value = 0; is_digit(lg_read_next(&y));) {
        if (*value >= LARGEST / 10) return false;
        *value = 10 * *value + (*lg_read_word(&y) - '0');
    }
    if (negative) *value = -*value;
    *x = y;
    return true;
}

/* ---- answers ---- */

static bool find_answer(lg_text_reader *x, const char *words) {
    lg_read_past_last(x, ". Thus ,");
    return lg_read_past_last(x, words);
}

static bool find_integer(lg_text_reader x, int64_t *value) {
    return find_answer(&x, "The answer is") && lg_read_integer(&x, value) && lg_read_words(&x, ".");
}

bool lg_same_integer_answer(lg_text_reader answer, lg_text_reader wanted) {
    int64_t a, b;
    return find_integer(answer, &a) && find_integer(wanted, &b) && a == b;
}

/* Selects the words up to the last full stop. */
static bool find_words(lg_text_reader *x) {
    if (!find_answer(x, "The answer is")) return false;
    lg_text_reader stop = *x;
    if (!lg_read_past_last(&stop, ".")) return false;
    x->count = stop.at - 1;
    return true;
}

bool lg_same_words_answer(lg_text_reader answer, lg_text_reader wanted) {
    bool same = find_words(&answer) && find_words(&wanted);
    while (same && !lg_read_ended(&answer)) same = !strcasecmp(lg_read_word(&answer), lg_read_word(&wanted));
    return same && lg_read_ended(&wanted);
}

/* Selects the words between [ and the next ]. */
static bool find_list(lg_text_reader *x) {
    if (!find_answer(x, "The sorted list is") || !lg_read_words(x, "[")) return false;
    lg_text_reader end = *x;
    while (!lg_read_ended(&end) && strcmp(lg_read_next(&end), "]")) end.at++;
    if (lg_read_ended(&end)) return false;
    x->count = end.at;
    return true;
}

bool lg_same_list_answer(lg_text_reader answer, lg_text_reader wanted) {
    bool same = find_list(&answer) && find_list(&wanted) && answer.count - answer.at == wanted.count - wanted.at;
    while (same && !lg_read_ended(&answer)) same = !strcmp(lg_read_word(&answer), lg_read_word(&wanted));
    return same;
}

bool lg_same_integers_answer(lg_text_reader answer, lg_text_reader wanted) {
    bool same = find_list(&answer) && find_list(&wanted);
    while (same && !lg_read_ended(&answer)) {
        int64_t a, b;
        same = lg_read_integer(&answer, &a) && lg_read_integer(&wanted, &b) && a == b &&
               lg_read_words(&answer, ",") == lg_read_words(&wanted, ",");
    }
    return same && lg_read_ended(&wanted);
}
