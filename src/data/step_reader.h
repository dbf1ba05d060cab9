/* step_reader.h: splits the steps of a scratchpad (scratchpad.h) at their markers, for `check` and to compare a model's
 * steps with the right ones. Independent of the code that writes steps, so that checks can find errors in it. */
#ifndef LG_DATA_STEP_READER_H
#define LG_DATA_STEP_READER_H

#include "data/scratchpad.h"
#include "data/text_reader.h"

typedef struct lg_step_text {
    lg_text_reader whole;
    lg_text_reader part[LG_PARTS]; /* contents; words is NULL if steps have no such part */
} lg_step_text;

typedef struct lg_step_reader {
    const lg_scratchpad *scratchpad;
    lg_text_reader text; /* steps not read yet */
    bool ended;
} lg_step_reader;

/* True if a scratchpad's frame with any steps comes next, up to the last ". Thus,". Advances past it. */
bool lg_read_scratchpad(lg_text_reader *x, const lg_scratchpad *s, lg_step_reader *steps);
/* Splits off the next step. False if there is none or its markers are not those of the scratchpad. */
bool lg_read_step(lg_step_reader *x, lg_step_text *step);
/* Computes the scores of lg_step_score in lengthen.h. The model's text may have anything before and after the frame. */
void lg_steps_compare(const lg_scratchpad *s, lg_text_reader answer, lg_text_reader target,
                      double scores[LG_STEP_SCORES]);

/* For `check`: */
/* True if steps have no such part, or it consists of exactly these words separated by blanks. The formatted words may
 * have at most 99 bytes. */
bool lg_step_says(const lg_step_text *step, lg_part part, const char *words, ...) __attribute__((format(printf, 3, 4)));
/* True if steps have no such part, or it is exactly `before`, this text and `after`. */
bool lg_step_has(const lg_step_text *step, lg_part part, const char *before, lg_text_reader text, const char *after);

#endif
