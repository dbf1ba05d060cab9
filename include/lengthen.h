/* lengthen.h: the public interface of liblengthen, a laboratory for length generalization.
 *
 * The library trains small Transformers on short sequences and evaluates them on longer ones. A program creates a
 * context, fills a config (from files, flags or its own values), trains the model of the config into a run directory,
 * opens that directory again, and reads metrics by length, logits, attention weights, or the terms that a positional
 * encoding adds.
 *
 *   - Every type here is opaque or a plain struct. Every handle belongs to the context that created it.
 *   - A call that can fail returns a status; the context stores the error message (lg_error_text). After a failure,
 *     output pointers are NULL or point to zeros, and the contents of the caller's arrays are undefined, unless a
 *     comment says otherwise.
 *   - Arguments are checked. Invalid arguments are: a NULL pointer or callback, unless a comment allows NULL; a
 *     negative count; a number that is not a member of its enum; a token outside the alphabet; a length outside
 *     1..LG_LENGTH_MAX. The call then returns LG_USAGE, and the message names the argument. Functions without a status
 *     return NULL, 0, false, "" or zeros. If the context or the handle itself is NULL, no message is stored. Closed
 *     handles and arrays shorter than their count are not detected. Past the last index, lg_..._at returns NULL, or ""
 *     and zeros.
 *   - Texts may contain any bytes, usually UTF-8. In output, invalid UTF-8 is unchanged or replaced by "?".
 *   - Lifetimes of texts and arrays, unless a comment says otherwise: Arguments are read only during the call. Members
 *     of a record that a callback receives are valid until the callback returns. Members of a result are valid as long
 *     as the result's handle. Texts of the catalogue are valid forever.
 *   - During a call, its callbacks may call functions that take neither a context nor a handle, read configs that were
 *     checked (lg_config_get), and use other contexts. Any other call with the same context is undefined, unless a
 *     comment allows it.
 *   - The library never exits, aborts or prints. Messages go to the log callback; without one they are dropped.
 *   - There is no global state. Several threads may use one context each. A context may be used by only one thread at a
 *     time.
 *   - Results are pure functions of the config: they do not depend on the number of threads.
 *   - The shared library also exports functions for the program `lengthen`. These functions may change with any
 *     version, and their headers (src/api) are not installed.
 *   - Some options select a component of the data, the model or the training: an encoding, a mask, an optimizer, ...
 *     Such an option is called an axis, and its values are called choices. A choice can have options of its own. An
 *     alias is a name for a choice with certain values of its options: `yarn` is the choice `rope` with YaRN's
 *     frequencies and temperature.
 *   - In comments, [T] or [H, T, T] is the shape of a row-major array: T tokens, H heads, D columns per head. */
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

#define LG_THREADS_MAX 1024 /* maximum number of threads of a context or a run */

const char *lg_version(void); /* "0.3.0" */

/* ---- context: error text, log callback, number of threads ------------------------------------------------------- */

typedef struct lg_context lg_context;
typedef enum lg_level { LG_DEBUG, LG_INFO, LG_WARNING } lg_level;
typedef void (*lg_log_fn)(void *user, lg_level level, const char *text);

lg_context *lg_context_new(void);    /* NULL: out of memory */
void lg_context_free(lg_context *c); /* free its configs, runs and sweeps first; NULL is allowed */
/* The error message of the last call with this context or one of its handles, counting only calls that can fail. "" if
 * that call succeeded. The message is one line that names the option and the value. Functions without a status also set
 * it when they return NULL, 0 or "" because of an error. Valid until the next such call. */
const char *lg_error_text(const lg_context *c);
void lg_context_log(lg_context *c, lg_log_fn log, void *user); /* log NULL, the default: messages are dropped */
/* Sets a stop function. If it returns true, the current call stops. Training, evaluation, decoding, analyses, probes,
 * samples and plans call the stop function between steps, lengths, records or tokens, and also within a step. The
 * stopped call returns LG_PREEMPTED; training writes a checkpoint first. Handles stay valid, and repeating the call
 * resumes or restarts it. In lg_train_all and in sweeps, threads of the library call the stop function, one thread at a
 * time. stop NULL, the default: calls are never stopped. */
