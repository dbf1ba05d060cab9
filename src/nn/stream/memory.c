/* memory.c: see memory.h. */
#include "nn/stream/memory.h"

#include <stdio.h>

#include "nn/axes/encoding.h"
#include "nn/axes/mask.h"
#include "nn/axes/position.h"
#include "nn/stream/documents.h"

bool lg_memory_suits(const lg_model *m, const char *key, int64_t rows, lg_error *err) {
    char keys[64];
    if (rows == 0) return true;
    snprintf(keys, sizeof keys, "%s encoding positions mask", key);
    if (m->positional[LG_STREAM_OWN]->encoding.entry->embed)
        return lg_fail_keys(err, keys,
                            "%s: with encoding: %s, rows that are remembered hold the positions of their own segment "
                            "(use --encoding relative)",
                            key, m->positional[LG_STREAM_OWN]->encoding.entry->name);
    if (m->positional[LG_STREAM_OWN]->sampler.entry->random)
        return lg_fail_keys(err, keys,
                            "%s: positions: %s numbers each segment anew, and distances across segments need one "
                            "numbering (use --positions standard)",
                            key, m->positional[LG_STREAM_OWN]->sampler.entry->name);
    if (lg_model_reads_documents(m))
        return lg_fail_keys(err, keys,
                            "%s: documents are those of a sequence, and rows that are remembered belong to none of "
                            "them (use --positions standard and --mask causal)",
                            key);
    const lg_mask *mask = m->mask.entry;
    return !mask->chunk ||
           lg_fail_keys(err, keys, "%s: mask: %s hides the segments before (use --mask causal)", key, mask->name);
}

lg_sequence_layout lg_memory_layout(const lg_model *m, lg_sequence_layout segment, int kept, int64_t tokens) {
    const bool zeros = m->memory_zeros;
    segment.kept = kept;
    segment.memory = zeros || tokens > kept ? kept : (int)tokens;
    segment.stores = m->memorized;
    segment.stored = tokens > m->memorized ? m->memorized : (int)tokens;
    return segment;
}

lg_tensor *lg_build_remember(lg_build *b, const lg_site *at, const lg_sublayer *sublayer, lg_tensor *h) {
    const lg_token_stream *s = b->stream;
    if (at->beside && sublayer->mixes_tokens) return lg_op_concatenate_tokens(b->g, h, at->beside);
    if (s->kept == 0 || !sublayer->mixes_tokens || sublayer->segment_alone) return h;
    lg_tensor *state = lg_build_state(b, at->block, "memory", s->kept, lg_columns(h));
    lg_tensor *all = lg_op_concatenate_tokens(b->g, state, h);
    lg_graph_become(b->g, state, lg_op_select_rows(b->g, all, h->shape[1], s->kept));
    if (s->memory == s->kept) return all;
    if (s->memory == 0) return h;
    return lg_op_concatenate_tokens(b->g, lg_op_select_rows(b->g, state, s->kept - s->memory, s->memory), h);
}
