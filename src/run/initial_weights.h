/* initial_weights.h: initial parameters from the model that train.init names. The optimizer's state starts fresh. */
#ifndef LG_RUN_INITIAL_WEIGHTS_H
#define LG_RUN_INITIAL_WEIGHTS_H

#include "base/safetensors.h"
#include "config/values.h"
#include "run/run_dir.h"

/* True if train.init names a model. */
bool lg_takes_weights(const lg_values *v);
/* Opens that model. NULL: it is missing or damaged. */
lg_safetensors *lg_weights_open(const lg_values *v, char digest[LG_DIGEST_SIZE], lg_error *err);
/* Copies the parameter that has the name and shape of `ours` into the memory of `ours`; false if there is none. Sets
 * *there to whether a parameter with this name exists, perhaps in another shape. */
bool lg_weights_copy(const lg_safetensors *s, const lg_named_array *ours, bool *there);
/* Copies the parameters of the model of train.init (a run or a file) into the trainer's parameters with the same name
 * and shape; the trainer's other parameters do not change. Logs the number of copied parameters and, at level LG_DEBUG,
 * the names that do not match. digest: receives the digest of the model. LG_USAGE, with a message about train.init: the
 * model is missing or damaged, or no parameter matches. */
bool lg_take_weights(lg_context *c, lg_trainer *t, const lg_values *v, char digest[LG_DIGEST_SIZE], lg_error *err);

#endif
