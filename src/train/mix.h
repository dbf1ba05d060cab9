/* mix.h: averages the probabilities of several models, given their logits. */
#ifndef LG_TRAIN_MIX_H
#define LG_TRAIN_MIX_H

#include <stdint.h>

#include "base/real.h"

enum { LG_ENSEMBLE_MAX = 64 }; /* models */

/* The token with the highest logit; ties go to the lowest id. */
int32_t lg_most_probable(const real *logits, int classes);
/* Writes the logarithms of the mean probabilities of `count` models, whose logits are [classes] each. `out` may be one
 * of the arrays of logits. */
void lg_mix_logits(real *out, const real *const *logits, int count, int classes);

#endif
