/* decoder.h: decoding alone, for its speed. */
#ifndef LG_DECODE_DECODER_H
#define LG_DECODE_DECODER_H

#include "train/train.h"

/* Greedy decoding of some sequences of so many tokens, for its speed: whatever the data's end token is, none ends. NULL
 * on failure. */
typedef struct lg_decoder lg_decoder;
lg_decoder *lg_decoder_new(lg_trainer *t, int sequences, int tokens, lg_error *err);
void lg_decoder_free(lg_decoder *x);
/* All sequences get their last token, after those before it have been read: so many times. */
void lg_decoder_step(lg_decoder *x, int times);
/* What one such step must do: multiply-adds x 2; bytes of weights, read once for all sequences, and bytes of keys and
 * values. */
typedef struct lg_decoder_work {
    double flops, weight_bytes, cache_bytes;
} lg_decoder_work;
lg_decoder_work lg_decoder_cost(const lg_decoder *x);

#endif
