/* lengthen.h: train short, test long. The library as the world sees it.
 *
 * liblengthen trains small Transformers on short sequences and tests them on longer ones. A program makes a context,
 * fills a config (from files, flags or by hand), trains it into a run directory, opens that directory again and asks it
 * for accuracies by length, for logits, or for the matrices that a positional encoding adds.
 *
 *   - Every type here is opaque or a plain record; every handle belongs to the context it was made from.
 *   - A call that can fail returns a status; the words of the last failure stay in the context (lg_error_text).
 *   - The library never exits, aborts or prints: messages go to the log callback, or nowhere.
 *   - There is no global state. Two contexts may be used from two threads; one context from one thread at a time.
 *   - Results are pure functions of the config: they do not depend on the number of threads.
 */
#ifndef LENGTHEN_H
#define LENGTHEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#if defined(__GNUC__)
#pragma GCC visibility push(default) /* these names, and no others, are seen outside the shared library */
#endif

#define LG_VERSION_MAJOR 0
#define LG_VERSION_MINOR 1
#define LG_VERSION_PATCH 0

/* What became of a call. The numbers are also the exit statuses of the program, and stay as they are. */
typedef enum lg_status {
    LG_OK = 0,
    LG_FAILED = 1,      /* something went wrong while running: no memory, a full disk, no permission to write */
    LG_USAGE = 2,       /* an option, a config key or an argument is wrong, or names a file or directory that
                           is not there or cannot be read; the text says what would be right */
    LG_SOME_FAILED = 3, /* of several runs some failed, the others are done */
    LG_DIVERGED = 4,    /* the loss became NaN or infinite */
    LG_MISMATCH = 5,    /* a verification found a difference */
    LG_CORRUPT = 6,     /* a checkpoint or a data file is damaged */
    LG_PREEMPTED = 75   /* asked to stop: the checkpoint is written, run me again */
} lg_status;

#define LG_LENGTH_MAX 100000 /* the longest length that a call or an option takes */

const char *lg_version(void);

/* Puts "?" for each byte of the text that is no part of a UTF-8 character, as in all JSON and YAML that the library
 * writes: the name of a file may hold any bytes. */
void lg_text_utf8(char *text);
/* Edit distance of two words of up to 96 bytes: letters inserted, deleted, changed, or two neighbours swapped; case
 * does not count. INT_MAX for longer ones. */
int lg_text_distance(const char *a, const char *b);

/* ---- context: error text, log callback, number of threads ------------------------------------------------------- */

typedef struct lg_context lg_context;
typedef enum lg_level { LG_DEBUG, LG_INFO, LG_WARNING } lg_level;
typedef void (*lg_log_fn)(void *user, lg_level level, const char *text);

lg_context *lg_context_new(void);               /* NULL when there is no memory */
void lg_context_free(lg_context *c);            /* free configs and runs first; NULL is allowed */
const char *lg_error_text(const lg_context *c); /* words of the last failure, "" if none; valid until the next call */
void lg_context_log(lg_context *c, lg_log_fn log, void *user);
void lg_context_threads(lg_context *c, int threads); /* 0 = one per processor that this process may use */

/* ---- catalogue: what there is to choose from -------------------------------------------------------------------- */

/* The independent axes. A config names one entry on each. */
typedef struct lg_axis {
    const char *name;     /* the config key: "task", "positions", "encoding", "mask", "scale", "attention", "block",
                             "curriculum", "schedule" */
    const char *summary;  /* what is chosen here */
    const char *fallback; /* the choice where nothing else is said */
    const char *former;   /* its name in version 0.1, which works too, or "" */
} lg_axis;

/* One typed option: of an entry, or of every run. */
typedef struct lg_option_info {
    const char *name;     /* dotted key: "positions.L" */
    const char *type;     /* "bool", "int", "real", "name", "text", "lengths" */
    const char *fallback; /* default, as text */
    const char *choices;  /* for "name": the words allowed, separated by blanks; else "" */
    const char *bounds;   /* "1..65536", or "" when unbounded */
    const char *flag;     /* short flag without dashes ("steps" for train.steps), or "" */
    const char *former;   /* its name in version 0.1, which works too, or "" */
    const char *help;     /* one line */
} lg_option_info;

