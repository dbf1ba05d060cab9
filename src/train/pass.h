/* pass.h: one pass of a batch through a network: its memory, positions and constants, records and results. Training
 * steps add a backward half; evaluation, probes, logits and introspection run forward only. */
#ifndef LG_TRAIN_PASS_H
#define LG_TRAIN_PASS_H

#include "metric/sequence_sums.h"
#include "train/batch.h"
#include "train/engine.h"

/* Arrays for the records of a batch. */
typedef struct lg_batch_rows {
    int32_t *ids, *targets;     /* [count, T], [count, rows] */
    int32_t *sources, *spans;   /* [count, sources], [count, 2]; NULL: not used by the network */
    uint8_t *learned, *counted; /* [count, rows] */
    real *weights;              /* [count, rows]; NULL: not used by the network */
    lg_record_size *sizes;      /* [count] */
    int64_t *indices;           /* [count]: index of each drawn record */
} lg_batch_rows;

/* Routing of a batch's tokens in a network with experts. */
typedef struct lg_pass_loads {
    int sublayers, tokens; /* sublayers with experts; room for the tokens of a sequence */
    int32_t *experts;      /* [count, sublayers, 2, tokens]: experts that accepted each token, then chosen experts */
    real *losses;          /* [count, sublayers]; 0 without a loss */
    lg_buffer memory;
} lg_pass_loads;

/* Must be zeroed before first use. Keep it between batches to reuse its memory. */
typedef struct lg_pass {
    struct lg_pass *next; /* pass of the next model of an ensemble, over the same records; NULL: none */
    lg_engine *engine;
    const lg_network *network;
    lg_batch_buffers *buffers;
    int count; /* number of sequences */
    lg_batch_rows rows;
    real *losses;      /* [count, rows], in nats */
    int32_t *best;     /* [count, rows]: token with the highest logit */
    real *logits;      /* [count, rows, classes]; NULL: not wanted */
    int limit;         /* maximum tokens of an answer; -1: as many as the target has, written to `best` */
    int32_t *answer;   /* [count, limit]: answers; NULL if limit is -1 */
    lg_key positions;  /* for networks with lookup tables per sequence: the keys of the sequences are derived from it */
    bool training;     /* sample positions as in training */
    int64_t first;     /* number of sequence 0 in the dropout stream */
    lg_key dropout;    /* for networks with dropout */
    real loss_weight;  /* gradient of the loss of one row */
    real group_weight; /* gradient of the loss of one sequence (lg_frame) */
    lg_buffer memory;  /* memory of results, `learned` and `counted` */
    lg_buffer answers; /* memory of `answer` */
    lg_pass_loads loads;
} lg_pass;

/* Reserves memory for `count` sequences of this network, except the workers' memory (lg_engine_reserve). `buffers`: the
 * engine's own or the caller's. An ensemble links the open passes of its models, which must have logits, by `next`.
 * lg_pass_draw, lg_pass_forward and lg_pass_hide_targets then process all these passes, and results are computed from
 * the mean probabilities. */
bool lg_pass_open(lg_pass *p, lg_engine *e, lg_batch_buffers *buffers, const lg_network *n, int count, bool logits,
                  lg_error *err);
/* Reserves answers of at most `limit` tokens each. lg_pass_open removes the limit. */
bool lg_pass_limit(lg_pass *p, int limit, lg_error *err);
/* Samples positions (training: see lg_engine_prepare), fills the constants, and computes the shared tensors. */
bool lg_pass_prepare(lg_pass *p, lg_key positions, bool training, lg_error *err);
/* Writes a record into row `row` and fills its part of the tables. */
void lg_pass_write(const lg_pass *p, int row, const lg_record *r);
/* Fills the lookup tables of a row whose ids were written before. key: the key of the row's positions, if the positions
 * are random. */
void lg_pass_number(const lg_pass *p, int row, lg_key key);
/* Draws a record into row `row`; called in a job of this worker. */
void lg_pass_draw(const lg_pass *p, const lg_batch_record *x, int worker, int row);
/* Replaces input tokens of row `row` by random ones with probability `rate`. The random choice depends on the dropout
 * key and on the numbers of the sequence and of the token. Targets do not change. */
void lg_pass_replace_words(const lg_pass *p, int row, double rate);
/* Frame of a micro-batch that begins with sequence `first`, for the pass's network or another network with the same
 * layout. Gradients go into `array`. */
lg_frame lg_pass_frame(const lg_pass *p, const lg_network *n, int first, int worker, int array);
/* Copies the results of rows from..to-1 of a micro-batch after its forward pass. */
void lg_pass_read(const lg_pass *p, const lg_frame *f, const lg_network *n, int from, int to);
/* Runs a micro-batch forward and copies its results. */
void lg_pass_forward(const lg_pass *p, int first, int worker);
/* Before decoding: replaces the target ids in the first `sequences` rows with -1, so that reading one fails. */
void lg_pass_hide_targets(const lg_pass *p, int sequences);
/* The memory of the answer to the sequence in a row. Sets *count to its maximum length. */
int32_t *lg_pass_answer(const lg_pass *p, int row, int *count);
/* If answers have a limit, copies them into `best`, up to the target's length; tokens beyond the end of an answer
 * become -1. */
void lg_pass_take_answers(const lg_pass *p, int sequences);
lg_sequence_sums lg_pass_sums(const lg_pass *p, int row, int64_t position_sample); /* sums of the sequence in a row */
/* Sums over the routing of sequences: the auxiliary losses of all sublayers; and, for each sublayer and each of its E
 * experts, the number of tokens that chose the expert and the number of tokens that the expert accepted. */
typedef struct lg_load_sums {
    double losses;
    double *chosen, *taken; /* [sublayers, E] */
} lg_load_sums;
void lg_pass_add_loads(const lg_pass *p, int sequences, int E, lg_load_sums *sums);
void lg_pass_free(lg_pass *p); /* frees its memory */

#endif
