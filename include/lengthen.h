/* lengthen.h: the public interface of liblengthen, a laboratory for length generalization.
 *
 * The library trains small Transformers on short sequences and evaluates them on longer ones. A program creates a
 * context, fills a config (from files, flags or values of its own), trains it into a run directory, opens that
 * directory again, and gets metrics by length, logits, attention weights, or the terms that a positional encoding
 * adds.
 *
 *   - Every type here is opaque or a plain struct; every handle belongs to the context it was created from.
 *   - A call that can fail returns a status, and leaves its message in lg_error_text of the context. After a failure
 *     the result that a pointer leads to is NULL or zeros, and numbers in arrays of the caller are not to be read, but
 *     where a comment says otherwise.
 *   - Pointers and callbacks are not NULL, counts not negative, and numbers of an enum are among its members, but where
 *     a comment allows it: that is not checked. Beyond the last one, lg_..._at returns NULL, or "" and zeros.
 *   - Texts are UTF-8 or any other bytes; what is no UTF-8 is written as it is, or as "?".
 *   - Texts and arrays of arguments are read during the call alone, but where a comment says otherwise; those of a
 *     callback's record are valid until the callback returns; those of a result as long as the handle that it is from,
 *     texts of the catalogue for ever, but where a comment says otherwise.
 *   - While a call is under way its callbacks may make calls that take no context and no handle, and read configs that
 *     were checked (lg_config_get); calls with other contexts, too. Any other call with this context would mix with the
 *     one under way, but where a comment allows it.
 *   - The library never exits, aborts or prints: messages go to the log callback, or nowhere.
 *   - There is no global state. Two contexts may be used from two threads; one context from one thread at a time.
 *   - Results are pure functions of the config: they do not depend on the number of threads.
 *   - In comments, [T] or [H, T, T] is the shape of an array, row-major: T tokens, H heads, D columns of a head.
 */
#ifndef LENGTHEN_H
#define LENGTHEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lengthen/base.h"

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

#define LG_VERSION_MAJOR 0
#define LG_VERSION_MINOR 3
#define LG_VERSION_PATCH 0

#define LG_THREADS_MAX 1024 /* the most threads of a context or a run */

const char *lg_version(void); /* "0.3.0" */

/* Replaces each byte that is no part of a UTF-8 character by "?", as in all JSON and YAML that the library writes: a
 * file name may hold any bytes. */
void lg_text_utf8(char *text);
/* Has the text a control character that is none of `but`? It would end a line, or command a terminal. */
bool lg_text_has_control(const char *text, const char *but);
/* Makes a text fit to be shown: `instead` replaces such characters, each byte that is no part of a UTF-8 character, and
 * those that change the direction of text (U+061C, U+200E, U+200F, U+202A..U+202E, U+2066..U+2069), which could make it
 * look like another. */
void lg_text_blank(char *text, const char *but, char instead);
/* Bytes of what is replaced that begins here; 0: none does. */
size_t lg_text_hidden(const char *text);
/* Bytes of a byte order mark (U+FEFF in UTF-8) that the text begins with, of which it is no part: 3 or 0. */
size_t lg_text_mark(const char *text, size_t size);
/* 32 hex digits of XXH3, by which two texts are told apart. */
#define LG_TEXT_DIGEST 33
void lg_text_digest(const char *text, size_t size, char out[LG_TEXT_DIGEST]);
/* As one word of a shell command, quoted where necessary; to be freed. NULL without memory. */
char *lg_text_word(const char *text);
/* The same for a command that a message suggests, cut to the capacity; without memory the text as it is. Returns to. */
#define LG_SHELL_WORD 4400
const char *lg_text_shell_word(const char *text, char to[LG_SHELL_WORD]);
/* Edit distance of two words of up to 96 bytes: letters inserted, deleted, changed, or two neighbours swapped; case
 * does not count. INT_MAX for longer ones. */
int lg_text_distance(const char *a, const char *b);

/* ---- context: error text, log callback, number of threads ------------------------------------------------------- */

typedef struct lg_context lg_context;
typedef enum lg_level { LG_DEBUG, LG_INFO, LG_WARNING } lg_level;
typedef void (*lg_log_fn)(void *user, lg_level level, const char *text);

lg_context *lg_context_new(void);    /* NULL when out of memory */
void lg_context_free(lg_context *c); /* free configs, runs and sweeps first; NULL is allowed */
/* Why the last call that could fail, with this context or a handle that belongs to it, failed; "": it did not. One
 * line, which names the option and the value. Functions without a status leave it too, where they return NULL, 0 or ""
 * for what they could not do. Valid until the next such call. */
const char *lg_error_text(const lg_context *c);
void lg_context_log(lg_context *c, lg_log_fn log, void *user); /* log NULL: messages go nowhere, as at first */
/* 0: one per processor that this process may use, as at first; more than LG_THREADS_MAX count as so many. */
void lg_context_threads(lg_context *c, int threads);

/* Replaces a file by the parts, one after another: a reader, or the disk after a crash, has the old content or the new
 * one. script: it can be executed. A pipe or a device is written to as it is. */
lg_status lg_write_file(lg_context *c, const char *path, const lg_bytes *parts, size_t count, bool script);
/* Reads a file of at most `limit` bytes: *text has *size bytes and a NUL after them, and is to be freed with free(). It
 * is a regular file or a pipe that somebody has opened for writing; devices are refused. */
lg_status lg_read_file(lg_context *c, const char *path, size_t limit, char **text, size_t *size);

/* ---- catalogue: tasks, encodings, masks, ... -------------------------------------------------------------------- */

/* The independent axes of a config, which has one choice on each. */
typedef struct lg_axis {
    const char *name;     /* the config key, for instance "encoding"; lg_axis_at walks all axes */
    const char *summary;  /* what is chosen here */
    const char *fallback; /* the default choice */
    const char *flag;     /* short flag without dashes ("task" for data), or "" */
} lg_axis;

/* One typed option: of a choice, or of every run. */
typedef struct lg_option_info {
    const char *name;     /* dotted key: "positions.L" */
    const char *type;     /* "bool", "int", "real", "name", "text", "lengths" */
    const char *fallback; /* default, as text */
    const char *choices;  /* for "name": the allowed values, separated by blanks; else "" */
    const char *bounds;   /* "1..65536", or "" when unbounded */
    const char *flag;     /* short flag without dashes ("steps" for train.steps), or "" */
    const char *help;     /* one line */
} lg_option_info;

/* One choice on one axis; or of "sublayer", a letter of model.order, or "setting", a name for options, which are no
 * axes. */
typedef struct lg_choice {
    const char *axis, *name, *summary;
    const char *formula; /* plain text, several lines, with shapes */
    const char *source;  /* paper and section or equation */
    const char
        *properties;       /* "level: regular, chance: 0.5" (level: in the Chomsky hierarchy), "shift-invariant", ... */
    const char *example;   /* a command or settings, and rows of the numbers that follow; several lines, or "" */
    const char *published; /* numbers that papers have for it, and where; several lines, or "" */
    double chance;         /* of a task: accuracy of a uniform guess; else NaN */
    bool order_invariant;  /* of a task: the answer does not depend on the order of the input */
} lg_choice;

size_t lg_axis_count(void);
lg_axis lg_axis_at(size_t i);
size_t lg_choice_count(void);
lg_choice lg_choice_at(size_t i);                      /* in the order of axes, then of the lists */
bool lg_choice_find(const char *name, lg_choice *out); /* "rope", or "encoding/none" where a name is on two axes */
size_t lg_choice_options(const char *axis, const char *name); /* number of options that the choice adds */
lg_option_info lg_choice_option(const char *axis, const char *name, size_t i);
/* May some blocks have this choice, and others another one? A value of such an axis may be a list, which repeats to the
 * depth: "window:512,window:512,causal". */
bool lg_choice_by_block(const char *axis, const char *name);
/* Can two choices on different axes be combined, with the default options of all? NO: a rule about both refuses them,
 * and lg_error_text has the reason. UNKNOWN: only rules about others refuse them, since a choice that one of them needs
 * is missing; or a name is wrong. */
typedef enum lg_together { LG_TOGETHER_YES, LG_TOGETHER_NO, LG_TOGETHER_UNKNOWN } lg_together;
lg_together lg_choices_together(lg_context *c, const char *const axes[2], const char *const names[2]);
/* A rule about choices: what is said where it is broken. Names in braces stand for what is chosen there: {mask}, or
 * {mask:} with its key; {model.order} for the value of an option. */
typedef struct lg_rule_info {
    const char *name, *keys; /* keys that it is about, separated by blanks */
    const char *words;
} lg_rule_info;
size_t lg_rule_count(void);
lg_rule_info lg_rule_at(size_t i);
/* Axes that a stream of a model has of its own, in architectures of two streams: "encoder.encoding" is an option with
 * the entries of the axis "encoding", and the options of the chosen one stand under the same prefix. The two calls
 * above take such an axis too. */
size_t lg_stream_axis_count(void);
lg_axis lg_stream_axis_at(size_t i);
/* Another name of the literature for a choice, or for one with options and choices on other axes: it stands wherever
 * that of a choice does. */
typedef struct lg_second_name {
    const char *axis, *name; /* "encoding", "kerple_power" */
    const char *choice;      /* what it means: "kerple" */
    const char *setting;     /* with these settings, "encoding.kernel: power", "cell: elman, store: stack", or "" */
    const char *also[3];     /* of these the choices, "cell/elman", "store/stack", and sublayers that it brings in,
                                "sublayer/switch"; ends with NULL */
} lg_second_name;
size_t lg_second_name_count(void);
lg_second_name lg_second_name_at(size_t i);
size_t lg_common_option_count(void); /* options of every run: model.*, train.*, eval.*, ... */
lg_option_info lg_common_option(size_t i);

/* ---- config: the options of one run, set from several sources ------------------------------------------------------
 */

typedef struct lg_config lg_config;

lg_status lg_config_new(lg_context *c, lg_config **out);
void lg_config_free(lg_config *f); /* NULL is allowed */
/* Sets one value. `where` is its location ("--lr", "my.yaml:3:5"), for error messages and --print-config; it is copied.
 * Keys: dotted names, axis names, short flag names, and AXIS.name for an axis. Checked by lg_config_check. */
lg_status lg_config_set(lg_config *f, const char *key, const char *value, lg_origin origin, const char *where);
/* Loads a YAML file: nested or dotted keys, `base: NAME` to start from another file or preset. Unknown, duplicate and
 * ill-typed keys are errors with file:line:column and a suggestion. */
lg_status lg_config_load(lg_config *f, const char *path);
lg_status lg_config_preset(lg_config *f, const char *name); /* a file of presets/, by name without .yaml */
lg_status lg_config_environment(lg_config *f);              /* LENGTHEN_TRAIN_STEPS=... and the like */
/* Resolves the config: makes the choices, adds their options with defaults, checks types, bounds and combinations; a
 * key that no choice uses is an error. Other calls do the same where it was not done. */
lg_status lg_config_check(lg_config *f);

