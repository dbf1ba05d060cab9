/* analysis.h: analyses of trained models, in addition to those in lengthen.h. Exported for the program, but not part of
 * the stable interface. */
#ifndef LG_API_ANALYSIS_H
#define LG_API_ANALYSIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lengthen.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

/* Like lg_run_logits, but an autoregressive model reads the given target tokens [targets] instead of its own answer.
 * target NULL: the same as lg_run_logits. */
lg_status lg_run_target_logits(lg_run *r, const int32_t *input, int inputs, const int32_t *target, int targets,
                               double *logits, size_t capacity, int *outputs, int *classes);

/* The first record of the training file, for data that consists of files of records. */
typedef struct lg_first_record {
    const lg_example *example;
    const char *file;        /* the option that names the file */
    const char *description; /* description of the data: "pairs of characters, a vocabulary of 30; ..." */
} lg_first_record;
typedef void (*lg_first_record_fn)(void *user, const lg_first_record *x);
/* LG_USAGE: the data has no files of records. */
lg_status lg_sample_first(lg_config *f, lg_first_record_fn each, void *user);

/* How a shift of all positions changes the states of a layer (numbered as in lg_layer_map): for each pair of offsets,
 * the mean over tokens of the cosine similarity between the states of the same token. 1: no change. */
typedef struct lg_shift_map {
    int layer, layers, length, sequences;
    size_t count;
    const int *offsets;       /* [count] */
    const double *similarity; /* [count, count] */
    const char *stream;       /* "encoder" or "decoder" of a model with both; otherwise "" */
} lg_shift_map;
typedef void (*lg_shift_fn)(void *user, const lg_shift_map *m);
/* Runs the same unpadded sequences at positions that begin at each offset (positions: shifted), and passes one map per
 * layer: the encoder's layers before the decoder's. If blocks process latents, the layers are those of the latents.
 * `sequences` 0: 10, or all if there are fewer. Source: the probe of Kiyono et al. 2021, section 5. LG_USAGE: the
 * encoding reads no positions, or has none at these offsets. */
lg_status lg_analyze_shifts(lg_run *r, const int *offsets, size_t count, int length, int sequences, lg_shift_fn each,
                            void *user);

/* Routing of the tokens of one length in one sublayer with experts. */
typedef struct lg_load_report {
    int length, sublayer, sublayers; /* index and number of sublayers with experts, in order of computation */
    const char *name;                /* kind of the sublayer: "switch" or "base_layer" */
    const char *stream;              /* "encoder" or "decoder" of a model with both; otherwise "" */
    int block;                       /* of that stream */
    int64_t sequences, tokens;       /* tokens that were routed */
    int64_t dropped;                 /* tokens that exceeded the capacity */
    int experts;
    const double *chosen, *taken; /* [experts]: fraction of the tokens that chose each expert; fraction that the expert
                                     processed */
} lg_load_report;
typedef void (*lg_load_fn)(void *user, const lg_load_report *x);
/* Routes `sequences` evaluation records of each length (all if there are fewer). Passes reports by length, then by
 * sublayer. The model reads true targets. LG_USAGE: the model has no experts. */
lg_status lg_analyze_load(lg_run *r, const int *lengths, size_t count, int sequences, lg_load_fn each, void *user);

/* The gradient of a batch's mean loss with respect to the residual stream at one depth. lg_parameter_gradient_report
 * describes the gradient of the same loss with respect to a parameter. */
typedef struct lg_stream_gradient_report {
    const char *what; /* "hidden": the input of a block or, if block = blocks, of the head; "sum": after an addition to
                         the stream; "dual": after an addition to the second sum of block dual_norm; "norm": after a
                         norm */
    const char *part; /* for "sum" and "dual" the sublayer, for "norm" the norm; otherwise "" */
    bool sources;     /* of the source stream */
    int block;        /* -1: of the whole stream */
    double gradient, size; /* Frobenius norms of gradient and activation, divided by the square root of the number of
                              tokens */
} lg_stream_gradient_report;
typedef struct lg_parameter_gradient_report {
    const char *name;          /* "block.0.feed_forward.2.weight" */
    double gradient, mean_abs; /* L2 norm of the gradient, mean absolute value of its elements */
    double weight;             /* L2 norm of the parameter */
    double update; /* L2 norm of the parameter's change since the previous point, divided by `weight` and by the number
                      of steps since then; NaN at the first point */
} lg_parameter_gradient_report;
typedef struct lg_gradient_point {
    int64_t step; /* training step; 0: initial parameters */
    int length, sequences;
    double loss;
    size_t stream_count, parameter_count;
    const lg_stream_gradient_report *stream; /* in order of computation, source stream first */
    const lg_parameter_gradient_report *parameters;
} lg_gradient_point;
typedef void (*lg_gradient_fn)(void *user, const lg_gradient_point *p);
/* Measures gradients at initialization, at each checkpoint kept by train.keep, and at the last model. If the run was
 * opened from a model file, measures only that model. All measurements use the same sequences, which are not training
 * sequences, without dropout. */
