/* initial_weights.h: the parameters that training begins with, where train.init names a model. What the optimizer
 * carries begins anew. */
#ifndef LG_RUN_INITIAL_WEIGHTS_H
#define LG_RUN_INITIAL_WEIGHTS_H

#include "base/safetensors.h"
#include "config/values.h"
#include "run/run_dir.h"

/* Does training begin with the parameters of a model? */
bool lg_takes_weights(const lg_values *v);
/* The parameters of that model. NULL where there is none, or it is damaged. */
lg_safetensors *lg_weights_open(const lg_values *v, char digest[LG_DIGEST_SIZE], lg_error *err);
/* Copies those of ours, by its name, into its memory; false where there are none in this shape, and *there: in another
 * one. */
bool lg_weights_copy(const lg_safetensors *s, const lg_named_array *ours, bool *there);
/* Fills the parameters of the trainer that the model of train.init (a run, or a file) has by this name and in this
 * shape; the others stay. Tells how many these are, and with LG_DEBUG which ones are not. digest: that of the model.
 * LG_USAGE, which blames train.init: there is none, it is damaged, or nothing fits. */
bool lg_take_weights(lg_context *c, lg_trainer *t, const lg_values *v, char digest[LG_DIGEST_SIZE], lg_error *err);

#endif
