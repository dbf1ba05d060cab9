/* step_passes.h: the passes of a training step (batch.h), whose gradients are summed in their order. Those of small
 * models run side by side: workers take groups of sequences from one queue, and none waits at the end of a pass. */
#ifndef LG_TRAIN_STEP_PASSES_H
#define LG_TRAIN_STEP_PASSES_H

#include "train/state.h"

/* A pass of a step, while it runs. */
typedef struct lg_step_pass {
    lg_batch_part part;
    lg_batch_partition partition;
    lg_pass *pass;
    lg_batch_buffers *buffers;
} lg_step_pass;

/* Which records there are in the next step, and how they are cut into passes: t->plan. */
bool lg_step_passes_plan(lg_trainer *t, lg_error *err);
/* Draws the records of the next step and runs them forward and backward; the gradient is that of lg_gradients_array.
 * All of `out` but its norm and rate. */
bool lg_step_passes_run(lg_trainer *t, lg_step *out, lg_error *err);
size_t lg_step_passes_bytes(const lg_trainer *t);
void lg_step_passes_free(lg_trainer *t); /* memory of passes beside the first one */

#endif
