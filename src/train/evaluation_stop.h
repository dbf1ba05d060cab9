/* evaluation_stop.h: how an evaluation is stopped within a length. */
#ifndef LG_TRAIN_EVALUATION_STOP_H
#define LG_TRAIN_EVALUATION_STOP_H

#include "train/train.h"

/* From now on evaluation asks between micro-batches, in the thread that called it, whether it is to stop; it then fails
 * with LG_PREEMPTED, and the length under way has no result. NULL: no longer. Protocols that read a text as a whole are
 * asked between lengths alone. */
bool lg_trainer_on_stop(lg_trainer *t, bool (*stop)(void *user), void *user, lg_error *err);

#endif
