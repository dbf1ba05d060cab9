/* data.h: where examples come from: the axis `data`. An entry says what its records are; a data set is an entry opened
 * under the values of a run. Records are pure functions of (values, files, split, length, index, key), so any worker
 * can draw any of them, in any order. */
#ifndef LG_DATA_DATA_H
#define LG_DATA_DATA_H

#include "base/arena.h"
#include "base/file.h"
#include "base/key.h"
#include "base/registry.h"
#include "base/seed.h"
#include "data/record.h"

/* Token ids and how people write them. */
typedef struct lg_vocabulary {
    int size;
    const char *const *words; /* [size] */
} lg_vocabulary;

typedef struct lg_data lg_data;

/* A file that records come from, as it was when the data set was opened. */
typedef struct lg_data_file {
    const char *option; /* that names it: "data.train"; or its folder, with a name behind it */
    const char *path;
    char digest[LG_DIGEST_SIZE]; /* of its bytes */
} lg_data_file;

#define LG_DATA_FILES 8 /* at most */

/* What a token of a text is. */
typedef enum lg_unit {
    LG_UNIT_WORD,     /* with blanks between them */
    LG_UNIT_BYTE,     /* lg_byte_name is the word of each */
    LG_UNIT_CHARACTER /* of UTF-8: lg_character_name is the word of each */
} lg_unit;

#define LG_SPLIT_BIT(split) (1U << (split)) /* of a set of splits */
#define LG_SPLITS_ALL       (LG_SPLIT_BIT(LG_SPLIT_VALIDATION + 1) - 1)

/* What data sets ask of the options of training and evaluation, and what an entry and its readers share. Of
 * options that are not in force: zeros. */
typedef struct lg_data_settings {
    lg_seeds seeds;
    const struct lg_curriculum *curriculum; /* NULL: nothing is trained */
    lg_own curriculum_own;                  /* its options */
    lg_length_list trained;                 /* curriculum.lengths; empty: the curriculum has no list */
    lg_length_list tested;                  /* eval.lengths */
    int64_t steps;                          /* train.steps */
    int batch;                              /* train.batch */
    int64_t sequences, targets;             /* eval.sequences, eval.targets */
    int stride;                             /* eval.stride */
    bool larger_vocabulary;                 /* architecture.vocabulary is given */
} lg_data_settings;

/* A data set before it is opened. */
typedef struct lg_data_description {
    const lg_data *entry;
    lg_own own, trained; /* its options; and those that a model was trained with, whose vocabulary it has */
    lg_data_settings settings;
} lg_data_description;

typedef struct lg_dataset {
    const lg_data *entry;
    const void *own;         /* the options of the entry, in its own struct (lg_entry.own_bytes) */
    const void *trained_own; /* those that a model was trained with */
    lg_data_settings settings;
    unsigned unread;              /* set of splits without records, since nobody asks for them */
    lg_arena *arena;              /* of everything that it owns */
    lg_vocabulary source, target; /* the same where `one_vocabulary` */
    bool one_vocabulary;          /* ids of sources and targets mean the same words */
    bool separated;               /* a source ends so that its target can follow at once */
    lg_unit unit;                 /* of what people write and read */
    bool splits_texts;            /* `read` and `say` of the methods take texts apart and put them together */
    const char *tokens;           /* what people call them; NULL: words */
    bool exact;                   /* that of the methods, unless `open` says that sizes differ */
    double entropy;               /* of a learned token, given those before it, in nats; NaN: not known */
    int end;                      /* id of the target token that ends every target; -1: there is none */
    const char *before;           /* what is written before the source of every record: "Solve: "; NULL: nothing */
    const char *between;          /* what people write between source and target: " [SEP] "; NULL: data is no text */
    const char *unknown;          /* the source word that stands for all that the vocabulary lacks; NULL: none does */
    void *state;                  /* of the entry */
    struct lg_refusal *refusal;   /* the first record that was wrong (data/refusal.h) */
    lg_data_file files[LG_DATA_FILES];
    int file_count;      /* data that is computed has none */
    const char *missing; /* option of a file that is not named: there are no records; NULL: none is missing */
    int64_t test_words, unknown_words;             /* of the test split: all, and those that the vocabulary lacks */
    const char *unknown_in;                        /* option of the file that these are in */
    const char *told;                              /* for people: what there is, in a line; NULL: nothing */
    const char *left_out[LG_SPLIT_VALIDATION + 1]; /* of a split, as a warning: what was not read; NULL: nothing */
    const char *unread_members[LG_SPLIT_VALIDATION + 1]; /* likewise: of objects of its file */
    int length_step;                                     /* lengths are multiples of it; 0: any */
} lg_dataset;