/* What another program's name of an option ("batch_size", "num-layers") is here, for messages: an option and perhaps a
 * remark (*option), or what to do instead. NULL: no such name is known. */
const char *lg_other_word(const char *name, size_t length, bool *option);

/* The resolved values, in canonical order. Strings are valid until the config changes. Of a config with a mistake there
 * are none: counts are 0 and texts NULL, with the mistake in lg_error_text. */
typedef struct lg_setting {
    const char *key, *value, *origin, *where; /* origin: "default", "preset", "file", "environment", "flag" */
    const char *yaml;                         /* the value as a scalar of YAML, in quotes where it needs them */
} lg_setting;
size_t lg_config_count(lg_config *f);
lg_setting lg_config_at(lg_config *f, size_t i);
const char *lg_config_get(lg_config *f, const char *key); /* NULL if this config has no such key */
/* The same, but a choice that was made by a second name (lg_second_name) by that name. */
const char *lg_config_said(lg_config *f, const char *key);
const char *lg_config_text(lg_config *f); /* canonical YAML, as in a run directory */
const char *lg_config_hash(lg_config *f); /* 32 hex digits of that text without out, threads and eval.* */
size_t lg_preset_count(lg_context *c);    /* as when first asked: they are listed once */
const char *lg_preset_name(lg_context *c, size_t i);
const char *lg_preset_summary(lg_context *c, size_t i);

/* ---- samples ---------------------------------------------------------------------------------------------------- */

typedef struct lg_example {
    const char *task;
    int length;                                               /* as requested */
    int inputs, targets;                                      /* numbers of tokens */
    const int32_t *input, *target;                            /* token ids */
    const uint8_t *mask;                                      /* [targets], 1 = counts for accuracy */
    const char *const *input_symbols, *const *target_symbols; /* one symbol per token */
    /* As people write it: source and target, and all of it in one text, with what is written before every source and
     * between the two. `text` is NULL where the data is no text. */
    const char *source_text, *target_text, *text;
    const char *cell; /* what people call the part of this length that it belongs to: "8-by-3"; NULL: there are none */
    double entropy;   /* least cross-entropy that a model can have on this data, in nats a token; NaN: not known */
} lg_example;
typedef void (*lg_example_fn)(void *user, const lg_example *e);
/* Passes `count` samples of the config's task at one length to `each`. Sample i is a function of (task, options,
 * length, seed, i), from a random stream of its own: training and evaluation with the same seed get other samples. */
lg_status lg_sample_task(lg_config *f, int length, int count, uint64_t seed, lg_example_fn each, void *user);
/* The same of a split of any data. Data that is not endless has the same samples under every seed, and there may be
 * fewer than `count`. Length 0, in all of these: 12, or the nearest length that the split has. */
lg_status lg_sample_split(lg_config *f, lg_split split, int length, int count, uint64_t seed, lg_example_fn each,
                          void *user);
/* All records of a split at one length; length 0: at each that it has or, where it may have any, at those of
 * curriculum.lengths (test: eval.lengths). None of a split that there is not. LG_USAGE: they are endless. */
lg_status lg_sample_all(lg_config *f, lg_split split, int length, lg_example_fn each, void *user);

/* Draws the same samples and has each judged by the checker of the data, which does not know how it was drawn.
 * LG_MISMATCH: the first one that it refuses. LG_USAGE: data without a checker. */
lg_status lg_sample_verify(lg_config *f, lg_split split, int length, int count, uint64_t seed);

/* ---- data of a program ------------------------------------------------------------------------------------------ */

/* A record: input and target tokens, ids of words. Loss is computed for the tokens with learned 1, and metrics are
 * about those with counted 1. */
typedef struct lg_custom_record {
    int length;                 /* as requested */
    int inputs, targets;        /* numbers of tokens, 1 or more */
    int32_t *input, *target;    /* [inputs], [targets] */
    uint8_t *learned, *counted; /* [targets], 0 or 1 */
} lg_custom_record;

/* Which records a split has. All zeros: endless ones of every length. */
typedef struct lg_custom_split {
    const int *lengths; /* [length_count], ascending, of 1..LG_LENGTH_MAX; NULL: any */
    size_t length_count;
    const int64_t *counts; /* [length_count]: how many records of each length; NULL: endless ones */
} lg_custom_split;

/* Data that a program computes, or has read from where it likes. Zeros mean what comments say of NULL and false. */
typedef struct lg_custom_data {
    size_t size;         /* sizeof(lg_custom_data): tells a later library which members there are */
    const char *name;    /* value of `data`: small letters, digits, underscores. A run is identified by it alone:
                            data that computes something else has another name */
    const char *summary; /* one line, or NULL */
    const char *const *input_words; /* [input_word_count]: how people write the ids; not empty, no control characters */
    int input_word_count;
    const char *const *target_words; /* [target_word_count]; NULL: ids of targets mean the words of inputs */
    int target_word_count;
    const char *end_word; /* that ends every target, for models that say targets one after another; NULL: none */
    bool exact;           /* every record of a length has as many tokens as `bound` says */
    lg_custom_split splits[LG_SPLITS];
    void *user; /* passed to the functions, which are pure (the same arguments, the same record) and are called by
                   several threads at once, for lengths that a split has */
    /* The largest numbers of tokens that records of a length have, 1..LG_LENGTH_MAX each. */
    void (*bound)(void *user, int length, int *inputs, int *targets);
    /* Record `index` of a length. On entry `out` has the numbers of `bound`, zeros as tokens, and learned and counted 1
     * everywhere; fills in the tokens and, where they are fewer, their numbers. seed: of endless records, what fixes
     * all that is random in this one; else 0. False: it cannot be had. */
    bool (*draw)(void *user, lg_split split, int length, int64_t index, uint64_t seed, lg_custom_record *out);
    /* Is the target right? Written without looking at `draw` (lg_sample_verify). NULL: nobody knows. */
    bool (*judge)(void *user, const lg_custom_record *r);
    /* The records of validations. NULL: where training records are endless, more of them, which neither training nor
     * tests draw (`draw` then has LG_SPLIT_TRAIN and other seeds); else there is no validation split. */
    const lg_custom_split *validation;
} lg_custom_data;
/* Adds data to this context: `data` can then have its name in every config, run and sweep of the context, and it stays
 * until the context is freed. Texts and arrays are copied; `user` and the functions must live as long as the context.
 * It has no options: what would be one is behind `user`. Where the training split has counts, curriculum is epochs
 * unless set; where a split has lengths, it is trained or evaluated at these unless others are set. The catalogue does
 * not list it. To open a run that was trained on such data, register it first. Call it while no other call with this
 * context is under way. LG_USAGE: a member is wrong, or the name is taken.
 * A record that breaks the rules, or that cannot be had, ends the call that needs it, with a message that names it
 * (LG_USAGE, LG_FAILED); that run must then be opened anew. */
lg_status lg_context_register_data(lg_context *c, const lg_custom_data *data);

/* ---- matrices: the terms of a positional encoding -----------------------------------------------------------------
 */

typedef struct lg_matrix {
    const char *name; /* the encoding, or the choice of positions */
    const char *what; /* "embedding", "bias", "scores", ...: see lg_inspect_encoding */
    int rank;
    size_t shape[4];
    const double *data; /* row-major, product of shape */
} lg_matrix;
typedef void (*lg_matrix_fn)(void *user, const lg_matrix *m);
/* The matrices of the config's encoding for `length` tokens, of the first block, with initial parameters, or where
 * train.init names a model those that it has by these names and in these shapes (LG_USAGE: it lacks one), and the
 * position sample of training step 0. q, k: [T, heads*head_width], or both NULL. Indices are (head, query, key). By
 * `what`:
 *   - embedding [T,width]: added to the token embedding
 *   - bias [H,T,T]: added to the attention logits, not scaled
 *   - cosine, sine [T,D/2]: of rotations, without q and k; rotated_q, rotated_k [T,width]: with them
 *   - scores [H,T,T]: with q and k, the scaled attention logits under this encoding, without bias and mask
 *   - sinusoid, vectors [2T-1,width]: A(d) and r(d) = W_R A(d) of `relative`, for offsets d = -(T-1)..T-1, key minus
 *     query; or [T,T,width] by (query, key) where d is a difference of sampled positions
 *   - projection [width,width], content_bias, position_bias [H,D]: W_R, u, v of `relative`; r1, r2 [1,H] of `kerple`
 *   - bucket_bias [H,buckets]: of `t5`; slope_factor, left_slope_factor, right_slope_factor [1,H]: trained, of `alibi`
 *   - distance_keys, distance_values [2K+1,D]: what `shaw` adds to keys and values, at distances -K..K, key minus query
 *   - contextual_positions [P+1,D]: the vectors e of `cope`, whose term is 0 for keys behind the query
 *   - distance_factor, threshold_factor [1,1]: c and m of `fire`; w1, b1 [1,F], w2 [F,H], b2 [1,H]: its network
 *   - position_queries, position_keys [T,width]: what `tupe` multiplies, after a row more where its table has one
 *   - weights [H,T,T]: with q and k, of an attention function that encodes order, for a sublayer input of zeros
 *   - positions [T] or distances [2T-1]: the position ids that the encoding reads, where they are random */
lg_status lg_inspect_encoding(lg_config *f, int length, const double *q, const double *k, lg_matrix_fn each,
                              void *user);
/* Does no query see a key behind it? False too for a config with a mistake. */
bool lg_inspect_is_causal(lg_config *f);
/* Sets model.width to 8 columns a head where it is not set and its default is no multiple of model.heads. */
lg_status lg_inspect_default_width(lg_config *f);
/* One position sample of the config's choice of positions, whatever the encoding: positions [T], distances [2T-1] for
 * offsets -(T-1)..T-1, or both. */
lg_status lg_inspect_positions(lg_config *f, int length, lg_matrix_fn each, void *user);
/* The same of a sequence of these tokens, words with blanks between them, for positions: document, which reads them. Of
 * no vocabulary: positions.separator is one of the words, unless it is set <eos>. */
lg_status lg_inspect_positions_of(lg_config *f, const char *tokens, lg_matrix_fn each, void *user);

/* ---- runs ------------------------------------------------------------------------------------------------------- */

typedef struct lg_step_report {
    int64_t step, steps; /* done; train.steps */
    int length;          /* of the sequences of this batch */
    double loss, accuracy, grad_norm, learning_rate;
    double seconds, steps_per_second; /* of training, by this process so far */
    bool logged;                      /* every train.log_every steps: appended to metrics.jsonl */
} lg_step_report;

/* Which tokens of a text are scored, the same ones at every length, and how they are read: by windows that end at the
 * last of them and step back by the stride, or, by protocols that remember, in segments of the length. */
typedef struct lg_target_report {
    int64_t first, last, count; /* tokens of the test split, from 0; count 0: the data is no text */
    int64_t wanted;             /* by eval.targets or eval.sequences: fewer are there in a short text */
    int stride;                 /* the last targets of each window, that count */
    char digest[33];            /* of the tokens */
} lg_target_report;

