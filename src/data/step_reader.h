/* step_reader.h: the steps of a scratchpad (scratchpad.h), cut at their markers: for judges, and to compare what a
 * model said with what is right. Apart from what writes them: whoever checks does not believe who writes. */
#ifndef LG_DATA_STEP_READER_H
#define LG_DATA_STEP_READER_H

#include "data/scratchpad.h"
#include "data/text_reader.h"

typedef struct lg_step_text {
    lg_text_reader whole;
    lg_text_reader part[LG_PARTS]; /* its contents; no words of a vocabulary: the steps have no such part */
} lg_step_text;

typedef struct lg_step_reader {
    const lg_scratchpad *scratchpad;
    lg_text_reader text; /* the steps that are not read yet */
    bool ended;
} lg_step_reader;

/* Are a scratchpad's frame and steps, whatever they are, next? The last ". Thus," ends them. Goes on after that. */
bool lg_read_scratchpad(lg_text_reader *x, const lg_scratchpad *s, lg_step_reader *steps);
/* Cuts off the next step. False where there is none, or where its markers are not those of the scratchpad. */
bool lg_read_step(lg_step_reader *x, lg_step_text *step);
/* See lg_step_score in lengthen.h. What was said may have anything before the frame, and after it. */
void lg_steps_compare(const lg_scratchpad *s, lg_text_reader said, lg_text_reader target,
                      double scores[LG_STEP_SCORES]);

/* For judges. */
/* Do the steps lack the part, or are exactly these words in it, with blanks between them? At most 99 bytes. */
bool lg_step_says(const lg_step_text *step, lg_part part, const char *words, ...) __attribute__((format(printf, 3, 4)));
/* Do the steps lack the part, or is in it, between the words before and after it, exactly this text? */
bool lg_step_has(const lg_step_text *step, lg_part part, const char *before, lg_text_reader text, const char *after);

#endif