/* How many tokens source and target of a record have, or may have. */
typedef struct lg_record_size {
    int n, m;
} lg_record_size;

#define LG_ENDLESS INT64_MAX

/* Tokens of a split of a stream that an evaluation scores, and the windows that read them (data/targets.h). */
typedef struct lg_targets {
    int64_t first, count; /* the first one; how many, fewer than `wanted` where the split is short */
    int64_t wanted;       /* by the options */
    int64_t before;       /* tokens that precede the first one at least */
    int stride;           /* targets of a window that count; the first window has the rest */
    int64_t windows;
} lg_targets;

/* What the records of a kind of data are made by. All functions but `open` may be called by several threads. */
typedef struct lg_data_methods {
    bool exact;     /* all records of one length have the sizes that `bound` says: see lg_dataset.exact */
    bool finite;    /* the training split has a number of records */
    bool partial;   /* some target tokens are given, and not learned: answers can be read behind them, not decoded */
    bool language;  /* a target token is predicted from the targets before it, and from little else: as of a text */
    bool validates; /* there is a split to validate on beside training and test */
    bool by_split;  /* splits that nobody asks for are not read; other entries have them all the same */
    const char *validation_option; /* what makes the split, as in messages: "--data.validation 0.15"; NULL: nothing */
    /* Options, separated by blanks, that name the files of the test split, if it has its own: a trained model may be
     * tested on others. */
    const char *test_files;
    /* With these options: is each token a byte or a character of a text, and have targets steps before answers? NULL:
     * no. */
    bool (*spelled)(const void *own);
    bool (*has_steps)(const void *own);
    /* Sets the vocabularies and what follows them; may allocate in d->arena. */
    bool (*open)(lg_dataset *d, lg_error *err);
    void (*close)(lg_dataset *d); /* what is not in the arena; NULL: nothing. Also after a failed open */
    /* The lengths that the records of a split have, ascending. NULL: any from 1 on. */
    const int *(*lengths)(const lg_dataset *d, lg_split split, size_t *count);
    /* How many records of a length a split has, LG_ENDLESS, or 0. NULL: endless ones of each. */
    int64_t (*count)(const lg_dataset *d, lg_split split, int length);
    lg_record_size (*bound)(const lg_dataset *d, int length); /* of the records of a length, in any split */
    /* The training record that the first line of a file is; returns the option that names the file, NULL where there is
     * no such record. NULL: records are not of lines. */
    const char *(*first)(const lg_dataset *d, int *length, int64_t *index);
    /* Record `index` of a length of a split, into a record that has room for its own size, perhaps for no more. Where
     * records are endless, `key` fixes what is random; else records are the same under any key. */
    void (*draw)(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, lg_record *out);
    /* The same record as people write it: source and target, each into `size` bytes (cut, and ended by 0). NULL: words
     * with blanks between them. */
    void (*write)(const lg_dataset *d, lg_split split, int length, int64_t index, lg_key key, char *source,
                  char *target, size_t size);
    /* Bytes that the longer text of `write` has, without the 0 at its end. NULL: no more than the words of the tokens
     * with blanks between them. */
    size_t (*write_size)(const lg_dataset *d, lg_split split, int length, int64_t index);
    /* Tokens of a text that people write, `size` bytes, as a source or a target has them: the first `most` of them into
     * ids; how many there are, -1: out of memory. Where not lg_dataset.splits_texts: the words of the vocabulary, with
     * blanks between them. */
    int (*read)(const lg_dataset *d, bool of_target, const char *text, size_t size, int32_t *ids, int most);
    /* The other way, of target tokens; to be freed. NULL: the same. */
    char *(*say)(const lg_dataset *d, const int32_t *ids, int count);
    /* Bytes of the first token of a text that people write, which begins with no blank. NULL: those up to a blank. */
    size_t (*token_size)(const char *text);
    /* What people call a cell of the records of a length: "8-by-3", into `size` bytes. NULL: there are no cells. */
    void (*name_cell)(const lg_dataset *d, int length, int cell, char *out, size_t size);
    /* Where the cell stands in a grid of all: of "8-by-3" {8, 3}. Returns what the two numbers are, for people; NULL
     * where there are no cells, as without the method. */
    const char *const *(*place_cell)(const lg_dataset *d, int length, int cell, int place[2]);
    /* Of splits that are one stream of tokens: how many, and the record of `length` targets whose source is token `at`
     * of the split; at + length is below the number. NULL: records do not continue each other. */
    int64_t (*stream)(const lg_dataset *d, lg_split split);
    void (*segment)(const lg_dataset *d, lg_split split, int length, int64_t at, lg_record *out);
    /* Of these, the targets of an evaluation at a length; the same at all lengths that are evaluated. stride 0: that of
     * eval.stride. remembered: tokens before a segment that a protocol remembers, and reads before the first target. */
    lg_targets (*targets)(const lg_dataset *d, lg_split split, int length, int stride, int remembered);
    /* Is the target right, and what is learned and counted? Naive on purpose, and independent of `draw`. NULL: only the
     * file that the records came from knows. */
    bool (*judge)(const lg_dataset *d, const lg_record *r);
    /* Is the final answer among `count` tokens that a model said, which may go on after `end`, that of m target tokens,
     * although the tokens differ? NULL: never. */
    bool (*accepts)(const lg_dataset *d, const int32_t *said, int count, const int32_t *target, int m);
    /* Where targets have steps, sets how those that a model said compare with them. NULL, or false: there are none. All
     * are 0 where the number of steps differs, or one cannot be read; NaN of parts that no step has. */
    bool (*compare_steps)(const lg_dataset *d, const int32_t *said, int said_count, const int32_t *target, int m,
                          double scores[LG_STEP_SCORES]);
} lg_data_methods;

