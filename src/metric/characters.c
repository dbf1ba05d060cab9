/* characters.c: see characters.h. Case mappings come from libunistring. */
#include "metric/characters.h"

#include <stdlib.h>
#include <string.h>
#include <unicase.h>

#include "base/text.h"

void lg_characters_free(lg_characters *x) {
    free(x->at);
    *x = (lg_characters){0};
}

void lg_characters_grow(lg_characters *x) {
    const size_t capacity = x->capacity > 0 ? 2 * x->capacity : 256;
    uint32_t *more = x->lost ? NULL : realloc(x->at, capacity * sizeof *more);
    if (!more) {
        x->lost = true;
        return;
    }
    x->at = more;
    x->capacity = capacity;
}

/* ---- UTF-8 ---- */

enum { ESCAPED = 0xDC00 }; /* code point of an invalid byte >= 0x80: this number plus the byte */

/* Decodes a character of `bytes` bytes. */
static uint32_t decode(const unsigned char *s, size_t bytes) {
    static const unsigned char first_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t c = s[0] & first_bits[bytes];
    for (size_t i = 1; i < bytes; i++) c = c << 6 | (s[i] & 0x3f);
    return c;
}

/* Decodes the first character of a text and advances *text past it. */
static uint32_t next_character(const char **text) {
    const unsigned char *s = (const unsigned char *)*text;
    const size_t bytes = lg_text_character(*text);
    *text += bytes > 0 ? bytes : 1;
    return bytes > 0 ? decode(s, bytes) : (uint32_t)ESCAPED + s[0];
}

void lg_characters_read(lg_characters *x, const char *text) {
    x->count = 0;
    while (*text != '\0') lg_characters_add(x, next_character(&text));
}

/* ---- white space ---- */

bool lg_character_is_space(uint32_t c) {
    if (c < 0x80) return c == ' ' || (c >= 0x09 && c <= 0x0d) || (c >= 0x1c && c <= 0x1f);
    return c == 0x85 || c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029 ||
           c == 0x202f || c == 0x205f || c == 0x3000;
}

size_t lg_text_words(const char *text) {
    size_t words = 0;
    for (bool space = true; *text != '\0';) {
        const bool was = space;
        space = lg_character_is_space(next_character(&text));
        words += was && !space;
    }
    return words;
}

bool lg_text_is_blank(const char *text) {
    while (*text != '\0')
        if (!lg_character_is_space(next_character(&text))) return false;
    return true;
}

void lg_characters_trim_end(lg_characters *x) {
    while (x->count > 0 && lg_character_is_space(x->at[x->count - 1])) x->count--;
}

void lg_characters_trim(lg_characters *x) {
    size_t first = 0;
    lg_characters_trim_end(x);
    while (first < x->count && lg_character_is_space(x->at[first])) first++;
    x->count -= first;
    if (first > 0) memmove(x->at, x->at + first, x->count * sizeof *x->at);
}

/* ---- case ---- */

static bool is_escaped(uint32_t c) {
    return c >= 0xD800 && c <= 0xDFFF;
}

/* Appends the lower case of characters without surrogates. */
static void add_lower(lg_characters *to, const uint32_t *from, size_t count) {
    size_t size = 0;
    uint32_t *lower = u32_tolower(from, count, NULL, NULL, NULL, &size);
    if (!lower) to->lost = true;
    for (size_t i = 0; lower && i < size; i++) lg_characters_add(to, lower[i]);
    free(lower);
}

/* libunistring rejects surrogates. Case rules treat surrogates neither as cased nor as case-ignorable. So the text
 * between surrogates can be mapped separately with the same result. */
void lg_characters_lower(lg_characters *x) {
    lg_characters lower = {0};
    for (size_t i = 0, end; i < x->count; i = end) {
        if (is_escaped(x->at[i])) lg_characters_add(&lower, x->at[i]);
        for (end = i; end < x->count && !is_escaped(x->at[end]);) end++;
        if (end > i) add_lower(&lower, x->at + i, end - i);
        if (end == i) end++;
    }
    lower.lost |= x->lost;
    lg_characters_free(x);
    *x = lower;
}
