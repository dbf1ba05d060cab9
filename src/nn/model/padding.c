/* padding.c: see padding.h. */
#include "nn/model/padding.h"

#include <limits.h>

#include "nn/axes/architecture.h"
#include "nn/axes/attention_function.h"
#include "nn/axes/encoding.h"
#include "nn/axes/mask.h"
#include "nn/axes/position.h"
#include "nn/axes/scale.h"
#include "nn/pieces/experts.h"

/* Up to this number of tokens, positions and the encoding do not depend on the sequence length. */
static int same_up_to(const lg_positional *p) {
    const int placed = p->sampler.entry->same_up_to ? p->sampler.entry->same_up_to(&p->sampler.own) : INT_MAX;
    const int encoded = p->encoding.entry->same_up_to ? p->encoding.entry->same_up_to(&p->encoding.own) : INT_MAX;
    return placed < encoded ? placed : encoded;
}

static bool is_by_length(const lg_model *m) {
    for (int i = 0; i < LG_STREAM_NUMBERS; i++)
        if (m->positional[i] && i != LG_STREAM_QUERIES && i != LG_STREAM_KEYS && same_up_to(m->positional[i]) < INT_MAX)
            return true;
    return false;
}

/* The same limit for the stream that the head reads, under a choice of the pattern. INT_MAX: nothing reads positions.
 * 0: positions are random. */
static int same_under(const lg_model *m, int choice) {
    const lg_positional *p = m->positional[lg_stream_number(LG_STREAM_OWN, choice)];
    const bool reads = p->encoding.entry->reads != LG_POSITION_INPUT_NONE || lg_positional_crosses(m);
    return !reads ? INT_MAX : p->draws ? 0 : same_up_to(p);
}

int lg_model_same_up_to(const lg_model *m) {
    int least = INT_MAX;
    if (lg_experts_are_limited(&m->order, lg_pattern_is_causal(&m->pattern))) return 0;
    for (int i = 0; i < m->pattern.count; i++)
        if (same_under(m, i) < least) least = same_under(m, i);
    return least;
}

static bool takes_spans(const lg_block_choice *c) {
    return c->attention_function.entry->spans && !lg_scale_by_number(&c->scale) &&
           !(c->mask.entry->by_length && c->mask.entry->by_length(&c->mask.own));
}

bool lg_model_takes_spans(const lg_model *m) {
    for (int i = 0; i < m->pattern.count; i++)
        if (!takes_spans(&m->pattern.choices[i])) return false;
    return !m->reads_whole;
}

bool lg_model_pads(const lg_model *m) {
    if (m->architecture.entry->one_size || is_by_length(m) || m->reads_whole) return false;
    return lg_pattern_is_causal(&m->pattern) || m->architecture.entry->cells || lg_model_takes_spans(m);
}

bool lg_model_pads_sources(const lg_model *m) {
    return m->format.sources == 0 || lg_model_takes_spans(m);
}

bool lg_model_mixes_sources(const lg_model *m) {
    const bool random =
        m->positional[LG_STREAM_OWN]->sampler.entry->random || m->positional[LG_STREAM_SOURCES]->sampler.entry->random;
    return m->format.sources > 0 && lg_model_pads(m) && lg_model_takes_spans(m) && !random;
}