void lg_context_stop(lg_context *c, bool (*stop)(void *user), void *user);
/* A stop function for lg_context_stop: true if the int that `flag` points to is not 0. Any thread may set that int. */
bool lg_flag_is_set(void *flag);
/* Number of threads; 0, the default: one per processor that this process may use. Values above LG_THREADS_MAX are
 * reduced to it. */
void lg_context_threads(lg_context *c, int threads);

/* ---- config: the options of one run, set from several sources ------------------------------------------------------
 */

typedef struct lg_config lg_config;

lg_status lg_config_new(lg_context *c, lg_config **out);
/* Copies all settings of another config with their origins and locations. The copy belongs to the same context and to
 * no run, even if the source is lg_run_config. */
lg_status lg_config_copy(const lg_config *from, lg_config **out);
void lg_config_free(lg_config *f); /* NULL is allowed */
/* Sets one value; lg_config_check checks it later. `where` is its location ("--lr", "my.yaml:3:5") for error messages
 * and --print-config; it is copied. Keys are dotted names, axis names, short flag names, and AXIS.name for an axis. */
lg_status lg_config_set(lg_config *f, const char *key, const char *value, lg_origin origin, const char *where);
/* Removes all settings of the key, whatever their origin. If an alias or a formula file set the key, the settings of
 * other keys by that alias or file are removed too. The key then has its default value or, in lg_run_config, its value
 * during training. LG_USAGE: unknown key. */
lg_status lg_config_unset(lg_config *f, const char *key);
/* Loads a YAML file: nested or dotted keys, `base: NAME` to start from another file or preset. Unknown, duplicate and
 * ill-typed keys are errors with file:line:column and a suggestion. */
lg_status lg_config_load(lg_config *f, const char *path);
lg_status lg_config_preset(lg_config *f, const char *name); /* a file of presets/, by name without .yaml */
lg_status lg_config_environment(lg_config *f);              /* variables such as LENGTHEN_TRAIN_STEPS=... */
/* Resolves the config: applies the choices, adds their options with defaults, and checks types, bounds and
 * combinations. A key that no choice uses is an error. Calls that need a resolved config call this function if
 * necessary. */
lg_status lg_config_check(lg_config *f);

/* Translates an option name of another program ("batch_size", "num-layers"). `to` receives a text to append to an error
 * message: the option of this program, "; here it is --train.batch" (`dashes` is "--"), or advice. False: the name is
 * unknown. */
#define LG_OTHER_WORD 256
bool lg_other_word(const char *name, size_t length, const char *dashes, char to[LG_OTHER_WORD]);

/* The resolved values, in canonical order. Strings are valid until the config changes. If the config has an error,
 * counts are 0 and texts NULL, and lg_error_text has the error. */
typedef struct lg_setting {
    const char *key, *value, *origin, *where; /* origin: "default", "preset", "file", "environment", "flag" */
    const char *yaml;                         /* the value as a YAML scalar, quoted if necessary */
} lg_setting;
size_t lg_config_count(lg_config *f);
lg_setting lg_config_at(lg_config *f, size_t i);
const char *lg_config_get(lg_config *f, const char *key); /* NULL if this config has no such key */
/* Like lg_config_get, but returns an alias (lg_second_name) if the choice was made through that alias. If the choice
 * was made by its own name and its options are those of an alias, also returns that alias: "yarn" for `rope` with the
 * options of YaRN. */
const char *lg_config_alias(lg_config *f, const char *key);
const char *lg_config_text(lg_config *f); /* canonical YAML, as in a run directory */
/* The hash (32 hex digits) of lg_config_text without some of its options: metric, protocol, eval.* (except eval.with),
 * and those that cannot change results (out, threads, log, ...). */
const char *lg_config_hash(lg_config *f);
size_t lg_preset_count(lg_context *c); /* presets are listed once, at the first call */
const char *lg_preset_name(lg_context *c, size_t i);
const char *lg_preset_summary(lg_context *c, size_t i);

