/* lanes.h: text streams: a token stream of N tokens is split into B text streams that are read in parallel. Stream b
 * has the tokens bN/B .. (b+1)N/B - 1, read in segments that overlap by one token: the last target of a segment is the
 * first source token of the next. All streams have the same number of segments and then start over; leftover tokens are
 * skipped. */
#ifndef LG_TRAIN_LANES_H
#define LG_TRAIN_LANES_H

#include "data/data.h"

typedef struct lg_lanes {
    int count, length; /* text streams; tokens per segment */
    int64_t tokens;    /* in the whole token stream */
    int64_t segments;  /* per text stream */
} lg_lanes;

/* Splits a training text into train.batch text streams. */
bool lg_lanes_init(lg_lanes *x, const lg_dataset *d, int length, lg_error *err);
/* First token of segment number `segment` of a text stream; the number keeps counting over restarts. */
int64_t lg_lanes_token(const lg_lanes *x, int lane, int64_t segment);

#endif
