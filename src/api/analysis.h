/* analysis.h: what trained models compute, beside attention and activations (lengthen.h). For the program, which
 * shares the library with others: no part of its stable interface, but exported. */
#ifndef LG_API_ANALYSIS_H
#define LG_API_ANALYSIS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lengthen.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

/* lg_run_logits of `targets` given target tokens, which a model that reads its own answer reads in its place; target
 * NULL: lg_run_logits. */
lg_status lg_run_target_logits(lg_run *r, const int32_t *input, int inputs, const int32_t *target, int targets,
                               double *logits, size_t capacity, int *outputs, int *classes);

/* The first record of the training file of a config whose data are files of records. */
typedef struct lg_first_record {
    const lg_example *example;
    const char *file; /* the option that names it */
    const char *told; /* what there is: "pairs of characters, a vocabulary of 30; ..." */
} lg_first_record;
typedef void (*lg_first_record_fn)(void *user, const lg_first_record *x);
/* LG_USAGE: data without files of records. */
lg_status lg_sample_first(lg_config *f, lg_first_record_fn each, void *user);

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

/* Sets the options of a list "mask: window, mask.width: 16" as lg_config_set does, above those that are set already.
 * where: in messages and --print-config, before line and column. */
lg_status lg_config_set_list(lg_config *f, const char *list, lg_origin origin, const char *where);
/* Would lg_run_eval refuse the run's config as it is now? The model is read and nothing is evaluated. */
lg_status lg_run_eval_check(lg_run *r);
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

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
