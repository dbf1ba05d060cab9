/* characters.h: texts as Unicode code points, with the operations that translation scores need. Bytes that are not
 * valid UTF-8 become code points U+DC80 to U+DCFF, which never occur in text, as with Python's error handler
 * "surrogateescape". */
#ifndef LG_METRIC_CHARACTERS_H
#define LG_METRIC_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Code points. Must be zeroed before first use. */
typedef struct lg_characters {
    uint32_t *at;
    size_t count, capacity;
    bool lost; /* memory ran out and characters are missing; check once at the end */
} lg_characters;

void lg_characters_free(lg_characters *x);
void lg_characters_grow(lg_characters *x); /* makes room for one more code point, or sets `lost` */
static inline void lg_characters_add(lg_characters *x, uint32_t c) {
    if (x->count == x->capacity) lg_characters_grow(x);
    if (x->count < x->capacity) x->at[x->count++] = c;
}

void lg_characters_read(lg_characters *x, const char *text); /* replaces the contents; keeps `lost` */
/* Converts to lower case by Unicode's full mappings, like Python's str.lower: a capital sigma at the end of a word
 * becomes a final sigma. */
void lg_characters_lower(lg_characters *x);
void lg_characters_trim_end(lg_characters *x); /* removes trailing white space */
void lg_characters_trim(lg_characters *x);     /* removes leading and trailing white space */

bool lg_text_is_blank(const char *text); /* true if empty or only white space */
size_t lg_text_words(const char *text);  /* number of words separated by white space */
/* Whether c is white space as in Python's str.split: white space of Unicode, or a separator U+001C to U+001F. */
bool lg_character_is_space(uint32_t c);

#endif
