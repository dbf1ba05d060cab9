/* text_task.h: tasks whose records are written out as text and read by the words of a closed vocabulary. A text task
 * says which words there are and composes records; tokens, splits and the frame of a record are the same for all. All
 * records are functions of (data.seed, split, length, index). One file per task, one line in text_tasks.def.
 *
 * Vocabulary: 0 <pad>, 1 </s>, 2 <bos>, then the words of the task in a fixed order: those of its templates, then its
 * alphabet: the digits, the letters, the capital letters, w62, w63, ... */
#ifndef LG_DATA_TEXT_TASK_H
#define LG_DATA_TEXT_TASK_H

#include "data/data.h"
#include "data/text_writer.h"

typedef struct lg_text_task {
    LG_DATA;
    const char *const *words;                 /* of its templates, ends with NULL */
    const char *separator;                    /* written between source and target, a word: [SEP]; "": nothing */
    int64_t (*alphabet)(const lg_dataset *d); /* words of its alphabet, 1..LG_ALPHABET_MAX */
    /* Training examples of a length where they can be counted off, tests among them; NULL: each is drawn by itself. */
    int64_t (*examples)(const lg_dataset *d);
    lg_record_size (*size)(int length); /* tokens of source and target, without separator and </s> */
    /* Writes example `index`: see lg_text_task_example and lg_text_task_key. */
    void (*compose)(const lg_dataset *d, lg_split split, int length, int64_t index, lg_text_writer *source,
                    lg_text_writer *target);
    /* Is the target right? Of a record with tokens that exist, sizes as said, the separator and </s> in place. Naive on
     * purpose, and independent of `compose`. */
    bool (*judge)(const lg_dataset *d, const lg_record *r);
} lg_text_task;

#define LG_ALPHABET_MAX 1000000

extern const lg_data_methods lg_text_task_methods; /* of all text tasks */

/* For `compose`. */
int64_t lg_text_task_bucket(const lg_dataset *d);   /* data.examples divided by the lengths of the curriculum */
int64_t lg_text_task_alphabet(const lg_dataset *d); /* words of it */
const char *lg_text_task_symbol(const lg_dataset *d, int64_t i); /* word i of the alphabet, modulo its size */
/* The number, among those that can be counted off, of a training example: itself; of a test example: drawn without
 * replacement. */
int64_t lg_text_task_example(const lg_dataset *d, lg_split split, int length, int64_t index);
lg_key lg_text_task_key(const lg_dataset *d, lg_split split, int length, int64_t index);
/* Words of the alphabet, each any with the same probability: the same ones under the same key. */
void lg_text_task_write_symbols(const lg_dataset *d, lg_key key, int count, lg_text_writer *w);

/* For judges: the word of a token; is it of the alphabet? */
static inline const char *lg_word_at(const lg_dataset *d, const int32_t *ids, int i) {
    return d->source.words[ids[i]];
}
bool lg_is_symbol(const char *word);

/* ---- members of entries ---- */

#define LG_TEXT_TASK_OPTIONS                                                                                           \
    {                                                                                                                  \
        "data.examples",                                                                                               \
        LG_INT,                                                                                                        \
        "100000",                                                                                                      \
        1,                                                                                                             \
        1e9,                                                                                                           \
        NULL,                                                                                                          \
        "training examples, divided among the lengths of the curriculum"},                                             \
        {"data.test_examples", LG_INT, "500", 1, 1e9, NULL, "test examples of each length"}, {                         \
        "data.seed", LG_INT, "9842497", 0, 9007199254740991, NULL, "seed of all examples"                              \
    }
#define LG_ALPHABET_OPTION(size)                                                                                       \
    { "data.alphabet", LG_INT, size, 1, LG_ALPHABET_MAX, NULL, "words that sources are made of" }
int64_t lg_alphabet_option(const lg_dataset *d); /* data.alphabet */

#endif
