/* answer_text.h: a model's answer as text. */
#ifndef LG_RUN_ANSWER_TEXT_H
#define LG_RUN_ANSWER_TEXT_H

#include "data/prompt.h"

/* Zero it before first use. Reuse it for several answers to save allocations. */
typedef struct lg_answer_text {
    char *text;         /* without the end token */
    const char **words; /* [count], all tokens */
    size_t text_bytes;
    int capacity; /* allocated elements of words */
} lg_answer_text;

/* Writes `count` tokens; if `ended`, the last one is the end token. */
bool lg_answer_text_write(lg_answer_text *s, const lg_dataset *d, const int32_t *ids, int count, bool ended,
                          lg_error *err);
void lg_answer_text_free(lg_answer_text *s);

#endif
