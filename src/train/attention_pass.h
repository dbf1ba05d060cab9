/* attention_pass.h: the attention of one record: after a forward pass the weights of its heads can be read in any
 * order. Passes of different trainers may be open at once, and several threads may run and read them. */
#ifndef LG_TRAIN_ATTENTION_PASS_H
#define LG_TRAIN_ATTENTION_PASS_H

#include "nn/model/model.h"
#include "train/train.h"

typedef struct lg_attention_record {
    lg_split split;
    int length;
    int64_t index;
    lg_key key; /* of endless records (lg_data_methods.draw) */
    bool whole; /* where targets are tokens: the last one too, from which nothing is predicted */
} lg_attention_record;

typedef struct lg_attention_pass {
    lg_trainer *trainer;
    lg_attention_kind kind;
    lg_network network;
    lg_frame frame;
    int blocks, heads; /* with attention of this kind, in the order of their numbers; of each */
    bool causal;       /* no query sees a later key */
    int queries, keys; /* tokens of one and of the other sequence */
    int first; /* of the sequence that the head reads: the first target token, or where the first output is read */
    const int32_t *ids;      /* [layout.T], of the sequence that the head reads */
    const lg_record *record; /* as it was drawn; with `whole` one target longer */
} lg_attention_pass;

/* Has the split these records? Has a network for introspection a tap of this name? Else they fail. */
bool lg_trainer_has_records(const lg_trainer *t, lg_split split, int length, int64_t first, int count, lg_error *err);
bool lg_trainer_check_tap(const lg_trainer *t, const lg_network *n, const char *tap, lg_error *err);

/* Record `index` of a length of the split that is evaluated. */
lg_attention_record lg_attention_eval_record(const lg_trainer *t, int length, int64_t index);
/* Draws it into the record of worker 0, which has capacity for one target token more. */
bool lg_attention_draw(lg_trainer *t, const lg_attention_record *x, lg_error *err);
/* Of a record that is not padded. */
lg_sequence_layout lg_attention_layout(const lg_model *m, const lg_record *r);
/* Makes a pass of that record alone ready to run, through a network of its layout, under the first position sample of
 * the evaluation of its length. */
bool lg_attention_prepare(lg_trainer *t, const lg_network *n, int length, lg_error *err);
/* Of the sequence of the record, without `whole`. */
bool lg_attention_sizes(lg_trainer *t, const lg_attention_record *x, lg_sizes *out, lg_error *err);
/* Draws the record and prepares its pass, under the first position sample of the evaluation of its length, without
 * dropout. A pass is zeros to begin with; opened again, it is of the next record, of the same trainer and kind. A
 * trainer has one such pass at a time, and does nothing else meanwhile. Close it in any case. */
bool lg_attention_pass_open(lg_attention_pass *p, lg_trainer *t, lg_attention_kind kind, const lg_attention_record *x,
                            lg_error *err);
/* The same of a prompt, whose record has a source and whatever targets, and what was said to it. */
bool lg_attention_pass_open_said(lg_attention_pass *p, lg_trainer *t, lg_attention_kind kind, const lg_record *prompt,
                                 const int32_t *said, int count, lg_error *err);
bool lg_attention_pass_suits(const lg_trainer *t, lg_attention_kind kind, lg_error *err); /* is there such attention? */
void lg_attention_pass_run(const lg_attention_pass *p);       /* by any thread, once, before it is read */
size_t lg_attention_pass_scratch(const lg_attention_pass *p); /* elements */
/* The weights [queries, keys] of a head. Several threads may read at once, with a scratch of their own. */
void lg_attention_pass_read(const lg_attention_pass *p, int block, int head, real *scratch, real *out);
void lg_attention_pass_close(lg_attention_pass *p);

#endif