/* ---- samples ---------------------------------------------------------------------------------------------------- */

typedef struct lg_example {
    const char *task;
    int length;                                               /* the requested length */
    int inputs, targets;                                      /* numbers of tokens */
    const int32_t *input, *target;                            /* token ids */
    const uint8_t *mask;                                      /* [targets], 1: counts for accuracy */
    const char *const *input_symbols, *const *target_symbols; /* one symbol per token */
    /* Human-readable texts. `text` joins the prefix of sources, the source, the separator and the target; it is NULL if
     * the data has no separator. */
    const char *source_text, *target_text, *text;
    const char *cell; /* name of the record's group within this length: "8-by-3"; NULL: no groups */
    double entropy;   /* lowest possible cross-entropy of a model on this data, in nats per token; NaN: unknown */
} lg_example;
typedef void (*lg_example_fn)(void *user, const lg_example *e);
/* Passes `count` samples of the config's task at one length to `each`. Sample i is a function of (task, options,
 * length, seed, i). Samples have a random stream of their own, so training and evaluation with the same seed draw
 * different samples. */
lg_status lg_sample_task(lg_config *f, int length, int count, uint64_t seed, lg_example_fn each, void *user);
/* Like lg_sample_task, but for a split of any data. Finite data has the same samples under every seed and may have
 * fewer than `count`. In lg_sample_... functions, length 0 means 12, or the nearest length that the split has. */
lg_status lg_sample_split(lg_config *f, lg_split split, int length, int count, uint64_t seed, lg_example_fn each,
                          void *user);
/* Passes all records of a split at one length. Length 0 selects every length of the split. If the split allows any
 * length, 0 selects curriculum.lengths, or eval.lengths for the test split. A split that does not exist has no records.
 * LG_USAGE: the split is endless. */
lg_status lg_sample_all(lg_config *f, lg_split split, int length, lg_example_fn each, void *user);

/* Draws the same samples as lg_sample_split and checks each with the data's checker, which is independent of the code
 * that drew it. LG_MISMATCH: at the first wrong sample. LG_USAGE: the data has no checker. */
lg_status lg_sample_verify(lg_config *f, lg_split split, int length, int count, uint64_t seed);

/* ---- data of a program ------------------------------------------------------------------------------------------ */

/* A record: input and target tokens, as ids of words. The loss covers target tokens with learned = 1. Metrics cover
 * target tokens with counted = 1. */
typedef struct lg_custom_record {
    int length;                 /* as requested */
    int inputs, targets;        /* numbers of tokens, at least 1 */
    int32_t *input, *target;    /* [inputs], [targets] */
    uint8_t *learned, *counted; /* [targets], 0 or 1 */
} lg_custom_record;

/* The records of a split. All zeros: endless records of every length. */
typedef struct lg_custom_split {
    const int *lengths; /* [length_count], ascending, within 1..LG_LENGTH_MAX; NULL: any length */
    size_t length_count;
    const int64_t *counts; /* [length_count]: number of records per length; NULL: endless */
} lg_custom_split;

/* Data that a program computes or reads itself. A member that is zero has the meaning that its comment gives for NULL
 * or false. */
