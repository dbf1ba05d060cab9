/* text_stream_score.h: scores given tokens of a token stream, such as a text. */
#ifndef LG_EVALUATE_TEXT_STREAM_SCORE_H
#define LG_EVALUATE_TEXT_STREAM_SCORE_H

#include "train/train.h"

/* Windows of `length` targets each. The source of window i begins at token begin[i] of the test split. */
typedef struct lg_text_stream_windows {
    int length, scored; /* number of targets per window; the last `scored` of them count */
    const int64_t *begin;
    int count;
} lg_text_stream_windows;

/* Fails unless the data is a token stream whose tokens the model predicts one by one. */
bool lg_text_stream_score_check(const lg_trainer *t, lg_error *err);
/* Writes the negative log-likelihoods, in nats, of the targets that count: losses [count, scored]. No dropout is used.
 * Positions are those of the first position sample of an evaluation at this length. */
bool lg_text_stream_score(lg_trainer *t, const lg_text_stream_windows *w, double *losses, lg_error *err);

#endif
