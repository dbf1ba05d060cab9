/* attention_pass.h: runs one record through a model and reads its attention weights, head by head, in any order. Passes
 * of different trainers may be open at once. Any thread may run a pass, once; afterwards several threads may read it.
 */
#ifndef LG_TRAIN_ATTENTION_PASS_H
#define LG_TRAIN_ATTENTION_PASS_H

#include "nn/model/model.h"
#include "train/train.h"

typedef struct lg_attention_record {
    lg_split split;
    int length;
    int64_t index;
    lg_key key; /* key of the record, for data that draws records at random (lg_data_methods.draw) */
    bool whole; /* if targets are input tokens: also input the last one, after which nothing is predicted */
} lg_attention_record;

typedef struct lg_attention_pass {
    lg_trainer *trainer;
    lg_attention_kind kind;
    lg_network network;
    lg_frame frame;
    int blocks, heads;       /* number of blocks with attention of this kind; heads in each */
    bool causal;             /* no query attends to a later key */
    int queries, keys;       /* tokens of the sequence with the queries, and of the sequence with the keys */
    int first;               /* index in `ids` of the first target token or, without targets, of the first output */
    const int32_t *ids;      /* [layout.T]: the sequence that the model's head reads */
    const lg_record *record; /* the record as drawn; with `whole` it may have one more target */
} lg_attention_pass;

/* Fails if the split lacks records first..first+count-1 of this length. */
bool lg_trainer_has_records(const lg_trainer *t, lg_split split, int length, int64_t first, int count, lg_error *err);
/* Fails if the network has no tap (readable activation) of this name. */
bool lg_trainer_check_tap(const lg_trainer *t, const lg_network *n, const char *tap, lg_error *err);

/* Describes record `index` of a length in the split that is evaluated. */
lg_attention_record lg_attention_eval_record(const lg_trainer *t, int length, int64_t index);
/* Draws x into the record buffer of worker 0, which has room for one more target token. */
bool lg_attention_draw(lg_trainer *t, const lg_attention_record *x, lg_error *err);
/* The layout of record r without padding. */
lg_sequence_layout lg_attention_layout(const lg_model *m, const lg_record *r);
/* Prepares a pass through n with a single sequence: the record in worker 0's buffer. n must have the layout of this
 * record. Positions are the first sample that the evaluation of `length` draws. */
bool lg_attention_prepare(lg_trainer *t, const lg_network *n, int length, lg_error *err);
/* The sizes of the record's sequence, ignoring `whole`. */
bool lg_attention_sizes(lg_trainer *t, const lg_attention_record *x, lg_sizes *out, lg_error *err);
/* Draws the record and prepares its pass, without dropout and with the first position sample of the evaluation at its
 * length. Zero the pass before first use; it can be reopened for another record of the same trainer and kind. A trainer
 * has one such pass at a time and must do nothing else meanwhile. Close it even after failure. */
bool lg_attention_pass_open(lg_attention_pass *p, lg_trainer *t, lg_attention_kind kind, const lg_attention_record *x,
                            lg_error *err);
/* Like lg_attention_pass_open, for a prompt and the `count` tokens `answer` that were generated after it. The targets
 * in `prompt` are ignored. */
bool lg_attention_pass_open_answer(lg_attention_pass *p, lg_trainer *t, lg_attention_kind kind, const lg_record *prompt,
                                   const int32_t *answer, int count, lg_error *err);
/* Fails if the model has no attention of this kind. */
bool lg_attention_pass_suits(const lg_trainer *t, lg_attention_kind kind, lg_error *err);
void lg_attention_pass_run(const lg_attention_pass *p);       /* on any thread; call once before reading */
size_t lg_attention_pass_scratch(const lg_attention_pass *p); /* number of elements of `scratch` below */
/* Writes the weights [queries, keys] of a head to `out`. Several threads may call this function at once, each with its
 * own scratch. */
void lg_attention_pass_read(const lg_attention_pass *p, int block, int head, real *scratch, real *out);
/* For each query, counts the keys that the self-attention mask of this block does not hide. Ignores boundaries of
 * documents. spare: [2, queries]. */
bool lg_attention_pass_count(const lg_attention_pass *p, int block, int32_t *spare, int32_t *out, lg_error *err);
void lg_attention_pass_close(lg_attention_pass *p);

#endif
