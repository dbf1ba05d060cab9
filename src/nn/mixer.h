/* mixer.h: channel mixers: what a block does to each token by itself, between its width and a hidden one: act(h W1 +
 * b1) W2 + b2, or with a gate (act(h Wg + bg) * (h W1 + b1)) W2 + b2. */
#ifndef LG_NN_MIXER_H
#define LG_NN_MIXER_H

#include "base/registry.h"
#include "nn/build.h"

typedef struct lg_mixer {
    LG_ENTRY;
    lg_activation activation;
    bool gated;
} lg_mixer;

extern const lg_mixer *const lg_mixers[]; /* ends with NULL */
const lg_mixer *lg_mixer_find(const char *name);

#endif
