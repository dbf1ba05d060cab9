/* stream_score.h: how well a model predicts given tokens of a stream, as a text is. */
#ifndef LG_EVALUATE_STREAM_SCORE_H
#define LG_EVALUATE_STREAM_SCORE_H

#include "train/train.h"

/* Windows of `length` targets each: window i has token begin[i] of the test split as its source. */
typedef struct lg_stream_windows {
    int length, scored; /* the last `scored` targets count */
    const int64_t *begin;
    int count;
} lg_stream_windows;

/* Is the data of the trainer a stream that its model predicts token by token? Else fails. */
bool lg_stream_score_check(const lg_trainer *t, lg_error *err);
/* losses [count, scored]: the negative log-likelihoods, in nats, of the targets of each window that count. Without
 * dropout, under the first position sample of the evaluation of this length. */
bool lg_stream_score(lg_trainer *t, const lg_stream_windows *w, double *losses, lg_error *err);

#endif