lg_status lg_analyze_gradients(lg_run *r, int length, int sequences, lg_gradient_fn each, void *user);

/* Sets the options of a list "mask: window, mask.width: 16" as lg_config_set does. They override earlier settings.
 * `where` is the location of the list for messages and --print-config; line and column are appended to it. */
lg_status lg_config_set_list(lg_config *f, const char *list, lg_origin origin, const char *where);
/* Returns the error that lg_run_eval would return for the current config. Reads the model, evaluates nothing. */
lg_status lg_run_eval_check(lg_run *r);
/* Like lg_run_eval, but also computes a 95 % confidence interval of the chosen metric at each length (`low` and `high`
 * of the reports). Method: percentile bootstrap over sequences with `resamples` resamples, stratified by position
 * sample. Resamples are functions of eval.seed and the length. The interval is about this model, not about models of
 * other seeds. */
lg_status lg_analyze_curve(lg_run *r, int resamples, const lg_callbacks *calls, lg_score_report *out);

/* Progress of an analysis: sequences done, all sequences, fraction of the operations done. */
typedef lg_progress_fn lg_analyze_progress_fn;
/* Chooses at most `capacity` (2 or more) of the run's training and evaluation lengths above a limit, evenly spread,
 * including the shortest and the longest, in ascending order. Returns their number. */
size_t lg_analyze_spread_lengths(lg_run *r, int above, size_t capacity, int *lengths);

/* A token that activates a unit, with the sequence that contains it. */
typedef struct lg_unit_place {
    int length;
    int64_t sequence;
    int token; /* index among the `tokens` that the model reads */
    int tokens;
    const char *const *words;
    const char *target; /* the output symbol that is to be predicted at this token, and its id; NULL and -1: none */
    int target_id;
    double activation;
} lg_unit_place;
/* An output symbol that a unit promotes. */
typedef struct lg_unit_symbol {
    int id;
    const char *word;
    double probability; /* softmax(v E^T) */
} lg_unit_symbol;
/* A unit of the hidden layer of a feed-forward network y = sum_i act(x k_i) v_i, seen as a key-value memory. */
typedef struct lg_unit_report {
    int block, unit, units; /* index and number of units */
    int64_t tokens;         /* tokens read */
    double mean, positive;  /* mean activation; fraction of tokens where it is above 0 */
    size_t place_count, symbol_count;
    const lg_unit_place *places;   /* largest activations in descending order; ties in reading order */
    bool bytes;                    /* tokens are bytes or characters: join words without blanks */
    const lg_unit_symbol *symbols; /* most probable first; none if the head has no matrix E (adaptive) */
} lg_unit_report;
typedef void (*lg_unit_fn)(void *user, const lg_unit_report *x);
typedef struct lg_unit_question {
    const int *lengths;
    size_t length_count;
    int sequences;    /* per length; all if there are fewer */
    int block;        /* -1: all blocks with such a network */
    const int *units; /* [unit_count]: indices of units in each block */
    size_t unit_count;
    int most;            /* units per block if unit_count is 0: the units with the largest activations */
    int places, symbols; /* per unit, at most */
} lg_unit_question;
/* Analyzes the stream that the head reads, block by block. The model reads true targets. Units are in the requested
 * order or, if none are requested, ordered by largest activation. With a gate (mixer glu and others) the activation is
 * the product of both factors. E is the head's matrix, without its bias. Source: Geva et al. 2021, Transformer
 * Feed-Forward Layers Are Key-Value Memories. LG_USAGE: the model has no such block or unit. progress may be NULL. */
