/* text_writer.c: see text_writer.h. */
#define _GNU_SOURCE /* for memmem */
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

/* Number of bytes of a text before the first blank, [SEP] or the end. */
static size_t chunk_size(const char *text) {
    const size_t size = strcspn(text, " ");
    const char *at = memmem(text, size, separator, strlen(separator));
    return !at ? size : at == text ? strlen(separator) : (size_t)(at - text);
}

size_t lg_text_token_size(const char *text) {
    size_t size = chunk_size(text);
    if (is_word(text, size, separator) || is_word(text, size, next_copy)) return size;
    if (*text == '[' && size > 1) return 1;
    while (size > 1 && strchr(",.:;?]", text[size - 1])) size--;
    return size;
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
        const size_t size = lg_text_token_size(text);
        add_token(w, text, size);
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
