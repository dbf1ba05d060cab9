/* train.h: one training run in memory: model, optimizer, batches. Files are in run/. */
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

/* What computes a training, and what of it is made. The pool must outlive the trainer. */
typedef struct lg_runtime {
    const lg_kernels *kernels;
    lg_pool *pool;
    bool bfloat16; /* factors of products are (model.precision) */
    bool blank;    /* parameters begin as zeros: they are read from a file, or what is asked does not depend on them */
    unsigned unread; /* set of splits of the data that nobody asks for: without that of training there is none */
} lg_runtime;
const char *lg_runtime_bits(const lg_runtime *w); /* the kernel set whose bits a model has (lg_kernels_bits) */

typedef struct lg_step {
    int64_t step; /* 1 for the first */
    int length, tokens;
    double loss, accuracy, grad_norm, rate;
    /* Of a model with experts: what their losses add to that of the tokens; the share of tokens that found no room; for
     * each sublayer with experts the share of tokens that chose each, [expert_sublayers, experts], valid until the next
     * step. */
    int expert_sublayers, experts;
    double expert_loss, dropped;
    const double *load;
} lg_step;

typedef struct lg_trainer lg_trainer;
/* Texts and lists of the description must outlive the trainer. */
lg_trainer *lg_trainer_new(const lg_runtime *w, const struct lg_description *d, lg_error *err);
void lg_trainer_free(lg_trainer *t);
/* Continues with another pool, between steps or evaluations; results do not depend on it. False when memory runs out:
 * then nothing has changed. */
bool lg_trainer_set_pool(lg_trainer *t, lg_pool *pool);
/* Has the longest length of the curriculum enough positions, and each that is drawn evenly records? Steps fail too, but
 * only when they reach one that has not. */
bool lg_trainer_can_train(const lg_trainer *t, lg_error *err);
/* One optimizer step. Fails with LG_DIVERGED when loss or gradient norm is not finite, and with LG_PREEMPTED when it is
 * stopped (train/stop.h); parameters then are as before. */
bool lg_trainer_step(lg_trainer *t, lg_step *out, lg_error *err);
/* The learning rate that the schedule has at a step, 1 for the first, of a training of so many. */
double lg_trainer_rate(const lg_trainer *t, int64_t step, int64_t steps);
int64_t lg_trainer_steps(const lg_trainer *t);        /* steps done */
void lg_trainer_resume(lg_trainer *t, int64_t steps); /* after the arrays below were filled from a checkpoint */
size_t lg_trainer_bytes(const lg_trainer *t);         /* memory of parameters, moments, activations */
/* What one training step at n = length costs in each phase; false without memory. */
bool lg_trainer_cost(lg_trainer *t, int length, lg_cost out[LG_PHASES], lg_error *err);
/* The same of the records that a step draws, 1 for the first, padded as they are there. */
bool lg_trainer_step_cost(lg_trainer *t, int64_t step, lg_cost out[LG_PHASES], lg_error *err);
/* From now on the workers' time is counted, by phase, in clocks[worker]; NULL: no longer. */
void lg_trainer_clock(lg_trainer *t, lg_clock *clocks);

/* One named array of the state: a parameter, or what the optimizer carries for one. Host memory; write through these
 * pointers and call lg_trainer_resume to load a checkpoint. */
typedef struct lg_named_array {
    const char *prefix; /* what kind it is: "moment1."; "" of a parameter */
    const char *name;
    int rank;
    size_t shape[4];
    size_t count;  /* product of shape */
    size_t active; /* of a parameter: numbers that a token meets (nn/model/size.h) */
    real *value;
    double decay; /* weight decay of a parameter: that of the options, or 0 */
} lg_named_array;
size_t lg_trainer_arrays(const lg_trainer *t);
lg_named_array lg_trainer_array(const lg_trainer *t, size_t i); /* in a fixed order */

/* The same of what the optimizer carries, in the order of the parameters that it is for. */
size_t lg_trainer_moments(const lg_trainer *t);
lg_named_array lg_trainer_moment(const lg_trainer *t, size_t i);

/* The same of what a model with memory carries from one step to the next, [sequences, rows, columns]. */
size_t lg_trainer_states(const lg_trainer *t);
lg_named_array lg_trainer_state(const lg_trainer *t, size_t i);

/* How large the model is, and the forward pass of one sequence of the longest length of the training. */
typedef struct lg_model_measure {
    lg_size size;
    int length, tokens; /* tokens of all its streams */
    double flops;       /* multiply-adds x 2 */
} lg_model_measure;
bool lg_trainer_measure(lg_trainer *t, lg_model_measure *out, lg_error *err);

/* Tokens of input and of output of a task of size `length`, and classes of an output; tokens of the sequence, where
 * output j is read at token first + j; of these, tokens of the input: none where it has a sequence of its own;
 * different tokens that there are. */
typedef struct lg_sizes {
    int n, m, classes, tokens, first, inputs, symbols;
} lg_sizes;
lg_sizes lg_trainer_sizes(const lg_trainer *t, int length);