typedef struct lg_length_report {
    int length;
    size_t metric;             /* the one that is chosen */
    double value;              /* of it */
    double low, high;          /* 95 % confidence interval of the value by lg_analyze_curve, else NaN */
    double values[LG_METRICS]; /* of all; NaN: that metric was not measured */
    int64_t sequences, tokens; /* sequences evaluated, and tokens that count */
    int64_t cut;               /* answers that eval.max_tokens cut off before they ended; 0 where cached */
    int memory;                /* tokens before the length that are remembered; -1: the protocol remembers none */
    lg_target_report targets;
    bool cached;                  /* read from eval.jsonl: an earlier process evaluated it */
    double fraction;              /* of the operations of the whole evaluation that are done, this length included */
    double steps[LG_STEP_SCORES]; /* means over sequences; NaN: targets have no steps, or not this part; cached */
} lg_length_report;

/* An evaluation that is about to begin. */
typedef struct lg_eval_plan_report {
    size_t lengths, cached; /* all; those that an earlier process evaluated */
    int first, last;
    int64_t sequences; /* of each length, or of that with the most */
    bool uneven;       /* other lengths have fewer */
    double fraction;   /* of the operations of the whole evaluation that are done already */
    double seconds;    /* estimate for the rest; 0: less than a second; NaN: measuring would take too long */
} lg_eval_plan_report;

typedef struct lg_score_report {
    size_t metric;             /* the one that is chosen */
    double score;              /* its mean over the lengths of the rule, or over their examples */
    double scores[LG_METRICS]; /* that of every metric; NaN: not known at one of these lengths */
    const char *rule;          /* "first-ood..max" */
    const char *average;       /* what weighs alike: "lengths", "examples" */
    int first, last;           /* lengths that the rule covers; 0, 0 when it covers none (score is NaN) */
    size_t lengths;            /* how many they are */
    int trained;               /* the longest training length */
    int above;                 /* eval.score_above: the rule counts lengths from there on; 0: from `trained` on */
    size_t missing;            /* lengths not evaluated because of a stop; the score is then NaN */
    lg_split split;            /* of the records: test, or validation in mid-training */
} lg_score_report;

typedef struct lg_outcome {
    const char *status; /* "done", "already done", "preempted", "paused", "diverged"; "not begun": stopped before this
                           run of lg_train_all; NULL after any other failure */
    const char *dir;    /* `out` of the config; valid until that changes */
    int64_t step;
    const char *ended; /* why training is over: "steps", "until", "patience", "time"; "": it is not, or not known */
    double loss, accuracy, seconds; /* of the last batch, NaN: not known; of training */
    bool has_score;
    lg_score_report score;
} lg_outcome;

/* The outcome of one of several runs. */
typedef struct lg_result {
    lg_status status;
    lg_outcome outcome;
    char text[1024]; /* error message, which names the run; "" if there is none */
} lg_result;

/* What a model said to one record of an evaluation. */
typedef struct lg_answer_report {
    int length;
    const char *cell;          /* what people call the part of this length that it belongs to; NULL: there are none */
    int64_t record;            /* its number among those of this length */
    bool right;                /* every token that counts is, or the answer that it ends with */
    int difference;            /* the first token that counts and is another than the target's; -1: none is */
    const char *prompt;        /* the source, as people write it */
    const char *target, *said; /* without the token that ends an answer */
    bool bytes;          /* tokens are bytes or characters, and words only show them: no blanks belong between them */
    int targets, tokens; /* of the target, and said: each with the token that ends it, where there is one */
    const int32_t *target_ids, *ids; /* [targets], [tokens] */
    const char *const *target_words, *const *words;
} lg_answer_report;

/* Any of them may be NULL. */
typedef struct lg_callbacks {
    void *user;
    void (*step)(void *user, const lg_step_report *r);     /* after every training step */
    void (*length)(void *user, const lg_length_report *r); /* after every evaluated length */
    /* after a validation (eval.every): score of the model after `step` steps */
    void (*score)(void *user, int64_t step, const lg_score_report *r);
    bool (*stop)(void *user); /* called after every step and every length; true: write a
                                 checkpoint and return LG_PREEMPTED */
    int64_t pause_at; /* after so many steps training stops, as at a rung of a sweep: the run is "paused" then, not
                         "preempted", and LG_PREEMPTED is returned; 0: it does not */
    void (*result)(void *user, const lg_result *r); /* lg_train_all: this run has ended */
    /* before an evaluation, but for validations; costs a short measurement of speed */
    void (*evaluating)(void *user, const lg_eval_plan_report *r);
    /* lg_run_eval: after every evaluated record, in any order, before the report of its length */
    void (*answer)(void *user, const lg_answer_report *r);
} lg_callbacks;

/* Trains the config into its `out` directory (made if missing) and evaluates it at eval.lengths. A directory with the
 * same config is resumed. A finished one is evaluated again if eval.* differ; else nothing changes ("already done"),
 * and calls->length gets the stored results. A directory with another config is an error (LG_USAGE). */
lg_status lg_train(lg_config *f, const lg_callbacks *calls, lg_outcome *out);

/* Floating-point operations of a run: multiply-adds x 2. */
typedef struct lg_flops_report {
    double training;   /* all steps, and validations */
    double evaluation; /* after training */
} lg_flops_report;
/* Estimated from a sample of the lengths, without training. */
lg_status lg_config_flops(lg_config *f, lg_flops_report *out);

/* Trains several configs of the context, each into its own `out` directory, in their order and `at_once` at a time (0:
 * one per thread, which is fastest). Each writes the same bytes as alone. The threads of the context are divided among
 * the running runs, and again when one ends; a config that sets `threads` has a pool of that size for itself.
 *   - calls: [count], one set for each run, or NULL. They are called from threads of the library, one at a time, and so
 *     is the log. `stop` is also called before a run begins; to stop all, return true for each.
 *   - results: [count]. A run that fails does not affect the others.
 * LG_OK: all are done. LG_PREEMPTED: some were stopped; the same call resumes them. Else LG_SOME_FAILED, or the status
 * of the only run. A wrong config, or two with the same `out`, are LG_USAGE before anything begins; results are then
 * zeros. */
lg_status lg_train_all(lg_context *c, lg_config *const *configs, size_t count, int at_once, const lg_callbacks *calls,
                       lg_result *results);

/* What people wrote about a run: one line of text, and words with blanks between them. */
typedef struct lg_run_comment {
    char text[512];
    char tags[256];
} lg_run_comment;

/* "new", "running", "evaluating", "preempted", "paused", "done", "diverged", "interrupted", "damaged",
 * "old" (made by a version whose runs this one does not read); NULL: there are no more. */
const char *lg_run_state_at(size_t i);

/* What a run directory tells without its model. */
typedef struct lg_run_summary {
    const char *state; /* of lg_run_state_at */
    bool busy;         /* a process is training in it now */
    int64_t step, steps;
    const char *ended;    /* why training is over: "steps", "until", "patience", "time"; "": it is not, or not known */
    double seconds, loss; /* of training; of the last batch, NaN: not known */
    char started[32], finished[32]; /* UTC; "": not known; not yet */
    bool has_score;
    lg_score_report score;
    lg_run_comment note;
} lg_run_summary;

/* Calls `each`, which may make other calls with the context, for every run directory from `dir` on down, in the order
 * of their names (numbers within them by their value), until it returns false. Links are not followed. LG_USAGE: there
 * is no such directory. */
typedef bool (*lg_run_found_fn)(void *user, const char *run);
lg_status lg_runs_find(lg_context *c, const char *dir, lg_run_found_fn each, void *user);
/* LG_USAGE: it is no run. LG_CORRUPT: a file is damaged; what was read before it is in `out`. */
lg_status lg_run_summarize(lg_context *c, const char *dir, lg_run_summary *out);
/* Replaces the note of a run; an empty one is removed. LG_USAGE: no run, or control characters. */
lg_status lg_run_annotate(lg_context *c, const char *dir, const lg_run_comment *note);

/* What lg_run_prune takes. */
typedef struct lg_prune_options {
    bool events; /* event files of TensorBoard, too */
    bool remove; /* false: nothing is removed, only told */
} lg_prune_options;

/* Removes what a run that is done does without: its training state, and the checkpoints beside the last and the best
 * model; calls `each`, which may be NULL, for each file. LG_USAGE: it is no run, or not done; LG_FAILED: a process is
 * training in it; LG_CORRUPT: its model is damaged, and could be made again from the state. */
typedef void (*lg_pruned_fn)(void *user, const char *path, int64_t bytes);
lg_status lg_run_prune(lg_context *c, const char *dir, const lg_prune_options *options, lg_pruned_fn each, void *user);

typedef struct lg_run lg_run;
/* Opens a run directory with its last model, or one of its models: DIR/checkpoints/best.safetensors. Where files of its
 * data are not at their paths it is opened all the same, and what needs them fails, until the config has other paths to
 * the same files. */
lg_status lg_run_open(lg_context *c, const char *path, lg_run **out);
void lg_run_free(lg_run *r); /* NULL is allowed */
/* Its config. To change the evaluation, set eval.*, metric, positions, mask, scale or their options on it; all else is
 * fixed by training. */
lg_config *lg_run_config(lg_run *r);
/* Does this option of the config (positions, mask, scale and theirs) make the model compute otherwise than in training?
 */
bool lg_run_is_changed(lg_run *r, const char *key);
/* Evaluates at the config's eval.lengths. LG_PREEMPTED: calls->stop returned true after a length; out->missing lengths
 * are then not evaluated. */
lg_status lg_run_eval(lg_run *r, const lg_callbacks *calls, lg_score_report *out);
/* Logits [outputs, classes] of one input (token ids of the task's input alphabet); a model that reads its own answer,
 * as a decoder does, reads the most probable tokens, and each row is of a pass over the tokens so far. `logits` has
 * room for `capacity` doubles; where that is too few, LG_USAGE, with *outputs and *classes all the same (capacity 0:
 * logits may be NULL). */
lg_status lg_run_logits(lg_run *r, const int32_t *input, int inputs, double *logits, size_t capacity, int *outputs,
                        int *classes);
/* The position sample of the last lg_run_logits, of a model that reads its own answer that of the last row: positions
 * [T] or distances [2T-1], as lg_inspect_positions has them, of each block that has its own; no positions where they
 * are 0, 1, 2, ... */
lg_status lg_run_positions(lg_run *r, lg_matrix_fn each, void *user);

/* Writes a model whose parameters are the means of those of the run's last `last` checkpoints, 2 or more, which
 * train.keep has kept. It can be opened as a model of the run where it is in the run's directory, or in its folder
 * checkpoints. LG_USAGE: there are fewer. LG_CORRUPT: one is damaged, or of another config. */
lg_status lg_run_average(lg_run *r, int last, const char *path);

/* A text that a model is to go on after, as `lengthen sample --text` shows sources: words with blanks between them, or
 * any bytes under data: text. What precedes and ends every source ("Solve: ", " [SEP] ") is added unless it is there;
 * what follows the latter is the beginning of the answer. */
typedef struct lg_prompt {
    const char *text;
    const char *where; /* it was found, for messages: "prompts.txt:3" */
    int64_t record;    /* of an evaluation, from 0 on: positions that are drawn at random are those of this record */
} lg_prompt;