typedef struct lg_custom_data {
    size_t size;      /* sizeof(lg_custom_data), so that later versions of the library can detect which members exist */
    const char *name; /* value of `data`: lower-case letters, digits, underscores. This name alone identifies the data
                         of a run, so data with other contents needs another name */
    const char *summary;            /* one line, or NULL */
    const char *const *input_words; /* [input_word_count]: the text of each id; not empty, no control characters */
    int input_word_count;
    const char *const *target_words; /* [target_word_count]; NULL: targets use the words of inputs */
    int target_word_count;
    const char *end_word; /* word that ends every target, for autoregressive models; NULL: none */
    bool exact;           /* every record of a length has exactly the token counts of `bound` */
    lg_custom_split splits[LG_SPLITS];
    void *user; /* passed to the functions below. These functions must be pure (the same arguments give the same
                   record). Several threads call them at once. `length` is always a length of the split */
    /* Sets *inputs and *targets to the largest numbers of input and target tokens in records of a length. Both must be
     * in 1..LG_LENGTH_MAX. */
    void (*bound)(void *user, int length, int *inputs, int *targets);
    /* Fills in record `index` of a length. On entry, `out` contains the counts of `bound`; all tokens are 0, and all
     * elements of `learned` and `counted` are 1. The function writes the tokens. If the record has fewer tokens, the
     * function also writes their counts. For endless records, `seed` is the source of all randomness of the record;
     * otherwise it is 0. False: the record is unavailable. */
    bool (*draw)(void *user, lg_split split, int length, int64_t index, uint64_t seed, lg_custom_record *out);
    /* Whether the target is right. Must not share code with `draw` (see lg_sample_verify). NULL: there is no
     * checker. */
    bool (*check)(void *user, const lg_custom_record *r);
    /* The validation records. NULL: if training records are endless, validation uses other endless records, which
     * neither training nor tests draw (`draw` gets LG_SPLIT_TRAIN and other seeds); otherwise there is no validation
     * split. */
    const lg_custom_split *validation;
} lg_custom_data;
/* Registers data with this context. Every config, run and sweep of the context can then use its name, until the context
 * is freed. Texts and arrays are copied; `user` and the functions must live as long as the context. The data has no
 * options; pass parameters through `user`. If the training split has counts, `curriculum` defaults to epochs. If the
 * training split has lengths, they are the default training lengths. If the test split has lengths, they are the
 * default evaluation lengths. The catalogue does not list the data. Register it before opening a run that was trained
 * on it, and while no other call with this context is under way. LG_USAGE: a member is invalid, or the name is taken. A
 * call that needs an invalid or unavailable record fails with a message that names the record (LG_USAGE, LG_FAILED);
 * the run must then be reopened. */
lg_status lg_context_register_data(lg_context *c, const lg_custom_data *data);

/* ---- matrices: the terms of a positional encoding -----------------------------------------------------------------
 */

typedef struct lg_matrix {
    const char *name; /* name of the encoding or of the position sampler */
    const char *what; /* "embedding", "bias", "scores", ...: see lg_inspect_encoding */
    int rank;
    size_t shape[4];
    const double *data; /* row-major, product of shape */
} lg_matrix;
typedef void (*lg_matrix_fn)(void *user, const lg_matrix *m);
/* Passes the matrices of the config's encoding for `length` tokens, in the first block, with the position sample of
 * training step 0. Parameters have their initial values or, if train.init names a model, the values of that model's
 * parameters of the same name (LG_USAGE: one is missing or has another shape). q, k: [T, heads*head_width], or both
 * NULL. Indices are (head, query, key). Values of `what`, with shapes:
 *   - embedding [T,width]: added to the token embedding
 *   - bias [H,T,T]: added to the attention logits, not scaled
 *   - cosine, sine [T,D/2], if q and k are NULL: the rotation
 *   - rotated_q, rotated_k [T,width], if q and k are given: the rotated queries and keys
 *   - scores [H,T,T], if q and k are given: the scaled attention logits under this encoding, without bias and mask
 *   - sinusoid [2T-1,width]: A(d) of `relative`, for offsets d = -(T-1)..T-1, key minus query; [T,T,width] by (query,
 *     key) if d is a difference of sampled positions
 *   - vectors: r(d) = W_R A(d) of `relative`, in the shape of sinusoid
 *   - projection [width,width]: W_R of `relative`
 *   - content_bias [H,D], position_bias [H,D]: u and v of `relative`
 *   - r1, r2 [1,H]: parameters of `kerple`
 *   - bucket_bias [H,buckets]: parameters of `t5`
 *   - slope_factor, left_slope_factor, right_slope_factor [1,H]: parameters of `alibi` with trained slopes
 *   - distance_keys, distance_values [2K+1,D]: the vectors that `shaw` adds to keys and to values, for distances -K..K,
 *     key minus query
 *   - contextual_positions [P+1,D]: the vectors e of `cope`, whose term is 0 for keys after the query
 *   - gates [T,H]: logarithms of the forget gates of `fox`, for a sublayer input of zeros
 *   - distance_factor [1,1], threshold_factor [1,1]: c and m of `fire`
 *   - w1 [1,F], b1 [1,F], w2 [F,H], b2 [1,H]: weights and biases of the network of `fire`
 *   - position_queries, position_keys [T,width]: the two factors of the position term of `tupe`; [T+1,width] if its
 *     position table has an extra row, which comes first
 *   - weights [H,T,T], if q and k are given: attention weights of a function other than softmax, for a sublayer input
 *     of zeros
 *   - positions [T] or distances [2T-1]: the position ids that the encoding reads, if they are random */
