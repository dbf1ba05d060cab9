/* characters.h: a text as Unicode code points, and what scores of translations ask of them. Bytes that are no UTF-8
 * become the code points U+DC80 to U+DCFF, one each, which no text has: as Python's error handler "surrogateescape". */
#ifndef LG_METRIC_CHARACTERS_H
#define LG_METRIC_CHARACTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Code points. Zeros to begin with. */
typedef struct lg_characters {
    uint32_t *at;
    size_t count, capacity;
    bool lost; /* memory was missing: some are not there. Check it once, at the end */
} lg_characters;

void lg_characters_free(lg_characters *x);
void lg_characters_grow(lg_characters *x); /* makes room for one more, or sets `lost` */
static inline void lg_characters_add(lg_characters *x, uint32_t c) {
    if (x->count == x->capacity) lg_characters_grow(x);
    if (x->count < x->capacity) x->at[x->count++] = c;
}

void lg_characters_read(lg_characters *x, const char *text); /* replaces what was there; `lost` stays */
/* Lower case by the full mappings of Unicode, as Python's str.lower: a capital sigma at the end of a word becomes a
 * final one. */
void lg_characters_lower(lg_characters *x);
void lg_characters_trim_end(lg_characters *x); /* without white space at the end */
void lg_characters_trim(lg_characters *x);     /* at the beginning neither */

bool lg_text_is_blank(const char *text); /* is it white space alone, or empty? */
size_t lg_text_words(const char *text);  /* how many words lie between white space */
/* White space of Python's str.split: Unicode's, and the separators U+001C to U+001F. */
bool lg_character_is_space(uint32_t c);

#endif
