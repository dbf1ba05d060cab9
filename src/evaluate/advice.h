/* advice.h: warns about choices that are valid together, but make an evaluation misleading. */
#ifndef LG_EVALUATE_ADVICE_H
#define LG_EVALUATE_ADVICE_H

#include "train/train.h"

/* Is a model trained with the settings `trained` evaluated fairly with the settings `tested`? If not, `words` is set to
 * one of three reasons:
 *   - absolute encodings are tested beyond the training positions, under a mask that keeps distances as short as in
 *     training (Su 2023)
 *   - positions of a memory are absolute and thus ambiguous
 *   - a store has fewer cells than there are tokens, so it overwrites its contents */
bool lg_evaluation_is_fair(const lg_trainer *t, const struct lg_description *trained,
                           const struct lg_description *tested, lg_error *words);
/* Number of tokens in the longest training sequences; 0: the data has no list of training lengths. */
int lg_longest_trained(const lg_trainer *t, const struct lg_description *trained);

#endif