/* One choice on one axis. */
typedef struct lg_choice {
    const char *axis, *name, *summary;
    const char *formula;    /* plain text, several lines, with shapes */
    const char *source;     /* paper and section or equation */
    const char *properties; /* "level: regular, chance: 0.5", "shift-invariant, positions: distances", ... */
    double chance;          /* of a task: accuracy of a uniform guess; else NaN */
    bool order_invariant;   /* of a task: the answer does not depend on the order of the input */
} lg_choice;

size_t lg_axis_count(void);
lg_axis lg_axis_at(size_t i);
size_t lg_choice_count(void);
lg_choice lg_choice_at(size_t i);                      /* in the order of axes, then of the lists */
bool lg_choice_find(const char *name, lg_choice *out); /* "rope", or "encoding/none" where a name is on two axes */
size_t lg_choice_options(const char *axis, const char *name); /* how many options the choice brings */
lg_option_info lg_choice_option(const char *axis, const char *name, size_t i);
size_t lg_common_option_count(void); /* options of every run: model.*, train.*, eval.*, ... */
lg_option_info lg_common_option(size_t i);

/* ---- config: one table of options, filled from many places ------------------------------------------------------ */

/* Where a value came from; a higher origin wins, whatever the order of the calls. */
typedef enum lg_origin { LG_DEFAULT, LG_PRESET, LG_FILE, LG_ENVIRONMENT, LG_FLAG } lg_origin;

typedef struct lg_config lg_config;

lg_status lg_config_new(lg_context *c, lg_config **out);
void lg_config_free(lg_config *f);
/* One value. `where` says where it was written ("--lr", "my.yaml:3:5"), for error texts and --print-config; it is
 * copied. Keys: dotted names, axis names, short flag names, and NAME.name for an axis. Checked at lg_config_check. */
lg_status lg_config_set(lg_config *f, const char *key, const char *value, lg_origin origin, const char *where);
/* A YAML file: nested or dotted keys, `base: NAME` to start from another file or preset. Unknown, duplicate and
 * ill-typed keys are errors with file:line:column and a suggestion. */
lg_status lg_config_load(lg_config *f, const char *path);
lg_status lg_config_preset(lg_config *f, const char *name); /* a file of presets/, by name without .yaml */
lg_status lg_config_environment(lg_config *f);              /* LENGTHEN_TRAIN_STEPS=... and the like */
/* Settles everything: chooses the entries, puts their options in force, checks types, bounds and combinations; keys
 * that the chosen entries never read are errors. Other calls check on their own when it was not done. */
lg_status lg_config_check(lg_config *f);

/* The settled values, in canonical order. Strings are valid until the config changes. */
typedef struct lg_setting {
    const char *key, *value, *origin, *where; /* origin in words: "default", "preset", "file", "environment", "flag" */
    const char *yaml;                         /* the value as a scalar of YAML, in quotes where it needs them */
} lg_setting;
size_t lg_config_count(lg_config *f);
lg_setting lg_config_at(lg_config *f, size_t i);
const char *lg_config_get(lg_config *f, const char *key); /* NULL if the key is not in force */
const char *lg_config_text(lg_config *f);                 /* canonical YAML: what a run directory stores */
const char *lg_config_hash(lg_config *f); /* 32 hex digits of that text without out, threads and eval.* */
size_t lg_preset_count(lg_context *c);
const char *lg_preset_name(lg_context *c, size_t i);
const char *lg_preset_summary(lg_context *c, size_t i);

/* ---- samples ---------------------------------------------------------------------------------------------------- */

typedef struct lg_example {
    const char *task;
    int length;                                               /* asked */
    int inputs, targets;                                      /* counts */
    const int32_t *input, *target;                            /* ids */
    const uint8_t *mask;                                      /* [targets], 1 = counts for accuracy */
    const char *const *input_symbols, *const *target_symbols; /* one word per token */
} lg_example;
typedef void (*lg_example_fn)(void *user, const lg_example *e);
/* `count` samples of the config's task at one length; sample i is a function of (task, options, length, seed, i),
 * drawn from random numbers of their own: training and evaluation with the same seed draw others. */
lg_status lg_sample_task(lg_config *f, int length, int count, uint64_t seed, lg_example_fn each, void *user);

/* ---- matrices: what an encoding adds or applies ----------------------------------------------------------------- */