/* What a model said after a prompt. */
typedef struct lg_generated {
    size_t prompt;               /* its number, from 0 on */
    const char *text;            /* as people write it, without the token that ends an answer; of a text byte by byte,
                                    bytes that need not be UTF-8 */
    bool bytes;                  /* tokens are bytes or characters, and `words` only show them */
    int tokens;                  /* that were said, the one that ends an answer included */
    const int32_t *ids;          /* [tokens] */
    const char *const *words;    /* [tokens] */
    const double *probabilities; /* [tokens], of each given all before it: softmax of the logits */
    bool ended;                  /* the model ended its answer; else the limit cut it off */
} lg_generated;
typedef bool (*lg_generated_fn)(void *user, const lg_generated *g); /* false: stops */
/* Greedy decoding after each of some prompts, passed to `each` in their order: at every step the most probable token,
 * the lowest id where several are, until the answer ends or has `limit` tokens. limit 0: 256, or as many as there are
 * positions for; where nothing ends an answer, as many as records of this size have. What is said does not depend on
 * the limit, but for its end, nor on the other prompts, nor on threads. LG_USAGE: a model that does not say its targets
 * one token after another, a prompt that is empty or too long, or a word that the data does not have; then nothing was
 * decoded. */
lg_status lg_generate(lg_run *r, const lg_prompt *prompts, size_t count, int limit, lg_generated_fn each, void *user);

/* Cross-attention while a translation was said: row t has the weights with which its token t was said. */
typedef struct lg_translation_attention {
    int blocks, heads;               /* that have it */
    int tokens, sources;             /* of the translation, and of the source as the model reads it */
    const char *const *source_words; /* [sources] */
    const double *weights;           /* [blocks, heads, tokens, sources] */
} lg_translation_attention;

/* What a beam search found for a line. */
typedef struct lg_translation {
    const char *text; /* as people write it, without the token that ends it */
    int tokens;       /* the one that ends it included */
    const int32_t *ids;
    const char *const *words;
    const double *probabilities; /* [tokens], of each given all before it */
    double log_probability;      /* of all tokens: a natural logarithm */
    double score;                /* that, normalised by eval.length_norm */
} lg_translation;
typedef struct lg_translated {
    size_t line;               /* its number, from 0 on */
    int count;                 /* translations; 0 of an empty line, and of one that is refused */
    const lg_translation *all; /* [count], the highest score first */
    int unknown_words;         /* that the data lacks, and that are read as the word that it has for such */
    bool bounded;              /* the best one had to end, by eval.length_factor and eval.length_extra */
    const char *refused;       /* why the line is not translated: there are no positions, or no such word; else NULL */
    const lg_translation_attention
        *attention; /* of the first translation; NULL: there is none, or it was not asked for */
} lg_translated;
typedef bool (*lg_translated_fn)(void *user, const lg_translated *x); /* false: stops */
/* Beam search after each of some lines, which are read as the prompts of lg_generate: the `best` hypotheses of each,
 * where there are so many, passed to `each` in the order of the lines. Lines of near sizes are decoded together, so
 * that many lines at once are faster; what is found does not depend on the others, nor on threads. The config of the
 * run has protocol: beam, with its options. attention: with that of the first translation. progress, of lines, may be
 * NULL. LG_USAGE: the protocol is another one, or a model does not say its targets one token after another, or has no
 * cross-attention, or `best` is above eval.beam. */
lg_status lg_translate(lg_run *r, const char *const *lines, size_t count, int best, bool attention,
                       lg_translated_fn each, lg_progress_fn progress, void *user);

/* Logits, loss and gradients of a batch of samples, to verify them independently: writes a safetensors file with input,
 * target, logits, loss of the tokens, of a model with experts what their losses add (expert_loss), and one gradient per
 * parameter ("grad.NAME"), of the sum of both. The network is that of training without dropout: experts have its
 * capacity. The batch and its position sample are functions of the run's seed and the length, from a random stream of
 * their own. */
lg_status lg_run_probe(lg_run *r, int length, int sequences, const char *path);

typedef struct lg_parameter {
    const char *name;
    int rank;
    size_t shape[4];
    size_t active;              /* numbers of it that a token meets: of experts, those of one */
    double norm, mean, largest; /* L2 norm, mean, largest magnitude */
    double decay;               /* optimizer.decay, or 0 where optimizer.decay_on leaves it out */
} lg_parameter;
typedef void (*lg_parameter_fn)(void *user, const lg_parameter *p);
/* The parameters of the model that a config describes, in the order of checkpoints. Nothing is trained: norm, mean and
 * largest are NaN. */
lg_status lg_inspect_model(lg_config *f, lg_parameter_fn each, void *user);
size_t lg_run_parameters(lg_run *r);                /* how many arrays; 0: see lg_error_text */
lg_parameter lg_run_parameter(lg_run *r, size_t i); /* name "" beyond the last one */

/* ---- analysis: attention weights and activations of a trained model
 * ----------------------------------------------------------- */

/* All of them run the sequences of the evaluation (eval.seed) under its first position sample, without dropout; for
 * autoregressive outputs, with the true outputs as input (teacher forcing). Lengths are 1..LG_LENGTH_MAX, and not
 * beyond those that the config's positions support. */

/* How the heads of a block are combined: the largest weight of any, their mean, or one matrix for each. */
typedef enum lg_head_choice { LG_HEADS_MAX, LG_HEADS_MEAN, LG_HEADS_ALL } lg_head_choice;

typedef struct lg_attention_map {
    int length, block, blocks; /* the requested length; of the blocks with self-attention, block 0 is the first */
    lg_attention_kind kind;
    int tokens, keys;           /* T tokens that are queries, inputs first; K keys: T but for LG_ATTENTION_CROSS */
    int inputs, outputs, first; /* of the queries; output j is read at token first + j */
    int matrices;               /* 1, or the number of heads */
    const double *weights;      /* [matrices, T, K] by query and key; 0 for masked keys */
} lg_attention_map;
typedef void (*lg_attention_fn)(void *user, const lg_attention_map *m);
/* The lengths to look at where nobody asks for others: the longest that was trained, and the longest of eval.lengths
 * where that is longer. Returns how many they are. */
size_t lg_analyze_lengths(const lg_run *r, int lengths[2]);
/* Attention weights of one sequence, number `sequence` of the records of each length, length after length, block after
 * block. Here and in activations, shifts and loads, records are those of an evaluation; of lengths that training draws
 * those of the validation split, where this has a number of them. */
lg_status lg_analyze_attention(lg_run *r, lg_attention_kind kind, const int *lengths, size_t count,
                               lg_head_choice heads, int64_t sequence, lg_attention_fn each, void *user);

/* Which tokens: those of the input, those where outputs are read, or all. */
typedef enum lg_slots { LG_SLOTS_INPUT, LG_SLOTS_OUTPUT, LG_SLOTS_ALL } lg_slots;

/* The activations of one layer at one length, projected to a plane. */
typedef struct lg_point_set {
    int length;
    size_t points;
    const double *at; /* [points, 2]: token after token, sequence after sequence */
    double overlap;   /* with the points of the first length, 0..1 */
    int sequences;
} lg_point_set;

/* Layer 0 is the embedding (scaled, with positions where they are added), layer i the output of block i - 1. */
typedef struct lg_layer_map {
    int layer, layers;
    double explained[2]; /* fractions of the first length's variance; NaN where there is none */
    int width;
    const double *mean, *axes; /* [width], [2, width]: origin and axes of the plane */
    size_t set_count;
    const lg_point_set *sets; /* [set_count], in the order of the lengths */
} lg_layer_map;
typedef void (*lg_layer_fn)(void *user, const lg_layer_map *m);
/* Reads `sequences` sequences of each length, unpadded; 0: 30, or all where there are fewer. Projects the activations
 * of each layer to the first two principal components of the FIRST length's points (not
 * whitened; the sign of an axis makes its largest component positive). The overlap of two point sets is the
 * Bhattacharyya coefficient of their histograms over the bounding box of both, the sum over 32 by 32 cells of sqrt(p
 * q), where p and q are fractions of their points (a point counts for the four nearest cells, linearly): 1 where the
 * histograms are equal, 0 where they are disjoint. */
lg_status lg_analyze_activations(lg_run *r, const int *lengths, size_t count, int sequences, lg_slots slots,
                                 lg_layer_fn each, void *user);

/* What a shift of all positions does to the states of a layer of a stream, as numbered in lg_layer_map: of each pair of
 * offsets the mean over tokens of the cosine similarity between the states of the same token. 1: nothing. */
typedef struct lg_shift_map {
    int layer, layers, length, sequences;
    size_t count;
    const int *offsets;       /* [count] */
    const double *similarity; /* [count, count] */
    const char *stream;       /* "encoder" or "decoder" of a model with both; else "" */
} lg_shift_map;
typedef void (*lg_shift_fn)(void *user, const lg_shift_map *m);
/* Runs the same sequences, unpadded, at positions that begin at each offset (positions: shifted), layer after layer, of
 * a model with both the encoder's before the decoder's; of one whose blocks run over latents those of the latents.
 * `sequences` 0: 10, or all where there are fewer. Source: the probe of Kiyono et al. 2021, section 5. LG_USAGE: the
 * encoding reads no positions, or has none at these offsets. */
lg_status lg_analyze_shifts(lg_run *r, const int *offsets, size_t count, int length, int sequences, lg_shift_fn each,
                            void *user);

/* Where the tokens of one length went in one sublayer with experts. */
typedef struct lg_load_report {
    int length, sublayer, sublayers; /* of those with experts, in the order in which they are computed */
    const char *name;                /* of the sublayer's kind: "switch" or "base_layer" */
    const char *stream;              /* "encoder" or "decoder" of a model with both; else "" */
    int block;                       /* of that stream */
    int64_t sequences, tokens;       /* that were routed */
    int64_t dropped;                 /* tokens that found no room */
    int experts;
    const double *chosen, *taken; /* [experts]: the share of tokens that chose each, and of those that it took */
} lg_load_report;
typedef void (*lg_load_fn)(void *user, const lg_load_report *x);
/* Of `sequences` records of each length, or of all where there are fewer, as evaluation draws them: length after
 * length, sublayer after sublayer. The model reads true targets. LG_USAGE: it has no experts. */
lg_status lg_analyze_load(lg_run *r, const int *lengths, size_t count, int sequences, lg_load_fn each, void *user);

