/* text_task.h: tasks whose records are text, read as words of a closed vocabulary. A task defines its words and
 * composes records. Code for tokens, splits and the text around records is shared. Records are functions of (data.seed,
 * split, length, index). To add a task, add a file and a line in text_tasks.def.
 *
 * Vocabulary: 0 <pad>, 1 </s>, 2 <bos>, then the words of the task in a fixed order: first the words of its templates,
 * then its alphabet. An alphabet is digits, lowercase letters, capital letters, w62, w63, ...
 *
 * Numbers of examples: a *bucket* is a length or, with `bucket_per_cell`, a cell of a length. data.examples are divided
 * among the buckets of the curriculum. The validation examples of a bucket come after its training examples, so no
 * example is both. */
#ifndef LG_DATA_TEXT_TASK_H
#define LG_DATA_TEXT_TASK_H

#include "data/data.h"
#include "data/step_reader.h"

/* Options shared by tasks. The option struct of a task begins with this struct. An option that the task does not have
 * is zero. */
typedef struct lg_text_task_settings {
    int examples, test_examples, alphabet;
    double validation;
    int64_t seed;
    bool prefix;
    const char *scratchpad;
} lg_text_task_settings;

/* An example, identified by split, length, cell, and number within the cell. Unless the task has its own `count`, a
 * validation example has the split LG_SPLIT_TRAIN, and its number follows those of the training examples. */
typedef struct lg_text_example {
    lg_split split;
    int length, cell;
    int64_t number;
} lg_text_example;

typedef struct lg_text_task {
    LG_DATA;
    const char *const *words; /* all words of templates and targets; ends with NULL */
    const char *before;       /* text before every source, such as "Solve: "; NULL: none. Requires LG_PREFIX_OPTION */
    const char *between;      /* written between source and target: " [SEP] ", "[SEP] " or " " */
    int64_t (*alphabet)(const lg_dataset *d);      /* size of the alphabet, 1..LG_ALPHABET_MAX; NULL: no alphabet */
    int (*longest)(const lg_dataset *d);           /* maximum length; NULL: unlimited */
    int step;                                      /* lengths are multiples of this number; 0: any length */
    bool (*suits)(const void *own, lg_error *err); /* checks that the options are compatible; NULL: they always are */
    /* Number of cells of a length. Examples with consecutive indices are in consecutive cells, cyclically. 0: the
     * length has no records. NULL: the task has no cells. */
    int (*cells)(int length);
    bool bucket_per_cell; /* each cell is a bucket; otherwise each length is a bucket */
    /* Number of different examples of a bucket, including test examples, if they can be enumerated. NULL: each example
     * is drawn independently. */
    int64_t (*examples)(const lg_dataset *d);
    /* For tasks that list their examples. count: the number of examples of a length in a split; validation examples are
     * numbered from 0. lengths: the lengths of a split, ascending; used with lg_text_list_methods. If `count` is
     * NULL, options such as data.examples determine the number of examples. */
    int64_t (*count)(const lg_dataset *d, lg_split split, int length);
    const int *(*lengths)(const lg_dataset *d, lg_split split, size_t *count);
    /* Maximum numbers of tokens of source and target, without separator, steps and </s>. With lg_text_exact_methods,
     * these are the exact numbers. */
    lg_record_size (*bound)(const lg_dataset *d, int length);
    /* Writes an example: see lg_text_task_number and lg_text_task_key. */
    void (*compose)(const lg_dataset *d, const lg_text_example *x, lg_text_writer *source, lg_text_writer *target);
    /* Checks that the target follows from the source, and that both have the record's length and cell. `source` has no
     * separator, and `target` has no steps and no </s>. The caller has checked all tokens and the text around the
     * record. The method is deliberately naive and independent of `compose`. */
    bool (*check)(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target);
    /* Steps that may precede the answer, for tasks with LG_SCRATCHPAD_OPTION. NULL: none. */
    const lg_steps *steps;
    /* Checks all steps of a record whose source passed `check`. Required if there are `steps`. */
    bool (*check_steps)(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_step_reader *steps);
    lg_answer_fn same_answer; /* does a model's text have the target's answer? NULL: tokens are compared */
    /* For tasks with `cells`: the name of a cell, its two grid coordinates, and the names of these coordinates. */
    void (*name_cell)(int length, int cell, char *out, size_t size);
    void (*place_cell)(int length, int cell, int place[2]);
    const char *grid[2];
} lg_text_task;

#define LG_ALPHABET_MAX 1000000

/* Methods of text tasks, in this order: for tasks whose records of a length may differ in size; for tasks whose records
 * all have the size of the bound; for tasks that list their lengths. */
