/* composition.h: do the sublayers of a model suit its other choices? */
#ifndef LG_NN_COMPOSITION_H
#define LG_NN_COMPOSITION_H

#include "nn/model/parts.h"

/* Judges each sublayer of model.order, and refuses choices that none of them reads. */
bool lg_composition_check(const lg_model *m, lg_error *err);

/* Do its sublayers read so many tokens, of a sequence that `what` names? */
bool lg_composition_fits(const lg_order *o, int tokens, const char *what, lg_error *err);
/* Can the sublayers of an order read tokens one by one, under a causal mask or another one? */
bool lg_composition_steps(const lg_model_settings *s, const lg_order *o, bool causal, lg_error *err);

#endif
