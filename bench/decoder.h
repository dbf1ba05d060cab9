/* decoder.h: decoding alone, for its speed. */
#ifndef BENCH_DECODER_H
#define BENCH_DECODER_H

#include "train/train.h"

/* Greedy decoding of some sequences of so many tokens, for its speed: whatever the data's end token is, none ends. NULL
 * on failure. */
typedef struct decoder decoder;
decoder *decoder_new(lg_trainer *t, int sequences, int tokens, lg_error *err);
void decoder_free(decoder *x);
/* All sequences get their last token, after those before it have been read: so many times. */
void decoder_step(decoder *x, int times);
/* What one such step must do: multiply-adds x 2; bytes of weights, read once for all sequences, and bytes of keys and
 * values. */
typedef struct decoder_work {
    double flops, weight_bytes, cache_bytes;
} decoder_work;
decoder_work decoder_cost(const decoder *x);

#endif
