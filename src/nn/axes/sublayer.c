/* sublayer.c: the registry of sublayers. It is separate from registry.c because stack.c, which other entries need,
 * looks sublayers up. */
#include "nn/axes/sublayer.h"

#include <stddef.h>

#define SUBLAYER(name) extern const lg_sublayer lg_sublayer_##name;
#include "nn/axes/sublayers.def"
#undef SUBLAYER
#define SUBLAYER(name) &lg_sublayer_##name,
const lg_sublayer *const lg_sublayers[] = {
#include "nn/axes/sublayers.def"
    NULL};
#undef SUBLAYER
const lg_sublayer *lg_sublayer_find(char letter) {
    for (int i = 0; lg_sublayers[i]; i++)
        if (lg_sublayers[i]->letter == letter) return lg_sublayers[i];
    return NULL;
}
