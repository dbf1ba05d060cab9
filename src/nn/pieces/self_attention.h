/* self_attention.h: what sublayers share in which the tokens of a stream attend to each other. */
#ifndef LG_NN_SELF_ATTENTION_H
#define LG_NN_SELF_ATTENTION_H

#include "graph/ops.h"
#include "nn/axes/sublayer.h"

/* Such attention, all of whose terms are there. */
typedef struct lg_self {
    lg_tensor *h; /* the rows that ask, which are the input without those of memory */
    lg_tensor *q; /* their queries, before any is turned */
    lg_attend a;
} lg_self;

/* Of the input x of a sublayer that mixes tokens. */
lg_self lg_build_self(lg_build *b, const lg_site *at, lg_tensor *x);
/* Keys and values of the whole timeline: zeros for tokens before those that there are, which no query sees. */
void lg_build_complete_keys(lg_build *b, lg_attend *a);
/* Where the stream is read piece by piece k and v become those of all tokens so far, in caches; else as many heads as q
 * has. */
void lg_build_caches(lg_build *b, int block, lg_attend *a);
/* What is added to the residual stream, of o. */
lg_tensor *lg_build_output(lg_build *b, int block, lg_tensor *o);

#endif