typedef struct lg_matrix {
    const char *name; /* encoding or source */
    const char *what; /* "embedding", "bias", "scores", ...: see below */
    int rank;
    size_t shape[4];
    const double *data; /* row-major, product of shape */
} lg_matrix;
typedef void (*lg_matrix_fn)(void *user, const lg_matrix *m);
/* The matrices of the config's encoding for `length` tokens, of the first block, with initial parameters and the draw
 * of positions of training step 0. q, k: [T, heads*head_width], or both NULL. Indices are (head, query, key). By
 * `what`:
 *   - embedding [T,width]: what is added to the embedding
 *   - bias [H,T,T]: what is added to the scores, not scaled
 *   - cosine, sine [T,D/2]: of rotations, where there is no q and k; rotated_q, rotated_k [T,width] where there is
 *   - scores [H,T,T]: with q and k, the scaled logits under this encoding, without bias and mask
 *   - sinusoid, vectors [2T-1,width]: relative's A(D) and r(D) = A(D) projection, for offsets -(T-1)..T-1, key minus
 *     query; or [T,T,width] by (query, key) where D is a difference of drawn positions
 *   - projection [width,width], content_bias, position_bias [H,D]: relative's parameters W_R, u, v
 *   - weights [H,T,T]: with q and k, of an attention function that knows order, for a sublayer input of zeros
 *   - positions [T] or distances [2T-1]: the draw that the encoding reads, where the source is random */
lg_status lg_inspect_encoding(lg_config *f, int length, const double *q, const double *k, lg_matrix_fn each,
                              void *user);
/* Sets model.width to 8 columns for each head where nobody set it and its default does not suit model.heads. */
lg_status lg_inspect_fit(lg_config *f);
/* The draw of the config's position source, whatever the other axes say: positions [T], distances [2T-1] for offsets
 * -(T-1)..T-1, or both. */
lg_status lg_inspect_positions(lg_config *f, int length, lg_matrix_fn each, void *user);

/* ---- runs ------------------------------------------------------------------------------------------------------- */

typedef struct lg_step_report {
    int64_t step, steps; /* done, wanted */
    int length;          /* n of this step's batch */
    double loss, accuracy, grad_norm, learning_rate;
    double seconds, steps_per_second; /* training time of this process, so far */
    bool logged;                      /* true every train.log_every steps: a line went to metrics.jsonl */
} lg_step_report;

typedef struct lg_length_report {
    int length;
    double accuracy, loss;
    int64_t sequences, tokens; /* how many sequences were tested and how many tokens counted */
    double low, high;          /* 95 % interval of the accuracy; NaN where nobody asked for it: see lg_analyze_curve */
    bool kept;                 /* from an earlier process: read, not tested now */
    double share;              /* of the work of all tests: what is done after this one */
} lg_length_report;

/* What is about to be tested. */
typedef struct lg_eval_plan_report {
    size_t lengths, kept; /* in all; tested by an earlier process */
    int first, last;
    int64_t sequences; /* of each length */
    double share;      /* of the work of all tests: what is done already */
    double seconds;    /* that the rest will take, about; 0: hardly any; NaN: to measure it would take too long */
} lg_eval_plan_report;

typedef struct lg_score_report {
    double score;     /* mean accuracy over the lengths of the rule */
    const char *rule; /* "first-ood..max" */
    int first, last;  /* lengths that the rule covered; 0, 0 when it covered none (score is NaN) */
    size_t lengths;
    int trained;    /* the longest length of training */
    size_t missing; /* lengths that were to be tested and were not, because of a stop; the score is then NaN */
} lg_score_report;

typedef struct lg_outcome {
    const char *status; /* "done", "already done", "preempted", "diverged"; "not begun": lg_train_all was stopped
                           before; NULL after any other failure */
    const char *dir;
    int64_t step;
    double loss, accuracy, seconds;
    bool has_score;
    lg_score_report score;
} lg_outcome;

/* What became of one of several runs. */
typedef struct lg_result {
    lg_status status;
    lg_outcome outcome;
    char text[1024]; /* words of its failure, which name the run; "" if there is none */
} lg_result;

