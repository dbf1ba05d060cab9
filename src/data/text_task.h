/* text_task.h: tasks whose records are written out as text and read by the words of a closed vocabulary. A text task
 * says which words there are and composes records; tokens, splits and the frame of a record are the same for all. All
 * records are functions of (data.seed, split, length, index). One file per task, one line in text_tasks.def.
 *
 * Vocabulary: 0 <pad>, 1 </s>, 2 <bos>, then the words of the task in a fixed order: those of its templates, then its
 * alphabet: the digits, the letters, the capital letters, w62, w63, ...
 *
 * Sizes: a *bucket* is a length, or a cell of it where `bucket_per_cell`. data.examples are divided among the buckets
 * of the curriculum; the validation examples of a bucket follow its training examples, so that no draw is in both. */
#ifndef LG_DATA_TEXT_TASK_H
#define LG_DATA_TEXT_TASK_H

#include "data/data.h"
#include "data/step_reader.h"

/* The options that tables of tasks share; the struct of a task begins with them. Zero: it has no such option. */
typedef struct lg_text_task_settings {
    int examples, test_examples, alphabet;
    double validation;
    int64_t seed;
    bool prefix;
    const char *scratchpad;
} lg_text_task_settings;

/* Which example: a number in its cell of its length. Unless a task counts its own, validation examples are those of the
 * training split that follow those that are trained on. */
typedef struct lg_text_example {
    lg_split split;
    int length, cell;
    int64_t number;
} lg_text_example;

typedef struct lg_text_task {
    LG_DATA;
    const char *const *words; /* of its templates, and of all that its targets may spell out; ends with NULL */
    const char *before;       /* written before every source, and not part of it: "Solve: "; NULL: nothing. It comes
                                 with LG_PREFIX_OPTION, which may leave it out */
    const char *between;      /* written between source and target: " [SEP] ", "[SEP] " or " " */
    int64_t (*alphabet)(const lg_dataset *d);      /* words of its alphabet, 1..LG_ALPHABET_MAX; NULL: none */
    int (*longest)(const lg_dataset *d);           /* the longest length that it has; NULL: any */
    int step;                                      /* lengths are multiples of it; 0: any */
    bool (*suits)(const void *own, lg_error *err); /* do its options go together? NULL: they do */
    /* Cells of a length, through which its examples go in turns; 0: it has no records. NULL: there are none. */
    int (*cells)(int length);
    bool bucket_per_cell; /* each has as many examples as other tasks have of a length; else they share these */
    /* Examples of a bucket where they can be counted off, tests among them; NULL: each is drawn by itself. */
    int64_t (*examples)(const lg_dataset *d);
    /* Tasks that list their examples: how many a length of a split has (validation counts from 0, as others do), and,
     * with lg_text_list_methods, the lengths that it has, ascending. NULL: the rule above. */
    int64_t (*count)(const lg_dataset *d, lg_split split, int length);
    const int *(*lengths)(const lg_dataset *d, lg_split split, size_t *count);
    /* The most tokens of source and target, without separator, steps and </s>; with lg_text_exact_methods, all have
     * them. */
    lg_record_size (*bound)(const lg_dataset *d, int length);
    /* Writes an example: see lg_text_task_number and lg_text_task_key. */
    void (*compose)(const lg_dataset *d, const lg_text_example *x, lg_text_writer *source, lg_text_writer *target);
    /* Does the target follow from the source, and do both belong to the record's length and cell? Source without
     * separator and target without steps and </s>, of tokens that exist; the rest of the frame is in place. Naive on
     * purpose, and independent of `compose`. */
    bool (*judge)(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_text_reader target);
    /* The steps that may be written before the answer, with LG_SCRATCHPAD_OPTION; NULL: there are none. */
    const lg_steps *steps;
    /* Are these, to the last one, the steps of a source that `judge` found right? With `steps`. */
    bool (*judge_steps)(const lg_dataset *d, const lg_record *r, lg_text_reader source, lg_step_reader *steps);
    lg_answer_fn same_answer; /* does what was said end in the answer of the target? NULL: token by token */
    /* With `cells`: what people call one, its two numbers in a grid, and what these are. */
    void (*name_cell)(int length, int cell, char *out, size_t size);
    void (*place_cell)(int length, int cell, int place[2]);
    const char *grid[2];
} lg_text_task;

#define LG_ALPHABET_MAX 1000000

/* The methods of a text task: records of any length may have several sizes; each has the size of the bound; or the task
 * lists the lengths that there are. */
extern const lg_data_methods lg_text_task_methods, lg_text_exact_methods, lg_text_list_methods;
static inline bool lg_is_text_task(const lg_data *e) {
    return e->methods->judge == lg_text_task_methods.judge;
}

static inline const lg_text_task_settings *lg_text_task_own(const lg_dataset *d) {
    return d->own;
}

/* Tokens before every source, of a task with `before`: 2 or none. */
int lg_text_task_before(const lg_dataset *d);

/* For `compose`. */
/* Training and validation examples of a bucket: data.examples and data.validation, divided among the buckets of the
 * curriculum. */
int64_t lg_text_task_bucket(const lg_dataset *d);
int64_t lg_text_task_alphabet(const lg_dataset *d);              /* words of it */
const char *lg_text_task_symbol(const lg_dataset *d, int64_t i); /* word i of the alphabet, modulo its size */
/* The number, among those that can be counted off, of an example: drawn without replacement. */
int64_t lg_text_task_number(const lg_dataset *d, const lg_text_example *x);
/* Names all that is random in an example: another one for each number, and the same for all cells. */
lg_key lg_text_task_key(const lg_dataset *d, const lg_text_example *x);
/* Words of the alphabet, each any with the same probability: the same ones under the same key. */
void lg_text_task_write_symbols(const lg_dataset *d, lg_key key, int count, lg_text_writer *w);
/* The steps of an example before its answer, where data.scratchpad asks for them: x is what they are made of. */
void lg_text_task_write_steps(const lg_dataset *d, void *x, lg_text_writer *target);

/* For judges. */
bool lg_is_symbol(const char *word); /* is it of the longest alphabet? */

/* ---- members of entries ---- */

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
         "validation examples of each length, as a fraction of its training examples",                                 \
         .at = offsetof(lg_text_task_settings, validation)},                                                           \
        {"data.test_examples",                                                                                         \
         LG_INT,                                                                                                       \
         tests,                                                                                                        \
         1,                                                                                                            \
         1e9,                                                                                                          \
         NULL,                                                                                                         \
         "test examples of each length (addition and lego: of each cell)",                                             \
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
            "scratchpad before the answer: none; full; full without one part (no_input, "                              \
            "no_computation, no_output, no_variables, no_rest); minimal; or five digits 0 or 1 "                       \
            "for its parts in, comp, out, [ and re",                                                                   \
            .at = offsetof(lg_text_task_settings, scratchpad)                                                          \
    }
#define LG_ALPHABET_OPTION(size)                                                                                       \
    {                                                                                                                  \
        "data.alphabet", LG_INT, size, 1, LG_ALPHABET_MAX, NULL, "number of different words in sources",               \
            .at = offsetof(lg_text_task_settings, alphabet)                                                            \
    }
int64_t lg_alphabet_option(const lg_dataset *d); /* data.alphabet */

#endif
