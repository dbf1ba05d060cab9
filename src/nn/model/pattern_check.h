/* pattern_check.h: can the blocks of this model differ as its pattern says? */
#ifndef LG_NN_PATTERN_CHECK_H
#define LG_NN_PATTERN_CHECK_H

#include "nn/model/parts.h"

/* Each choice alone goes with the others. If the pattern does not, fails in words. */
bool lg_pattern_check(const lg_model *m, lg_error *err);

#endif
