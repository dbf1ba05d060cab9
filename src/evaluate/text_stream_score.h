/* text_stream_score.h: scores given tokens of a token stream, such as a text. */
#ifndef LG_EVALUATE_TEXT_STREAM_SCORE_H
#define LG_EVALUATE_TEXT_STREAM_SCORE_H

#include "train/train.h"

/* Windows of `length` targets each; the source of window i begins at token begin[i] of the test split. */
typedef struct lg_text_stream_windows {
    int length, scored; /* the last `scored` targets of each window count */
    const int64_t *begin;
    int count;
} lg_text_stream_windows;

/* Fails unless the data is a token stream and the model predicts it token by token. */
bool lg_text_stream_score_check(const lg_trainer *t, lg_error *err);
/* Writes the negative log-likelihoods, in nats, of the counted targets: losses [count, scored]. Uses no dropout and the
 * first position sample of the evaluation at this length. */
bool lg_text_stream_score(lg_trainer *t, const lg_text_stream_windows *w, double *losses, lg_error *err);

#endif
