/* prompt.h: reads a prompt that a user wrote, as the source and the beginning of the target of a record. Also writes
 * generated tokens as text. */
#ifndef LG_DATA_PROMPT_H
#define LG_DATA_PROMPT_H

#include "data/vocabulary.h"

/* The fixed tokens before every source, or those between source and target. */
typedef struct lg_frame_tokens {
    int32_t *ids; /* [count] */
    int count;
} lg_frame_tokens;

typedef struct lg_prompt_reader {
    const lg_dataset *data;
    lg_arena *arena;
    lg_lexicon words; /* source words */
    lg_frame_tokens before, between;
} lg_prompt_reader;

bool lg_prompt_reader_open(lg_prompt_reader *x, const lg_dataset *d, lg_error *err);
void lg_prompt_reader_close(lg_prompt_reader *x);
/* Reads a prompt into a record. The record has n source tokens and the first m tokens of a target (m may be 0). The
 * length of the record is n. If the fixed text before the source is missing, it is added, and so is the separator
 * between source and target. Text after the separator belongs to the target. Fails if the prompt contains only fixed
 * text. `where` names the prompt in messages. *unknown: number of words outside the vocabulary, which are read as
 * lg_dataset.unknown. If `unknown` is NULL or lg_dataset.unknown is NULL, a word outside the vocabulary is an error. */
bool lg_prompt_read(const lg_prompt_reader *x, const char *text, const char *where, lg_record *out, int *unknown,
                    lg_error *err);

/* Writes target tokens as text into `size` bytes (truncated, 0-terminated). Returns the number of bytes of the whole
 * text, like snprintf. */
size_t lg_tokens_write(const lg_dataset *d, const int32_t *ids, int count, char *out, size_t size);

#endif