lg_status lg_inspect_encoding(lg_config *f, int length, const double *q, const double *k, lg_matrix_fn each,
                              void *user);
/* Is attention causal (no query sees a later key)? Also false for a config with an error. */
bool lg_inspect_is_causal(lg_config *f);
/* Sets model.width to 8 columns per head if it is unset and its default is not a multiple of model.heads. */
lg_status lg_inspect_default_width(lg_config *f);
/* Passes one sample of the config's position sampler, whatever its encoding: positions [T], distances [2T-1] for
 * offsets -(T-1)..T-1, or both. */
lg_status lg_inspect_positions(lg_config *f, int length, lg_matrix_fn each, void *user);
/* Like lg_inspect_positions, but for given tokens: words separated by blanks. Use this with positions: document, whose
 * positions depend on the tokens. Any words are allowed, because no vocabulary is read. positions.separator is the word
 * that ends a document, <eos> by default. */
lg_status lg_inspect_positions_of(lg_config *f, const char *tokens, lg_matrix_fn each, void *user);

/* ---- runs ------------------------------------------------------------------------------------------------------- */

typedef struct lg_step_report {
    int64_t step, steps; /* steps done; train.steps */
    int length;          /* of the sequences of this batch */
    double loss, accuracy, grad_norm, learning_rate;
    double seconds, steps_per_second; /* of training, in this process so far */
    bool logged;                      /* appended to metrics.jsonl, every train.log_every steps */
} lg_step_report;

/* The scored tokens of a text, which are the same at every length. The last window ends at the last scored token; each
 * earlier window ends `stride` tokens before the next. Protocols with memory read segments of `stride` tokens instead
 * of windows. */
typedef struct lg_target_report {
    int64_t first, last, count; /* indices of the first and the last scored token in the test split, from 0; `count`:
                                   number of scored tokens, 0 if the data is not text */
    int64_t wanted;             /* number requested by eval.targets or eval.sequences; a short text has fewer */
    int stride;                 /* number of scored tokens per window, at its end */
    char digest[33];            /* of the scored tokens */
} lg_target_report;

typedef struct lg_length_report {
    int length;
    size_t metric;                 /* the chosen metric */
    double value;                  /* of the chosen metric */
    double low, high;              /* 95 % confidence interval of the value from lg_analyze_curve, otherwise NaN */
    double values[LG_METRICS_MAX]; /* of all metrics; NaN: not measured */
    int64_t sequences, tokens;     /* evaluated sequences; tokens that count */
    int64_t cut;                   /* answers that eval.max_tokens truncated; 0 if cached */
    int memory;                    /* tokens of memory before the segment; -1: the protocol has no memory */
    lg_target_report targets;
    bool cached;                  /* read from eval.jsonl, where an earlier process stored it */
    double fraction;              /* fraction of the evaluation's operations done so far, including this length */
    double steps[LG_STEP_SCORES]; /* means over sequences; NaN: the result is cached, the targets have no
                                     steps, or their steps lack the part that this score compares */
} lg_length_report;

