/* attention_pass.h: runs one record and gives access to its attention weights in any order. Passes of different
 * trainers may be open at once, and several threads may run and read them. */
#ifndef LG_TRAIN_ATTENTION_PASS_H
#define LG_TRAIN_ATTENTION_PASS_H

#include "nn/model/model.h"
#include "train/train.h"

typedef struct lg_attention_record {
    lg_split split;
    int length;
    int64_t index;
    lg_key key; /* of randomly drawn records (lg_data_methods.draw) */
    bool whole; /* if targets are input tokens: also read the last one, which predicts nothing */
} lg_attention_record;

typedef struct lg_attention_pass {
    lg_trainer *trainer;
    lg_attention_kind kind;
    lg_network network;
    lg_frame frame;
    int blocks, heads; /* blocks with attention of this kind, in order; heads of each */
    bool causal;       /* no query attends to a later key */
    int queries, keys; /* tokens of the query sequence; of the key sequence */
    int first; /* in the sequence that the head reads: the first target token, or where the first output is read */
    const int32_t *ids;      /* [layout.T]: the sequence that the head reads */
    const lg_record *record; /* as drawn; one target longer with `whole` */
} lg_attention_pass;

/* Fail if the split lacks these records, or if a network for introspection has no tap of this name. */
bool lg_trainer_has_records(const lg_trainer *t, lg_split split, int length, int64_t first, int count, lg_error *err);
bool lg_trainer_check_tap(const lg_trainer *t, const lg_network *n, const char *tap, lg_error *err);

/* Record `index` of a length in the evaluated split. */
lg_attention_record lg_attention_eval_record(const lg_trainer *t, int length, int64_t index);
/* Draws the record into the record of worker 0, with capacity for one more target token. */
bool lg_attention_draw(lg_trainer *t, const lg_attention_record *x, lg_error *err);
/* Layout of an unpadded record. */
lg_sequence_layout lg_attention_layout(const lg_model *m, const lg_record *r);
/* Prepares a pass of the record of worker 0 alone through a network of its layout, under the first position sample of
 * the evaluation at its length. */
bool lg_attention_prepare(lg_trainer *t, const lg_network *n, int length, lg_error *err);
/* Sizes of the record's sequence, without `whole`. */
bool lg_attention_sizes(lg_trainer *t, const lg_attention_record *x, lg_sizes *out, lg_error *err);
/* Draws the record and prepares its pass without dropout, under the first position sample of the evaluation at its
 * length. Zero the pass before first use; it can be reopened for another record of the same trainer and kind. A trainer
 * has one such pass at a time and must do nothing else meanwhile. Close it even after failure. */
bool lg_attention_pass_open(lg_attention_pass *p, lg_trainer *t, lg_attention_kind kind, const lg_attention_record *x,
                            lg_error *err);
/* The same for a prompt and the tokens generated after it. The targets of the prompt's record are ignored. */
bool lg_attention_pass_open_said(lg_attention_pass *p, lg_trainer *t, lg_attention_kind kind, const lg_record *prompt,
                                 const int32_t *said, int count, lg_error *err);
/* Fails if the model has no such attention. */
bool lg_attention_pass_suits(const lg_trainer *t, lg_attention_kind kind, lg_error *err);
void lg_attention_pass_run(const lg_attention_pass *p);       /* by any thread; call once before reading */
size_t lg_attention_pass_scratch(const lg_attention_pass *p); /* size in elements */
/* Writes the weights [queries, keys] of a head. Thread-safe if each thread has its own scratch. */
void lg_attention_pass_read(const lg_attention_pass *p, int block, int head, real *scratch, real *out);
void lg_attention_pass_close(lg_attention_pass *p);

#endif
