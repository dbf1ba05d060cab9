/* ensemble.h: the mean of the probabilities of several models, which read the same records. A trainer leads a list of
 * others (lg_trainer.next); its evaluation and decoding run all of them. */
#ifndef LG_TRAIN_ENSEMBLE_H
#define LG_TRAIN_ENSEMBLE_H

#include "train/train.h"

enum { LG_ENSEMBLE_MAX = 64 }; /* models */

/* The token with the highest logit; ties go to the lowest id. */
int32_t lg_most_probable(const real *logits, int classes);
/* Writes the logarithms of the mean probabilities of `count` models, whose logits are [classes] each. `out` may be one
 * of these. */
void lg_mix_logits(real *out, const real *const *logits, int count, int classes);

/* Appends a model to the list that t leads. It uses the threads of t until its own are set again (lg_trainer_set_pool).
 * Fails if the two have different classes, tokens or architectures. */
bool lg_trainer_join(lg_trainer *t, lg_trainer *other, lg_error *err);
void lg_trainer_part(lg_trainer *t); /* empties the list */
int lg_trainer_models(const lg_trainer *t); /* models in the list */

#endif
