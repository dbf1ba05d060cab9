/* advice.h: warns about choices that are valid together but make an evaluation misleading. */
#ifndef LG_EVALUATE_ADVICE_H
#define LG_EVALUATE_ADVICE_H

#include "train/train.h"

/* Checks that evaluating a model trained as `trained` under the settings `tested` is a fair test; `words` gets the
 * reason if not. A mask that keeps distances as short as in training is no baseline for absolute encodings beyond the
 * training positions (Su 2023). Absolute positions of a memory are ambiguous. A tape with fewer cells than tokens
 * overwrites its contents. */
bool lg_evaluation_is_fair(const lg_trainer *t, const struct lg_description *trained,
                           const struct lg_description *tested, lg_error *words);
/* Tokens of the longest training sequences; 0: the data names no training lengths. */
int lg_longest_trained(const lg_trainer *t, const struct lg_description *trained);

#endif