/* Gradients of the mean loss of a batch, by depth: of what is in the residual stream, and of parameters. */
typedef struct lg_stream_gradient_report {
    const char *what; /* "hidden": the input of a block, and with block = blocks what the head reads; "sum": behind an
                         addition to the stream; "dual": the same of the sum beside it; "norm": behind a norm */
    const char *part; /* of sums the sublayer, of norms their name; "" */
    bool sources;     /* of the stream of sources */
    int block;        /* -1: of the whole stream */
    double gradient, size; /* Frobenius norms of the gradient and of the activation, over the root of the tokens */
} lg_stream_gradient_report;
typedef struct lg_parameter_gradient_report {
    const char *name;          /* "block.0.feed_forward.2.weight" */
    double gradient, mean_abs; /* L2 norm of the gradient, mean of the absolute values of its numbers */
    double weight;             /* L2 norm of the parameter */
    double update; /* L2 norm of its change since the point before, over that of the parameter, per step; NaN: first */
} lg_parameter_gradient_report;
typedef struct lg_gradient_point {
    int64_t step; /* of training; 0: initial parameters */
    int length, sequences;
    double loss;
    size_t stream_count, parameter_count;
    const lg_stream_gradient_report *stream; /* in the order of computation, sources first */
    const lg_parameter_gradient_report *parameters;
} lg_gradient_point;
typedef void (*lg_gradient_fn)(void *user, const lg_gradient_point *p);
/* At initialisation, at each model that train.keep kept, and at the last one: the same sequences, which are none of
 * training's, without dropout. Of a model file: of it alone. */
lg_status lg_analyze_gradients(lg_run *r, int length, int sequences, lg_gradient_fn each, void *user);

/* lg_run_eval with a 95 % confidence interval of the chosen metric at each length, in low and high of the reports:
 * percentile bootstrap over sequences with `resamples` resamples, stratified by position sample. Resamples are
 * functions of eval.seed and the length. The interval is about this model, not about models of other seeds. */
lg_status lg_analyze_curve(lg_run *r, int resamples, const lg_callbacks *calls, lg_score_report *out);

/* How far an analysis is: sequences done, of all; `fraction` of its operations. */
typedef lg_progress_fn lg_analyze_progress_fn;
/* The lengths above a limit that a run is trained and evaluated at, ascending: at most `capacity` of them (2 or more),
 * evenly spread, the shortest and the longest among them. Returns how many they are. */
size_t lg_analyze_spread_lengths(lg_run *r, int above, size_t capacity, int *lengths);

/* A token of a sequence that a unit answers to. */
typedef struct lg_unit_place {
    int length;
    int64_t sequence;
    int token; /* of `tokens` that the model reads, as words */
    int tokens;
    const char *const *words;
    const char *target; /* what is to be predicted there, of output symbols `target_id`; NULL, -1: nothing */
    int target_id;
    double activation;
} lg_unit_place;
/* An output symbol that a unit speaks for. */
typedef struct lg_unit_symbol {
    int id;
    const char *word;
    double probability; /* of softmax(v E^T) */
} lg_unit_symbol;
/* A unit of the hidden layer of a feed-forward network y = sum_i act(x k_i) v_i, as a memory of key and value. */
typedef struct lg_unit_report {
    int block, unit, units; /* of so many */
    int64_t tokens;         /* that were read */
    double mean, positive;  /* of its activation: mean, and share of tokens where it is above 0 */
    size_t place_count, symbol_count;
    const lg_unit_place *places;   /* of largest activation, the largest first; of equal ones the first read */
    bool bytes;                    /* tokens are bytes or characters: no blanks belong between words */
    const lg_unit_symbol *symbols; /* the likeliest first; none where the head has no matrix E (adaptive) */
} lg_unit_report;
typedef void (*lg_unit_fn)(void *user, const lg_unit_report *x);
typedef struct lg_unit_question {
    const int *lengths;
    size_t length_count;
    int sequences;    /* of each length, or all where there are fewer */
    int block;        /* -1: all that have such a network */
    const int *units; /* [unit_count]: numbers of units of each block */
    size_t unit_count;
    int most;            /* where unit_count is 0: so many of each block, those of the largest activation */
    int places, symbols; /* of each unit, at most */
} lg_unit_question;
/* Of the stream that the head reads, with true targets: block after block, units as they are asked for or, the largest
 * activation first, as they were found. With a gate (mixer glu and others) the activation is the product of both
 * factors. E is what the head multiplies by, without its bias. Source: Geva et al. 2021, Transformer Feed-Forward
 * Layers Are Key-Value Memories. LG_USAGE: the model has no such block or unit. progress may be NULL. */
lg_status lg_analyze_units(lg_run *r, const lg_unit_question *q, lg_unit_fn each, lg_analyze_progress_fn progress,
                           void *user);

/* How far the attention of a run is from that of a reference, in one block at one length (Kazemnejad et al. 2023,
 * section 5.2). P_t and Q_t are the weights of two heads for query t, divided by their sum; over the T tokens of
 * source, target and end, D(P,Q) = (1/T) sum_t JSD(P_t, Q_t),   JSD(P,Q) = KL(P||M)/2 + KL(Q||M)/2,   M = (P+Q)/2, in
 * nats, and that of a block is the smallest over pairs of a head of each. The released code of that paper has KL(M||P)
 * and KL(M||Q) instead, and tries only pairs in which the number of the run's head is below that of the reference's. */
typedef struct lg_attention_divergence {
    size_t run;                       /* of the runs that are compared with the reference */
    int length, block, blocks, heads; /* block 0 is the first of those with self-attention */
    lg_split split;                   /* that the sequences are from */
    int64_t sequences;
    double jensen_shannon; /* mean over sequences of the smallest D of a pair: 0..ln 2 */
    double released;       /* the same as the released code computes it: 0..infinity; NaN with one head */
    const double *pairs;   /* [heads, heads]: mean over sequences of D of a head of the reference and one of the run */
} lg_attention_divergence;
typedef void (*lg_attention_divergence_fn)(void *user, const lg_attention_divergence *x);
/* Length after length, run after run, block after block: of `sequences` records of each length, or of all where they
 * are fewer: of the validation split where the reference was trained on that length and there is such a split, else of
 * the test split. Endless records are those of the evaluation of the reference. All are opened runs of their own, with
 * one pool, that of the reference. LG_USAGE: runs differ in data, blocks or heads. progress may be NULL. */
lg_status lg_analyze_divergence(lg_run *reference, lg_run *const *runs, size_t count, const int *lengths,
                                size_t length_count, int64_t sequences, lg_attention_divergence_fn each,
                                lg_analyze_progress_fn progress, void *user);

/* The tokens whose queries are counted: all, those of the source, or of the target; of a target that thinks step by
 * step, the answer, which follows ". Thus,", or all up to that. */
typedef enum lg_region {
    LG_REGION_ALL,
    LG_REGION_SOURCE,
    LG_REGION_TARGET,
    LG_REGION_SCRATCHPAD,
    LG_REGION_ANSWER
} lg_region;

/* Of query t, counted from 1, and the key n <= t of the largest weight: (t - n + 1)/t, as Kazemnejad et al. 2023 define
 * it in section 6.1, or (t - n)/t, as their released code has it. */
typedef enum lg_distance_form { LG_DISTANCE_PAPER, LG_DISTANCE_RELEASED } lg_distance_form;

enum { LG_DISTANCE_BINS = 20 }; /* of width 0.05: [0, 0.05), ..., [0.95, 1] */

/* How far back the heads of a block attend at one length: the normalised distance from each query to the key of its
 * largest weight (of equals the first one). Under softmax that is the key of the largest score. Queries that attend to
 * nothing are left out. */
typedef struct lg_attention_distance {
    int length, block, blocks, heads; /* block 0 is the first of those with self-attention */
    lg_split split;                   /* that the sequences are from */
    int64_t sequences;
    const int64_t *counts; /* [heads, LG_DISTANCE_BINS]: queries */
    const double *means;   /* [heads]: mean distance; NaN of no query */
} lg_attention_distance;
typedef void (*lg_attention_distance_fn)(void *user, const lg_attention_distance *x);
/* Length after length, block after block, of the records that lg_analyze_divergence takes; every token of source and
 * target is a query. Expects a causal mask: LG_USAGE without one, or where records lack the region. progress may be
 * NULL. */
lg_status lg_analyze_distance(lg_run *r, const int *lengths, size_t length_count, int64_t sequences, lg_region region,
                              lg_distance_form form, lg_attention_distance_fn each, lg_analyze_progress_fn progress,
                              void *user);

/* The loss of tokens: their mean negative log-likelihood. */
typedef struct lg_token_loss {
    double nll;              /* in nats */
    double error;            /* standard error of it over windows; NaN of one window */
    double perplexity, bits; /* exp(nll); nll in bits */
} lg_token_loss;
/* Which tokens of the test split were predicted, from 0; and a digest of them. */
typedef struct lg_predicted_tokens {
    int64_t first, last, count;
    char digest[33];
} lg_predicted_tokens;
/* How well the same tokens are predicted from a context of this many tokens (after Kazemnejad et al. 2023, appendix F):
 * a window has `context` targets, each predicted from all that precede it in the window, and the last `scored` of them
 * count. The windows of all contexts end at the same tokens, so that all contexts predict the same ones. */
typedef struct lg_context_score {
    int context, scored;
    int64_t windows;
    lg_predicted_tokens tokens; /* that count, of all windows */
    lg_token_loss loss;
} lg_context_score;
typedef void (*lg_context_score_fn)(void *user, const lg_context_score *x);
enum { LG_DEFAULT_CONTEXTS = 9 };
/* From half of the longest trained length to 2.5 times that length, in quarters of it. Returns how many they are. */
size_t lg_analyze_default_contexts(const lg_run *r, int contexts[LG_DEFAULT_CONTEXTS]);
/* Context after context, of so many windows, evenly spread over the test split, or of as many as there are without
 * scoring a token twice. scored: up to the smallest context; 0: half of it. Without dropout, under the first position
 * sample of the evaluation of that length. LG_USAGE: the data is no stream of tokens, as `text` is, the model does not
 * predict one token after another, or the encoding has no positions for a context. progress may be NULL. */
lg_status lg_analyze_context(lg_run *r, const int *contexts, size_t count, int scored, int64_t windows,
                             lg_context_score_fn each, lg_analyze_progress_fn progress, void *user);

/* Relative effective context length (Dai et al. 2019, Transformer-XL, section 4.4): how much context a model of a group
 * makes use of. l_i(c,t) is the loss of model i at token t, predicted from a context of c tokens, b(c,t) the smallest
 * of the group, and T the fraction r of the tokens where b(c,.) is largest. For the next context c'
 *     f_i(c,c') = mean over t in T of min(b(c,t), l_i(c',t)),     g_i = (exp f_i(c,c) - exp f_i(c,c')) / exp f_i(c,c),
 * and the effective length is the first c with g_i below a threshold. */
typedef struct lg_recl_gain {
    double before, after; /* f_i(c,c) and f_i(c,c'), in nats */
    double gain;          /* g_i */
} lg_recl_gain;
typedef struct lg_recl_options {
    const int *contexts; /* [context_count] ascending, two or more: c, and the c' of the one before */
    size_t context_count;
    const double *fractions; /* [fraction_count] above 0, at most 1: r */
    size_t fraction_count;
    double threshold;
    int scored; /* as of lg_analyze_context, but 0: 1, which has exact contexts */
    int64_t windows;
} lg_recl_options;
typedef struct lg_recl_report {
    size_t run;
    double fraction;
    lg_predicted_tokens tokens;
    int64_t hardest; /* of these, in T */
    int length;      /* effective, or the longest context */
    bool reached;    /* false: even that gained the threshold: the effective length is this or more */
    size_t count;
    const int *contexts;       /* [count + 1] */
    const lg_recl_gain *gains; /* [count] from contexts[i] to contexts[i + 1] */
} lg_recl_report;
typedef void (*lg_recl_fn)(void *user, const lg_recl_report *x);
/* Fraction after fraction, run after run, of the windows of lg_analyze_context. LG_USAGE: what lg_analyze_context
 * refuses, and runs whose test texts differ. count: 1 or more. progress may be NULL. */
