/* memory.c: see memory.h. */
#include "nn/stream/memory.h"

#include <stdio.h>

#include "graph/ops.h"
#include "nn/stream/documents.h"

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
