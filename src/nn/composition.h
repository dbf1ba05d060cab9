/* composition.h: do the sublayers of a model suit its other choices? */
#ifndef LG_NN_COMPOSITION_H
#define LG_NN_COMPOSITION_H

#include "nn/model.h"

/* Judges each sublayer of model.order, and refuses choices that none of them reads. */
bool lg_composition_check(const lg_model *m, lg_error *err);

/* Can its sublayers read tokens one by one? */
bool lg_composition_steps(const lg_values *v, const lg_order *o, lg_error *err);

#endif