typedef struct lg_callbacks {
    void *user;
    void (*step)(void *user, const lg_step_report *r);     /* after every step; may be NULL */
    void (*length)(void *user, const lg_length_report *r); /* after every evaluated length; may be NULL */
    /* after a test in mid-training (eval.every): score of the model after `step` steps; may be NULL */
    void (*score)(void *user, int64_t step, const lg_score_report *r);
    bool (*stop)(void *user);                       /* asked after every step and every length: true = write a
                                                       checkpoint, return LG_PREEMPTED; may be NULL */
    void (*result)(void *user, const lg_result *r); /* lg_train_all: this run has ended; may be NULL */
    /* before the first test after training, and of a run; costs a short measurement; may be NULL */
    void (*testing)(void *user, const lg_eval_plan_report *r);
} lg_callbacks;

/* Trains the config into its `out` directory (made if missing) and evaluates it at eval.lengths. A directory that holds
 * the same config is continued. When it is done it is evaluated again if eval.* differ, else left alone: "already
 * done", and calls->length hears of the tests that it has. One with another config is refused (LG_USAGE). */
lg_status lg_train(lg_config *f, const lg_callbacks *calls, lg_outcome *out);

/* What a run has to compute: multiply-adds x 2. */
typedef struct lg_flops_report {
    double training; /* all steps, and tests in mid-training */
    double testing;  /* the test after training */
} lg_flops_report;
/* Counted from a sample of its lengths, without training anything. */
lg_status lg_config_flops(lg_config *f, lg_flops_report *out);

/* Trains several configs of the context, each into its own `out` directory, in their order and `at_once` at a time (0:
 * one for each thread, which is fastest). Each ends in the same bytes as alone. The threads of the context are shared
 * out among the runs that are under way, and again when one ends; a config that sets `threads` has as many for itself.
 *   - calls: [count], one set for each run, or NULL. They are called from threads of the library, one at a time, and so
 *     is the log. `stop` is asked before a run begins, too: who wants all to stop says so to each.
 *   - results: [count]. A run that fails leaves the others alone.
 * LG_OK: all are done. LG_PREEMPTED: some were stopped; the same call goes on. Else LG_SOME_FAILED, or the status of
 * the only run. A config that is wrong, or two that want the same directory, are LG_USAGE before anything begins;
 * results are then zeros. */
lg_status lg_train_all(lg_context *c, lg_config *const *configs, size_t count, int at_once, const lg_callbacks *calls,
                       lg_result *results);

typedef struct lg_run lg_run;
/* A run directory with a model, or one model of it: DIR/checkpoints/best.safetensors. */
lg_status lg_run_open(lg_context *c, const char *path, lg_run **out);
void lg_run_free(lg_run *r);
/* Its stored config. To evaluate otherwise, set eval.*, positions, mask, scale or their options on it: all else is
 * fixed by training. */
lg_config *lg_run_config(lg_run *r);
/* Evaluates at the config's eval.lengths. LG_PREEMPTED: calls->stop was asked after a length and said so; *out says how
 * many lengths are missing. */
lg_status lg_run_eval(lg_run *r, const lg_callbacks *calls, lg_score_report *out);
/* Logits of one input (ids of the task's input alphabet), [outputs, output_size]; `logits` must hold `room` doubles. */
lg_status lg_run_logits(lg_run *r, const int32_t *input, int inputs, double *logits, size_t room, int *outputs,
                        int *classes);
/* The same, and loss and gradients of a batch of samples, for independent checks: writes a safetensors file with
 * input, target, logits, loss and one gradient per parameter ("grad.NAME"). Dropout off; the batch and
 * the draw of positions are a function of the run's seed and the length, from random numbers of their own. */
lg_status lg_run_probe(lg_run *r, int length, int sequences, const char *path);

typedef struct lg_parameter {
    const char *name;
    int rank;
    size_t shape[4];
    double norm, mean, largest; /* L2 norm, mean, largest magnitude */
} lg_parameter;
size_t lg_run_parameters(lg_run *r);
lg_parameter lg_run_parameter(lg_run *r, size_t i);

/* ---- analysis: what goes on inside of a trained model ----------------------------------------------------------- */

/* All look at sequences that tests draw (eval.seed), under their first draw of positions, without dropout; where
 * outputs come one after another, at the tape that shows the true ones. Lengths are 1..LG_LENGTH_MAX, and such that the
 * config's positions reach. */

/* What becomes of a block's heads: the largest weight of any of them, their mean, or one matrix for each. */
typedef enum lg_head_choice { LG_HEADS_MAX, LG_HEADS_MEAN, LG_HEADS_ALL } lg_head_choice;

