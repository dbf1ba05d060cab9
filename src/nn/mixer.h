/* mixer.h: channel mixers: what a block does to each token by itself, between its width and a hidden one. */
#ifndef LG_NN_MIXER_H
#define LG_NN_MIXER_H

#include "base/registry.h"
#include "nn/build.h"

typedef struct lg_mixer {
    LG_ENTRY;
    lg_tensor *(*mix)(lg_build *b, int block, lg_tensor *h); /* [S,T,width] to [S,T,width] */
} lg_mixer;

extern const lg_mixer *const lg_mixers[]; /* ends with NULL */
const lg_mixer *lg_mixer_find(const char *name);

#endif
