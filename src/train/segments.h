/* segments.h: training on consecutive segments of text streams by a model with memory (nn/stream/memory.h). The states
 * of the model's graph live as long as the trainer. Each text stream has its own states. A step updates the states at
 * the end of its backward pass. They are reset when the text streams restart. Checkpoints contain the states. */
#ifndef LG_TRAIN_SEGMENTS_H
#define LG_TRAIN_SEGMENTS_H

#include "train/state.h"

/* Reserves states for all sequences of a batch, if the model has memory. */
bool lg_segments_open(lg_trainer *t, lg_error *err);
/* Call before a step: resets the states when the text streams restart. */
void lg_segments_begin(const lg_trainer *t);
/* Layout of the next step for records of size z. */
lg_sequence_layout lg_segments_layout(const lg_trainer *t, lg_record_size z, bool padded);

#endif
