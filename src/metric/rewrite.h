/* rewrite.h: the rewriting rules of which tokenizations consist. Rules are applied one after another. After the last
 * rule, tokens are separated by white space. Each rule reads from left to right in linear time. */
#ifndef LG_METRIC_REWRITE_H
#define LG_METRIC_REWRITE_H

#include "metric/characters.h"

/* A line of a translation. Must be zeroed before first use. */
typedef struct lg_segment {
    lg_characters text, spare; /* spare: the output of a rule */
} lg_segment;

typedef bool (*lg_character_class)(uint32_t c);

void lg_segment_free(lg_segment *s);
/* Replaces the contents with a text without its trailing white space. If `lower` is true, the text is converted to
 * lower case. */
void lg_segment_read(lg_segment *s, const char *text, bool lower);
void lg_segment_clear(lg_segment *s);
bool lg_segment_lost(const lg_segment *s); /* true if memory ran out since the last clear */
/* Replaces every non-overlapping occurrence of `from` by `to`. Both are ASCII; `from` is not empty. */
void lg_rewrite_replace(lg_segment *s, const char *from, const char *to);
void lg_rewrite_pad(lg_segment *s);                            /* adds a space before and after the whole text */
void lg_rewrite_surround(lg_segment *s, lg_character_class c); /* adds a space before and after each character of c */
/* For each two neighbouring characters X of class `first` and Y of class `second` (pairs do not overlap): replaces "XY"
 * by "X Y " or, if `before` is true, by " X Y". */
void lg_rewrite_pairs(lg_segment *s, lg_character_class first, lg_character_class second, bool before);
/* Applies the rules of mteval-v13a.pl for western languages. They separate punctuation from words, with three
 * exceptions: apostrophes; periods and commas between digits; hyphens that do not follow a digit. */
void lg_rewrite_western(lg_segment *s);

#endif
