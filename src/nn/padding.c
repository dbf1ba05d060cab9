/* padding.c: see padding.h. */
#include "nn/padding.h"

#include <limits.h>

#include "nn/experts.h"

/* Up to how many tokens are positions, and what the encoding makes of them, independent of the number of tokens? */
static int same_up_to(const lg_positional *p) {
    const int placed = p->sampler.entry->same_up_to ? p->sampler.entry->same_up_to(&p->sampler.own) : INT_MAX;
    const int encoded = p->encoding.entry->same_up_to ? p->encoding.entry->same_up_to(&p->encoding.own) : INT_MAX;
    return placed < encoded ? placed : encoded;
}

static bool is_by_length(const lg_model *m) {
    return same_up_to(m->positional[LG_STREAM_OWN]) < INT_MAX || same_up_to(m->positional[LG_STREAM_SOURCES]) < INT_MAX;
}

int lg_model_same_up_to(const lg_model *m) {
    const lg_positional *p = m->positional[LG_STREAM_OWN];
    const bool reads = p->encoding.entry->reads != LG_POSITION_INPUT_NONE || lg_positional_crosses(m);
    if (lg_experts_are_limited(&m->order, lg_mask_is_causal(&m->mask))) return 0;
    return !reads ? INT_MAX : p->draws ? 0 : same_up_to(p);
}

bool lg_model_takes_spans(const lg_model *m) {
    return m->attention_function.entry->spans && !m->reads_whole && !m->scale.entry->by_number &&
           !(m->mask.entry->by_length && m->mask.entry->by_length(&m->mask.own));
}

bool lg_model_pads(const lg_model *m) {
    if (m->architecture.entry->one_size || is_by_length(m) || m->reads_whole) return false;
    return lg_mask_is_causal(&m->mask) || m->architecture.entry->cells || lg_model_takes_spans(m);
}

bool lg_model_pads_sources(const lg_model *m) {
    return m->format.sources == 0 || lg_model_takes_spans(m);
}

bool lg_model_mixes_sources(const lg_model *m) {
    const bool random =
        m->positional[LG_STREAM_OWN]->sampler.entry->random || m->positional[LG_STREAM_SOURCES]->sampler.entry->random;
    return m->format.sources > 0 && lg_model_pads(m) && lg_model_takes_spans(m) && !random;
}
