/* composition.h: checks whether the sublayers of a model fit the model's other choices. */
#ifndef LG_NN_COMPOSITION_H
#define LG_NN_COMPOSITION_H

#include "nn/model/parts.h"

/* Checks each sublayer of model.order. */
bool lg_composition_check(const lg_model *m, lg_error *err);

/* Do the sublayers support sequences of this many tokens? `what` names the sequence in the error message. */
bool lg_composition_fits(const lg_order *o, int tokens, const char *what, lg_error *err);
/* Can the sublayers of an order read tokens one by one? causal: the model's mask is causal. */
bool lg_composition_steps(const lg_model_settings *s, const lg_order *o, bool causal, lg_error *err);

#endif