/* An evaluation that is about to begin. */
typedef struct lg_eval_plan_report {
    size_t lengths, cached; /* all lengths; lengths that an earlier process evaluated */
    int first, last;
    int64_t sequences; /* per length; the largest number if they differ */
    bool uneven;       /* some lengths have fewer sequences */
    double fraction;   /* fraction of the evaluation's operations already done */
    double seconds;    /* estimate of the remaining seconds; 0: below 1 s; NaN: measuring would take too long */
} lg_eval_plan_report;

typedef struct lg_score_report {
    size_t metric;                 /* the chosen metric */
    double score;                  /* mean of the metric over the lengths of `rule`, or over the examples of these
                                      lengths */
    double scores[LG_METRICS_MAX]; /* score of every metric; NaN: unknown at one of these lengths */
    const char *rule;              /* the lengths that count: "first-ood..max" (from the first length beyond
                                      training) */
    const char *average;           /* what has equal weight: "lengths" or "examples" */
    int first, last;               /* lengths that the rule covers; 0, 0: none (score is NaN) */
    size_t lengths;                /* number of lengths that the rule covers */
    int trained;                   /* the longest training length */
    int above;                     /* eval.score_above: the rule covers lengths above this number; 0: above `trained` */
    size_t missing;                /* lengths not evaluated because of a stop; if there are any, score is NaN */
    lg_split split;                /* of the records: test, or validation during training */
} lg_score_report;

typedef struct lg_outcome {
    const char *status; /* "done", "already done", "preempted", "paused", "diverged"; "not begun": lg_train_all was
                           stopped before this run; NULL after any other failure */
    const char *dir;    /* `out` of the config; valid until that changes */
    int64_t step;
    const char *ended; /* why training ended: "steps", "until", "patience", "time"; "": not ended, or unknown */
    double loss, accuracy, seconds; /* loss and accuracy of the last batch (NaN: unknown); seconds of training */
    bool has_score;
    lg_score_report score;
} lg_outcome;

/* The outcome of one of several runs. */
typedef struct lg_result {
    lg_status status;
    lg_outcome outcome;
    char text[1024]; /* error message that names the run; "" if there is none */
} lg_result;

/* A model's answer to one record of an evaluation. */
typedef struct lg_answer_report {
    int length;
    const char *cell;            /* name of the record's group within this length; NULL: no groups */
    int64_t record;              /* index among the records of this length */
    bool right;                  /* all tokens that count are right; for tasks with steps, only the final answer must be
                                    right */
    int difference;              /* index of the first wrong token among the tokens that count; -1: none */
    const char *prompt;          /* the source as text */
    const char *target, *answer; /* target and generated answer, without the end token */
    bool bytes;                  /* tokens are bytes or characters: join their words without blanks */
    int targets, tokens;         /* numbers of target and generated tokens, including the end token if there is one */
    const int32_t *target_ids, *ids; /* [targets], [tokens] */
    const char *const *target_words, *const *words;
} lg_answer_report;

/* Callbacks of training and evaluation. Any of them may be NULL. */
typedef struct lg_callbacks {
    void *user;
    void (*step)(void *user, const lg_step_report *r);     /* after every training step */
    void (*length)(void *user, const lg_length_report *r); /* after every evaluated length */
    /* After a validation (eval.every): the score of the model after `step` steps. */
    void (*score)(void *user, int64_t step, const lg_score_report *r);
    int64_t pause_at; /* if not 0, training stops after this many steps (sweeps use this to compare runs); the status is
                         then "paused" instead of "preempted", and the call returns LG_PREEMPTED */
    void (*result)(void *user, const lg_result *r); /* lg_train_all: this run has ended */
    /* Before an evaluation, but not before a validation. If this callback is set, the library measures its speed
     * briefly. */
    void (*evaluating)(void *user, const lg_eval_plan_report *r);
    /* lg_run_eval: after every evaluated record, in any order, before the report of its length. */
    void (*answer)(void *user, const lg_answer_report *r);
} lg_callbacks;

/* Trains the config into its `out` directory (created if missing) and evaluates it at eval.lengths. A directory with
 * the same config is resumed. A finished run is evaluated again if eval.* differ; otherwise nothing changes ("already
 * done"), and calls->length gets the stored results. LG_USAGE: the directory has another config. */