typedef struct lg_attention_map {
    int length, block, blocks;  /* the length as asked for; block 0 is the first */
    int tokens;                 /* T: inputs first */
    int inputs, outputs, first; /* output j is read at token first + j */
    int matrices;               /* 1, or as many as there are heads */
    const double *weights;      /* [matrices, T, T] by query and key; a key that the mask hides has 0 */
} lg_attention_map;
typedef void (*lg_attention_fn)(void *user, const lg_attention_map *m);
/* The weights of attention, length after length, block after block, of one sequence: number `sequence` of a test. */
lg_status lg_analyze_attention(lg_run *r, const int *lengths, size_t count, lg_head_choice heads, int64_t sequence,
                               lg_attention_fn each, void *user);

/* Which tokens: those of the input, those where outputs are read, or the whole tape. */
typedef enum lg_slots { LG_SLOTS_INPUT, LG_SLOTS_OUTPUT, LG_SLOTS_ALL } lg_slots;

/* The activations of one layer at one length, seen in a plane. */
typedef struct lg_point_set {
    int length;
    size_t points;
    const double *at; /* [points, 2]: token after token, sequence after sequence */
    double overlap;   /* with the cloud of the first length, 0..1 */
} lg_point_set;

/* Layer 0 is the embedding (scaled, with positions where they are added), layer i the output of block i - 1. */
typedef struct lg_layer_map {
    int layer, layers;
    double explained[2]; /* shares of the variance of the first length; NaN where there is none */
    int width;
    const double *mean, *axes; /* [width], [2, width] of the plane */
    size_t clouds;
    const lg_point_set *cloud; /* [clouds], in the order of the lengths */
} lg_layer_map;
typedef void (*lg_layer_fn)(void *user, const lg_layer_map *m);
/* The activations of each layer in the plane of the first two principal components of the FIRST length's points (not
 * whitened; each axis turned so that its largest component is positive). The overlap of two clouds is the Bhattacharyya
 * coefficient of their histograms over the box that holds both, the sum over 32 by 32 cells of sqrt(p q), where p and q
 * are shares of their points (a point counts for the four cells around it, linearly): 1 where they are alike, 0 where
 * they are nowhere together. */
lg_status lg_analyze_activations(lg_run *r, const int *lengths, size_t count, int sequences, lg_slots slots,
                                 lg_layer_fn each, void *user);

/* lg_run_eval with an interval for each accuracy, in low and high of the reports: 95 % of `resamples` resamples lie in
 * it (percentile bootstrap over sequences; under several draws of positions each keeps its sequences). Resamples are
 * functions of eval.seed and the length. It says how sure the accuracy is for this model, not for others. */
lg_status lg_analyze_curve(lg_run *r, int resamples, const lg_callbacks *calls, lg_score_report *out);

/* ---- sweeps: many runs from one file ---------------------------------------------------------------------------- */

/* A sweep directory: the plan of its runs, what became of each, and their run directories:
 *
 *   sweep.yaml        the sweep file (presets/ has examples; `lengthen help sweeps` has the grammar)
 *   manifest.jsonl    the plan: each run's id, labels, settings and estimated cost; checksummed
 *   runs/ID/          run directories: the record of what came out
 *   registry.sqlite   the state of each run: an index for the processes of one machine, which lg_sweep_merge rebuilds
 *   shards/           lines of workers that share no registry */
typedef struct lg_sweep lg_sweep;

typedef enum lg_state { LG_RUN_PLANNED, LG_RUN_LEASED, LG_RUN_DONE, LG_RUN_FAILED, LG_RUN_DIVERGED } lg_state;
#define LG_STATES 5
const char *lg_state_name(lg_state s); /* "planned", "leased", "done", "failed", "diverged" */

typedef struct lg_sweep_info {
    const char *dir, *name, *title, *note, *checksum; /* of the manifest: 32 hex digits */
    const char *calibration;                          /* what costs were estimated with, in words */
    size_t runs, axes;
    size_t count[LG_STATES];
    double cost, left; /* seconds of one thread, estimated: of all runs; of those that have not ended */
} lg_sweep_info;

typedef struct lg_sweep_axis {
    const char *name;
    size_t count;
    const char *const *labels; /* [count]; NULL without memory */
} lg_sweep_axis;

