/* padding.c: see padding.h. */
#include "nn/padding.h"

static bool is_by_length(const lg_positional *p) {
    return (p->sampler->by_length && p->sampler->by_length(p->values)) ||
           (p->encoding->by_length && p->encoding->by_length(p->values));
}

bool lg_model_by_length(const lg_model *m) {
    return is_by_length(m->positional[LG_STREAM_OWN]) || is_by_length(m->positional[LG_STREAM_SOURCES]);
}

bool lg_model_draws_by_length(const lg_model *m) {
    return m->positional[LG_STREAM_OWN]->sampler->subset || m->positional[LG_STREAM_SOURCES]->sampler->subset;
}

bool lg_model_takes_spans(const lg_model *m) {
    return m->attention_function->spans && !m->reads_whole && !m->scale->by_number &&
           !(m->mask->by_length && m->mask->by_length(m->values));
}

bool lg_model_pads(const lg_model *m) {
    if (m->architecture->one_size || lg_model_by_length(m) || m->reads_whole) return false;
    return lg_mask_is_causal(m->mask, m->values) || m->architecture->cells || lg_model_takes_spans(m);
}

bool lg_model_pads_sources(const lg_model *m) {
    return m->format.sources == 0 || lg_model_takes_spans(m);
}

bool lg_model_mixes_sources(const lg_model *m) {
    const bool random =
        m->positional[LG_STREAM_OWN]->sampler->random || m->positional[LG_STREAM_SOURCES]->sampler->random;
    return m->format.sources > 0 && lg_model_pads(m) && lg_model_takes_spans(m) && !random;
}
