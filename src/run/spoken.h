/* spoken.h: a model's answer as text. */
#ifndef LG_RUN_SPOKEN_H
#define LG_RUN_SPOKEN_H

#include "data/prompt.h"

/* Start with zeros; reused between answers to save allocations. */
typedef struct lg_spoken {
    char *text;         /* without the end token */
    const char **words; /* [count], all tokens */
    size_t text_bytes;
    int capacity; /* of words */
} lg_spoken;

/* Writes `count` tokens; if `ended`, the last one is the end token. */
bool lg_spoken_write(lg_spoken *s, const lg_dataset *d, const int32_t *ids, int count, bool ended, lg_error *err);
void lg_spoken_free(lg_spoken *s);

#endif