extern const lg_data_methods lg_text_task_methods, lg_text_exact_methods, lg_text_list_methods;
static inline bool lg_is_text_task(const lg_data *e) {
    return e->methods->check == lg_text_task_methods.check;
}

static inline const lg_text_task_settings *lg_text_task_own(const lg_dataset *d) {
    return d->own;
}

/* Number of tokens that `before` puts before every source: 2, or 0 without `before`. */
int lg_text_task_before(const lg_dataset *d);

/* For `compose`: */
/* Number of training and validation examples of a bucket together: data.examples * (1 + data.validation), divided by
 * the number of buckets of the curriculum, but at least 1. */
int64_t lg_text_task_bucket(const lg_dataset *d);
int64_t lg_text_task_alphabet(const lg_dataset *d);              /* size of the alphabet */
const char *lg_text_task_symbol(const lg_dataset *d, int64_t i); /* word i of the alphabet, modulo its size */
/* For tasks with `examples`: the index of an example among all different examples of its bucket. Indices are drawn
 * without replacement. */
int64_t lg_text_task_number(const lg_dataset *d, const lg_text_example *x);
/* Key for all random choices in an example. The key depends on the example's split, length and number, but not on its
 * cell. */
lg_key lg_text_task_key(const lg_dataset *d, const lg_text_example *x);
/* Writes `count` uniformly drawn words of the alphabet. The same key always yields the same words. */
void lg_text_task_write_symbols(const lg_dataset *d, lg_key key, int count, lg_text_writer *w);
/* Writes the steps before the answer, if data.scratchpad selects any part. x: the data of the steps. */
void lg_text_task_write_steps(const lg_dataset *d, void *x, lg_text_writer *target);

/* For `check`: */
bool lg_is_symbol(const char *word); /* does any alphabet have the word? */

/* ---- options and members of entries ---- */

#define LG_TEXT_TASK_OPTIONS(tests)                                                                                    \
    {"data.examples",                                                                                                  \
     LG_INT,                                                                                                           \
     "100000",                                                                                                         \
     1,                                                                                                                \
     1e9,                                                                                                              \
     NULL,                                                                                                             \
     "number of training examples, divided among the lengths of the curriculum",                                       \
     .at = offsetof(lg_text_task_settings, examples)},                                                                 \
        {"data.validation",                                                                                            \
         LG_REAL,                                                                                                      \
         "0.15",                                                                                                       \
         0,                                                                                                            \
         10,                                                                                                           \
         NULL,                                                                                                         \
         "validation examples of each length, as a fraction of the training examples of this length",                  \
         .at = offsetof(lg_text_task_settings, validation)},                                                           \
        {"data.test_examples",                                                                                         \
         LG_INT,                                                                                                       \
         tests,                                                                                                        \
         1,                                                                                                            \
         1e9,                                                                                                          \
         NULL,                                                                                                         \
         "number of test examples of each length (for addition: of each pair of digit counts)",                        \
         .at = offsetof(lg_text_task_settings, test_examples)},                                                        \
        LG_TEXT_TASK_SEED("random seed of all examples")
#define LG_TEXT_TASK_SEED(help)                                                                                        \
    { "data.seed", LG_INT, "9842497", 0, 9007199254740991, NULL, help, .at = offsetof(lg_text_task_settings, seed) }
#define LG_PREFIX_OPTION                                                                                               \
    {                                                                                                                  \
        "data.prefix", LG_BOOL, "true", 0, 0, NULL, "begin every source with a fixed word, such as \"Solve:\"",        \
            .at = offsetof(lg_text_task_settings, prefix)                                                              \
    }
#define LG_SCRATCHPAD_OPTION                                                                                           \
    {                                                                                                                  \
        "data.scratchpad", LG_TEXT, "none", 0, 0, NULL,                                                                \
            "scratchpad before the answer: none; full; full without one part: no_input, no_computation, no_output, "   \
            "no_rest or (in tasks with variables) no_variables; minimal; or five digits 0 or 1, which select the "     \
            "parts input, computation, output, variables and rest",                                                    \
            .at = offsetof(lg_text_task_settings, scratchpad)                                                          \
    }
#define LG_ALPHABET_OPTION(size)                                                                                       \
    {                                                                                                                  \
        "data.alphabet", LG_INT, size, 1, LG_ALPHABET_MAX, NULL, "number of different words in sources",               \
            .at = offsetof(lg_text_task_settings, alphabet)                                                            \
    }
int64_t lg_alphabet_option(const lg_dataset *d); /* data.alphabet */

#endif
