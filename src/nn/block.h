/* block.h: how the two sublayers of a block are wired with residuals and norms. */
#ifndef LG_NN_BLOCK_H
#define LG_NN_BLOCK_H

#include "base/registry.h"
#include "nn/build.h"

typedef struct lg_block {
    LG_ENTRY;
    lg_tensor *(*wire)(lg_build *b, int block, lg_tensor *h); /* [S,T,width] to [S,T,width] */
    lg_tensor *(*finish)(lg_build *b, lg_tensor *h);          /* after the last block; NULL: nothing */
} lg_block;

extern const lg_block *const lg_blocks[]; /* ends with NULL */
const lg_block *lg_block_find(const char *name);

#endif
