/* data.h: the axis `data`: sources of examples. An entry defines its records. A data set is an entry opened with the
 * options of a run. Records are pure functions of (options, files, split, length, index, key), so any worker can draw
 * any record, in any order. */
#ifndef LG_DATA_DATA_H
#define LG_DATA_DATA_H

#include "base/arena.h"
#include "base/entry.h"
#include "base/file.h"
#include "base/key.h"
#include "base/seed.h"
#include "data/record.h"

/* Token ids and their words. */
typedef struct lg_vocabulary {
    int size;
    const char *const *words; /* [size] */
} lg_vocabulary;

typedef struct lg_data lg_data;

/* A file from which records are read, as it was when the data set was opened. */
typedef struct lg_data_file {
    const char *option; /* "data.train"; for a file in a folder, "data.folder/" and the file name */
    const char *path;
    char digest[LG_DIGEST_SIZE]; /* digest of the file's bytes */
} lg_data_file;

#define LG_DATA_FILES 8 /* maximum number of files */

/* The unit of text that a token stands for. */
typedef enum lg_unit {
    LG_UNIT_WORD,     /* a word; words are separated by blanks */
    LG_UNIT_BYTE,     /* a byte; lg_byte_name gives its word in the vocabulary */
    LG_UNIT_CHARACTER /* a UTF-8 character; lg_character_name gives its word in the vocabulary */
} lg_unit;

#define LG_SPLIT_BIT(split) (1U << (split)) /* the bit of a split in a set of splits */
#define LG_SPLITS_ALL       (LG_SPLIT_BIT(LG_SPLIT_VALIDATION + 1) - 1)

/* Options of training and evaluation that data sets depend on. Options that do not apply are zeros. */
typedef struct lg_data_settings {
    lg_seeds seeds;
    const struct lg_curriculum *curriculum; /* NULL: no training */
    lg_own curriculum_own;                  /* its options */
    lg_length_list trained;                 /* curriculum.lengths; empty: the curriculum has no list */
    lg_length_list tested;                  /* eval.lengths */
    int64_t steps;                          /* train.steps */
    int batch;                              /* train.batch */
    int64_t sequences, targets;             /* eval.sequences, eval.targets */
    int stride;                             /* eval.stride */
    bool larger_vocabulary;                 /* architecture.vocabulary is set */
} lg_data_settings;

/* Describes a data set before it is opened. */
typedef struct lg_data_description {
    const lg_data *entry;
    lg_own own, trained; /* options of the data set; options used in training, which determine the vocabulary */
    lg_data_settings settings;
} lg_data_description;

typedef struct lg_dataset {
    const lg_data *entry;
    const void *own;         /* options of the entry, in its own struct (lg_entry.own_bytes) */
    const void *trained_own; /* options used in training */
    lg_data_settings settings;
    unsigned unread;              /* set of splits whose records are not needed and not read */
    lg_arena *arena;              /* memory that lives as long as the data set */
    lg_vocabulary source, target; /* equal if `one_vocabulary` */
    bool one_vocabulary;          /* source ids and target ids mean the same words */
    bool separated;               /* targets can directly follow sources in one sequence */
    lg_unit unit;                 /* unit of the texts that users write and read */
    bool splits_texts;            /* the methods `read` and `say` convert between texts and tokens */
    const char *tokens;           /* what tokens are called in messages; NULL: "words" */
    bool exact;                   /* initially lg_data_methods.exact; `open` sets it to false if sizes differ */
    double entropy;               /* entropy of a learned token given the tokens before it, in nats; NaN: unknown */
    int end;                      /* id of the target token that ends every target; -1: none */
    const char *before;           /* written before the source of every record, such as "Solve: "; NULL: nothing */
    const char *between;          /* written between source and target, such as " [SEP] "; NULL: not text */
    const char *unknown;          /* source word for everything outside the vocabulary; NULL: none */
    void *state;                  /* private data of the entry */
    struct lg_refusal *refusal;   /* the first invalid record (data/refusal.h) */
    lg_data_file files[LG_DATA_FILES];
    int file_count;                    /* 0 for computed data */
    const char *missing;               /* option of a missing file that is required for records; NULL: none */
    int64_t test_words, unknown_words; /* number of words of the test split: all; outside the vocabulary */
    const char *unknown_in;            /* option of the file with the unknown words */
    const char *description;           /* one-line description of the data; NULL: none */
    const char *left_out[LG_SPLIT_VALIDATION + 1];       /* per split, a warning about skipped input; NULL: none */
    const char *unread_members[LG_SPLIT_VALIDATION + 1]; /* per split, a warning about ignored members; NULL: none */
    int length_step;                                     /* all lengths are multiples of this number; 0: any length */
} lg_dataset;

/* Numbers of source and target tokens of a record, exact or maximum. */
typedef struct lg_record_size {
    int n, m;
} lg_record_size;

#define LG_ENDLESS INT64_MAX

