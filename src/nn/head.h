/* head.h: from the rows that are read to the logits of the output symbols. */
#ifndef LG_NN_HEAD_H
#define LG_NN_HEAD_H

#include "base/registry.h"
#include "nn/build.h"

typedef struct lg_head {
    LG_ENTRY;
    bool tied; /* output symbols are rows of the table of token vectors, by their ids */
    lg_tensor *(*logits)(lg_build *b, lg_tensor *x); /* [S,m,width] to [S,m,output_size] */
} lg_head;

extern const lg_head *const lg_heads[]; /* ends with NULL */
const lg_head *lg_head_find(const char *name);

#endif