lg_status lg_analyze_recl(lg_run *const *runs, size_t count, const lg_recl_options *o, lg_recl_fn each,
                          lg_analyze_progress_fn progress, void *user);

/* How well tokens are predicted by their place in a window: those from place `first` on to `last`, counted from 1, are
 * predicted from so many tokens. Windows that are cut apart have tokens with little context at their beginning. */
typedef struct lg_place_loss {
    int length, before, first, last;
    int64_t windows;
    lg_predicted_tokens tokens; /* of windows, at all places */
    lg_token_loss loss;         /* of windows * (last - first + 1) of them */
} lg_place_loss;
typedef void (*lg_place_loss_fn)(void *user, const lg_place_loss *x);
/* Places 1, 2, 3..4, 5..8, ..., length of windows of that length, so many of them, spread over the test split without a
 * token that counts twice. before: so many tokens of the text precede each window, and are read too: then its first
 * token is predicted from before + 1. LG_USAGE: as lg_analyze_context. progress may be NULL. */
lg_status lg_analyze_places(lg_run *r, int length, int before, int64_t windows, lg_place_loss_fn each,
                            lg_analyze_progress_fn progress, void *user);

/* The records of a length that belong together: of addition, those with so many digits in both numbers. */
typedef struct lg_cell_report {
    const char *name;         /* what people call it: "8-by-3" */
    int length, place[2];     /* where it stands in a grid of all: {8, 3} */
    const char *const *axes;  /* [2]: what the numbers of a place are: "digits of the first number" */
    int64_t sequences, right; /* evaluated; of these, exact matches */
} lg_cell_report;
typedef void (*lg_cell_fn)(void *user, const lg_cell_report *x);
/* Evaluates as lg_run_eval does; then length after length, cell after cell. LG_USAGE: the data has no cells. calls may
 * be NULL. */
lg_status lg_analyze_cells(lg_run *r, const lg_callbacks *calls, lg_cell_fn each, void *user);

/* The tokens at one position of the answers to records of a length. Those that are given, and so do not count, are left
 * out; what is said behind the end of a target is no answer to one of its tokens. */
typedef struct lg_output_report {
    int length;
    int position;                   /* 1 for the first token of the target; from the end, 1 for its last */
    int64_t tokens, right, missing; /* that count; of these, right ones, and those before which the answer ended */
} lg_output_report;
typedef void (*lg_output_fn)(void *user, const lg_output_report *x);
/* Evaluates as lg_run_eval does; length after length, position after position. The last token ends the target where
 * data has such a token. calls may be NULL. */
lg_status lg_analyze_outputs(lg_run *r, bool from_end, const lg_callbacks *calls, lg_output_fn each, void *user);

/* How often one token was said in the place of another one, or of itself: an element of the confusion matrix of a
 * length. */
typedef struct lg_confusion_report {
    int length;
    int target, said;                    /* ids of the target vocabulary; said: -1, the answer had ended */
    const char *target_word, *said_word; /* as long as the run; said_word: NULL, the answer had ended */
    int64_t tokens;                      /* 1 or more */
} lg_confusion_report;
typedef void (*lg_confusion_fn)(void *user, const lg_confusion_report *x);
/* The same tokens; length after length, in the order of `target`, then of `said`. Elements that are 0 are left out. */
lg_status lg_analyze_confusion(lg_run *r, const lg_callbacks *calls, lg_confusion_fn each, void *user);

/* ---- theorems: proofs by construction, run on the engine -------------------------------------------------------- */

/* What decoders without positional encoding can compute (Kazemnejad et al. 2023, theorems 1 and 2, appendix C). The
 * proofs give weights. Here they are written into ordinary models (decoder, encoding none, causal mask), which are run
 * by the graph and the kernels of any other model, and what these compute is compared with what the theorem says. */
typedef struct lg_theorem_info {
    const char *title;     /* "absolute positions in the first layer" */
    const char *statement; /* the theorem and its proof, in lines of up to 100 columns */
    const char *source;
    int shortest; /* the least length that its claims are about */
} lg_theorem_info;
size_t lg_theorem_count(void);
lg_theorem_info lg_theorem_at(int theorem); /* 1..lg_theorem_count(); of others title is "" */

enum { LG_THEOREM_LENGTH_MAX = 1024, LG_THEOREM_WIDTH_MAX = 1024 };

typedef struct lg_theorem_options {
    int length;    /* N, tokens with <bos>, up to LG_THEOREM_LENGTH_MAX; the feed-forward networks have as many hidden
                      units. 0: 64 */
    int width;     /* of the residual stream, 5..LG_THEOREM_WIDTH_MAX; the first 4 coordinates are the proofs'. 0: 32 */
    int heads;     /* a divisor of the width, of 2 columns or more. 0: 4, or fewer in a narrow model */
    uint64_t seed; /* of the tokens and of all weights that the proofs leave open */
} lg_theorem_options;

/* One thing that the theorem says, and how near the model comes. */
typedef struct lg_theorem_claim {
    int theorem;
    const char *name;             /* "position" */
    const char *text;             /* what `found` is, and what it should be */
    const char *block;            /* "no_norm", as in the proofs, or "pre_norm" (RMS norms) */
    size_t rows, columns;         /* [1, tokens]; or by query and key */
    const double *found, *wanted; /* [rows, columns], of the model and of the theorem; wanted is NaN where nothing is
                                     claimed: keys behind their query */
    double error;                 /* the largest |found - wanted| */
    size_t row, column;           /* where that is */
    double tolerance;             /* what the error may be in this precision; 0: the same bits */
    bool judged;                  /* false: more than 64 tokens in float32. Constructions have weights of the size N^2,
                                     so that the tolerance is what rounding may come to, and nothing is refused */
    bool holds;                   /* error <= tolerance, or not judged */
    bool headline;                /* the numbers that the theorem is about */
} lg_theorem_claim;
typedef void (*lg_theorem_fn)(void *user, const lg_theorem_claim *c);
/* Builds the models of a theorem, runs them, and passes claim after claim to `each`, whether it holds or not. */
lg_status lg_theorem_check(lg_context *c, int theorem, const lg_theorem_options *options, lg_theorem_fn each,
                           void *user);

/* ---- sweeps: many runs from one file ---------------------------------------------------------------------------- */

/* A sweep directory: the plan of its runs, their states and their run directories:
 *
 *   sweep.yaml        the sweep file (presets/ has examples; `lengthen help sweeps` has the grammar)
 *   manifest.jsonl    the plan: each run's id, labels, settings and estimated cost; checksummed
 *   runs/ID/          run directories, the authoritative results; rungs.jsonl: which of them went on
 *   registry.sqlite   the state of each run: an index for the processes of one machine, which lg_sweep_merge rebuilds
 *   shards/           results of workers that use no registry */
typedef struct lg_sweep lg_sweep;

typedef enum lg_state {
    LG_RUN_PLANNED,
    LG_RUN_RUNNING,
    LG_RUN_DONE,
    LG_RUN_FAILED,
    LG_RUN_DIVERGED,
    LG_RUN_PAUSED, /* at a rung, where it waits for the runs that it is compared with */
    LG_RUN_STOPPED /* at a rung, where others were better */
} lg_state;
#define LG_STATES 7
const char *lg_state_name(lg_state s); /* "planned", "running", "done", "failed", "diverged", ... */
/* Of a run with so many of its steps: it is planned, and was begun; or is trained, and left to be tested. */
bool lg_state_is_interrupted(lg_state s, int64_t step, int64_t steps);
bool lg_state_is_trained(lg_state s, int64_t step, int64_t steps);
/* The state as people read it: "to do", "interrupted" or "to test" for a planned run, else its name. */
const char *lg_state_words(lg_state s, int64_t step, int64_t steps);
bool lg_state_find(const char *name, lg_state *out); /* false: no such state, *out stays; name may be NULL */

typedef struct lg_sweep_info {
    const char *dir, *name;
    const char *title, *note; /* as SWEEP/sweep.yaml had them when the sweep was opened, else those of the plan */
    const char *checksum;     /* of the manifest: 32 hex digits */
    const char *calibration;  /* machine and speed that the costs were estimated with */
    const char *promotion;    /* which runs go on, in words; "": all do */
    size_t runs, axes;
    size_t count[LG_STATES];
    double cost, left; /* estimated seconds of one thread: of all runs; of those that have not ended */
} lg_sweep_info;

typedef struct lg_sweep_axis {
    const char *name;
    size_t count;
    const char *const *labels; /* [count]; NULL when out of memory */
    bool sets_task;            /* its labels say which task a run has: scores of different ones cannot be compared */
    const char *drawn;         /* the distribution that they were drawn from, "uniform 0..0.3"; "": they were listed */
} lg_sweep_axis;

typedef struct lg_sweep_run {
    size_t index;              /* in the plan */
    const char *id, *dir;      /* 16 hex digits; DIR/runs/ID */
    const char *const *labels; /* [axes]; "" where it has none. NULL when out of memory, as dir */
    lg_state state;
    double cost, left;              /* estimated seconds of one thread: in all; until it has ended */
    int64_t step, steps;            /* done, by its last checkpoint, or heartbeat where it is running; in all */
    size_t validations;             /* so far (eval.every) */
    size_t metric;                  /* of the score */
    double score, loss, seconds;    /* NaN: none; seconds of training */
    const char *reason, *owner;     /* of a failure; the worker that has it, or had it last */
    const char *started, *finished; /* UTC, "2026-11-21T10:04:29Z"; "": not yet */
    int attempts;
} lg_sweep_run;

/* Sweep files that come with the program: presets/NAME.yaml with a grid. */
size_t lg_sweep_file_count(lg_context *c);
const char *lg_sweep_file_name(lg_context *c, size_t i);
const char *lg_sweep_file_summary(lg_context *c, size_t i);
const char *lg_sweep_file_path(lg_context *c, size_t i);

/* Plans a sweep file into `dir` (NULL: sweeps/NAME after the file's name): enumerates all runs, names them and
 * estimates their costs, for which the machine's speed is measured. `file` is a path or the name of a preset. A plan is
 * its runs: a directory that holds the same runs is opened, and its sweep.yaml replaced, unless its runs were edited;
 * one that holds a part of them is extended: what has been trained is kept, and runs with other eval.* are evaluated
 * again; one with runs that this plan lacks is an error, and so is an extension while workers train (LG_USAGE). The
 * sweep.yaml of a sweep directory is planned there (dir NULL), with the bases that its plan has. write false: nothing
 * is written, and dir is ignored. */
