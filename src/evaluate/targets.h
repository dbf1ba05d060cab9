/* targets.h: the targets of a text that an evaluation scores under its protocol (data/targets.h). */
#ifndef LG_EVALUATE_TARGETS_H
#define LG_EVALUATE_TARGETS_H

#include "train/state.h"

/* Targets in the trainer's split; false: the records are no token stream. A protocol with memory reads each target
 * once, in segments of `length` tokens, and starts early enough to fill the memory before the first target. */
bool lg_trainer_targets(const lg_trainer *t, int length, lg_targets *out);
/* Number of uncounted segments that fill the memory first. */
int lg_targets_fill(const lg_trainer *t, int length);
/* Fails if the split has no targets, or fewer than requested; the message gives a number that fits. */
bool lg_trainer_check_targets(const lg_trainer *t, lg_split split, int length, lg_error *err);

#endif
