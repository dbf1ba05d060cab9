/* advice.h: choices that go together, and yet mislead. */
#ifndef LG_TRAIN_ADVICE_H
#define LG_TRAIN_ADVICE_H

#include "base/option.h"

/* Does an evaluation with these values show what it seems to? A mask that keeps distances as short as in training is no
 * baseline for encodings of absolute positions, which go on beyond those of training (Su 2023). `words`: why not. */
bool lg_evaluation_is_fair(const lg_values *v, lg_error *words);

#endif
