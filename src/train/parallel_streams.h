/* parallel_streams.h: text streams: a token stream of N tokens is split into B text streams that are read in parallel.
 * Stream b has the tokens bN/B .. (b+1)N/B - 1, read in segments that overlap by one token: the last target of a
 * segment is the first source token of the next. All streams have the same number of segments and then start over;
 * leftover tokens are skipped. */
#ifndef LG_TRAIN_PARALLEL_STREAMS_H
#define LG_TRAIN_PARALLEL_STREAMS_H

#include "data/data.h"

typedef struct lg_parallel_streams {
    int count, length; /* text streams; tokens per segment */
    int64_t tokens;    /* tokens of the whole token stream */
    int64_t segments;  /* per text stream */
} lg_parallel_streams;

/* Splits a training text into train.batch text streams. */
bool lg_parallel_streams_init(lg_parallel_streams *x, const lg_dataset *d, int length, lg_error *err);
/* First token of segment number `segment` of a text stream; the number keeps counting over restarts. */
int64_t lg_parallel_streams_token(const lg_parallel_streams *x, int stream, int64_t segment);

#endif
