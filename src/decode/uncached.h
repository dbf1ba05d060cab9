/* uncached.h: decoding without caches: the logits after some tokens come from one pass over all of them, in which
 * everything is computed for their number. Some models need it for each token (lg_model_cached_tokens). Each worker has
 * rows of its own. */
#ifndef LG_DECODE_UNCACHED_H
#define LG_DECODE_UNCACHED_H

#include "train/engine.h"

/* Zeros to begin with. */
typedef struct lg_uncached {
    lg_engine *engine;
    lg_batch_buffers *buffers; /* the caller's, kept for its memory */
    lg_network network;        /* of the tokens so far; S sequences of a worker */
} lg_uncached;

/* The tokens that a sequence has so far. */
typedef struct lg_tokens_so_far {
    const int32_t *prompt, *said; /* [at], and those after it */
    const int32_t *source;        /* where sources have a sequence of their own */
    int at;
    lg_key positions; /* of those that are drawn */
} lg_tokens_so_far;

/* For sequences of so many tokens, in a layout of these and more that is not padded. `each`: sequences that belong
 * together; S is a multiple of it, for at most `most` of these. `positions`: the key of a sample that sequences share.
 * While no worker runs. */
bool lg_uncached_open(lg_uncached *u, const lg_sequence_layout *t, int tokens, int each, int most, lg_key positions,
                      lg_error *err);
/* Writes the tokens of a sequence into row 0..S-1 of a worker, and draws its positions. */
void lg_uncached_write(const lg_uncached *u, int worker, int row, const lg_tokens_so_far *x);
/* Runs the rows of a worker: logits [S, classes]. */
void lg_uncached_run(const lg_uncached *u, int worker, real *logits);
void lg_uncached_close(lg_uncached *u);

/* Copies tokens that decoding may read: a target is none (lg_pass_hide_targets). */
void lg_copy_tokens(int32_t *to, const int32_t *from, int count);

#endif
