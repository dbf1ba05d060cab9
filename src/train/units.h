/* units.h: the hidden layers of the feed-forward networks of a model, as memories of keys and values (Geva et al.
 * 2021): unit i answers act(x k_i) to the row x of a token, and adds that many times v_i, row i of the second matrix.
 */
#ifndef LG_TRAIN_UNITS_H
#define LG_TRAIN_UNITS_H

#include "nn/model/model.h"
#include "train/train.h"

/* What the units of a block answer to the tokens of a sequence that is not padded, of the stream that the head reads.
 */
typedef struct lg_unit_rows {
    int block, tokens, units;
    const real *rows;   /* [tokens, units]: behind the activation and the gate, before the norm of block.hidden_norm */
    const int32_t *ids; /* [tokens] */
    int targets;        /* the first token that is a target; `tokens`: none is read */
    int first;          /* target j is predicted at token first + j */
    const lg_record *record;
} lg_unit_rows;
typedef void (*lg_unit_rows_fn)(void *user, const lg_unit_rows *x);

/* Sequence number `sequence` of the evaluation of a length, under its first position sample, without dropout: block
 * after block, of those with such a network. Fails where none has one, or blocks run over no tokens. */
bool lg_trainer_units(lg_trainer *t, int length, int64_t sequence, lg_unit_rows_fn each, void *user, lg_error *err);
/* The vectors of the units of a block, [units, width]; NULL: it has no such network. */
const real *lg_trainer_unit_vectors(const lg_trainer *t, int block, int *units);
/* A token of these, as words: "<empty>" and "<computation>" are tokens of the model's own. */
const char *lg_trainer_unit_word(const lg_trainer *t, const lg_unit_rows *x, int token);
/* What the head multiplies by, [*classes, width], to be freed; without its bias. NULL without words: the head has no
 * such matrix (adaptive). */
double *lg_trainer_readout(const lg_trainer *t, int *classes, lg_error *err);

#endif
