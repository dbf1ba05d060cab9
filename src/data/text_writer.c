/* text_writer.c: see text_writer.h. */
#include "data/text_writer.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const char separator[] = "[SEP]", next_copy[] = "[NEXT]";

static void add_token(lg_text_writer *w, const char *word, size_t size) {
    const int id = lg_lexicon_find(w->words, word, size);
    assert(id >= 0 && w->count < w->capacity);
    w->ids[w->count++] = id;
}

static bool is_word(const char *chunk, size_t size, const char *word) {
    return size == strlen(word) && !memcmp(chunk, word, size);
}

/* Adds the tokens of a chunk of at least one character. */
static void add_chunk(lg_text_writer *w, const char *chunk, size_t size) {
    const char *end = chunk + size, *rest = end;
    if (is_word(chunk, size, separator) || is_word(chunk, size, next_copy)) {
        add_token(w, chunk, size);
        return;
    }
    for (; end - chunk > 1 && *chunk == '['; chunk++) add_token(w, chunk, 1);
    while (rest - chunk > 1 && strchr(",.:;?]", rest[-1])) rest--;
    add_token(w, chunk, (size_t)(rest - chunk));
    for (; rest < end; rest++) add_token(w, rest, 1);
}

/* Bytes of a text up to a blank, [SEP] or the end. */
static size_t chunk_size(const char *text) {
    const size_t size = strcspn(text, " ");
    const char *at = strstr(text, separator);
    if (!at || at >= text + size) return size;
    return at == text ? strlen(separator) : (size_t)(at - text);
}

static void add_text(lg_text_writer *w, const char *text) {
    for (const char *c = text; *c != '\0' && w->length + 1 < w->size; c++) w->text[w->length++] = *c;
    if (w->size > 0) w->text[w->length] = '\0';
}

void lg_text_append(lg_text_writer *w, const char *text) {
    if (!w->words) {
        add_text(w, text);
        return;
    }
    for (text += strspn(text, " "); *text != '\0'; text += strspn(text, " ")) {
        const size_t size = chunk_size(text);
        add_chunk(w, text, size);
        text += size;
    }
}

void lg_text_write(lg_text_writer *w, const char *text) {
    if (w->length > 0) add_text(w, " ");
    lg_text_append(w, text);
}

void lg_text_write_integer(lg_text_writer *w, int64_t value) {
    char digits[24], digit[2] = "";
    snprintf(digits, sizeof digits, "%" PRId64, value);
    for (const char *c = digits; *c != '\0'; c++) {
        *digit = *c;
        lg_text_write(w, digit);
    }
}

void lg_text_write_repeated(lg_text_writer *w, const char *text, int times) {
    for (int i = 0; i < times; i++) lg_text_write(w, text);
}
