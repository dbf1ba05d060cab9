/* block.h: how a sublayer is wired around the residual stream, with norms. */
#ifndef LG_NN_BLOCK_H
#define LG_NN_BLOCK_H

#include "base/registry.h"
#include "nn/sublayer.h"

typedef struct lg_block {
    LG_ENTRY;
    /* h [S,T,width] and what the sublayer makes of it; `norm` names the norm of this sublayer. */
    lg_tensor *(*wire)(lg_build *b, const lg_site *at, const lg_sublayer *sublayer, const char *norm, lg_tensor *h);
    lg_tensor *(*finish)(lg_build *b, lg_tensor *h); /* after the last block; NULL: nothing */
} lg_block;

extern const lg_block *const lg_blocks[]; /* ends with NULL */
const lg_block *lg_block_find(const char *name);

#endif
