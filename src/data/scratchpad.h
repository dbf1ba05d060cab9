/* scratchpad.h: steps that a target writes down before its answer, as in Kazemnejad et al. 2023, section 6:
 *
 *     Thinking step by step: STEP # STEP # STEP . Thus, The answer is 1 4.
 *
 * A step is those of five parts, in this order, that data.scratchpad chooses: "in" input, "comp" computation, "out"
 * output, "[" variables "]", "re" the rest of the input. Frame, order and markers are here; a task says what is in the
 * parts of its steps. step_reader.h reads them. */
#ifndef LG_DATA_SCRATCHPAD_H
#define LG_DATA_SCRATCHPAD_H

#include "data/data.h"
#include "data/text_writer.h"

typedef enum lg_part {
    LG_PART_INPUT,
    LG_PART_COMPUTATION,
    LG_PART_OUTPUT,
    LG_PART_VARIABLES,
    LG_PART_REST,
    LG_PARTS
} lg_part;

/* What the steps of a record are. */
typedef struct lg_scratchpad {
    bool there; /* else the target is the answer alone */
    bool has[LG_PARTS];
} lg_scratchpad;

/* The steps of a task. `x` is an example on its way through them. */
typedef struct lg_steps {
    bool (*next)(void *x); /* goes on to the next step, or to the first one; false after the last one */
    /* The contents of a part of the present step, without its marker. NULL: the task has no such part. */
    void (*write[LG_PARTS])(const void *x, lg_text_writer *w);
    /* The most steps of a record (NULL: as many as its length), and tokens that a part has in all of them together,
     * without its markers. */
    int (*count)(int length);
    int (*tokens)(const lg_dataset *d, int length, lg_part part, const lg_scratchpad *s);
} lg_steps;

enum { LG_STEPS_LONGEST = 128 }; /* length of records with steps: their rests are as long as its square */

/* Of a formula: the steps of an example and its answer, and what `full` is. */
#define LG_SCRATCHPAD_FORMULA(example, full)                                                                           \
    "data.scratchpad: full writes steps before the answer; other values omit parts:\n"                                 \
    "Thinking step by step: " example "\n"                                                                             \
    "Five digits 0 or 1 select the parts in, comp, out, [ and re: full is " full ", minimal is 01100.\n"

extern const char *const lg_part_markers[LG_PARTS];

/* Reads the text of data.scratchpad: "none", "full", "no_rest" and the like, "minimal", or five digits 0 and 1. Fails
 * where it asks for a part that the steps of the data lack. */
bool lg_scratchpad_read(const char *text, const lg_data *data, const lg_steps *steps, lg_scratchpad *out,
                        lg_error *err);
/* Writes all steps, and what is between them and the answer. */
void lg_scratchpad_write(const lg_scratchpad *s, const lg_steps *steps, void *x, lg_text_writer *w);
/* The most tokens that it writes. */
int lg_scratchpad_bound(const lg_scratchpad *s, const lg_steps *steps, const lg_dataset *d, int length);

#endif
