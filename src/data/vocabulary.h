/* vocabulary.h: words and their ids: counted in files or listed, in an order that depends on nothing else, and looked
 * up. */
#ifndef LG_DATA_VOCABULARY_H
#define LG_DATA_VOCABULARY_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "data/data.h"

#define LG_VOCABULARY_MAX (1 << 24) /* words */

/* Words while they are counted. Each has a number, in the order in which they came. All zeros: empty. */
typedef struct lg_word_table {
    int count;
    struct lg_counted_word *words; /* [count] */
    size_t capacity;
    char *text; /* the words, one after another, each ended by 0 */
    size_t text_size, text_capacity;
    int32_t *slots; /* [slot_count], a hash table of numbers; -1: empty */
    size_t slot_count;
} lg_word_table;

/* Counts a word of `size` bytes, none of them 0: its number, -1 where memory or numbers run out. */
int lg_word_table_add(lg_word_table *t, const char *word, size_t size, lg_error *err);
/* The number of a word, -1 if it was never counted. */
int lg_word_table_find(const lg_word_table *t, const char *word, size_t size);
/* How many words but the first `special` were counted `least` times or more. */
int lg_word_table_used(const lg_word_table *t, int special, int64_t least);
void lg_word_table_free(lg_word_table *t);

/* A vocabulary and the order in which its words are looked up. */
typedef struct lg_lexicon {
    lg_vocabulary vocabulary;
    const int32_t *sorted; /* [size]: ids, bytewise by their words */
} lg_lexicon;

/* The words of a list, in its order; they must outlive the lexicon. No word may come twice. */
bool lg_lexicon_from_list(lg_lexicon *x, const char *const *words, int count, lg_arena *arena, lg_error *err);
/* Counted words: the first `special` of the table in its order, then the others by falling count, those of one count
 * bytewise. ids [table's count]: the id of each number. */
bool lg_lexicon_from_table(lg_lexicon *x, const lg_word_table *t, int special, int32_t *ids, lg_arena *arena,
                           lg_error *err);
/* The id of a word, -1 if there is none. */
int lg_lexicon_find(const lg_lexicon *x, const char *word, size_t size);

/* The word of an id. A model may say more tokens than the data has (architecture.vocabulary): these are "<unused>". */
const char *lg_vocabulary_word(const lg_vocabulary *v, int32_t id);
/* Those of `count` ids. */
void lg_vocabulary_name(const lg_vocabulary *v, const int32_t *ids, int count, const char **words);
/* The same with blanks between them, into `size` bytes: cut, and ended by 0. How many bytes there are, as snprintf. */
size_t lg_vocabulary_write(const lg_vocabulary *v, const int32_t *ids, int count, char *out, size_t size);

#endif
