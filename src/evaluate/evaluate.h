/* evaluate.h: how well the model of a trainer does: metrics by length, what it says to records, its logits; and what an
 * evaluation costs. */
#ifndef LG_EVALUATE_EVALUATE_H
#define LG_EVALUATE_EVALUATE_H

#include "metric/metric.h"
#include "train/train.h"

/* Are there enough positions for all lengths of eval.lengths, and test records of these? Evaluation fails too, but only
 * when it reaches such a length. */
bool lg_trainer_can_eval(const lg_trainer *t, lg_error *err);
/* Are there records for validations? */
bool lg_trainer_can_validate(const lg_trainer *t, lg_error *err);

/* Which tokens of a text were scored, and how: data/targets.h. */
typedef struct lg_eval_targets {
    int64_t first, count; /* of the split; count 0: no text, or not known */
    int64_t wanted;       /* by the options; 0: not known */
    int stride;           /* of the windows that read them */
    int memory;           /* tokens that are remembered before a segment; 0 of windows */
    char digest[LG_DIGEST_SIZE];
} lg_eval_targets;

/* All metrics at one length under eval.*: sequences, seed, position samples, dropout. A pure function of the parameters
 * and the options: batch size and threads do not matter. */
typedef struct lg_eval_result {
    int length;
    double values[LG_METRICS];    /* NaN: not known */
    int64_t sequences, tokens;    /* evaluated; of these, tokens that count */
    int64_t cut;                  /* answers that a limit cut off (LG_SUM_CUT) */
    double steps[LG_STEP_SCORES]; /* NaN: there are none */
    lg_eval_targets targets;
    double texts[LG_TEXT_SUMS]; /* sums from LG_SUM_TEXTS on: zeros where no texts were compared */
} lg_eval_result;
bool lg_trainer_eval(lg_trainer *t, int length, lg_eval_result *out, lg_error *err);
/* The same at many lengths, in their order: faster than one by one. `each` is called with each result and returns false
 * to stop. */
typedef bool (*lg_eval_result_fn)(void *user, const lg_eval_result *x);
bool lg_trainer_eval_each(lg_trainer *t, const int *lengths, size_t count, lg_eval_result_fn each, void *user,
                          lg_error *err);
/* How many sequences of a length are evaluated: eval.sequences, or as many as there are; of a text the windows, or
 * segments, that read its targets. */
int64_t lg_trainer_eval_sequences(const lg_trainer *t, int length);
/* Rows that the protocol remembers before a segment of this length; -1: it reads no segments. */
int lg_trainer_remembers(const lg_trainer *t, int length);
/* From now on evaluation calls `each` with the mark of every sequence, in order, before it reports their length. NULL:
 * no longer. */
void lg_trainer_on_sequence(lg_trainer *t, lg_mark_fn each, void *user);
/* What was said to a record of an evaluation. */
typedef struct lg_said {
    const struct lg_batch_record *from;
    const struct lg_record *record;
    const int32_t *ids; /* [count], the end token included */
    int count;
    bool right; /* an exact match, or the right answer at its end (data/data.h) */
} lg_said;
typedef void (*lg_said_fn)(void *user, const lg_said *x);
/* From now on evaluation also calls `each` with what was said to every record, before it reports their length. NULL: no
 * longer. Fails where the protocol reads no records. */
bool lg_trainer_on_said(lg_trainer *t, lg_said_fn each, void *user, lg_error *err);
/* Where the tokens of a length went in one sublayer with experts. */
typedef struct lg_expert_load {
    int length, sublayer, sublayers; /* of those with experts, in the order in which they are computed */
    const char *name;                /* of the sublayer's kind */
    const char *stream;              /* "", or what names of parameters begin with: "encoder." */
    int block;                       /* of that stream */
    int64_t sequences;
    int experts;
    const double *chosen, *taken; /* [experts]: how many tokens chose each, and how many of them it took */
} lg_expert_load;
typedef void (*lg_expert_load_fn)(void *user, const lg_expert_load *x);
/* Of `sequences` records of each length, as evaluation has them, or of all where there are fewer; the targets that the
 * model reads are the true ones. Fails where the model has no experts. */
bool lg_trainer_load(lg_trainer *t, const int *lengths, size_t count, int64_t sequences, lg_expert_load_fn each,
                     void *user, lg_error *err);
/* Runs the first micro-batches of an evaluation at this length, one or two for each worker, to be timed. *flops:
 * multiply-adds x 2. */
bool lg_trainer_time_sample(lg_trainer *t, int length, double *flops, lg_error *err);
/* The cost of an evaluation at this length; false without memory. */
bool lg_trainer_eval_cost(lg_trainer *t, int length, lg_cost out[LG_PHASES], lg_error *err);
double lg_trainer_eval_flops(lg_trainer *t, int length); /* multiply-adds x 2 of all its phases */

/* A source of n tokens and m targets, whose logits are asked for. */
typedef struct lg_logits_request {
    int length; /* of the record: positions are those of its evaluation */
    int n, m;
    const int32_t *source, *target; /* target NULL: those that the model finds most probable */
} lg_logits_request;
/* Logits [m, classes]; positions as in evaluation, no dropout. A model that reads its targets reads those before each:
 * a row is of a pass over the tokens so far, as in decoding, and positions that are drawn are those of record 0. */
bool lg_trainer_logits(lg_trainer *t, const lg_logits_request *x, real *logits, lg_error *err);

#endif
