/* answers.h: reports the answers of a model during an evaluation, as text. */
#ifndef LG_RUN_ANSWERS_H
#define LG_RUN_ANSWERS_H

#include "lengthen.h"
#include "train/train.h"

/* Buffers that successive reports share. */
typedef struct lg_answer_reporter {
    lg_trainer *trainer;
    const lg_callbacks *calls;
    char *text; /* [3 * size]: prompt, target and answer */
    const char **words;
    lg_error *err; /* the first failure; nothing is reported after it */
} lg_answer_reporter;

/* From now on until lg_answer_reporter_end, evaluations of t call calls->answer, if it is set. Failures are stored in
 * `err`, which must live until then. */
bool lg_answer_reporter_begin(lg_answer_reporter *x, lg_trainer *t, const lg_callbacks *calls, lg_error *err);
void lg_answer_reporter_end(lg_answer_reporter *x);

#endif
