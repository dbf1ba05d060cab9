/* uncached.h: decoding without caches. The logits of the next token come from one pass over all tokens so far. This is
 * needed for models whose results depend on the number of tokens (lg_model_cached_tokens). Each worker has its own
 * rows. */
#ifndef LG_DECODE_UNCACHED_H
#define LG_DECODE_UNCACHED_H

#include "train/engine.h"

/* Must be zeroed before first use. */
typedef struct lg_uncached {
    lg_engine *engine;
    lg_batch_buffers *buffers; /* buffers of the caller, which can reuse their memory */
    lg_network network;        /* reads S sequences per worker, up to their last token so far */
} lg_uncached;

/* The tokens of a sequence so far. */
typedef struct lg_tokens_so_far {
    const int32_t *prompt, *answer; /* prompt: [at] tokens; answer: the tokens after the prompt */
    const int32_t *source;          /* used if sources are separate sequences */
    int at;
    lg_key positions; /* key of the random positions */
} lg_tokens_so_far;

/* Builds the network for the first `tokens` tokens of sequences in an unpadded layout. S, the number of sequences per
 * worker, is a multiple of `each`, and at most `each * most`. positions: key of the position sample that all sequences
 * share. Must not be called while workers run. */
bool lg_uncached_open(lg_uncached *u, const lg_sequence_layout *t, int tokens, int each, int most, lg_key positions,
                      lg_error *err);
/* Writes the tokens of a sequence into row `row` (0..S-1) of a worker, and draws the row's positions. */
void lg_uncached_write(const lg_uncached *u, int worker, int row, const lg_tokens_so_far *x);
/* Runs the network on the rows of a worker, and writes logits [S, classes]. */
void lg_uncached_run(const lg_uncached *u, int worker, real *logits);
void lg_uncached_close(lg_uncached *u);

/* Copies tokens that decoding may read. Asserts that none of them is a hidden target (lg_pass_hide_targets). */
void lg_copy_tokens(int32_t *to, const int32_t *from, int count);

#endif
