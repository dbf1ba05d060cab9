/* segments.h: size of the memory in evaluations that read a text in segments (train/protocol.h). */
#ifndef LG_EVALUATE_SEGMENTS_H
#define LG_EVALUATE_SEGMENTS_H

#include "train/state.h"

/* How the protocol reads a text. All functions of this file need a protocol that reads segments. */
lg_segment_rules lg_segments_rules(const lg_trainer *t);
/* Rows kept between segments: eval.memory, or as many as in training. */
int lg_segments_kept(const lg_trainer *t);
/* Rows kept between segments of this length. With eval.same_span, memory and segment together have as many tokens as in
 * training; no rows are kept if the segment alone has as many. */
int lg_segments_kept_at(const lg_trainer *t, int length);
/* Fails if a segment of this length leaves no memory and the model stores no key-value pairs. */
bool lg_segments_check(const lg_trainer *t, int length, lg_error *err);

#endif
