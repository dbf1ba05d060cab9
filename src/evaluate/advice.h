/* advice.h: choices that go together, and yet mislead. */
#ifndef LG_EVALUATE_ADVICE_H
#define LG_EVALUATE_ADVICE_H

#include "train/train.h"

/* Does an evaluation described by `tested` show what it seems to, of a model that was trained with others, or these?
 * A mask that keeps distances as short as in training is no baseline for encodings of absolute positions, which go on
 * beyond those of training (Su 2023). A tape of fewer cells than tokens overwrites what it holds. `words`: why not. */
bool lg_evaluation_is_fair(const lg_trainer *t, const struct lg_description *trained,
                           const struct lg_description *tested, lg_error *words);
/* Tokens of the longest sequences that it was trained on; 0: no lengths are named. */
int lg_longest_trained(const lg_trainer *t, const struct lg_description *trained);

#endif
