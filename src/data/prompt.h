/* prompt.h: text that people type, read as the source of a record and what there is of its target already; and what a
 * model said, as people write it. */
#ifndef LG_DATA_PROMPT_H
#define LG_DATA_PROMPT_H

#include "data/vocabulary.h"

/* Tokens that frame every source. */
typedef struct lg_frame_tokens {
    int32_t *ids; /* [count] */
    int count;
} lg_frame_tokens;

typedef struct lg_prompt_reader {
    const lg_dataset *data;
    lg_arena *arena;
    lg_lexicon words; /* of sources */
    lg_frame_tokens before, between;
} lg_prompt_reader;

bool lg_prompt_reader_open(lg_prompt_reader *x, const lg_dataset *d, lg_error *err);
void lg_prompt_reader_close(lg_prompt_reader *x);
/* Reads a prompt into a record whose length is its n source tokens, and which has the first m tokens of a target, or
 * none. What is written before every source, and between source and target, is added unless it is there; what follows
 * the latter is of the target. Fails where there is nothing but that, or a word that the data does not have; `where`
 * says whose prompt it is. unknown: where a word of the data stands for those that it lacks, it does so here, and this
 * is how many they are; NULL: they are refused. */
bool lg_prompt_read(const lg_prompt_reader *x, const char *text, const char *where, lg_record *out, int *unknown,
                    lg_error *err);

/* Target tokens as people write them, into `size` bytes: cut, and ended by 0. How many bytes there are, as snprintf. */
size_t lg_tokens_write(const lg_dataset *d, const int32_t *ids, int count, char *out, size_t size);

#endif
