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
 *   - Arguments are checked: a pointer or callback that is NULL where no comment allows it, a negative count, a number
 *     that is no member of its enum, a token out of the alphabet or a length out of 1..LG_LENGTH_MAX is LG_USAGE,
 *     with a message that names it; functions without a status return NULL, 0, false, "" or zeros. Where the context or
 *     the handle itself is NULL there is nothing to leave a message in. Nobody checks that a handle is still open, or
 *     that an array is as long as its count says. Beyond the last one, lg_..._at returns NULL, or "" and zeros.
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
 *   - The shared library exports further functions, which the program needs and which may change with any version:
 *     their headers (src/api) are not installed.
 *   - In comments, [T] or [H, T, T] is the shape of an array, row-major: T tokens, H heads, D columns of a head.
 */
#ifndef LENGTHEN_H
#define LENGTHEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lengthen/metric.h"

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
/* Is the call under way to stop? Training, evaluation, decoding, analyses, probes, samples and plans ask between two
 * steps, lengths, records or tokens, and within a step, until the answer is true; the call then ends with LG_PREEMPTED,
 * training after it has written a checkpoint. Handles stay as they were, and the same call goes on or begins again.
 * Several runs and sweeps ask from threads of the library, one at a time. stop NULL: nobody is asked, as at first. */
void lg_context_stop(lg_context *c, bool (*stop)(void *user), void *user);
/* Such a function: is an int of the caller, which any thread may set meanwhile, not 0? */
bool lg_flag_is_set(void *flag);
/* 0: one per processor that this process may use, as at first; more than LG_THREADS_MAX count as so many. */
void lg_context_threads(lg_context *c, int threads);

/* ---- config: the options of one run, set from several sources ------------------------------------------------------
 */

typedef struct lg_config lg_config;

lg_status lg_config_new(lg_context *c, lg_config **out);
/* All that was set on another one, with origins and locations; of lg_run_config too. It belongs to the same context,
 * and to no run. */
lg_status lg_config_copy(const lg_config *from, lg_config **out);
void lg_config_free(lg_config *f); /* NULL is allowed */
/* Sets one value. `where` is its location ("--lr", "my.yaml:3:5"), for error messages and --print-config; it is copied.
 * Keys: dotted names, axis names, short flag names, and AXIS.name for an axis. Checked by lg_config_check. */
lg_status lg_config_set(lg_config *f, const char *key, const char *value, lg_origin origin, const char *where);
/* Takes back all that calls set for the key, whatever the origin, with what a second name or a file of formulas set for
 * other keys: it then has its default, or of lg_run_config what the run was trained with. LG_USAGE: no such key. */
lg_status lg_config_unset(lg_config *f, const char *key);
/* Loads a YAML file: nested or dotted keys, `base: NAME` to start from another file or preset. Unknown, duplicate and
 * ill-typed keys are errors with file:line:column and a suggestion. */
lg_status lg_config_load(lg_config *f, const char *path);
lg_status lg_config_preset(lg_config *f, const char *name); /* a file of presets/, by name without .yaml */
lg_status lg_config_environment(lg_config *f);              /* LENGTHEN_TRAIN_STEPS=... and the like */
/* Resolves the config: makes the choices, adds their options with defaults, checks types, bounds and combinations; a
 * key that no choice uses is an error. Other calls do the same where it was not done. */
lg_status lg_config_check(lg_config *f);

/* What another program's name of an option ("batch_size", "num-layers") is here, to stand in a message behind what was
 * written: "; here it is --train.batch" with these dashes, or what to do instead. False: no such name is known. */
#define LG_OTHER_WORD 256
bool lg_other_word(const char *name, size_t length, const char *dashes, char to[LG_OTHER_WORD]);

/* The resolved values, in canonical order. Strings are valid until the config changes. Of a config with a mistake there
 * are none: counts are 0 and texts NULL, with the mistake in lg_error_text. */
typedef struct lg_setting {
    const char *key, *value, *origin, *where; /* origin: "default", "preset", "file", "environment", "flag" */
    const char *yaml;                         /* the value as a scalar of YAML, in quotes where it needs them */
} lg_setting;
size_t lg_config_count(lg_config *f);
lg_setting lg_config_at(lg_config *f, size_t i);
const char *lg_config_get(lg_config *f, const char *key); /* NULL if this config has no such key */
/* The same, but a choice that was made by a second name (lg_second_name) by that name; in a config that was read, one
 * with the options that such a name stands for: "yarn". */
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
 *   - gates [T,H]: logarithms of the forget gates of `fox`, for a sublayer input of zeros
 *   - distance_factor, threshold_factor [1,1]: c and m of `fire`; w1, b1 [1,F], w2 [F,H], b2 [1,H]: its network
 *   - position_queries, position_keys [T,width]: what `tupe` multiplies, after a row more where its table has one
 *   - weights [H,T,T]: with q and k, of an attention function other than softmax, for a sublayer input of zeros
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
    double values[LG_METRICS_MAX]; /* of all; NaN: that metric was not measured */
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
    double scores[LG_METRICS_MAX]; /* that of every metric; NaN: not known at one of these lengths */
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
 *     is the log.
 *   - The stop of the context is asked before a run begins, too, and stops all.
 *   - results: [count]. A run that fails does not affect the others.
 * LG_OK: all are done. LG_PREEMPTED: some were stopped; the same call resumes them. Else LG_SOME_FAILED, or the status
 * of the only run. A wrong config, or two with the same `out`, are LG_USAGE before anything begins; results are then
 * zeros. */
lg_status lg_train_all(lg_context *c, lg_config *const *configs, size_t count, int at_once, const lg_callbacks *calls,
                       lg_result *results);

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
/* Evaluates at the config's eval.lengths. LG_PREEMPTED: it was stopped, and out->missing lengths are not evaluated. */
lg_status lg_run_eval(lg_run *r, const lg_callbacks *calls, lg_score_report *out);
/* Logits [outputs, classes] of one input (token ids of the task's input alphabet): as many outputs as a record with
 * such an input has, or one, that of the next token, where records with it have several sizes or there is none. A model
 * that reads its own answer, as a decoder does, reads the most probable tokens, and each row is of a pass over the
 * tokens so far. `logits` has room for `capacity` doubles; where that is too few, LG_USAGE, with *outputs and *classes
 * all the same (capacity 0: logits may be NULL). */
lg_status lg_run_logits(lg_run *r, const int32_t *input, int inputs, double *logits, size_t capacity, int *outputs,
                        int *classes);
/* The position sample of the last lg_run_logits, of a model that reads its own answer that of the last row: positions
 * [T] or distances [2T-1], as lg_inspect_positions has them, of each block that has its own; no positions where they
 * are 0, 1, 2, ... */
lg_status lg_run_positions(lg_run *r, lg_matrix_fn each, void *user);

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

/* ---- inside a model: attention weights and activations ---------------------------------------------------------- */

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
    /* [T], [K]: words of their tokens; "": a token that stands for none, as the empty slot of an output */
    const char *const *query_words, *const *key_words;
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

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
