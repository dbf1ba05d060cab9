/* stop.h: stops a step, an evaluation or an introspection while it runs. */
#ifndef LG_TRAIN_STOP_H
#define LG_TRAIN_STOP_H

#include "base/stop.h"
#include "train/train.h"

/* Sets a hook that steps, evaluations, decoding and analyses poll between micro-batches, records or tokens, in the
 * thread that called them. When the hook asks to stop, the operation fails with LG_PREEMPTED, and the hook is not
 * polled again until lg_trainer_on_stop is called again. A stopped step leaves parameters, moments and states as they
 * were before the step; the length being evaluated gets no result. Steps of a model with memory are not stopped. NULL:
 * no hook. */
void lg_trainer_on_stop(lg_trainer *t, const lg_stop_hook *hook);
/* Fails with LG_PREEMPTED if the operation must stop. Call it in the thread that started the operation. */
bool lg_trainer_go_on(lg_trainer *t, lg_error *err);

#endif
