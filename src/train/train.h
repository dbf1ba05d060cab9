/* train.h: one training run in memory: model, optimizer, batches. Files are handled in run/. */
#ifndef LG_TRAIN_TRAIN_H
#define LG_TRAIN_TRAIN_H

#include "base/error.h"
#include "base/key.h"
#include "base/pool.h"
#include "base/real.h"
#include "data/data.h"
#include "graph/clock.h"
#include "kernel/view.h"
#include "nn/model/size.h"
#include "train/settings.h"

struct lg_description;

/* Kernels and threads of a trainer, and which of its data is needed. The pool must outlive the trainer. */
typedef struct lg_runtime {
    const lg_kernels *kernels;
    lg_pool *pool;
    bool bfloat16;   /* factors of products are bfloat16 (model.precision) */
    bool blank;      /* parameters start as zeros: they are loaded from a file, or not needed */
    unsigned unread; /* set of splits that are not needed; without the training split there is no training */
} lg_runtime;
const char *lg_runtime_bits(const lg_runtime *w); /* the kernel set that defines a model's bits (lg_kernels_bits) */

typedef struct lg_step {
    int64_t step; /* 1 for the first */
    int length, tokens;
    double loss, accuracy, grad_norm, rate;
    /* For a model with experts. expert_loss: the auxiliary loss that is added to the loss of the tokens. dropped: the
     * fraction of tokens that no expert accepted. load [expert_sublayers, experts]: in each sublayer, the fraction of
     * tokens that chose each expert; valid until the next step. */
    int expert_sublayers, experts;
    double expert_loss, dropped;
    const double *load;
} lg_step;

typedef struct lg_trainer lg_trainer;
/* Strings and lists of the description must outlive the trainer. */
lg_trainer *lg_trainer_new(const lg_runtime *w, const struct lg_description *d, lg_error *err);
void lg_trainer_free(lg_trainer *t);
/* Continues with another pool between steps or evaluations; results do not change. On failure (out of memory, or t
 * leads an ensemble), nothing changes. */
bool lg_trainer_set_pool(lg_trainer *t, lg_pool *pool);
/* Checks that there are enough positions for the longest length of the curriculum, and records of every length if the
 * curriculum draws all lengths equally often. Without this check, training would fail only when a step draws such a
 * length. */
bool lg_trainer_can_train(const lg_trainer *t, lg_error *err);
/* One optimizer step. Fails with LG_DIVERGED if loss, gradient norm or learning rate is not finite, and with
 * LG_PREEMPTED if the step is stopped (train/stop.h). The parameters then do not change. */
bool lg_trainer_step(lg_trainer *t, lg_step *out, lg_error *err);
/* The schedule's learning rate at step 1, 2, ... of a training of `steps` steps. */
double lg_trainer_rate(const lg_trainer *t, int64_t step, int64_t steps);
int64_t lg_trainer_steps(const lg_trainer *t);        /* steps done */
void lg_trainer_resume(lg_trainer *t, int64_t steps); /* call after filling the arrays below from a checkpoint */
size_t lg_trainer_bytes(const lg_trainer *t);         /* bytes of parameters, moments and activations */
/* Cost of one training step at this length, by phase. False: out of memory. */
bool lg_trainer_cost(lg_trainer *t, int length, lg_cost out[LG_PHASES], lg_error *err);
/* Cost of step number `step` (from 1) with the records that it draws and their padding. */
bool lg_trainer_step_cost(lg_trainer *t, int64_t step, lg_cost out[LG_PHASES], lg_error *err);
/* Counts the workers' time by phase in clocks[worker]; NULL stops counting. */
void lg_trainer_clock(lg_trainer *t, lg_clock *clocks);

/* A named array of the state: a parameter, or an array that the optimizer keeps for a parameter. It is in host memory;
 * to load a checkpoint, write through `value` and call lg_trainer_resume. */
typedef struct lg_named_array {
    const char *prefix; /* kind of the array, such as "moment1."; "" for a parameter */
    const char *name;
    int rank;
    size_t shape[4];
    size_t count;  /* product of shape */
    size_t active; /* for a parameter: elements that one token uses (nn/model/size.h) */
    real *value;
    double decay; /* weight decay of a parameter: that of the options, or 0 */
} lg_named_array;
size_t lg_trainer_arrays(const lg_trainer *t);
lg_named_array lg_trainer_array(const lg_trainer *t, size_t i); /* in a fixed order */

/* Like the two functions above, for the arrays of the optimizer, in the order of their parameters. */
size_t lg_trainer_moments(const lg_trainer *t);
lg_named_array lg_trainer_moment(const lg_trainer *t, size_t i);

/* Like lg_trainer_arrays and lg_trainer_array, for the states that a model with memory carries between steps,
 * [sequences, rows, columns]. */
size_t lg_trainer_states(const lg_trainer *t);
lg_named_array lg_trainer_state(const lg_trainer *t, size_t i);

/* Size of the model and of the forward pass of one sequence of the longest training length. */
typedef struct lg_model_measure {
    lg_size size;
    int length, tokens; /* tokens in all streams */
    double flops;       /* multiply-adds x 2 */
} lg_model_measure;
bool lg_trainer_measure(lg_trainer *t, lg_model_measure *out, lg_error *err);

/* Sizes of a record of length `length`:
 *   n, m      source tokens; target tokens
 *   classes   output classes
 *   tokens    tokens of the sequence
 *   first     output j is read at token first + j
 *   inputs    source tokens in the sequence; 0 if the source is a separate sequence
 *   symbols   distinct symbols */
