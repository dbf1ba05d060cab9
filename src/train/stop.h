/* stop.h: how a step or an evaluation is stopped while it runs. */
#ifndef LG_TRAIN_STOP_H
#define LG_TRAIN_STOP_H

#include "train/train.h"

/* From now on steps and evaluations ask between micro-batches, in the thread that called them, whether to stop; they
 * then fail with LG_PREEMPTED. A step leaves parameters, moments and states as they were before it; the length that was
 * being evaluated has no result. Steps of a model with memory are not stopped. NULL: nobody is asked any longer. */
void lg_trainer_on_stop(lg_trainer *t, bool (*stop)(void *user), void *user);

#endif
