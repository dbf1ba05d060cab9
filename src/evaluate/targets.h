/* targets.h: the targets of a text that an evaluation scores, under its protocol (data/targets.h). */
#ifndef LG_EVALUATE_TARGETS_H
#define LG_EVALUATE_TARGETS_H

#include "train/state.h"

/* Of a trainer's split. False: its records are no stream of tokens. A protocol that remembers reads each target once,
 * in segments of the length, and begins where the memory is full before the first one. */
bool lg_trainer_targets(const lg_trainer *t, int length, lg_targets *out);
/* Segments before the first one that counts, which fill the memory. */
int lg_targets_fill(const lg_trainer *t, int length);
/* Has a split as many targets as were asked for, and any? Else fails with what would fit. */
bool lg_trainer_check_targets(const lg_trainer *t, lg_split split, int length, lg_error *err);

#endif