typedef struct lg_sizes {
    int n, m, classes, tokens, first, inputs, symbols;
} lg_sizes;
lg_sizes lg_trainer_sizes(const lg_trainer *t, int length);

const struct lg_dataset *lg_trainer_data(const lg_trainer *t); /* training data; valid as long as the trainer */
const struct lg_order *lg_trainer_order(const lg_trainer *t);  /* sublayers of the model; valid just as long */

/* Computes loss and gradients of a batch without dropout. The batch is drawn as in step 0 of a training with the key
 * `root`; if `root` is not the training's key, the batch contains other records than the training. The batch
 * has `sequences` sequences, each with n source tokens and m target tokens; lg_trainer_sizes(length) gives the maximum
 * of n and m. `out` receives input [sequences,n], target [sequences,m], logits [sequences,m,classes], and the gradients
 * of all arrays, without gaps between arrays. If records of the length differ in size, those whose size differs from
 * the first are skipped. */
typedef struct lg_probe {
    int32_t *input, *target;
    real *logits, *gradients;
    double loss;        /* mean over all tokens with a loss */
    double expert_loss; /* auxiliary loss of experts; gradients include it */
    int n, m;           /* out */
} lg_probe;
bool lg_trainer_probe(lg_trainer *t, lg_key root, int length, int sequences, lg_probe *out, lg_error *err);

/* lg_trainer_probe_stream works like lg_trainer_probe, but for records of any sizes, and returns only the loss and the
 * gradients. It also reports the gradients in the residual stream, in order: at the input of each block, after each
 * addition and after each norm. */
typedef struct lg_stream_gradient {
    const char *what;      /* "hidden" (input of a block, or finally of the head), "sum", "dual", "norm" */
    const char *part;      /* "sum", "dual": the sublayer; "norm": its name; "hidden": "" */
    bool sources;          /* in the source stream */
    int block;             /* -1: of the stream as a whole */
    double gradient, size; /* Frobenius norms of the loss gradient and the activation, divided by sqrt(tokens) */
} lg_stream_gradient;
typedef void (*lg_stream_gradient_fn)(void *user, const lg_stream_gradient *x);
bool lg_trainer_probe_stream(lg_trainer *t, lg_key root, int length, int sequences, lg_probe *out,
                             lg_stream_gradient_fn each, void *user, lg_error *err);
void lg_trainer_initialise(lg_trainer *t); /* initial parameters, step 0; keeps the moments */

/* Sets the split that evaluation and introspection read; the test split by default. */
void lg_trainer_evaluate_split(lg_trainer *t, lg_split split);

/* Attention weights and activations of evaluation sequences of this length, with the first position sample and without
 * dropout. Autoregressive sequences contain the true outputs. Sequences are not padded; lg_trainer_sequence_sizes
 * returns their size. `each` is called with the weights [queries, keys] of every head of every attention of this kind,
 * in order. */
typedef void (*lg_weights_fn)(void *user, int block, int head, const real *weights);
bool lg_trainer_sequence_sizes(lg_trainer *t, int length, int64_t sequence, lg_sizes *out, lg_error *err);
/* words: the words of the tokens, [tokens], or, if `source` is true, those of the source stream, [n]. "" for tokens
 * without a word, such as the empty token. Valid as long as the trainer. */
bool lg_trainer_sequence_words(lg_trainer *t, int length, int64_t sequence, bool source, const char **words,
                               lg_error *err);
bool lg_trainer_attention(lg_trainer *t, lg_attention_kind kind, int length, int64_t sequence, lg_weights_fn each,
                          void *user, lg_error *err);

/* Sequences first..first+count-1, which must have the same number of tokens. */
typedef struct lg_activation_request {
    int length;
    int64_t first;
    int count;
    bool source; /* the source stream, if it is a separate sequence */
} lg_activation_request;
/* The rows that blocks process: the tokens of the stream from `first` on, or latents. */
typedef struct lg_activation_rows {
    int first, count; /* count 0: the stream has no blocks */
    bool latents;
} lg_activation_rows;
bool lg_trainer_activation_rows(lg_trainer *t, const lg_activation_request *x, lg_activation_rows *out, lg_error *err);
/* Copies the activations of rows from..to-1 into out [blocks + 1, x->count, to - from, width]: the embedding, then the
 * output of each block. */
bool lg_trainer_activations(lg_trainer *t, const lg_activation_request *x, int from, int to, real *out, lg_error *err);

/* Requests a copy of a tap (readable activation of lg_model_instrumented) by block (-1: of the model) and name. `out`
 * receives it (lg_tap_read). */
typedef struct lg_look {
    int block;
    const char *name;
    double *out;
} lg_look;
/* Runs one sequence of `tokens` arbitrary token ids and copies `count` taps. Uses the positions of training step 0 and
 * no dropout. Only for models with one stream. */
bool lg_trainer_look(lg_trainer *t, const int32_t *ids, int tokens, const lg_look *looks, size_t count, lg_error *err);

/* The position sample of the last introspection, logits or probe. If positions depend on documents, it is the sample of
 * the first sequence. See nn/stream/position_sample.h. */
const struct lg_position_sample *lg_trainer_position_sample(const lg_trainer *t);
/* The position sample of the last logits, which may be specific to one record (lg_trainer_logits). */
const struct lg_position_sample *lg_trainer_logits_sample(const lg_trainer *t);
/* The position sample of sequence `row` of a probe: the sequence's own sample if the probe drew a sample per sequence,
 * otherwise the common sample. */
const struct lg_position_sample *lg_trainer_sequence_sample(const lg_trainer *t, int row);

#endif
