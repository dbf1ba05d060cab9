/* vocabulary.h: words and their ids. Words are counted in files or come from a list; their order is reproducible, and
 * each can be looked up. */
#ifndef LG_DATA_VOCABULARY_H
#define LG_DATA_VOCABULARY_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "data/data.h"

#define LG_VOCABULARY_MAX (1 << 24) /* maximum number of words */

/* A table for counting words. Words are numbered in order of appearance. All zeros: empty. */
typedef struct lg_word_table {
    int count;
    struct lg_counted_word *words; /* [count] */
    size_t capacity;
    char *text; /* the words, one after another, 0-terminated */
    size_t text_size, text_capacity;
    int32_t *slots; /* [slot_count]: hash table of the words' numbers; -1: empty */
    size_t slot_count;
} lg_word_table;

/* Counts a word of `size` bytes, which need not end with 0, and returns its number; -1: out of memory or too many
 * words. */
int lg_word_table_add(lg_word_table *t, const char *word, size_t size, lg_error *err);
/* The number of a word; -1: not counted. */
int lg_word_table_find(const lg_word_table *t, const char *word, size_t size);
/* Number of words, except the first `special`, that were counted at least `least` times. */
int lg_word_table_used(const lg_word_table *t, int special, int64_t least);
void lg_word_table_free(lg_word_table *t);

/* A vocabulary with an index for lookup. */
typedef struct lg_lexicon {
    lg_vocabulary vocabulary;
    const int32_t *sorted; /* [size]: ids sorted bytewise by word */
} lg_lexicon;

/* Uses the words of a list in its order. The words must outlive the lexicon and be distinct. */
bool lg_lexicon_from_list(lg_lexicon *x, const char *const *words, int count, lg_arena *arena, lg_error *err);
/* Uses counted words: the first `special` in table order, then others by decreasing count, and in byte order among
 * equal counts. ids [table's count]: the id of each word of the table. */
bool lg_lexicon_from_table(lg_lexicon *x, const lg_word_table *t, int special, int32_t *ids, lg_arena *arena,
                           lg_error *err);
/* The id of a word; -1: not found. */
int lg_lexicon_find(const lg_lexicon *x, const char *word, size_t size);

/* The word of an id; "<unused>" for ids beyond the vocabulary, which models may generate (architecture.vocabulary). */
const char *lg_vocabulary_word(const lg_vocabulary *v, int32_t id);
/* The words of `count` ids. */
void lg_vocabulary_name(const lg_vocabulary *v, const int32_t *ids, int count, const char **words);
/* Writes the words of `count` ids, separated by blanks, into `size` bytes (truncated, 0-terminated). Returns the full
 * number of bytes, like snprintf. */
size_t lg_vocabulary_write(const lg_vocabulary *v, const int32_t *ids, int count, char *out, size_t size);

#endif
