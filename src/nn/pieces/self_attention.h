/* self_attention.h: functions of sublayers in which the tokens of a stream attend to each other. */
#ifndef LG_NN_SELF_ATTENTION_H
#define LG_NN_SELF_ATTENTION_H

#include "graph/ops.h"
#include "nn/axes/sublayer.h"

/* Self-attention with all its terms. */
typedef struct lg_self {
    lg_tensor *h; /* the rows of queries: the input without memory rows */
    lg_tensor *q; /* the queries of these rows, before rotation */
    lg_attend a;
} lg_self;

/* Records the terms of self-attention for the input x of a sublayer that mixes tokens. */
lg_self lg_build_self(lg_build *b, const lg_site *at, lg_tensor *x);
/* Extends keys and values to the whole timeline, with zeros for earlier tokens without keys, which no query sees. */
void lg_build_complete_keys(lg_build *b, lg_attend *a);
/* If the stream is read piece by piece, replaces k and v by the cached keys and values of all tokens so far. Otherwise,
 * repeats k and v so that they have as many heads as q. */
void lg_build_caches(lg_build *b, int block, lg_attend *a);
/* Maps the attention output o to the term that is added to the residual stream. */
lg_tensor *lg_build_output(lg_build *b, int block, lg_tensor *o);

#endif
