/* segments.h: training on segments that continue each other, by a model with memory (nn/stream/memory.h). The states of
 * its graph live as long as the trainer, one for each lane; a step changes them at the end of its backward pass, and
 * they begin anew when the lanes do. They are a part of checkpoints. */
#ifndef LG_TRAIN_SEGMENTS_H
#define LG_TRAIN_SEGMENTS_H

#include "train/state.h"

/* Memory for the states of all sequences of a batch, if the model has any. */
bool lg_segments_open(lg_trainer *t, lg_error *err);
/* Before a step: the lanes begin anew when they have been read to their end. */
void lg_segments_begin(const lg_trainer *t);
/* The layout of the next step's records of a size. */
lg_sequence_layout lg_segments_layout(const lg_trainer *t, lg_record_size z, bool padded);

#endif
