/* padding.c: see padding.h. */
#include "nn/padding.h"

bool lg_model_by_length(const lg_model *m) {
    return (m->sampler->by_length && m->sampler->by_length(m->values)) ||
           (m->encoding->by_length && m->encoding->by_length(m->values));
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
