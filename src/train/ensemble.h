/* ensemble.h: the mean of the probabilities of several models, which read the same records. One trainer leads a list of
 * the other trainers (lg_trainer.next), and its evaluation and decoding run all models. */
#ifndef LG_TRAIN_ENSEMBLE_H
#define LG_TRAIN_ENSEMBLE_H

#include "train/mix.h"
#include "train/train.h"

/* Appends `other` to the list that t leads. `other` uses the threads of t until lg_trainer_set_pool gives it another
 * pool. Fails if t and `other` have different classes, tokens or architectures. */
bool lg_trainer_join(lg_trainer *t, lg_trainer *other, lg_error *err);
void lg_trainer_part(lg_trainer *t);        /* empties the list that t leads */
int lg_trainer_models(const lg_trainer *t); /* number of models: t and those in its list */

#endif
