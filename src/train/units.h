/* units.h: hidden units of feed-forward networks, viewed as key-value memories (Geva et al. 2021). For a token's row x,
 * unit i has the activation act(x k_i), where k_i is column i of the first matrix. The unit adds this activation times
 * v_i, row i of the second matrix, to the output. */
#ifndef LG_TRAIN_UNITS_H
#define LG_TRAIN_UNITS_H

#include "nn/model/model.h"
#include "train/train.h"

/* Activations of the units of a block for the tokens of an unpadded sequence, in the stream that the head reads. */
typedef struct lg_unit_rows {
    int block, tokens, units;
    const real *rows;   /* [tokens, units]: after activation and gate, before the norm of block.hidden_norm */
    const int32_t *ids; /* [tokens] */
    int targets;        /* first target token; equals `tokens` if targets are not inputs */
    int first;          /* target j is predicted at token first + j */
    const lg_record *record;
} lg_unit_rows;
typedef void (*lg_unit_rows_fn)(void *user, const lg_unit_rows *x);

/* Evaluates sequence number `sequence` of a length with the first position sample of that length and without dropout.
 * Calls `each` for every block with a feed-forward network. Fails if no block has one, or if blocks do not process
 * tokens. */
bool lg_trainer_units(lg_trainer *t, int length, int64_t sequence, lg_unit_rows_fn each, void *user, lg_error *err);
/* Value vectors of the units of a block, [units, width]; NULL: the block has no feed-forward network. */
const real *lg_trainer_unit_vectors(const lg_trainer *t, int block, int *units);
/* The word of a token; "<empty>" and "<computation>" for tokens that the model adds. */
const char *lg_trainer_unit_word(const lg_trainer *t, const lg_unit_rows *x, int token);
/* The matrix of the head without its bias, [*classes, width]; the caller frees it. NULL without an error: the head has
 * no such matrix (adaptive). */
double *lg_trainer_readout(const lg_trainer *t, int *classes, lg_error *err);

#endif
