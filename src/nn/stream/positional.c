/* positional.c: looks up properties in the placements of all streams. positional_find.c finds the placements, and
 * positional_check.c checks them. */
#include "nn/stream/positional.h"

#include "nn/axes/encoding.h"
#include "nn/model/model.h"

bool lg_positional_crosses(const lg_model *m) {
    const lg_positional *p = m->positional[LG_STREAM_QUERIES];
    return p && p->encoding.entry->reads != LG_POSITION_INPUT_NONE;
}

bool lg_positional_embeds(const lg_model *m) {
    return m->positional[LG_STREAM_OWN]->encoding.entry->embed ||
           m->positional[LG_STREAM_SOURCES]->encoding.entry->embed;
}

bool lg_positional_per_sequence(const lg_model *m) {
    for (int i = 0; i < LG_STREAM_NUMBERS; i++)
        if (m->placed[i].per_sequence) return true;
    return false;
}

/* Ignores the placement of cross-attention. */
bool lg_positional_draws(const lg_model *m) {
    for (int i = 0; i < LG_STREAM_NUMBERS; i++)
        if (i != LG_STREAM_QUERIES && m->placed[i].draws) return true;
    return false;
}

bool lg_positional_per_block(const lg_model *m) {
    for (int i = 0; i < LG_STREAM_NUMBERS; i++)
        if (m->placed[i].per_block) return true;
    return false;
}