typedef struct lg_sweep_run {
    size_t index;              /* in the plan */
    const char *id, *dir;      /* 16 hex digits; DIR/runs/ID */
    const char *const *labels; /* [axes]; "" where it has none. NULL without memory, as dir */
    lg_state state;
    double cost; /* estimated seconds of one thread */
    int64_t step, steps;
    size_t tests;                   /* in mid-training (eval.every), so far */
    double score, loss, seconds;    /* NaN: none; seconds of training */
    const char *reason, *owner;     /* of a failure; who has it, or had it last */
    const char *started, *finished; /* UTC, "2026-11-21T10:04:29Z"; "": not yet */
    int attempts;
} lg_sweep_run;

/* Sweep files that come with the program: presets/NAME.yaml with a grid. */
size_t lg_sweep_file_count(lg_context *c);
const char *lg_sweep_file_name(lg_context *c, size_t i);
const char *lg_sweep_file_summary(lg_context *c, size_t i);
const char *lg_sweep_file_path(lg_context *c, size_t i);

/* Plans a sweep file into `dir` (NULL: sweeps/NAME after the file's name): enumerates, names and estimates all runs,
 * for which the machine's speed is measured for a moment. `file` is a path or the name of a preset. A plan is its
 * runs: a directory that holds the same runs is opened, and its sweep.yaml replaced; one that holds a part of them is
 * extended, what has been trained is kept, and runs with other eval.* are evaluated again; one with runs that this plan
 * lacks is refused, and so is an extension while workers train (LG_USAGE). write false: nothing is written, and dir not
 * looked at. */
lg_status lg_sweep_plan(lg_context *c, const char *file, const char *dir, bool write, lg_sweep **out);
lg_status lg_sweep_open(lg_context *c, const char *dir, lg_sweep **out);
void lg_sweep_free(lg_sweep *s); /* NULL is allowed */
/* Reads again what became of the runs; info and runs below are as of then, or as of the opening. */
lg_status lg_sweep_refresh(lg_sweep *s);
lg_sweep_info lg_sweep_about(lg_sweep *s);
/* All texts of these records live until the next refresh. */
lg_sweep_axis lg_sweep_axis_at(lg_sweep *s, size_t i);
lg_sweep_run lg_sweep_run_at(lg_sweep *s, size_t i);

#define LG_SHARES_MAX 1000000 /* of a sweep */

/* What one worker is told. Zeros: all runs, one thread for each processor, the registry. */
typedef struct lg_worker {
    int threads;          /* so many runs at a time, a thread for each */
    double lease;         /* seconds after which a worker that is not heard of loses its runs; 0: ten minutes */
    bool shards;          /* take a fixed share without a registry, and write lines to shards/ */
    size_t share, shares; /* which one: 0 <= share < shares <= LG_SHARES_MAX */
    const char *job;      /* name of this worker for others: "12_3"; NULL: that of a Slurm job, if it is in one */
} lg_worker;

typedef struct lg_worker_callbacks {
    void *user;
    void (*begin)(void *user, const lg_sweep_run *r); /* a run is being trained */
    void (*step)(void *user, const lg_sweep_run *r, const lg_step_report *s);
    void (*end)(void *user, const lg_sweep_run *r); /* it has ended, or was stopped: its state says */
    bool (*stop)(void *user);                       /* asked as in lg_callbacks */
} lg_worker_callbacks;

/* Trains runs of the sweep until none is left that this worker may have: LG_OK. LG_SOME_FAILED: some of its own failed
 * or diverged. LG_PREEMPTED: stopped; its leases are given back. */
lg_status lg_sweep_work(lg_sweep *s, const lg_worker *how, const lg_worker_callbacks *calls);
/* The share that the environment gives to this process; where it says nothing, *how stays as it is. The first that is
 * there decides:
 *   - SLURM_ARRAY_TASK_ID, with _MIN, _STEP and _COUNT, times the tasks of the job step (SLURM_PROCID)
 *   - PMIX_RANK or OMPI_COMM_WORLD_RANK, with OMPI_COMM_WORLD_SIZE
 *   - JOB_COMPLETION_INDEX, from 0; PARALLEL_SEQ, from 1
 * LENGTHEN_SHARES says how many there are, where nothing else does, or of a Slurm array of which only some tasks run:
 * then SLURM_ARRAY_TASK_ID counts from 0. LG_USAGE: a share, and nothing that says of how many; a variable that is no
 * whole number, or not one of the shares that there are. */
