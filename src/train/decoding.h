/* decoding.h: target tokens one after another, by networks that keep keys and values of the tokens before (KV cache):
 * the prompt goes through at once, then each token costs the work of one row. */
#ifndef LG_TRAIN_DECODING_H
#define LG_TRAIN_DECODING_H

#include "train/pass.h"
#include "train/states.h"

/* Zeros to begin with; kept from one batch to the next, for its memory. */
typedef struct lg_decoding {
    lg_network prompt, step;  /* of all tokens before the first target token, and of one token */
    lg_batch_buffers buffers; /* of both networks, */
    lg_batch_buffers sources; /* but of the first one where it alone reads sources of a sequence of their own */
    lg_buffer step_ids;       /* [lanes]; then [lanes] limits */
    lg_buffer logits;         /* [lanes, classes], the rows that tokens are chosen from */
    lg_states states;
    int lanes; /* sequences that are decoded at once: S of each worker */
    int at;    /* tokens of the prompt */
} lg_decoding;

/* Networks and memory to decode the sequences of a pass, whose sources have one length; `positions` as of the pass. Not
 * the memory of the workers (lg_engine_reserve of both networks). */
bool lg_decoding_open(lg_decoding *d, const lg_pass *p, lg_key positions, lg_error *err);
void lg_decoding_close(lg_decoding *d); /* its networks */
void lg_decoding_free(lg_decoding *d);
size_t lg_decoding_bytes(const lg_decoding *d);

/* How many tokens each sequence of a worker's micro-batch gets: [S], to be set before it runs. 0: it is left out. */
int *lg_decoding_limits(const lg_decoding *d, int worker);
/* A job: greedy decoding of sequences first.. of a micro-batch. Token j of sequence s of them is written to
 * said[s * stride + j], j below its limit, until the data set's end token; what comes after it is that token again. */
void lg_decoding_run(const lg_decoding *d, const lg_pass *p, int first, int worker, int32_t *said, int stride);

#endif
