/* stop.h: how a step, an evaluation or a look into the model is stopped while it runs. */
#ifndef LG_TRAIN_STOP_H
#define LG_TRAIN_STOP_H

#include "base/stop.h"
#include "train/train.h"

/* From now on steps, evaluations, decoding and passes of analyses ask between micro-batches, records or tokens, in the
 * thread that called them, whether to stop; they then fail with LG_PREEMPTED, and nobody is asked again until this is
 * called again. A step leaves parameters, moments and states as they were before it; the length that was being
 * evaluated has no result. Steps of a model with memory are not stopped. NULL: nobody is asked. */
void lg_trainer_on_stop(lg_trainer *t, const lg_stop_hook *hook);
/* In the thread that called: fails with LG_PREEMPTED where it is to stop. */
bool lg_trainer_go_on(lg_trainer *t, lg_error *err);

#endif