lg_status lg_analyze_units(lg_run *r, const lg_unit_question *q, lg_unit_fn each, lg_analyze_progress_fn progress,
                           void *user);

/* Distance between the attention of a run and of a reference, in one block at one length (Kazemnejad et al. 2023,
 * section 5.2). P_t and Q_t are the weights of two heads for query t, divided by their sum. T is the number of tokens
 * of source, target and end. In nats,
 *     D(P,Q) = (1/T) sum_t JSD(P_t, Q_t),   JSD(P,Q) = KL(P||M)/2 + KL(Q||M)/2,   M = (P+Q)/2.
 * The distance of a block is the smallest D over all pairs of a head of the run and a head of the reference. The
 * official code of that paper uses KL(M||P) and KL(M||Q) instead, and only pairs in which the index of the run's head
 * is below the index of the reference's head. */
typedef struct lg_attention_divergence {
    size_t run;                       /* index among the runs that are compared with the reference */
    int length, block, blocks, heads; /* block 0 is the first block with self-attention */
    lg_split split;                   /* split of the sequences */
    int64_t sequences;
    double jensen_shannon; /* mean over sequences of the smallest D of a pair: 0..ln 2 */
    double released;       /* the same, computed as in the official code: 0..infinity; NaN with one head */
    const double *pairs;   /* [heads, heads]: mean over sequences of D, by head of the reference and head of the run */
} lg_attention_divergence;
typedef void (*lg_attention_divergence_fn)(void *user, const lg_attention_divergence *x);
/* Compares the runs on `sequences` records of each length (all if there are fewer). Passes results by length, then by
 * run, then by block. Records come from the validation split if the reference was trained on that length and the split
 * exists, otherwise from the test split; endless records are those of the reference's evaluation. All runs must be
 * opened separately; they share the reference's thread pool. LG_USAGE: runs differ in data, blocks or heads. progress
 * may be NULL. */
lg_status lg_analyze_divergence(lg_run *reference, lg_run *const *runs, size_t count, const int *lengths,
                                size_t length_count, int64_t sequences, lg_attention_divergence_fn each,
                                lg_analyze_progress_fn progress, void *user);

/* The tokens whose queries are counted: all, the source, the target or, in a target with reasoning steps, the answer
 * (after ". Thus,") or everything before it. */
typedef enum lg_region {
    LG_REGION_ALL,
    LG_REGION_SOURCE,
    LG_REGION_TARGET,
    LG_REGION_SCRATCHPAD,
    LG_REGION_ANSWER
} lg_region;

/* The normalized distance from query t, counted from 1, to the key n <= t of the largest weight: (t - n + 1)/t, as
 * Kazemnejad et al. 2023 define it in section 6.1, or (t - n)/t, as their official code has it. */
typedef enum lg_distance_form { LG_DISTANCE_PAPER, LG_DISTANCE_RELEASED } lg_distance_form;

enum { LG_DISTANCE_BINS = 20 }; /* of width 0.05: [0, 0.05), ..., [0.95, 1] */

/* How far back the heads of a block attend at one length: the normalized distance from each query to the key of its
 * largest weight (ties: the first one). Under softmax, this key also has the largest score. Queries that attend to
 * nothing are skipped. */
typedef struct lg_attention_distance {
    int length, block, blocks, heads; /* block 0 is the first block with self-attention */
    lg_split split;                   /* split of the sequences */
    int64_t sequences;
    const int64_t *counts; /* [heads, LG_DISTANCE_BINS]: number of queries */
    const double *means;   /* [heads]: mean distance; NaN: no query */
} lg_attention_distance;
typedef void (*lg_attention_distance_fn)(void *user, const lg_attention_distance *x);
/* Passes results by length, then by block, for the records that lg_analyze_divergence reads. Every token of source and
 * target is a query. LG_USAGE: the mask is not causal, or records lack the region. progress may be NULL. */
lg_status lg_analyze_distance(lg_run *r, const int *lengths, size_t length_count, int64_t sequences, lg_region region,
                              lg_distance_form form, lg_attention_distance_fn each, lg_analyze_progress_fn progress,
                              void *user);

/* How evenly the heads of a block distribute their attention at one length. The entropy of a query's weights,
 * normalized to the sum 1, is 0 for one key and ln n for n equal weights (Su 2021, entropy invariance of attention).
 * Queries that attend to nothing are skipped. */
