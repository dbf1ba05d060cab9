/* mask.c: see mask.h. */
#include "nn/axes/mask.h"

const lg_chosen_mask lg_mask_none = {.entry = &lg_mask_full};

bool lg_mask_range(const lg_chosen_mask *m, int kept, int T, int32_t *key_begin, int32_t *key_end, lg_error *err) {
    const int most = m->entry->most ? m->entry->most(&m->own, kept) : 0;
    if (m->entry->range)
        m->entry->range(&m->own, T, key_begin, key_end);
    else if (!m->entry->search(&m->own, T, key_begin, key_end, err))
        return false;
    for (int i = 0; most > 0 && i < T; i++)
        if (key_end[i] - key_begin[i] > most) key_begin[i] = key_end[i] - most;
    return true;
}
