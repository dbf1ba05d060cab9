/* rewrite.h: what tokenisations are made of: a segment is rewritten by rules, one after another, until tokens are what
 * lies between white space. Each rule reads from left to right and takes linear time. */
#ifndef LG_METRIC_REWRITE_H
#define LG_METRIC_REWRITE_H

#include "metric/characters.h"

/* A line of a translation. Zeros to begin with. */
typedef struct lg_segment {
    lg_characters text, spare; /* spare: where a rule writes */
} lg_segment;

typedef bool (*lg_character_class)(uint32_t c);

void lg_segment_free(lg_segment *s);
/* Replaces what was there: the characters of a text, in lower case if so wished, without white space at the end. */
void lg_segment_read(lg_segment *s, const char *text, bool lower);
void lg_segment_clear(lg_segment *s);
bool lg_segment_lost(const lg_segment *s); /* was memory missing since it was cleared? */
/* Every `from`, one after another without overlap, becomes `to`; both ASCII, from not empty. */
void lg_rewrite_replace(lg_segment *s, const char *from, const char *to);
void lg_rewrite_pad(lg_segment *s);                            /* a space before and behind the whole */
void lg_rewrite_surround(lg_segment *s, lg_character_class c); /* with a space on both sides */
/* Pairs of neighbours without overlap, X of a class and Y of another: "XY" becomes "X Y ", and with `before`
 * " X Y". */
void lg_rewrite_pairs(lg_segment *s, lg_character_class first, lg_character_class second, bool before);
/* The rules of mteval-v13a.pl for western languages: punctuation stands alone, but for apostrophes, for periods and
 * commas between digits, and for hyphens that follow no digit. */
void lg_rewrite_western(lg_segment *s);

#endif
