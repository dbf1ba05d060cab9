/* rewrite.c: see rewrite.h. */
#include "metric/rewrite.h"

#include <string.h>

void lg_segment_free(lg_segment *s) {
    lg_characters_free(&s->text);
    lg_characters_free(&s->spare);
}

void lg_segment_clear(lg_segment *s) {
    s->text.count = s->spare.count = 0;
    s->text.lost = s->spare.lost = false;
}

void lg_segment_read(lg_segment *s, const char *text, bool lower) {
    lg_characters_read(&s->text, text);
    if (lower) lg_characters_lower(&s->text);
    lg_characters_trim_end(&s->text);
}

bool lg_segment_lost(const lg_segment *s) {
    return s->text.lost || s->spare.lost;
}

/* Replaces the text by the output of a rule. */
static void swap_texts(lg_segment *s) {
    const lg_characters written = s->spare;
    s->spare = s->text;
    s->text = written;
}

static bool begins_with(const lg_characters *x, size_t at, const char *ascii, size_t size) {
    if (size > x->count - at) return false;
    for (size_t i = 0; i < size; i++)
        if (x->at[at + i] != (unsigned char)ascii[i]) return false;
    return true;
}

void lg_rewrite_replace(lg_segment *s, const char *from, const char *to) {
    const size_t size = strlen(from);
    s->spare.count = 0;
    for (size_t i = 0; i < s->text.count;) {
        if (!begins_with(&s->text, i, from, size)) {
            lg_characters_add(&s->spare, s->text.at[i++]);
            continue;
        }
        for (const char *c = to; *c != '\0'; c++) lg_characters_add(&s->spare, (unsigned char)*c);
        i += size;
    }
    swap_texts(s);
}

void lg_rewrite_pad(lg_segment *s) {
    s->spare.count = 0;
    lg_characters_add(&s->spare, ' ');
    for (size_t i = 0; i < s->text.count; i++) lg_characters_add(&s->spare, s->text.at[i]);
    lg_characters_add(&s->spare, ' ');
    swap_texts(s);
}

void lg_rewrite_surround(lg_segment *s, lg_character_class is_in) {
    s->spare.count = 0;
    for (size_t i = 0; i < s->text.count; i++) {
        const bool in = is_in(s->text.at[i]);
        if (in) lg_characters_add(&s->spare, ' ');
        lg_characters_add(&s->spare, s->text.at[i]);
        if (in) lg_characters_add(&s->spare, ' ');
    }
    swap_texts(s);
}

static void add_pair(lg_characters *to, uint32_t x, uint32_t y, bool before) {
    if (before) lg_characters_add(to, ' ');
    lg_characters_add(to, x);
    lg_characters_add(to, ' ');
    lg_characters_add(to, y);
    if (!before) lg_characters_add(to, ' ');
}

void lg_rewrite_pairs(lg_segment *s, lg_character_class first, lg_character_class second, bool before) {
    const lg_characters *x = &s->text;
    s->spare.count = 0;
    for (size_t i = 0; i < x->count;) {
        if (i + 1 < x->count && first(x->at[i]) && second(x->at[i + 1])) {
            add_pair(&s->spare, x->at[i], x->at[i + 1], before);
            i += 2;
        } else {
            lg_characters_add(&s->spare, x->at[i++]);
        }
    }
    swap_texts(s);
}

/* ---- western languages ---- */

static bool is_digit(uint32_t c) {
    return c >= '0' && c <= '9';
}

static bool is_other_than_digit(uint32_t c) {
    return !is_digit(c);
}

static bool is_point(uint32_t c) {
    return c == '.' || c == ',';
}

static bool is_hyphen(uint32_t c) {
    return c == '-';
}

/* ASCII punctuation and symbols, and the space, except the four characters ' , - . */
static bool is_separate(uint32_t c) {
    return (c >= 0x20 && c <= 0x26) || (c >= 0x28 && c <= 0x2b) || c == 0x2f || (c >= 0x3a && c <= 0x40) ||
           (c >= 0x5b && c <= 0x60) || (c >= 0x7b && c <= 0x7e);
}

void lg_rewrite_western(lg_segment *s) {
    lg_rewrite_surround(s, is_separate);
    lg_rewrite_pairs(s, is_other_than_digit, is_point, false);
    lg_rewrite_pairs(s, is_point, is_other_than_digit, true);
    lg_rewrite_pairs(s, is_digit, is_hyphen, false);
}