lg_status lg_sweep_plan(lg_context *c, const char *file, const char *dir, bool write, lg_sweep **out);
/* The same, and calls `each` after every run in each of two phases: the config of a run is resolved, which names it;
 * its cost is estimated, unless `dir` holds the plan. A plan of thousands of runs takes a while. */
typedef enum lg_plan_phase { LG_PLAN_NAMING, LG_PLAN_ESTIMATING } lg_plan_phase;
typedef struct lg_plan_report {
    lg_plan_phase phase;
    size_t done, runs;
} lg_plan_report;
typedef void (*lg_plan_fn)(void *user, const lg_plan_report *r);
lg_status lg_sweep_plan_watched(lg_context *c, const char *file, const char *dir, bool write, lg_plan_fn each,
                                void *user, lg_sweep **out);
lg_status lg_sweep_open(lg_context *c, const char *dir, lg_sweep **out);
/* Warns (lg_context_log) where the runs in SWEEP/sweep.yaml were edited since they were planned; from then on scores of
 * runs are in the metric that its `select:` asks for. */
void lg_sweep_check_file(lg_sweep *s);
void lg_sweep_free(lg_sweep *s); /* NULL is allowed */
/* Reads the states of the runs again; info and runs below are as of the last refresh, or of the opening. */
lg_status lg_sweep_refresh(lg_sweep *s);
lg_sweep_info lg_sweep_about(lg_sweep *s);
/* All strings are valid until the next refresh. */
lg_sweep_axis lg_sweep_axis_at(lg_sweep *s, size_t i);
lg_sweep_run lg_sweep_run_at(lg_sweep *s, size_t i);

/* Runs that were compared after the same number of steps, and which of them go on. Decided once, and kept in
 * SWEEP/rungs.jsonl: as of the last refresh, by step and then in the order of the plan. */
typedef struct lg_rung_run {
    size_t index;   /* of the run */
    lg_state state; /* it had: paused, done, diverged, or failed where it was left out */
    double score;   /* of its validation at the rung, or of its last one where it had ended; NaN: none */
} lg_rung_run;

typedef struct lg_rung {
    int64_t step;
    size_t metric;
    size_t runs, promoted;
    const lg_rung_run *run; /* [runs], the best first: `promoted` of them went on */
} lg_rung;
size_t lg_sweep_rung_count(lg_sweep *s);
lg_rung lg_sweep_rung_at(lg_sweep *s, size_t i);
/* A rung waits for runs that have failed. Decides all that wait for nothing else, without the failed ones. *count: how
 * many. */
lg_status lg_sweep_decide(lg_sweep *s, size_t *count);

#define LG_SHARDS_MAX 1000000 /* of a sweep */

/* Options of one worker. Zeros: all runs, one thread per processor, with the registry. */
typedef struct lg_worker {
    int threads;               /* number of runs at a time, one thread each */
    double lease;              /* seconds without a heartbeat after which a worker loses its runs; 0: ten minutes */
    bool use_shards;           /* train a fixed shard without a registry, and write results to shards/ */
    size_t shard, shard_count; /* which one: 0 <= shard < shard_count <= LG_SHARDS_MAX */
    const char *job;           /* name of this worker: "12_3"; NULL: that of a Slurm job, if it is in one */
} lg_worker;

typedef struct lg_worker_callbacks {
    void *user;
    void (*begin)(void *user, const lg_sweep_run *r); /* the training of a run begins */
    void (*step)(void *user, const lg_sweep_run *r, const lg_step_report *s);
    void (*end)(void *user, const lg_sweep_run *r); /* it has ended or was stopped, see its state */
    bool (*stop)(void *user);                       /* as in lg_callbacks */
} lg_worker_callbacks;

/* Trains runs of the sweep until none is left for this worker: LG_OK. LG_SOME_FAILED: some of its own failed or
 * diverged. LG_PREEMPTED: stopped; its leases are released. */
lg_status lg_sweep_work(lg_sweep *s, const lg_worker *options, const lg_worker_callbacks *calls);
/* The shard that the environment assigns to this process; without one, *options stays as it is. The first of these that
 * is set counts:
 *   - SLURM_ARRAY_TASK_ID, with _MIN, _STEP and _COUNT, times the tasks of the job step (SLURM_PROCID)
 *   - PMIX_RANK or OMPI_COMM_WORLD_RANK, with OMPI_COMM_WORLD_SIZE
 *   - JOB_COMPLETION_INDEX, from 0; PARALLEL_SEQ, from 1
 * LENGTHEN_SHARDS is the number of shards where nothing else is, or where only some tasks of a Slurm array run:
 * SLURM_ARRAY_TASK_ID then counts from 0. LG_USAGE: a shard without a number of shards; a variable that is no whole
 * number or out of range. */
lg_status lg_worker_shard(lg_context *c, lg_worker *options);
/* Plans failed runs again, and diverged ones where `diverged` is true. */
lg_status lg_sweep_retry(lg_sweep *s, bool diverged, size_t *count);
/* Rebuilds the registry from run directories and shards, and copies the run directories that are missing here from
 * other sweep directories of the same plan. LG_CORRUPT, with everything else done: some directories are damaged; their
 * runs are planned again. */
lg_status lg_sweep_merge(lg_sweep *s, const char *const *others, size_t count);
/* Writes the results, one line of JSON for each run that has ended, without times and machines: the same bytes however
 * the sweep was trained. */
lg_status lg_sweep_results(lg_sweep *s, const char *path);
/* The same lines, passed to `line` one by one. */
typedef void (*lg_text_fn)(void *user, const char *text);
lg_status lg_sweep_each_result(lg_sweep *s, lg_text_fn line, void *user);

/* Export of a sweep to machines that share a file system but no registry: its runs in array tasks, and a script or a
 * job manifest that starts a worker for each of them. */
typedef struct lg_export_info {
    const char *name, *summary; /* "slurm", "parallel", "k8s" */
    const char *file;           /* its usual name in the sweep directory: "slurm.sh" */
} lg_export_info;
size_t lg_export_count(void);
lg_export_info lg_export_at(size_t i);

typedef struct lg_export_option {
    const char *name, *value; /* "minutes", "20" */
} lg_export_option;
/* Passes the text of one kind of export to `write`. It depends on the plan, the path of the directory and the options.
 */
lg_status lg_sweep_export(lg_sweep *s, const char *name, const lg_export_option *settings, size_t count,
                          lg_text_fn write, void *user);

/* A table or a figure of a report. */
typedef struct lg_report_item {
    const char *name, *summary;
    const char *source; /* the table or figure of a paper that it reproduces, or "" */
    bool figure;
} lg_report_item;
size_t lg_report_count(void);
lg_report_item lg_report_at(size_t i); /* tables first */

/* How a report lays out the axes of a grid: lists of names with commas ("encoding,positions"), "task" or "train.lr" or
 * a short name. Rows and columns are products of axes; over `mean` scores are averaged; of `best` the label with the
 * best result is taken, and named. An axis that is in none of them goes where the sweep file's `select:` has it; else
 * the task has the rows, seeds are averaged, a learning rate is chosen by best, and the others are columns while there
 * are at most 24 of them and `columns` is NULL; what is left is chosen by best. Rates alone are columns. */
typedef struct lg_report_layout {
    const char *rows, *columns, *mean, *best; /* NULL: not said */
    const char *const *where; /* "seed=1..3", "task=even_pairs,bucket_sort": only runs with these labels */
    size_t where_count;
    const char *metric; /* "exact_match"; NULL: that of the sweep file's `select:`, or of its runs */
} lg_report_layout;

/* Zeros: the tables and figures that the sweep file names, else all for which there are runs, into SWEEP/report. */
typedef struct lg_report_options {
    const char *dir;     /* made if missing */
    const char *tables;  /* comma-separated names; "": none; NULL: those of the sweep, none if only figures are given */
    const char *figures; /* likewise */
    bool scripts;        /* write data and script of figures, do not run gnuplot */
    lg_report_layout layout; /* zeros: as the sweep file says, or by default */
} lg_report_options;

/* A file that was written. */
typedef struct lg_report_file {
    const char *path, *name; /* DIR/tables/best.md, "best" */
    const char *kind;        /* "table", "data", "script", "picture", "index" */
} lg_report_file;
typedef void (*lg_report_fn)(void *user, const lg_report_file *f);

/* A text as a cell of CSV (RFC 4180), in quotes where it needs them; cut to the capacity, with the NUL at its end.
 * Returns `to`. */
const char *lg_csv_text(const char *text, char *to, size_t capacity);

/* Writes report.md, tables/NAME.md, .tex, .csv and .json, and figures/NAME.svg, .pdf and .png with data and script
 * beside them, from the plan and the present results, finished or not. The same results make the same bytes.
 * Without gnuplot there are no pictures, and a warning goes to the log. Where neither tables nor figures are named,
 * files of those that an earlier report had, and this one has not, are removed. `each` may be NULL. */
lg_status lg_report_write(lg_sweep *s, const lg_report_options *w, lg_report_fn each, void *user);

/* ---- figures: curves, point sets and images as data, script and pictures ----------------------------------------- */

/* How a curve is drawn; that of a column of a sweep is the same in every figure. */
typedef struct lg_style {
    const char *colour; /* "#0072B2" */
    int dash;           /* 1 solid, 2 dashed, 3 dotted, 4 dash-dotted; 0: points without a line */
    int marker;         /* 0 to 11: shapes, the last six of them open; 12: a cross; -1: none */
} lg_style;
lg_style lg_style_at(size_t i); /* of curves that are distinguished by their order alone: solid, by colour and marker */
/* Of the columns of a sweep's reports, the first `capacity` ones; *count: how many there are. */
lg_status lg_report_styles(lg_sweep *s, size_t capacity, lg_style *styles, size_t *count);
/* The same for runs with these configs, as if each were a column. */
lg_status lg_config_styles(lg_context *c, lg_config *const *configs, size_t count, lg_style *styles);

typedef struct lg_curve {
    const char *label; /* in the legend; "": not there */
    lg_style style;
    size_t count;             /* of points; 0: this panel lacks the curve */
    const double *x, *y;      /* [count] */
    const double *low, *high; /* [count]: a band around it; NULL: none */
} lg_curve;

typedef struct lg_panel_text {
    const char *text; /* begins right of the point, or has it in its middle, before all else that is drawn */
    double x, y;
    bool centred, light; /* light: white, on dark ground */
} lg_panel_text;

/* In all of these records NULL is the same as "". */
typedef struct lg_panel {
    const char *title, *subtitle; /* above it */
    const char *row;              /* heading of the row of panels that begins with this one */
    const char *name;             /* part of the name of its data; NULL: the title */
    lg_curve *curves;             /* [curve_count] of the figure */
    double guide, level;          /* a line at this x, dashed or thin, a dotted one at this y; NaN: none */
    const double *marks;          /* [mark_count], ascending: thin dotted lines at these x, with the number */
    size_t mark_count;
    double x_low, x_high, y_low, y_high; /* of the axes; low = high: around all points */
    double y_step;                       /* between numbers on the axis; 0: chosen */
    const double *image;                 /* [rows, side], right and down from (x_low, y_high); NULL: none */
    size_t side, rows;                   /* elements of a row; rows, 0: as many */
    double pixel, split;                 /* width of an element on the axes; thin lines at this x and y, 0: none */
    const char *const *x_names;          /* [side], of an image: beside its elements, in place of numbers; NULL */
    const char *const *y_names;          /* [rows] */
    lg_panel_text *texts;                /* [text_count] */
    size_t text_count;
} lg_panel;

