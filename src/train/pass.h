/* pass.h: one batch on its way through a network: memory, positions and constants, records, results. A step of training
 * is a pass with a backward half; evaluation, probes, logits and introspection are passes without. */
#ifndef LG_TRAIN_PASS_H
#define LG_TRAIN_PASS_H

#include "metric/mark.h"
#include "train/batch.h"
#include "train/engine.h"

/* Where the records of a batch go. */
typedef struct lg_batch_rows {
    int32_t *ids, *targets;     /* [count, T], [count, rows] */
    int32_t *sources, *spans;   /* [count, sources], [count, 2]; NULL: the network has none */
    uint8_t *learned, *counted; /* [count, rows] */
    real *weights;              /* [count, rows]; NULL: the network has none */
    lg_record_size *sizes;      /* [count] */
    int64_t *indices;           /* [count]: of records that are drawn */
} lg_batch_rows;

/* Where the tokens of a batch went, of a network with experts. */
typedef struct lg_pass_loads {
    int sublayers, tokens; /* tokens: room for those of a sequence */
    int32_t *experts;      /* [count, sublayers, 2, tokens]: the expert that each got, and its choice */
    real *losses;          /* [count, sublayers]; 0 where there are none */
    lg_buffer memory;
} lg_pass_loads;

/* Zeros to begin with; kept from one batch to the next, for its memory. */
typedef struct lg_pass {
    lg_engine *engine;
    const lg_network *network;
    lg_batch_buffers *buffers;
    int count; /* sequences that it holds */
    lg_batch_rows rows;
    real *losses;      /* [count, rows], in nats */
    int32_t *best;     /* [count, rows]: the token with the highest logit */
    real *logits;      /* [count, rows, classes]; NULL unless wanted */
    int limit;         /* tokens that are said to a sequence at most; -1: as many as its target has, into `best` */
    int32_t *said;     /* [count, limit]; NULL where limit is -1 */
    lg_key positions;  /* of networks with tables: that of each sequence follows from it */
    bool training;     /* positions are those of a training step */
    int64_t first;     /* number of sequence 0 in its dropout stream */
    lg_key dropout;    /* of networks with dropout */
    real loss_weight;  /* gradient of one row's loss */
    real group_weight; /* gradient of one sequence's loss (lg_frame) */
    lg_buffer memory;  /* of results, learned and counted */
    lg_buffer answers; /* memory of `said` */
    lg_pass_loads loads;
} lg_pass;

/* Memory for `count` sequences of this network, but for that of the workers (lg_engine_reserve). `buffers`: the
 * engine's own, or those of the caller. */
bool lg_pass_open(lg_pass *p, lg_engine *e, lg_batch_buffers *buffers, const lg_network *n, int count, bool logits,
                  lg_error *err);
/* For answers of their own length: `limit` tokens at most. lg_pass_open begins without. */
bool lg_pass_limit(lg_pass *p, int limit, lg_error *err);
/* Samples positions (training: see lg_engine_prepare), fills the constants, computes the shared tensors. */
bool lg_pass_prepare(lg_pass *p, lg_key positions, bool training, lg_error *err);
/* Writes a record into row `row`, and what is its own of tables. */
void lg_pass_write(const lg_pass *p, int row, const lg_record *r);
/* What is its own of tables, of a row whose ids are written; key: of its positions, where they are drawn. */
void lg_pass_number(const lg_pass *p, int row, lg_key key);
/* Draws a record into row `row`; a job of this worker. */
void lg_pass_draw(const lg_pass *p, const lg_batch_record *x, int worker, int row);
/* Replaces tokens that row `row` reads by random ones, at a rate; each by a function of the key, of the number of the
 * sequence and of the token. Targets stay. */
void lg_pass_replace_words(const lg_pass *p, int row, double rate);
/* The frame of a micro-batch from sequence `first` on, of the pass's network or another of its layout, whose gradients
 * go into `array`. */
lg_frame lg_pass_frame(const lg_pass *p, const lg_network *n, int first, int worker, int array);
/* Copies the results of rows from..to-1 of a micro-batch that has run forward. */
void lg_pass_read(const lg_pass *p, const lg_frame *f, const lg_network *n, int from, int to);
/* Runs a micro-batch forward and copies its results. */
void lg_pass_forward(const lg_pass *p, int first, int worker);
/* Before targets are decoded: in the first `sequences` rows their ids are no tokens any more, and reading one fails. */
void lg_pass_hide_targets(const lg_pass *p, int sequences);
/* Where the tokens are that are said to the sequence in a row, or will be, and how many at most. */
int32_t *lg_pass_said(const lg_pass *p, int row, int *count);
/* Answers of their own length become the best tokens of the rows, as far as these go; what was not said is -1. */
void lg_pass_take_said(const lg_pass *p, int sequences);
lg_mark lg_pass_mark(const lg_pass *p, int row, int64_t position_sample); /* of the sequence in a row */
/* Adds what the first sequences of the pass say of the load of experts: the auxiliary losses, summed over sublayers;
 * for each sublayer how many tokens chose each of E experts, and how many of them it took. */
typedef struct lg_load_sums {
    double losses;
    double *chosen, *taken; /* [sublayers, E] */
} lg_load_sums;
void lg_pass_add_loads(const lg_pass *p, int sequences, int E, lg_load_sums *sums);
void lg_pass_free(lg_pass *p); /* its memory */

#endif