/* The tokens in one split of a token stream that an evaluation scores, and the windows that contain them
 * (data/targets.h). */
typedef struct lg_targets {
    int64_t first, count; /* first target; number of targets, less than `wanted` if the split is short */
    int64_t wanted;       /* number requested by the options */
    int64_t before;       /* minimum number of tokens before the first target */
    int stride;           /* scored targets per window; the first window has the remainder */
    int64_t windows;
} lg_targets;

/* Methods of an entry that produce records. All methods but `open` must be thread-safe. */
typedef struct lg_data_methods {
    bool exact;     /* all records of a length have exactly the size that `bound` returns; see lg_dataset.exact */
    bool finite;    /* the training split is finite */
    bool partial;   /* some target tokens are given, not learned; answers after them are not decoded token by token */
    bool masked;    /* only masked tokens are learned; the other target tokens are also in the source */
    bool language;  /* a target token depends mainly on the targets before it, as in a text */
    bool validates; /* has a validation split */
    bool by_split;  /* splits that are not needed are not read; other entries read all splits */
    const char *validation_option; /* flag that creates a validation split, for messages; NULL: none */
    /* The names of the options that name files of the test split; blanks separate the names. A trained model may be
     * tested on files other than those in its config. */
    const char *test_files;
    /* spelled: do these options make each token a byte or a character of a text? has_steps: do targets have steps
     * before answers? NULL: no. */
    bool (*spelled)(const void *own);
    bool (*has_steps)(const void *own);
    /* Sets the vocabularies and the members that depend on them. May allocate in d->arena. */
    bool (*open)(lg_dataset *d, lg_error *err);
    void (*close)(lg_dataset *d); /* frees what is not in the arena; NULL: nothing. Also called after a failed open */
    /* The lengths of the records of a split, ascending. NULL: all lengths from 1 on. */
    const int *(*lengths)(const lg_dataset *d, lg_split split, size_t *count);
    /* Number of records of a length in a split; 0: none; or LG_ENDLESS. NULL: endless for every length. */
    int64_t (*count)(const lg_dataset *d, lg_split split, int length);
    lg_record_size (*bound)(const lg_dataset *d, int length); /* maximum size of records of a length, in any split */
    /* Finds the training record in the first line of a file, and returns the option that names the file. Returns NULL
     * if there is no such record. The method is NULL if records are not lines. */
    const char *(*first)(const lg_dataset *d, int *length, int64_t *index);
    /* Draws record `index` of a length in a split. `out` may have capacity for only as many tokens as the record has.
     * If records are endless, `key` determines all randomness; otherwise a record is the same with any key. */
    void (*draw)(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out);
    /* Writes a record as text: source and target, each into `size` bytes (truncated, 0-terminated). NULL: the text is
     * the words of the tokens, separated by blanks. */
    void (*write)(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, char *source,
                  char *target, size_t size);
    /* Number of bytes of the longer of the two texts that `write` writes, without the final 0. NULL: neither text is
     * longer than the words of its tokens, separated by blanks. */
    size_t (*write_size)(const lg_dataset *d, lg_split split, int length, int64_t index);
    /* Converts a text of `size` bytes into source or target tokens. Writes the first `most` tokens into ids, and
     * returns the total number; -1: out of memory. If lg_dataset.splits_texts is false, texts are words of the
     * vocabulary separated by blanks. */
    int (*read)(const lg_dataset *d, bool of_target, const char *text, size_t size, int32_t *ids, int most);
    /* Converts target tokens into text, which the caller frees. NULL: words separated by blanks. */
    char *(*say)(const lg_dataset *d, const int32_t *ids, int count);
    /* Number of bytes in the first token of a text that does not begin with a blank. NULL: a token ends before the next
     * blank. */
    size_t (*token_size)(const char *text);
    /* Writes the name of a cell into `size` bytes. The records of a length are divided into cells, such as
     * "8-by-3". NULL: there are no cells. */
    void (*name_cell)(const lg_dataset *d, int length, int cell, char *out, size_t size);
    /* Finds the position of a cell in the grid of all cells: {8, 3} for "8-by-3". Returns the names of the two
     * coordinates. If the method or its result is NULL, there are no cells. */
    const char *const *(*place_cell)(const lg_dataset *d, int length, int cell, int place[2]);
    /* For splits that are one token stream. stream: the number of tokens in the stream. segment: the record of `length`
     * targets whose source begins at token `at`; at + length is less than the number of tokens. NULL: the split is not
     * a token stream. */
    int64_t (*stream)(const lg_dataset *d, lg_split split);
    void (*segment)(const lg_dataset *d, lg_split split, int length, int64_t at, lg_record *out);
    /* The targets that an evaluation of a token stream scores at a length. They are the same targets at all evaluated
     * lengths. stride: used instead of eval.stride; 0: eval.stride is used. remembered: number of memory tokens that a
     * protocol reads before the first target. */
    lg_targets (*targets)(const lg_dataset *d, lg_split split, int length, int stride, int remembered);
    /* Checks the target of a record, and which of its tokens are learned and counted. The method is deliberately naive
     * and independent of `draw`. NULL: the record cannot be checked without its file. */
    bool (*check)(const lg_dataset *d, const lg_record *r);
    /* Do `count` generated tokens, which may continue after `end`, have the same final answer as the m target tokens,
     * although the tokens differ? NULL: never. */
    bool (*accepts)(const lg_dataset *d, const int32_t *answer, int count, const int32_t *target, int m);
    /* Scores generated steps against the steps of the target. If the method is NULL or returns false, the target has no
     * steps. A score is 0 if the number of steps differs or a step cannot be parsed. A score is NaN if no
     * step has the part that it scores. */
    bool (*compare_steps)(const lg_dataset *d, const int32_t *answer, int answer_count, const int32_t *target, int m,
                          double scores[LG_STEP_SCORES]);
} lg_data_methods;

