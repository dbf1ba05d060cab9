/* targets.h: the targets of a text that an evaluation scores under its protocol (data/targets.h). */
#ifndef LG_EVALUATE_TARGETS_H
#define LG_EVALUATE_TARGETS_H

#include "train/state.h"

/* Finds the targets in the trainer's split. Returns false if the records are not a token stream. A protocol with memory
 * reads each target once, in segments of `length` tokens. It starts as many tokens before the first target as fill
 * the memory. */
bool lg_trainer_targets(const lg_trainer *t, int length, lg_targets *out);
/* Number of segments that only fill the memory and are not counted. */
int lg_targets_fill(const lg_trainer *t, int length);
/* Fails if the split has no targets, or fewer than requested. The message contains a number that is possible. */
bool lg_trainer_check_targets(const lg_trainer *t, lg_split split, int length, lg_error *err);

#endif