const struct lg_dataset *lg_trainer_data(const lg_trainer *t); /* what it learns from; valid as long as the trainer */
const struct lg_order *lg_trainer_order(const lg_trainer *t);  /* the sublayers of its model, likewise */

/* Loss and gradients of a batch of samples as step 0 of a training with the key `root` would draw them, without
 * dropout; with another key than that of this training they are other samples than those that it learns from. For
 * `sequences` sequences of n and m tokens, which are no more than those of lg_trainer_sizes(length): input
 * [sequences,n], target [sequences,m], logits [sequences,m,classes]; gradients of the arrays one after another, without
 * gaps. Where records of the length have several sizes, those that are not of the first one's are passed over. */
typedef struct lg_probe {
    int32_t *input, *target;
    real *logits, *gradients;
    double loss;        /* the mean of all tokens that are learned */
    double expert_loss; /* what the losses of experts add to it; gradients are those of the sum */
    int n, m;           /* out */
} lg_probe;
bool lg_trainer_probe(lg_trainer *t, lg_key root, int length, int sequences, lg_probe *out, lg_error *err);

/* Of such a batch, whose records have any sizes, gradients and loss, and the gradients of what is in the residual
 * stream: at the input of each block, behind each addition and each norm, in order. Other members of `out` stay. */
typedef struct lg_stream_gradient {
    const char
        *what; /* "hidden": the input of a block, and of the last one what the head reads; "sum", "dual", "norm" */
    const char *part; /* of "sum" the sublayer, of "norm" its name; "" of inputs */
    bool sources;     /* of a stream of sources */
    int block;        /* -1: of the stream */
    double gradient,
        size; /* Frobenius norms of the loss's gradient and of the activation, over the root of the tokens */
} lg_stream_gradient;
typedef void (*lg_stream_gradient_fn)(void *user, const lg_stream_gradient *x);
bool lg_trainer_probe_stream(lg_trainer *t, lg_key root, int length, int sequences, lg_probe *out,
                             lg_stream_gradient_fn each, void *user, lg_error *err);
void lg_trainer_initialise(lg_trainer *t); /* parameters as training begins, after 0 steps; not the moments */

/* From now on evaluation, and looks into the model, read records of this split; at first they read the test split. */
void lg_trainer_evaluate_split(lg_trainer *t, lg_split split);

/* Attention weights and activations of sequences of the evaluation of this length, under its first position sample,
 * without dropout. Autoregressive sequences have the true outputs. They are not padded: lg_trainer_sequence_sizes says
 * how many tokens one has. `each` is called with the weights by query and key of every attention of a kind and head, in
 * their order. */
typedef void (*lg_weights_fn)(void *user, int block, int head, const real *weights);
bool lg_trainer_sequence_sizes(lg_trainer *t, int length, int64_t sequence, lg_sizes *out, lg_error *err);
/* The words of its tokens, [tokens], or, of those of the stream of the source, [n]; "": a token that stands for none,
 * as the empty one. They are valid as long as the trainer. */
bool lg_trainer_sequence_words(lg_trainer *t, int length, int64_t sequence, bool source, const char **words,
                               lg_error *err);
bool lg_trainer_attention(lg_trainer *t, lg_attention_kind kind, int length, int64_t sequence, lg_weights_fn each,
                          void *user, lg_error *err);

/* Sequences first..first+count-1, which have as many tokens as each other. */
typedef struct lg_activation_request {
    int length;
    int64_t first;
    int count;
    bool source; /* the stream of the source, where this is a sequence of its own */
} lg_activation_request;
/* What blocks run over: the tokens of the stream from one on, or latents. */
typedef struct lg_activation_rows {
    int first, count; /* count 0: the stream has no blocks */
    bool latents;
} lg_activation_rows;
bool lg_trainer_activation_rows(lg_trainer *t, const lg_activation_request *x, lg_activation_rows *out, lg_error *err);
/* Rows from..to-1 of these: out [blocks + 1, x->count, to - from, width] is the embedding, then the output of each
 * block. */
bool lg_trainer_activations(lg_trainer *t, const lg_activation_request *x, int from, int to, real *out, lg_error *err);

/* What to copy out of a forward pass: a tap of lg_model_instrumented, by its block (-1: of the model) and name, to
 * `out` (lg_tap_read). */
typedef struct lg_look {
    int block;
    const char *name;
    double *out;
} lg_look;
/* Runs one sequence of `tokens` tokens of any ids, which no data need have made, and copies `count` taps. Positions are
 * those of training step 0; no dropout. Of models with one stream. */
bool lg_trainer_look(lg_trainer *t, const int32_t *ids, int tokens, const lg_look *looks, size_t count, lg_error *err);

/* The position sample of the last introspection, logits or probe, of documents that of its first sequence. See
 * nn/stream/position_sample.h. */
const struct lg_position_sample *lg_trainer_position_sample(const lg_trainer *t);
/* That of the last logits, which may be drawn for one record (lg_trainer_logits). */
const struct lg_position_sample *lg_trainer_logits_sample(const lg_trainer *t);
/* That of sequence `row` of a probe, which is that of all unless each has its own. */
const struct lg_position_sample *lg_trainer_sequence_sample(const lg_trainer *t, int row);

#endif
