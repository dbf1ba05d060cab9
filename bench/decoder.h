/* decoder.h: repeats one step of greedy decoding, to time it. */
#ifndef BENCH_DECODER_H
#define BENCH_DECODER_H

#include "train/train.h"

/* Greedy decoding of a batch. Sequences do not stop at the data's end token. decoder_new returns NULL on failure. */
typedef struct decoder decoder;
decoder *decoder_new(lg_trainer *t, int sequences, int tokens, lg_error *err);
void decoder_free(decoder *x);
/* Computes the last token of all sequences, with all tokens before it in the KV cache, `times` times. */
void decoder_step(decoder *x, int times);
/* The work of one step: multiply-adds x 2; bytes of weights, which are read once for all sequences; bytes of cached
 * keys and values. */
typedef struct decoder_work {
    double flops, weight_bytes, cache_bytes;
} decoder_work;
decoder_work decoder_cost(const decoder *x);

#endif