/* The first members of every entry, in this order. */
#define LG_DATA                                                                                                        \
    LG_ENTRY;             /* formula: the rule in plain text, with two worked examples */                              \
    double chance;        /* value of the metric for a uniform guess; NaN: unknown */                                  \
    bool aligned;         /* targets always have as many tokens as their sources */                                    \
    bool order_invariant; /* the answer does not depend on the order of the source */                                  \
    const lg_data_methods *methods

struct lg_data {
    LG_DATA;
};

extern const lg_data *const lg_data_entries[]; /* ends with NULL */
const lg_data *lg_data_find(const char *name); /* NULL: not found */
typedef LG_CHOSEN(lg_data) lg_chosen_data;
/* Is each token a byte or a character of a text? */
static inline bool lg_data_is_spelled(const lg_data *d, const void *own) {
    return d->methods->spelled && d->methods->spelled(own);
}
/* Do targets have steps before the answer (data.scratchpad)? */
static inline bool lg_data_has_steps(const lg_data *d, const void *own) {
    return d->methods->has_steps && d->methods->has_steps(own);
}

/* Does the option name a file of the test split? */
bool lg_data_is_test_file(const lg_data *d, const char *key);

/* Opens a data set. Strings and lists of the description must outlive the data set. unread: set of splits that are not
 * needed. Returns NULL on failure. */
lg_dataset *lg_dataset_open(const lg_data_description *what, unsigned unread, lg_error *err);
void lg_dataset_close(lg_dataset *d);
/* Fails if a record was refused since the data set was opened. All results computed with that record are invalid. */
bool lg_dataset_check(const lg_dataset *d, lg_error *err);
/* For entries that read files: registers the bytes of a file. `option` names the file. For a file in a folder, it is
 * the option of the folder and the file name: "data.folder/wiki.train.tokens". option and path must live as long as the
 * data set. */
void lg_dataset_add_file(lg_dataset *d, const char *option, const char *path, const void *bytes, size_t size);
lg_record_size lg_dataset_bound(const lg_dataset *d, int length);
/* The length of records whose sources have n tokens; 0: there is none, or more than one. */
int lg_dataset_length(const lg_dataset *d, int n);
/* For data without an end token: number of target tokens for a source of n tokens; 0: unknown. */
int lg_dataset_target(const lg_dataset *d, int n);
/* Writes a drawn record as text (lg_data_methods.write). */
void lg_dataset_write(const lg_dataset *d, lg_split split, int64_t index, lg_key key, const lg_record *r, char *source,
                      char *target, size_t size);
/* Upper bound on the number of bytes in the longer text of lg_dataset_write. */
size_t lg_dataset_write_size(const lg_dataset *d, lg_split split, int64_t index, const lg_record *r);
/* Number of records of a length in a split, or LG_ENDLESS. 0 if the validation split does not exist. */
int64_t lg_dataset_count(const lg_dataset *d, lg_split split, int length);
/* "training", "test" or "validation", for messages. */
const char *lg_split_adjective(lg_split s);
/* If the file does not exist and tools/corpus.sh can create it: advice to append to the error. Otherwise "". */
const char *lg_data_file_advice(const char *path);
/* Fails if the option of a required file is unset, and names the option. */
bool lg_dataset_has_files(const lg_dataset *d, lg_error *err);
/* Fails if a split has no records of this length, and lists the available lengths. */
bool lg_dataset_has(const lg_dataset *d, lg_split split, int length, lg_error *err);
/* Is the length a multiple of length_step? */
static inline bool lg_dataset_is_multiple(const lg_dataset *d, int length) {
    return d->length_step == 0 || length % d->length_step == 0;
}
/* The longest length with records in a split; 0: none. `length` must be a length without records in the split. If the
 * entry does not list its lengths, only lengths below `length` are searched, by bisection. The bisection assumes that a
 * split with records of a length has records of all shorter lengths. */
int lg_dataset_longest(const lg_dataset *d, lg_split split, int length);

#endif
