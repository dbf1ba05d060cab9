/* vocabulary.h: words and their ids. Words are counted in files, or come from a list. The order of words is
 * reproducible, and words can be looked up. */
#ifndef LG_DATA_VOCABULARY_H
#define LG_DATA_VOCABULARY_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "data/data.h"

#define LG_VOCABULARY_MAX (1 << 24) /* maximum number of words */

/* A table for counting words. Words are numbered in order of appearance. A struct of zeros is an empty table. */
typedef struct lg_word_table {
    int count;
    struct lg_counted_word *words; /* [count] */
    size_t capacity;
    char *text; /* the words, one after another, 0-terminated */
    size_t text_size, text_capacity;
    int32_t *slots; /* [slot_count]: hash table of the words' numbers; -1: empty */
    size_t slot_count;
} lg_word_table;

/* Counts a word of `size` bytes, which need not end with 0. Returns the number of the word in the table; -1: out of
 * memory, or too many words. */
int lg_word_table_add(lg_word_table *t, const char *word, size_t size, lg_error *err);
/* The number of a word in the table; -1: the word was not counted. */
int lg_word_table_find(const lg_word_table *t, const char *word, size_t size);
/* Number of words that were counted at least `least` times. The first `special` words are not included. */
int lg_word_table_used(const lg_word_table *t, int special, int64_t least);
void lg_word_table_free(lg_word_table *t);

/* A vocabulary with an index for lookup. */
typedef struct lg_lexicon {
    lg_vocabulary vocabulary;
    const int32_t *sorted; /* [size]: ids sorted bytewise by word */
} lg_lexicon;

/* Creates a lexicon of the words of a list, in the same order. The words must be distinct and outlive the lexicon. */
bool lg_lexicon_from_list(lg_lexicon *x, const char *const *words, int count, lg_arena *arena, lg_error *err);
/* Creates a lexicon of counted words. The first `special` words of the table come first, in the same order. All other
 * words follow in order of decreasing count; words with equal counts are in byte order. ids: [t->count], set to the id
 * of each word of the table. */
bool lg_lexicon_from_table(lg_lexicon *x, const lg_word_table *t, int special, int32_t *ids, lg_arena *arena,
                           lg_error *err);
/* The id of a word; -1: not found. */
int lg_lexicon_find(const lg_lexicon *x, const char *word, size_t size);

/* The word of an id. It is "<unused>" for ids that are not in the vocabulary; a model may generate such ids
 * (architecture.vocabulary). */
const char *lg_vocabulary_word(const lg_vocabulary *v, int32_t id);
/* The words of `count` ids. */
void lg_vocabulary_name(const lg_vocabulary *v, const int32_t *ids, int count, const char **words);
/* Writes the words of `count` ids, separated by blanks, into `size` bytes (truncated, 0-terminated). Returns the number
 * of bytes of the whole text, like snprintf. */
size_t lg_vocabulary_write(const lg_vocabulary *v, const int32_t *ids, int count, char *out, size_t size);

#endif
