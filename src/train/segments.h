/* segments.h: training on segments that continue each other, by a model with memory (nn/memory.h). The states of its
 * graph live as long as the trainer, one for each lane; a step changes them at the end of its backward pass, and they
 * begin anew when the lanes do. They are a part of checkpoints. */
#ifndef LG_TRAIN_SEGMENTS_H
#define LG_TRAIN_SEGMENTS_H

#include "train/state.h"

/* How the protocol reads a text; only where it does so in segments, as of all that follows. */
lg_segment_rules lg_segments_rules(const lg_trainer *t);
/* Rows that are kept between segments: eval.memory, or as in training. */
int lg_segments_kept(const lg_trainer *t);
/* Rows that it keeps between segments of a length: these, or with eval.same_span so many that memory and segment have
 * as many tokens as those and a segment of training; 0 where a segment alone has as many. */
int lg_segments_kept_at(const lg_trainer *t, int length);
/* Are there any, or does the model store pairs? Else fails. */
bool lg_segments_check(const lg_trainer *t, int length, lg_error *err);

/* Memory for the states of all sequences of a batch, if the model has any. */
bool lg_segments_open(lg_trainer *t, lg_error *err);
/* Before a step: the lanes begin anew when they have been read to their end. */
void lg_segments_begin(const lg_trainer *t);
/* The layout of the next step's records of a size. */
lg_sequence_layout lg_segments_layout(const lg_trainer *t, lg_record_size z, bool padded);

#endif
