/* scale.h: the factor on attention logits, which sets the sharpness of the softmax. */
#ifndef LG_NN_SCALE_H
#define LG_NN_SCALE_H

#include "formula/formula.h"
#include "nn/axes/chosen.h"

struct lg_scale {
    LG_ENTRY;
    lg_formula_source (*formula_of)(const void *own); /* the scale as a formula for lg_formula_scale */
};

extern const lg_scale *const lg_scales[]; /* ends with NULL */

/* Does the scale depend on the number of keys that a query sees? */
bool lg_scale_by_number(const lg_chosen_scale *s);
/* Is the scale trained, or different for each head? Such a scale multiplies the queries. */
bool lg_scale_of_queries(const lg_chosen_scale *s);

#endif