lg_status lg_worker_shard(lg_context *c, lg_worker *how);
/* Failed runs (and diverged ones, if asked for) are planned again. */
lg_status lg_sweep_retry(lg_sweep *s, bool diverged, size_t *count);
/* Builds the registry anew from run directories and shards, and takes over the run directories that other directories
 * of the same plan have and this one lacks. LG_CORRUPT, with everything else done: some directories are damaged; their
 * runs are planned again. */
lg_status lg_sweep_merge(lg_sweep *s, const char *const *others, size_t count);
/* Results alone, one line of JSON for each run that has ended: no times, no machines, the same bytes however the sweep
 * was trained. */
lg_status lg_sweep_results(lg_sweep *s, const char *path);
/* The same lines, handed over one by one. */
typedef void (*lg_text_fn)(void *user, const char *text);
lg_status lg_sweep_each_result(lg_sweep *s, lg_text_fn line, void *user);

/* A sweep for machines that share a file system but no registry: its runs in packs, and a script, or a manifest of
 * jobs, that has a worker for each. */
typedef struct lg_export_info {
    const char *name, *summary; /* "slurm", "parallel", "k8s" */
    const char *file;           /* as which it is usually written, in the sweep directory: "slurm.sh" */
} lg_export_info;
size_t lg_export_count(void);
lg_export_info lg_export_at(size_t i);

typedef struct lg_export_option {
    const char *name, *value; /* "minutes", "20" */
} lg_export_option;
/* Hands over the whole text of one kind. It depends on the plan, on where the directory is, and on the settings. */
lg_status lg_sweep_export(lg_sweep *s, const char *name, const lg_export_option *settings, size_t count,
                          lg_text_fn write, void *user);

/* A table or a figure that reports can have. */
typedef struct lg_report_item {
    const char *name, *summary;
    const char *source; /* the table or figure of a paper that it repeats; "" */
    bool figure;
} lg_report_item;
size_t lg_report_count(void);
lg_report_item lg_report_at(size_t i); /* tables first */

/* How a report lays out the axes of a grid: lists of names with commas ("encoding,positions"), "task" or "train.lr" or
 * a short name. Rows and columns are products of axes; over `mean` scores are averaged; of `best` the label with the
 * best result is taken, and named. An axis that is in none of them goes where the sweep file's `select:` has it; else
 * the task has the rows, seeds are averaged, a learning rate is chosen by best, and the others are columns while there
 * are at most 24 of them and `columns` is NULL; what is left is chosen by best. */
typedef struct lg_report_layout {
    const char *rows, *columns, *mean, *best; /* NULL: not said */
    const char *const *where; /* "seed=1..3", "task=even_pairs,bucket_sort": only runs with these labels */
    size_t where_count;
} lg_report_layout;

/* What to make. Zeros: what the sweep is made for, else all for which it has runs, into SWEEP/report. */
typedef struct lg_report_options {
    const char *dir;         /* where; made if missing */
    const char *tables;      /* names with commas; "": none; NULL: those of the sweep, none if only figures are given */
    const char *figures;     /* likewise */
    bool scripts;            /* figures as data and script alone, gnuplot is not run */
    lg_report_layout layout; /* zeros: as the sweep file says, or by default */
} lg_report_options;

/* One file that was written. */
typedef struct lg_report_file {
    const char *path, *name; /* DIR/tables/best.md, "best" */
    const char *kind;        /* "table", "data", "script", "picture", "index" */
} lg_report_file;
typedef void (*lg_report_fn)(void *user, const lg_report_file *f);

/* Writes report.md, tables/NAME.md, .tex, .csv and .json, and figures/NAME.svg, .pdf and .png with data and script
 * beside them, from the plan and the results as they are now, finished or not. The same results make the same bytes.
 * Without gnuplot the pictures are missing, and the log hears a warning. `each` may be NULL. */
lg_status lg_report_write(lg_sweep *s, const lg_report_options *w, lg_report_fn each, void *user);

/* How a column of the sweep's tables is drawn, the same in every figure. */
typedef struct lg_style {
    const char *colour; /* "#0072B2" */
    int dash, marker;   /* dash: 1 solid, 2 dashed, 3 dotted, 4 dash-dotted; marker: 0 to 6 */
} lg_style;
lg_status lg_report_styles(lg_sweep *s, size_t room, lg_style *styles, size_t *count);
/* The same for runs with these configs, as if each were a column. */
lg_status lg_config_styles(lg_context *c, lg_config *const *configs, size_t count, lg_style *styles);

