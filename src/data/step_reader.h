/* step_reader.h: splits the steps of a scratchpad (scratchpad.h) at their markers. Used for `check`, and to compare a
 * model's steps with the target's. It shares no code with the functions that write steps, so that checks can find
 * errors in those functions. */
#ifndef LG_DATA_STEP_READER_H
#define LG_DATA_STEP_READER_H

#include "data/scratchpad.h"
#include "data/text_reader.h"

typedef struct lg_step_text {
    lg_text_reader whole;
    lg_text_reader part[LG_PARTS]; /* contents of each part; words is NULL if steps do not have the part */
} lg_step_text;

typedef struct lg_step_reader {
    const lg_scratchpad *scratchpad;
    lg_text_reader text; /* the steps that are still to be read */
    bool ended;
} lg_step_reader;

/* Is the next text a scratchpad, up to the last ". Thus,"? It may have any steps. If so, advances past it. */
bool lg_read_scratchpad(lg_text_reader *x, const lg_scratchpad *s, lg_step_reader *steps);
/* Splits off the next step. Returns false if there is no step, or if its markers are not those of the scratchpad. */
bool lg_read_step(lg_step_reader *x, lg_step_text *step);
/* Computes the scores of lg_step_score in lengthen.h. The model's text may contain anything before and after the
 * scratchpad. */
void lg_steps_compare(const lg_scratchpad *s, lg_text_reader answer, lg_text_reader target,
                      double scores[LG_STEP_SCORES]);

/* For `check`: */
/* Does the part consist of exactly these words, separated by blanks? Also true if steps do not have the part. The
 * formatted words may have at most 99 bytes. */
bool lg_step_says(const lg_step_text *step, lg_part part, const char *words, ...) __attribute__((format(printf, 3, 4)));
/* Does the part consist of exactly `before`, this text and `after`? Also true if steps do not have the part. */
bool lg_step_has(const lg_step_text *step, lg_part part, const char *before, lg_text_reader text, const char *after);

#endif
