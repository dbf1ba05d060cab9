/* lanes.h: a stream of tokens that is read from its beginning to its end by several lanes at once: lane b of B has the
 * tokens bN/B .. (b+1)N/B - 1 of N, in segments that overlap by a token: the last target of one is the source of the
 * next. All lanes have as many segments, after which they begin again; what a lane has beyond these is left out. */
#ifndef LG_TRAIN_LANES_H
#define LG_TRAIN_LANES_H

#include "data/data.h"

typedef struct lg_lanes {
    int count, length; /* lanes; tokens of a segment */
    int64_t tokens;    /* of the stream */
    int64_t segments;  /* of a lane */
} lg_lanes;

/* The lanes of a training split; train.batch of them. */
bool lg_lanes_init(lg_lanes *x, const lg_dataset *d, int length, lg_error *err);
/* The token of the stream that segment `segment` of a lane begins with; segments are counted on and on. */
int64_t lg_lanes_token(const lg_lanes *x, int lane, int64_t segment);

#endif