/* Runs gnuplot on a script in its folder, as a program of its own. The pictures that it makes have no date in them. */
lg_status lg_gnuplot(lg_context *c, const char *folder, const char *script);

/* ---- pages: a sweep in a browser -------------------------------------------------------------------------------- */

typedef enum lg_page_kind {
    LG_PAGE_FILE,   /* one HTML file with everything in it, which loads nothing */
    LG_PAGE_STATIC, /* the same without a script: tables and pictures */
    LG_PAGE_LIVE,   /* HTML for a server: asks it for api/page (LG_PAGE_DATA) and listens to api/events */
    LG_PAGE_DATA    /* JSON, "lengthen.page/1": web/src/data.ts describes it */
} lg_page_kind;
/* Makes a page from the plan and what has come out by now. figures: a folder whose .svg files it shows; NULL: none.
 * *text is to be freed by free(); *size without the NUL at its end. FILE and LIVE are there if the library was built
 * with Node.js (lg_page_has_script), else they are LG_FAILED. */
lg_status lg_page_make(lg_sweep *s, lg_page_kind kind, const char *figures, char **text, size_t *size);
bool lg_page_has_script(void);
/* Writes LG_PAGE_FILE, or LG_PAGE_STATIC where there is none. */
lg_status lg_page_write(lg_sweep *s, const char *figures, const char *path);

/* ---- machine and speed ------------------------------------------------------------------------------------------ */

typedef struct lg_machine {
    const char *cpu, *kernels, *compiler, *version, *precision; /* precision: "float32" or "float64" */
    int processors, threads;
    double peak_gflops;      /* measured multiply-add peak of all threads; 0 if not asked for */
    double peak_bf16_gflops; /* the same for products of bfloat16; that of floats where the processor has none */
    const char *kernel_sets; /* all sets that this processor can run, the best first: "avx2, portable, ref" */
    /* GB/s that all threads read and write together, each copying within 1 MiB, as much as a micro-batch takes, and
     * within so much that no cache holds it; 0 if not asked for, or without memory */
    double cache_bandwidth, memory_bandwidth;
    /* How these kernels multiply in bfloat16: by an "instruction" of the processor, "emulated", or "none" */
    const char *bf16_products;
} lg_machine;
lg_status lg_doctor(lg_context *c, bool measure, lg_machine *out);

typedef struct lg_speed {
    const char *task, *encoding, *positions;
    int length, tokens; /* n, T; length 0: the uniform mix */
    int threads;
    const char *precision;         /* of products: "float32", "float64", "bfloat16" */
    double steps_per_second;       /* of training; 0 for an evaluation */
    double eval_tokens_per_second; /* of evaluation; 0 for training */
    /* Multiply-adds x 2 that must be computed, a second; the peak of lg_machine in this precision, for these threads;
     * and the share of it. */
    double gflops, peak_gflops, peak_share;
    double intensity;      /* the same for each byte that goes in and out when every op reads and writes each of
                              its arrays once */
    size_t memory_bytes;   /* of the trainer: parameters, moments, activations */
    double gflop_per_step; /* multiply-adds x 2 of one training step, of a mean one where lengths are mixed; 0 for an
                              evaluation */
} lg_speed;
/* Times the training step of the config at one length (0: the curriculum's own mix) for about `seconds`, and, when
 * `eval` is true, evaluation instead (0: at all of eval.lengths). */
lg_status lg_bench(lg_config *f, int length, double seconds, bool eval, lg_speed *out);

/* Where the time of a training step goes. */
typedef struct lg_phase_report {
    const char *name;
    double seconds, share;                /* of one step, all threads together; of all their time */
    double gflops, peak_share, intensity; /* as in lg_speed, while in this phase; 0 where nothing is counted */
    double bandwidth; /* GB/s in and out, counted as for the intensity; 0 where nothing is counted */
} lg_phase_report;
typedef void (*lg_phase_fn)(void *user, const lg_phase_report *p);
/* Times the training step as lg_bench does, with a clock read after every op, which takes less than 1 %, and hands over
 * the phases in the order of a step; the last one is the rest: waiting, and what belongs nowhere. */
lg_status lg_bench_phases(lg_config *f, int length, double seconds, lg_speed *out, lg_phase_fn each, void *user);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif
#endif
