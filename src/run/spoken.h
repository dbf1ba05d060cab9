/* spoken.h: what a model said, as people read it. */
#ifndef LG_RUN_SPOKEN_H
#define LG_RUN_SPOKEN_H

#include "data/prompt.h"

/* Zeros to begin with; kept from one answer to the next, for its memory. */
typedef struct lg_spoken {
    char *text;         /* without the token that ends an answer */
    const char **words; /* [count], all tokens */
    size_t text_bytes;
    int capacity; /* of words */
} lg_spoken;

/* Writes `count` tokens, the last of which is the end token where it `ended`. */
bool lg_spoken_write(lg_spoken *s, const lg_dataset *d, const int32_t *ids, int count, bool ended, lg_error *err);
void lg_spoken_free(lg_spoken *s);

#endif
