/* evaluate.h: evaluation of a trainer's model: metrics by length, the model's answers, logits, and the cost of an
 * evaluation. */
#ifndef LG_EVALUATE_EVALUATE_H
#define LG_EVALUATE_EVALUATE_H

#include "metric/metric.h"
#include "train/train.h"

/* Checks that there are positions and test records for every length of eval.lengths. Without this check, an evaluation
 * would fail only when it reaches such a length. */
bool lg_trainer_can_eval(const lg_trainer *t, lg_error *err);
/* Checks that there are validation records. */
bool lg_trainer_can_validate(const lg_trainer *t, lg_error *err);

/* The tokens of a text that were scored; see data/targets.h. */
typedef struct lg_eval_targets {
    int64_t first, count; /* index of the first target in the split; number of targets (0: no text, or unknown) */
    int64_t wanted;       /* number of targets requested by the options; 0: unknown */
    int stride;           /* stride of the windows */
    int memory;           /* number of memory tokens before a segment; 0 for windows */
    char digest[LG_DIGEST_SIZE];
} lg_eval_targets;

/* All metrics at one length with the options eval.* (sequences, seed, position samples, dropout). The result is a pure
 * function of the parameters and the options. It does not depend on batch size or thread count. */
typedef struct lg_eval_result {
    int length;
    double values[LG_METRICS];    /* NaN: unknown */
    int64_t sequences, tokens;    /* number of evaluated sequences, and of their counted tokens */
    int64_t cut;                  /* number of answers that end at the token limit (LG_SUM_CUT) */
    double steps[LG_STEP_SCORES]; /* NaN: not available */
    lg_eval_targets targets;
    double texts[LG_TEXT_SUMS]; /* sums from LG_SUM_TEXTS onward; zeros if no texts were compared */
} lg_eval_result;
bool lg_trainer_eval(lg_trainer *t, int length, lg_eval_result *out, lg_error *err);
/* Evaluates many lengths in order. This is faster than separate calls. Calls `each` with each result; to stop, `each`
 * returns false. */
typedef bool (*lg_eval_result_fn)(void *user, const lg_eval_result *x);
bool lg_trainer_eval_each(lg_trainer *t, const int *lengths, size_t count, lg_eval_result_fn each, void *user,
                          lg_error *err);
/* Number of sequences evaluated at a length: eval.sequences, or all sequences if there are fewer. For a text: the
 * number of windows or segments that contain the targets. */
int64_t lg_trainer_eval_sequences(const lg_trainer *t, int length);
/* Number of memory rows that the protocol keeps before a segment of this length; -1: the protocol does not read
 * segments. */
int lg_trainer_remembers(const lg_trainer *t, int length);
/* Sets a callback. Before the evaluation reports a length, it calls `each` with the sums of every sequence, in order.
 * NULL removes the callback. */
void lg_trainer_on_sequence(lg_trainer *t, lg_sequence_sums_fn each, void *user);
/* The model's answer to one record. */
typedef struct lg_record_answer {
    const struct lg_batch_record *from;
    const struct lg_record *record;
    const int32_t *ids; /* [count], including the end token */
    int count;
    bool right; /* the answer is equal to the target, or has the right final answer (data/data.h) */
} lg_record_answer;
typedef void (*lg_record_answer_fn)(void *user, const lg_record_answer *x);
/* Sets a callback. Before evaluation reports a length, it calls `each` with the answer to every record. NULL removes
 * the callback. Fails if the protocol does not read records. */
bool lg_trainer_on_answer(lg_trainer *t, lg_record_answer_fn each, void *user, lg_error *err);
/* How the tokens of one length were routed in one sublayer with experts. */
typedef struct lg_expert_load {
    int length, sublayer, sublayers; /* sublayers: number of sublayers with experts; sublayer: index among them */
    const char *name;                /* name of the sublayer's type */
    const char *stream;              /* prefix of the stream's parameter names, such as "encoder."; may be "" */
    int block;                       /* number of the block within the stream */
    int64_t sequences;
    int experts;
    /* [experts]: number of tokens that chose each expert, and that each expert accepted */
    const double *chosen, *taken;
} lg_expert_load;
typedef void (*lg_expert_load_fn)(void *user, const lg_expert_load *x);
/* Reports the routing of records of each length: of `sequences` records, or of all if there are fewer. Records are
 * drawn as in evaluation. Inputs are the true targets. Fails if the model has no experts. */
bool lg_trainer_load(lg_trainer *t, const int *lengths, size_t count, int64_t sequences, lg_expert_load_fn each,
                     void *user, lg_error *err);
/* For timing: runs the first micro-batches of an evaluation at this length, up to two per worker. *flops: two per
 * multiply-add. */
bool lg_trainer_time_sample(lg_trainer *t, int length, double *flops, lg_error *err);
/* Counts the cost of an evaluation at this length. Returns false if memory runs out. */
bool lg_trainer_eval_cost(lg_trainer *t, int length, lg_cost out[LG_PHASES], lg_error *err);
double lg_trainer_eval_flops(lg_trainer *t, int length); /* all phases, two per multiply-add; 0 if memory runs out */

/* A source of n tokens and its m targets, for which to compute logits. */
typedef struct lg_logits_request {
    int length; /* length of the record; positions are as in an evaluation at this length */
    int n, m;
    const int32_t *source, *target; /* target NULL: the targets are the model's most probable tokens */
} lg_logits_request;
/* Computes logits [m, classes] without dropout, with positions as in evaluation. If positions are random, those of
 * record 0 are used. In an autoregressive model, row j comes from a pass over the tokens before target j, as in
 * decoding. */
bool lg_trainer_logits(lg_trainer *t, const lg_logits_request *x, real *logits, lg_error *err);

#endif