typedef struct lg_attention_sharpness {
    int length, block, blocks, heads; /* block 0 is the first block with self-attention */
    lg_split split;                   /* split of the sequences */
    int64_t sequences;
    const int64_t *queries;  /* [heads] */
    const double *entropies; /* [heads]: mean over queries, in nats; NaN: no query */
    const double *relative;  /* [heads]: mean over queries of entropy / ln n, where n > 1 is the number of keys that the
                                mask allows, even in other documents; queries with n = 1 are skipped */
} lg_attention_sharpness;
typedef void (*lg_attention_sharpness_fn)(void *user, const lg_attention_sharpness *x);
/* Passes results by length, then by block, for the records that lg_analyze_divergence reads. LG_USAGE: records lack the
 * region. progress may be NULL. */
lg_status lg_analyze_sharpness(lg_run *r, const int *lengths, size_t length_count, int64_t sequences, lg_region region,
                               lg_attention_sharpness_fn each, lg_analyze_progress_fn progress, void *user);

/* The loss of tokens: their mean negative log-likelihood. */
typedef struct lg_token_loss {
    double nll;              /* in nats */
    double error;            /* standard error of nll over windows; NaN for one window */
    double perplexity, bits; /* exp(nll); nll in bits */
} lg_token_loss;
/* The scored tokens of the test split. first, last: indices of the first and the last scored token, from 0. count:
 * number of scored tokens. digest: of these tokens. */
typedef struct lg_predicted_tokens {
    int64_t first, last, count;
    char digest[33];
} lg_predicted_tokens;
/* Loss on the same tokens predicted from a context of `context` tokens (after Kazemnejad et al. 2023, appendix F). A
 * window has `context` targets, each predicted from all preceding tokens of the window. The last `scored` targets
 * count. The windows of all contexts end at the same tokens, so all contexts predict the same tokens. */
typedef struct lg_context_score {
    int context, scored;
    int64_t windows;
    lg_predicted_tokens tokens; /* the scored tokens of all windows */
    lg_token_loss loss;
} lg_context_score;
typedef void (*lg_context_score_fn)(void *user, const lg_context_score *x);
enum { LG_DEFAULT_CONTEXTS = 9 };
/* Stores the default contexts: from half of the longest training length to 2.5 times that length, in steps of a quarter
 * of that length. Returns their number. */
size_t lg_analyze_default_contexts(const lg_run *r, int contexts[LG_DEFAULT_CONTEXTS]);
/* Evaluates each context on `windows` windows, evenly spread over the test split, or as many as fit without scoring a
 * token twice. scored: number of scored targets per window, up to the smallest context; 0: half of the smallest
 * context. Dropout is off, and the position sample is the first one that evaluation uses at that length. LG_USAGE: the
 * data is not a token stream such as `text`, the model is not autoregressive, or the encoding has no positions for a
 * context. progress may be NULL. */
lg_status lg_analyze_context(lg_run *r, const int *contexts, size_t count, int scored, int64_t windows,
                             lg_context_score_fn each, lg_analyze_progress_fn progress, void *user);

/* Relative effective context length (Dai et al. 2019, Transformer-XL, section 4.4): how much context a model uses,
 * relative to a group of models. l_i(c,t) is the loss of model i at token t, predicted from a context of c tokens, and
 * b(c,t) is the smallest such loss in the group. T is the set of tokens with the largest b(c,t), a fraction r of all
 * tokens. For the next context c'
 *     f_i(c,c') = mean over t in T of min(b(c,t), l_i(c',t)),     g_i = (exp f_i(c,c) - exp f_i(c,c')) / exp f_i(c,c),
 * and the effective length is the first c with g_i below a threshold. */
