/* segments.h: how much an evaluation remembers that reads a text in segments (train/protocol.h). */
#ifndef LG_EVALUATE_SEGMENTS_H
#define LG_EVALUATE_SEGMENTS_H

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

#endif
