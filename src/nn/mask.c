/* mask.c: see mask.h. */
#include "nn/mask.h"

void lg_mask_range(const lg_mask *m, const lg_values *v, int kept, int T, int32_t *key_begin, int32_t *key_end) {
    const int most = m->most ? m->most(v, kept) : 0;
    m->range(v, T, key_begin, key_end);
    for (int i = 0; most > 0 && i < T; i++)
        if (key_end[i] - key_begin[i] > most) key_begin[i] = key_end[i] - most;
}
