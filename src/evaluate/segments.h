/* segments.h: size of the memory in evaluations that read a text in segments (train/protocol.h). */
#ifndef LG_EVALUATE_SEGMENTS_H
#define LG_EVALUATE_SEGMENTS_H

#include "train/state.h"

/* The rules by which the protocol reads a text. All functions of this file require a protocol that reads segments. */
lg_segment_rules lg_segments_rules(const lg_trainer *t);
/* Number of rows kept between segments: eval.memory, or as many as in training. */
int lg_segments_kept(const lg_trainer *t);
/* Number of rows kept between segments of this length. With eval.same_span, memory and segment together have as many
 * tokens as lg_segments_kept and the longest training length together. If the segment alone has at least as many
 * tokens, no rows are kept. */
int lg_segments_kept_at(const lg_trainer *t, int length);
/* Fails if a segment of this length leaves no rows for memory and the model stores no key-value pairs. */
bool lg_segments_check(const lg_trainer *t, int length, lg_error *err);

#endif
