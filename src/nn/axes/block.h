/* block.h: where norms are placed around a sublayer and the residual stream. The residual defines the sum itself
 * (nn/axes/residual.h). */
#ifndef LG_NN_BLOCK_H
#define LG_NN_BLOCK_H

#include "nn/axes/chosen.h"
#include "nn/axes/sublayer.h"

/* What the norms normalize. */
typedef enum lg_norm_placement {
    LG_NORM_POST, /* each sum: the next residual starts from the norm's output */
    LG_NORM_PRE,  /* the input of each sublayer */
    LG_NORM_DUAL, /* each sum, like LG_NORM_POST; a second, unnormalized sum is kept, too */
    LG_NORM_NONE
} lg_norm_placement;

struct lg_block {
    LG_ENTRY;
    lg_norm_placement placement;
    bool normformer; /* the block's options are an lg_normformer (nn/pieces/normformer.h) */
    /* Records the sublayer at `at`, with its norm and residual sum, on h [S,T,width]; `norm` is the name of the
     * norm. */
    lg_tensor *(*wire)(lg_build *b, const lg_site *at, const lg_sublayer *sublayer, const char *norm, lg_tensor *h);
    lg_tensor *(*finish)(lg_build *b, lg_tensor *h); /* records what follows the last block; NULL: nothing */
};

extern const lg_block *const lg_blocks[]; /* ends with NULL */

#endif