typedef struct lg_recl_gain {
    double before, after; /* f_i(c,c) and f_i(c,c'), in nats */
    double gain;          /* g_i */
} lg_recl_gain;
typedef struct lg_recl_options {
    const int *contexts; /* [context_count]: ascending, at least two; a gain compares each c with the next context c' */
    size_t context_count;
    const double *fractions; /* [fraction_count]: values of r, each in (0, 1] */
    size_t fraction_count;
    double threshold;
    int scored; /* number of scored targets per window; 0 means 1: every target is then predicted from the whole
                   context */
    int64_t windows;
} lg_recl_options;
typedef struct lg_recl_report {
    size_t run;
    double fraction;
    lg_predicted_tokens tokens;
    int64_t hardest; /* number of tokens in T */
    int length;      /* the effective length, or the longest context */
    bool reached;    /* false: the gain never fell below the threshold; the effective length is at least `length` */
    size_t count;
    const int *contexts;       /* [count + 1] */
    const lg_recl_gain *gains; /* [count] from contexts[i] to contexts[i + 1] */
} lg_recl_report;
typedef void (*lg_recl_fn)(void *user, const lg_recl_report *x);
/* Passes results by fraction, then by run, for the windows that lg_analyze_context scores. LG_USAGE: as in
 * lg_analyze_context, or the runs have different test texts. count: at least 1. progress may be NULL. */
lg_status lg_analyze_recl(lg_run *const *runs, size_t count, const lg_recl_options *o, lg_recl_fn each,
                          lg_analyze_progress_fn progress, void *user);

/* Mean loss at positions `first` to `last` of a window, counted from 1. Tokens at the beginning of a window have little
 * context. */
typedef struct lg_place_loss {
    int length, before, first, last;
    int64_t windows;
    lg_predicted_tokens tokens; /* of all windows at these positions */
    lg_token_loss loss;         /* mean over windows * (last - first + 1) tokens */
} lg_place_loss;
typedef void (*lg_place_loss_fn)(void *user, const lg_place_loss *x);
/* Measures the loss at positions 1, 2, 3..4, 5..8, ... of `windows` windows of `length` tokens, spread over the test
 * split so that no token is scored twice. The first token of a window is predicted from the before + 1 text tokens that
 * precede the window; before: 0 or more. LG_USAGE: as in lg_analyze_context. progress may be NULL. */
lg_status lg_analyze_places(lg_run *r, int length, int before, int64_t windows, lg_place_loss_fn each,
                            lg_analyze_progress_fn progress, void *user);

/* A group of records within a length. For addition, a group is a pair: the number of digits of the first number and the
 * number of digits of the second number. */
typedef struct lg_cell_report {
    const char *name;         /* for display: "8-by-3" */
    int length, place[2];     /* coordinates in a grid of all groups: {8, 3} */
    const char *const *axes;  /* [2]: meaning of the coordinates: "digits of the first number" */
    int64_t sequences, right; /* evaluated sequences; exact matches among them */
} lg_cell_report;
typedef void (*lg_cell_fn)(void *user, const lg_cell_report *x);
/* Evaluates as lg_run_eval does, then passes the groups by length. LG_USAGE: the data has no groups. calls may be
 * NULL. */
lg_status lg_analyze_cells(lg_run *r, const lg_callbacks *calls, lg_cell_fn each, void *user);

/* Counts of the tokens at one position in the answers of a length. Two kinds of tokens are skipped: tokens that do not
 * count because they are given, and tokens generated after the end of the target. */
typedef struct lg_output_report {
    int length;
    int position;                   /* from 1, the first token of the target; with from_end, 1 is its last token */
    int64_t tokens, right, missing; /* tokens that count; right tokens; tokens missing because the answer ended
                                       earlier */
} lg_output_report;
typedef void (*lg_output_fn)(void *user, const lg_output_report *x);
/* Evaluates as lg_run_eval does, then passes reports by length and position. The last token is the end token if the
 * data has one. calls may be NULL. */
lg_status lg_analyze_outputs(lg_run *r, bool from_end, const lg_callbacks *calls, lg_output_fn each, void *user);

/* An element of the confusion matrix of a length: how often `predicted` was generated where `target` was right. */
typedef struct lg_confusion_report {
    int length;
    int target, predicted;                    /* ids of the target vocabulary; predicted: -1, the answer had ended */
    const char *target_word, *predicted_word; /* valid as long as the run; predicted_word: NULL, the answer had ended */
    int64_t tokens;                           /* at least 1 */
} lg_confusion_report;
typedef void (*lg_confusion_fn)(void *user, const lg_confusion_report *x);
/* Counts the same tokens as lg_analyze_outputs. Passes the elements by length, then `target`, then `predicted`.
 * Elements that are 0 are skipped. */
lg_status lg_analyze_confusion(lg_run *r, const lg_callbacks *calls, lg_confusion_fn each, void *user);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
