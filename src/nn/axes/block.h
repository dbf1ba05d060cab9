/* block.h: how a sublayer is wired around the residual stream, with norms. What is added is the residual's
 * (nn/axes/residual.h). */
#ifndef LG_NN_BLOCK_H
#define LG_NN_BLOCK_H

#include "nn/axes/chosen.h"
#include "nn/axes/sublayer.h"

/* Where the norms of sublayers are. */
typedef enum lg_norm_placement {
    LG_NORM_POST, /* of each sum: the next residual starts from the norm's output */
    LG_NORM_PRE,  /* of what a sublayer reads */
    LG_NORM_DUAL, /* as LG_NORM_POST, with a sum beside the stream that has none */
    LG_NORM_NONE
} lg_norm_placement;

struct lg_block {
    LG_ENTRY;
    lg_norm_placement placement;
    bool normformer; /* its options are an lg_normformer (nn/pieces/normformer.h) */
    /* h [S,T,width] and what the sublayer makes of it; `norm` names the norm of this sublayer. */
    lg_tensor *(*wire)(lg_build *b, const lg_site *at, const lg_sublayer *sublayer, const char *norm, lg_tensor *h);
    lg_tensor *(*finish)(lg_build *b, lg_tensor *h); /* after the last block; NULL: nothing */
};

extern const lg_block *const lg_blocks[]; /* ends with NULL */

#endif