lg_status lg_train(lg_config *f, const lg_callbacks *calls, lg_outcome *out);

/* Floating-point operations of a run: 2 per multiply-add. */
typedef struct lg_flops_report {
    double training;   /* all steps and validations */
    double evaluation; /* after training */
} lg_flops_report;
/* Estimates the operations from a sample of the lengths, without training. */
lg_status lg_config_flops(lg_config *f, lg_flops_report *out);

/* Trains several configs of the context, each into its own `out` directory. Runs start in order, and `at_once` runs
 * train at a time (0: one run per thread, which is fastest). Each run writes the same bytes as when trained alone.
 * Active runs share the threads of the context; the shares are recomputed when a run ends. A config that sets `threads`
 * gets its own pool of that size.
 *   - calls: [count], one set per run, or NULL. Threads of the library call these and the log callback, one at a time.
 *   - The context's stop function is also called before each run begins; it stops all runs.
 *   - results: [count]. A failed run does not affect the other runs.
 * LG_OK: all are done. LG_PREEMPTED: some were stopped; the same call resumes them. Otherwise LG_SOME_FAILED, or the
 * status of the only run. LG_USAGE, before any training: a config is invalid, or two have the same `out`; results are
 * then zeros. */
lg_status lg_train_all(lg_context *c, lg_config *const *configs, size_t count, int at_once, const lg_callbacks *calls,
                       lg_result *results);

typedef struct lg_run lg_run;
/* Opens a run. path: the directory of the run, or one of its model files, such as DIR/checkpoints/best.safetensors. A
 * directory opens the last model of the run. If data files are not at their paths, opening succeeds, and calls that
 * need them fail until the config gives other paths to the same files. */
lg_status lg_run_open(lg_context *c, const char *path, lg_run **out);
void lg_run_free(lg_run *r); /* NULL is allowed */
/* The run's config. To change the evaluation, set eval.*, metric, positions, mask, scale or their options in it.
 * Everything else is fixed by training. */
lg_config *lg_run_config(lg_run *r);
/* Does this option (of positions, mask or scale) make the model compute differently from training? */
bool lg_run_is_changed(lg_run *r, const char *key);
/* Evaluates at the config's eval.lengths. LG_PREEMPTED: stopped; out->missing lengths are not evaluated. */
lg_status lg_run_eval(lg_run *r, const lg_callbacks *calls, lg_score_report *out);
/* Computes the logits [outputs, classes] of one input (token ids of the task's input alphabet). *outputs is the number
 * of targets of a record with this input, or 1 (the next token) if such records differ in size or do not exist. An
 * autoregressive model reads its own most probable tokens, and each row of logits comes from a pass over the tokens so
 * far. `logits` has room for `capacity` doubles. If this is too small, the call returns LG_USAGE and still sets
 * *outputs and *classes (capacity 0: logits may be NULL). */
lg_status lg_run_logits(lg_run *r, const int32_t *input, int inputs, double *logits, size_t capacity, int *outputs,
                        int *classes);
/* The position sample of the last lg_run_logits; for autoregressive models, the sample of the last row of logits.
 * Passes positions [T] or distances [2T-1], as lg_inspect_positions does, for each block with its own positions; no
 * matrix if positions are 0, 1, 2, ... */
lg_status lg_run_positions(lg_run *r, lg_matrix_fn each, void *user);

typedef struct lg_parameter {
    const char *name;
    int rank;
    size_t shape[4];
    size_t active;              /* parameters that one token uses; of several experts, only one is counted */
    double norm, mean, largest; /* L2 norm, mean, largest magnitude */
    double decay;               /* optimizer.decay, or 0 if optimizer.decay_on excludes it */
} lg_parameter;
typedef void (*lg_parameter_fn)(void *user, const lg_parameter *p);
/* Passes the parameters of the model that a config describes, in checkpoint order. Nothing is trained: norm, mean and
 * largest are NaN. */