typedef struct lg_figure {
    const char *name; /* of its files: NAME.svg */
    const char *title, *subtitle, *x_label, *y_label;
    const char *guide_label, *level_label; /* what those lines of the panels are */
    const char *scale_label;               /* of images: what is shown as a colour */
    double scale_max;                      /* of images: the darkest colour; 0: 1 */
    int x_log, y_log;                      /* base of a logarithmic axis, 2 or 10; 0: a linear one */
    size_t columns;                        /* panels side by side; 0: chosen */
    double panel_width, panel_height;      /* in pixels, inside of the axes; 0: chosen */
    size_t points_max;                     /* sets of more points are drawn in part, evenly spaced; 0: no limit */
    bool shared_x;                         /* the data has one column of x for all curves, in ascending order */
    bool mark_all;                         /* a mark on every point of a curve, also on long ones */
    bool end_labels;                       /* of one panel: labels stand where curves end, unless they are too many */
    bool one_file;                         /* the data of all panels in NAME.csv; else in a file for each panel */
    lg_panel *panels;                      /* [panel_count], row by row */
    size_t panel_count, curve_count;       /* no curves: images */
} lg_figure;

/* The y axis for curves of a metric, in its unit, with their bands: from below the lowest point and the level to the
 * top of the metric's range, or where that has none, from its bottom to above the highest point. */
void lg_panel_frame_y(lg_panel *panel, size_t curve_count, size_t metric);

enum { LG_FIGURE_SVG = 1, LG_FIGURE_PDF = 2, LG_FIGURE_PNG = 4, LG_FIGURE_ALL = 7, LG_FIGURE_SCRIPT_ONLY = 8 };
/* Writes the data of a figure (CSV) and NAME.gp, the gnuplot script that draws it in these formats, into a folder that
 * exists, and has gnuplot draw them unless LG_FIGURE_SCRIPT_ONLY is set. Without gnuplot: LG_FAILED, after data and
 * script are written. `each` may be NULL. LG_USAGE: a name that is no file name in the folder. */
lg_status lg_figure_write(lg_context *c, const lg_figure *f, const char *folder, int formats, lg_report_fn each,
                          void *user);
/* Runs gnuplot on a script in its folder, as a program of its own. The pictures that it makes have no date in them. */
lg_status lg_gnuplot(lg_context *c, const char *folder, const char *script);

/* ---- pages: a sweep in a browser -------------------------------------------------------------------------------- */

typedef enum lg_page_kind {
    LG_PAGE_FILE,   /* a self-contained HTML file */
    LG_PAGE_STATIC, /* the same without JavaScript: tables and pictures */
    LG_PAGE_LIVE,   /* HTML for a server: fetches api/page (LG_PAGE_DATA) and subscribes to api/events */
    LG_PAGE_DATA    /* JSON, "lengthen.page/2", described in web/src/data.ts */
} lg_page_kind;
/* Makes a page from the plan and the present results. layout: as for lg_report_write; NULL: as the sweep file says, or
 * by default; a reader can lay out the curves in other ways. figures: a folder whose .svg files it shows; NULL: none.
 * *text is to be freed by free(); *size is without the NUL at its end. FILE and LIVE need a library built with Node.js
 * (lg_page_has_script), else they are LG_FAILED. */
lg_status lg_page_make(lg_sweep *s, lg_page_kind kind, const lg_report_layout *layout, const char *figures, char **text,
                       size_t *size);
bool lg_page_has_script(void);
/* Writes LG_PAGE_FILE, or LG_PAGE_STATIC without Node.js. */
lg_status lg_page_write(lg_sweep *s, const lg_report_layout *layout, const char *figures, const char *path);

/* ---- scores of translations: BLEU and chrF ---------------------------------------------------------------------- */

/* Texts compared with references: BLEU (Papineni et al. 2002), chrF and chrF++ (Popovic 2015, 2017), with the numbers
 * of sacreBLEU 2 (Post 2018). A segment, a hypothesis with its references, leaves sums behind. Sums add up over
 * segments, and a score is a function of them: that of a corpus is no mean of those of its segments.
 *
 * Texts may have any bytes. What is no UTF-8 counts as characters of their own, one a byte. */
typedef struct lg_scorer_options {
    const char *metric; /* "bleu", "chrf", "chrf++" */
    bool lowercase;
    /* of BLEU */
    const char *tokenize; /* "13a", "intl", "zh", "char", "none" */
    const char *smooth;   /* "exp", "floor", "add-k", "none": of an order in which nothing is right */
    double smooth_value;  /* of "floor" and "add-k"; NaN: 0.1 and 1, as none is said */
    bool effective_order; /* the mean is over the orders that hypotheses have n-grams of: for single segments */
    /* of chrF; the two orders are 16 or less together */
    int char_order, word_order; /* n-grams of up to so many characters, and words */
    int beta;                   /* recall weighs so many times as much as precision */
} lg_scorer_options;
/* "13a", "exp", n-grams of 6 characters (chrf++: and of 2 words), beta 2. */
lg_scorer_options lg_scorer_defaults(const char *metric);

typedef struct lg_scorer lg_scorer;
/* LG_USAGE: a name that there is not, a number out of bounds. */
lg_status lg_scorer_new(lg_context *c, const lg_scorer_options *o, lg_scorer **out);
void lg_scorer_free(lg_scorer *s);         /* NULL is allowed */
size_t lg_scorer_sums(const lg_scorer *s); /* how many sums there are: LG_SCORE_SUMS at most */
/* The sums of one segment, into sums [lg_scorer_sums]. References that are empty or white space alone are none, unless
 * all are: then the hypothesis is compared with nothing. A scorer is for one thread at a time. */
lg_status lg_scorer_segment(lg_context *c, lg_scorer *s, const char *hypothesis, const char *const *references,
                            size_t count, double *sums);

/* The score of sums: those of a segment, or of several, added up. */
lg_text_score lg_scorer_score(const lg_scorer *s, const double *sums);

enum { LG_SIGNATURE = 160 };
/* What a score needs to be compared: "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:lengthen-0.3.0". references:
 * of every segment; 0: their number varies. resamples: of a bootstrap; 0: none. Returns out. */
const char *lg_scorer_signature(const lg_scorer *s, size_t references, int resamples, uint64_t seed,
                                char out[LG_SIGNATURE]);
size_t lg_scorer_references(const char *const *references, size_t count); /* how many are not blank */
size_t lg_scorer_words(const char *text); /* words between white space: the length of a source */

/* Paired bootstrap (Koehn 2004): what the score would be with other segments of the same kind. */
typedef struct lg_score_estimate {
    double score;     /* of all segments */
    double mean;      /* of the resamples */
    double low, high; /* the middle 95 % of them */
    /* Of the difference from the first system: how likely resamples differ by so much more than they do on average; 1
     * where the scores are the same, NaN of the first system itself. */
    double p;
} lg_score_estimate;
/* Draws as many segments as there are, with replacement, `resamples` times, the same ones for each system, and scores
 * their sums. sums [systems]: each [segments, lg_scorer_sums]. Resample i is a function of (seed, i, segments). */
lg_status lg_scorer_bootstrap(lg_context *c, const lg_scorer *s, const double *const *sums, size_t systems,
                              size_t segments, int resamples, uint64_t seed, lg_score_estimate *out);

/* ---- machine and speed ------------------------------------------------------------------------------------------ */

typedef struct lg_machine {
    const char *cpu, *kernels, *compiler, *version, *precision; /* precision: "float32" or "float64" */
    int processors, threads;
    double peak_gflops;      /* multiply-add peak of all threads with vectors of `kernels`; 0 if not measured */
    double peak_bf16_gflops; /* the same for products of bfloat16; that of floats where the processor has none */
    const char *kernel_sets; /* all sets that this processor supports, the best first: "avx2, portable, ref" */
    /* GB/s read and written by all threads together, each copying within 1 MiB, about the size of a micro-batch, and
     * beyond the caches; 0 if not measured, or out of memory */
    double cache_bandwidth, memory_bandwidth;
    /* How these kernels multiply in bfloat16: by a "matrix unit" or an "instruction" of the processor, "emulated", or
     * "none" */
    const char *bf16_products;
} lg_machine;
lg_status lg_doctor(lg_context *c, bool measure, lg_machine *out);

/* The absolute path of the running program; false: the system does not tell, or `size` bytes do not hold it. */
bool lg_program_path(char *path, size_t size);
/* From now on this process gets SIGTERM when its parent ends, where the system can do that (Linux). */
void lg_end_with_parent(void);
/* The order of names for people: numbers within them by their value, so that run-10 comes after run-9. -1, 0 or 1; 0 of
 * equal names alone. */
int lg_name_compare(const char *a, const char *b);

typedef struct lg_speed {
    const char *task, *encoding, *positions;
    int length, tokens; /* of the task; of the model. Length 0: as the curriculum draws them */
    int threads;
    const char *precision;         /* of products: "float32", "float64", "bfloat16" */
    double steps_per_second;       /* of training; 0 for an evaluation */
    double eval_tokens_per_second; /* of evaluation; 0 for training */
    /* Multiply-adds x 2 per second, without redundant work; the peak of lg_machine in this precision, for these
     * threads; and the fraction of it. */
    double gflops, peak_gflops, peak_fraction;
    double intensity;      /* arithmetic intensity: operations per byte, when every op reads and writes each of its
                              arrays once */
    size_t memory_bytes;   /* of the trainer: parameters, moments, activations */
    double gflop_per_step; /* multiply-adds x 2 of one training step, of the mean where lengths are mixed; 0 for an
                              evaluation */
} lg_speed;
/* Times the training step of the config at one length (0: as the curriculum draws them) for about `seconds`; where
 * `eval` is true, evaluation instead (0: at all of eval.lengths). */
lg_status lg_bench(lg_config *f, int length, double seconds, bool eval, lg_speed *out);

/* One phase of a training step. */
typedef struct lg_phase_report {
    const char *name;
    double seconds, fraction;                /* of one step, summed over threads; of their total time */
    double gflops, peak_fraction, intensity; /* as in lg_speed, while in this phase; 0 where nothing is counted */
    double bandwidth; /* GB/s in and out, counted as for the intensity; 0 where nothing is counted */
} lg_phase_report;
typedef void (*lg_phase_fn)(void *user, const lg_phase_report *p);
/* Times the training step as lg_bench does, with a clock read after every op, which costs less than 1 %, and passes the
 * phases to `each` in the order of a step; the last one is the rest: waiting and everything else. */
lg_status lg_bench_phases(lg_config *f, int length, double seconds, lg_speed *out, lg_phase_fn each, void *user);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
