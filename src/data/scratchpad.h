/* scratchpad.h: steps that a target has before its answer, as in Kazemnejad et al. 2023, section 6:
 *     Thinking step by step: STEP # STEP # STEP . Thus, The answer is 1 4.
 * A step has up to five parts, which data.scratchpad selects. They are written in this order, each after its marker:
 * "in" input, "comp" computation, "out" output, "[" variables "]", "re" the rest of the input. scratchpad.c writes the
 * text around the steps and the markers, and puts the parts in order. Each task writes the contents of its parts.
 * step_reader.h parses steps. */
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

/* Format of the steps of a record. */
typedef struct lg_scratchpad {
    bool there; /* false: the target has only the answer, no steps */
    bool has[LG_PARTS];
} lg_scratchpad;

/* The steps of a task. `x` holds an example and the state of the iteration over its steps. */
typedef struct lg_steps {
    bool (*next)(void *x); /* advances to the first or next step; returns false after the last step */
    /* Writes a part of the current step without its marker. NULL: the task has no such part. */
    void (*write[LG_PARTS])(const void *x, lg_text_writer *w);
    /* count: maximum number of steps of a record; NULL: the length of the record. tokens: total number of tokens of a
     * part in all steps, without markers. */
    int (*count)(int length);
    int (*tokens)(const lg_dataset *d, int length, lg_part part, const lg_scratchpad *s);
} lg_steps;

enum { LG_STEPS_LONGEST = 128 }; /* maximum length with steps; all parts `rest` together grow as length^2 */

/* For formulas of tasks. input: the input of an example. example: the steps and the answer of this example. full: the
 * digits for which "full" stands. */
#define LG_SCRATCHPAD_FORMULA(input, example, full)                                                                    \
    "data.scratchpad: full writes the steps of the calculation before the answer. Other values omit\n"                 \
    "parts of the steps.\n"                                                                                            \
    "Steps and answer for " input ":\n"                                                                                \
    "Thinking step by step: " example "\n"                                                                             \
    "data.scratchpad can also be five digits, which keep (1) or omit (0) the parts `in`, `comp`, `out`,\n"             \
    "`[` and `re`, in this order. full is " full "; minimal is 01100.\n"

extern const char *const lg_part_markers[LG_PARTS];

/* Parses data.scratchpad: "none", "full", "minimal", "no_rest" and similar, or five digits 0 and 1. Fails if the text
 * selects a part that the data's steps do not have. */
bool lg_scratchpad_read(const char *text, const lg_data *data, const lg_steps *steps, lg_scratchpad *out,
                        lg_error *err);
/* Writes all steps, and the text between them and the answer. */
void lg_scratchpad_write(const lg_scratchpad *s, const lg_steps *steps, void *x, lg_text_writer *w);
/* Maximum number of tokens that lg_scratchpad_write writes. */
int lg_scratchpad_bound(const lg_scratchpad *s, const lg_steps *steps, const lg_dataset *d, int length);

#endif