lg_status lg_inspect_model(lg_config *f, lg_parameter_fn each, void *user);
size_t lg_run_parameters(lg_run *r);                /* number of arrays; 0: see lg_error_text */
lg_parameter lg_run_parameter(lg_run *r, size_t i); /* past the last one, name is "" */

/* ---- inside a model: attention weights and activations ---------------------------------------------------------- */

/* These functions run the model on the sequences of the evaluation (eval.seed), with the first position sample of the
 * evaluation and without dropout. Autoregressive models use teacher forcing. Lengths are in 1..LG_LENGTH_MAX, and the
 * config's positions must support them. */

/* How to combine the heads of a block: the largest weight of any head, the mean, or one matrix per head. */
typedef enum lg_head_choice { LG_HEADS_MAX, LG_HEADS_MEAN, LG_HEADS_ALL } lg_head_choice;

typedef struct lg_attention_map {
    int length, block, blocks; /* the requested length; index and number of the blocks with self-attention */
    lg_attention_kind kind;
    int tokens, keys;           /* T query tokens, inputs first; K keys: T except for LG_ATTENTION_CROSS */
    int inputs, outputs, first; /* numbers of input and of output queries; output j is read at token first + j */
    int matrices;               /* 1, or the number of heads */
    const double *weights;      /* [matrices, T, K] by query and key; 0 for masked keys */
    /* [T], [K]: words of the tokens; "": a slot without a token, such as an empty output */
    const char *const *query_words, *const *key_words;
} lg_attention_map;
typedef void (*lg_attention_fn)(void *user, const lg_attention_map *m);
/* Default lengths for these analyses: the longest training length and, if longer, the longest of eval.lengths. Returns
 * their number. */
size_t lg_analyze_lengths(const lg_run *r, int lengths[2]);
/* Passes the attention weights for one record of each length, with index `sequence`, ordered by length, then by block.
 * In this function and in the analyses of activations, shifts and loads, records come from the evaluation data; for
 * training lengths, from the validation split if it is finite. */
lg_status lg_analyze_attention(lg_run *r, lg_attention_kind kind, const int *lengths, size_t count,
                               lg_head_choice heads, int64_t sequence, lg_attention_fn each, void *user);

/* Tokens to read: the inputs, the tokens at which outputs are predicted, or all. */
typedef enum lg_slots { LG_SLOTS_INPUT, LG_SLOTS_OUTPUT, LG_SLOTS_ALL } lg_slots;

/* The activations of one layer at one length, projected to a plane. */
typedef struct lg_point_set {
    int length;
    size_t points;
    const double *at; /* [points, 2], by sequence, then by token */
    double overlap;   /* with the points of the first length, 0..1 */
    int sequences;
} lg_point_set;

/* Layer 0 is the embedding (scaled, with additive positions); layer i is the output of block i - 1. */
typedef struct lg_layer_map {
    int layer, layers;
    double explained[2]; /* fractions of the first length's variance; NaN if that variance is 0 */
    int width;
    const double *mean, *axes; /* [width], [2, width]: origin and axes of the plane */
    size_t set_count;
    const lg_point_set *sets; /* [set_count], in the order of the lengths */
} lg_layer_map;
typedef void (*lg_layer_fn)(void *user, const lg_layer_map *m);
/* Reads `sequences` unpadded sequences of each length (0: 30, or all if there are fewer). Projects the activations of
 * each layer to the first two principal components of the FIRST length's points (not whitened; the sign of an axis
 * makes its largest component positive). The overlap of two point sets is the Bhattacharyya coefficient of their
 * histograms over 32 by 32 cells of the bounding box of both: the sum over cells of sqrt(p q), where p and q are the
 * fractions of the first and of the second set's points in the cell. Each point is divided linearly among the four
 * nearest cells. 1: equal histograms; 0: disjoint ones. */
lg_status lg_analyze_activations(lg_run *r, const int *lengths, size_t count, int sequences, lg_slots slots,
                                 lg_layer_fn each, void *user);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