/* The first members of every entry, in this order. */
#define LG_DATA                                                                                                        \
    LG_ENTRY;             /* formula: the rule in plain text, with two worked examples */                              \
    double chance;        /* the metric of a uniform guess; NaN: not known */                                          \
    bool order_invariant; /* the answer does not depend on the order of the source */                                  \
    const lg_data_methods *methods

struct lg_data {
    LG_DATA;
};

extern const lg_data *const lg_data_entries[]; /* ends with NULL */
const lg_data *lg_data_find(const char *name); /* NULL if there is none */
typedef LG_CHOSEN(lg_data) lg_chosen_data;
/* Is each token a byte or a character of a text? */
static inline bool lg_data_is_spelled(const lg_data *d, const void *own) {
    return d->methods->spelled && d->methods->spelled(own);
}
/* Have targets steps before answers? (data.scratchpad) */
static inline bool lg_data_has_steps(const lg_data *d, const void *own) {
    return d->methods->has_steps && d->methods->has_steps(own);
}

/* Is this an option that names a file of the test split? */
bool lg_data_is_test_file(const lg_data *d, const char *key);

/* Texts and lists of the description must outlive the data set. unread: set of splits that nobody asks for. NULL on
 * failure. */
lg_dataset *lg_dataset_open(const lg_data_description *what, unsigned unread, lg_error *err);
void lg_dataset_close(lg_dataset *d);
/* Was a record refused since the data set was opened? Then fails: what was computed with it is worthless. */
bool lg_dataset_check(const lg_dataset *d, lg_error *err);
/* For entries that read files: the bytes of the file that an option names, or of one in the folder that it names
 * ("data.folder/wiki.train.tokens"). option and path must live as long as the data set. */
void lg_dataset_add_file(lg_dataset *d, const char *option, const char *path, const void *bytes, size_t size);
lg_record_size lg_dataset_bound(const lg_dataset *d, int length);
/* The length of records whose sources have n tokens; 0: none has, or they have several lengths. */
int lg_dataset_length(const lg_dataset *d, int n);
/* Where nothing ends a target, how many tokens it has for a source of n tokens; 0: this is not known. */
int lg_dataset_target(const lg_dataset *d, int n);
/* A record that was drawn so, as people write it (lg_data_methods.write). */
void lg_dataset_write(const lg_dataset *d, lg_split split, int64_t index, lg_key key, const lg_record *r, char *source,
                      char *target, size_t size);
/* Bytes that the longer of these two texts has, or more. */
size_t lg_dataset_write_size(const lg_dataset *d, lg_split split, int64_t index, const lg_record *r);
/* How many records of a length a split has, or LG_ENDLESS; none of a validation split that there is not. */
int64_t lg_dataset_count(const lg_dataset *d, lg_split split, int length);
/* What people call its records: "training", "test", "validation". */
const char *lg_split_adjective(lg_split s);
/* Where a file is missing that tools/corpus.sh makes: how, to stand behind the error; else "". */
const char *lg_data_file_advice(const char *path);
/* Is every file named that records come from? Else fails with its option. */
bool lg_dataset_has_files(const lg_dataset *d, lg_error *err);
/* Has a split records of this length? Else fails with the lengths that there are. */
bool lg_dataset_has(const lg_dataset *d, lg_split split, int length, lg_error *err);
/* Is a length a multiple of those that there are? */
static inline bool lg_dataset_is_multiple(const lg_dataset *d, int length) {
    return d->length_step == 0 || length % d->length_step == 0;
}
/* The longest length that a split has records of, where it has none of `length`; 0: none. Where lengths are not listed,
 * shorter records are parts of longer ones. */
int lg_dataset_longest(const lg_dataset *d, lg_split split, int length);

#endif
