/* uncached.h: decoding without caches: the logits of the next token come from one pass over all tokens so far. Models
 * whose results depend on the number of tokens need this (lg_model_cached_tokens). Each worker has its own rows. */
#ifndef LG_DECODE_UNCACHED_H
#define LG_DECODE_UNCACHED_H

#include "train/engine.h"

/* Must be zeroed before first use. */
typedef struct lg_uncached {
    lg_engine *engine;
    lg_batch_buffers *buffers; /* the caller's, so that their memory is reused */
    lg_network network;        /* reads the tokens so far of S sequences per worker */
} lg_uncached;

/* The tokens of a sequence so far. */
typedef struct lg_tokens_so_far {
    const int32_t *prompt, *answer; /* [at] tokens, and the tokens after them */
    const int32_t *source;          /* if sources are a separate sequence */
    int at;
    lg_key positions; /* key of the random positions */
} lg_tokens_so_far;

/* Builds the network for the first `tokens` tokens of sequences in an unpadded layout. S, the number of sequences per
 * worker in the network, is a multiple of `each`, at most `each * most`. `positions` is the key of the position sample
 * that sequences share. Must not be called while workers run. */
bool lg_uncached_open(lg_uncached *u, const lg_sequence_layout *t, int tokens, int each, int most, lg_key positions,
                      lg_error *err);
/* Writes the tokens of a sequence into row `row` (0..S-1) of a worker, and draws the row's positions. */
void lg_uncached_write(const lg_uncached *u, int worker, int row, const lg_tokens_so_far *x);
/* Runs the rows of a worker: logits [S, classes]. */
void lg_uncached_run(const lg_uncached *u, int worker, real *logits);
void lg_uncached_close(lg_uncached *u);

/* Copies tokens that decoding may read. Asserts that none is a hidden target (lg_pass_hide_targets). */
void lg_copy_tokens(int32_t *to, const int32_t *from, int count);

#endif
