/* normaliser.h: how scores become weights. */
#ifndef LG_NN_NORMALISER_H
#define LG_NN_NORMALISER_H

#include "base/registry.h"
#include "nn/build.h"

typedef struct lg_normaliser {
    LG_ENTRY;
    bool orders; /* knows order by itself, and takes no terms of an encoding */
    /* Attention [S,T,width] of the sublayer input h from the terms in a. */
    lg_tensor *(*attend)(lg_build *b, int block, lg_tensor *h, const lg_attend *a);
} lg_normaliser;

extern const lg_normaliser *const lg_normalisers[]; /* ends with NULL */
const lg_normaliser *lg_normaliser_find(const char *name);

#endif
