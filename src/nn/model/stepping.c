/* stepping.c: see stepping.h. The graph is recorded like the graph of a whole sequence, but has only Q rows. It reads
 * position-dependent tensors from token `at` of the frame on, and keys and values from caches. */
#include "nn/model/stepping.h"

#include <stdio.h>

#include "nn/axes/architecture.h"
#include "nn/axes/mask.h"
#include "nn/model/composition.h"
#include "nn/model/layout.h"
#include "nn/model/model.h"
#include "nn/model/padding.h"
#include "nn/stream/documents.h"
#include "nn/stream/position_sample.h"

static bool has_positions(const lg_model *m, const lg_sequence_layout *t, lg_error *err) {
    char what[64];
    snprintf(what, sizeof what, "a sequence of %d tokens", t->T > t->sources ? t->T : t->sources);
    return lg_position_check_all(m, t->T, t->sources, what, err);
}

bool lg_model_can_step(const lg_model *m, const lg_sequence_layout *t, lg_error *err) {
    if (m->architecture.entry->cells)
        return lg_fail_keys(err, "architecture", "architecture: %s does not read tokens one by one",
                            m->architecture.entry->name);
    if (lg_model_reads_documents(m))
        return lg_fail_keys(err, "positions mask",
                            "%s: document needs whole sequences, so tokens cannot be read one by one (use "
                            "--positions standard and --mask causal)",
                            lg_documents_masked(m) ? "mask" : "positions");
    const bool causal = lg_pattern_is_causal(&m->pattern);
    if (!lg_composition_steps(&m->settings, &m->order, causal, err)) return false;
    if (causal) return has_positions(m, t, err);
    const lg_chosen_mask *mask = lg_pattern_open_mask(&m->pattern);
    return lg_fail_keys(err, "mask",
                        "mask: %s lets tokens attend to later tokens, so tokens cannot be read one by one (use --%s)",
                        mask->entry->name, lg_mask_causal_flag(mask));
}

int lg_model_cached_tokens(const lg_model *m) {
    const bool steps = m->architecture.entry->steps && lg_model_can_step(m, &(lg_sequence_layout){.T = 1}, NULL);
    return steps ? lg_model_same_up_to(m) : 0;
}

int lg_model_longest(const lg_model *m, lg_record_size begun, int most) {
    int low = 0;
    for (int high = most + 1; high - low > 1;) {
        const int middle = low + (high - low) / 2;
        const lg_record_size size = {begun.n, begun.m + middle};
        const lg_sequence_layout t = m->architecture.entry->layout(m, size, false);
        if (lg_model_can_step(m, &t, NULL))
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* An input that is the same for all pieces of the timeline, such as sources and their spans. */
static lg_tensor *record_whole(lg_graph *g, int columns) {
    if (columns == 0) return NULL;
    lg_tensor *ids = lg_graph_batch(g, columns);
    ids->steps = false;
    return ids;
}

bool lg_model_stepping(lg_model *m, const lg_sequence_layout *t, bool sources, int S, int Q, lg_network *out,
                       lg_error *err) {
    *out = (lg_network){
        .layout = {
            .n = t->n, .m = Q, .sources = t->sources, .piece = t->piece, .T = t->T, .rows = Q, .latents = t->latents}};
    if (!lg_model_can_step(m, t, err)) return false;
    if (!(out->graph = lg_graph_new(m->parameters, m->kernels, S, t->T, false)))
        return lg_fail(err, LG_FAILED, "out of memory: a graph of %d tokens", t->T);
    out->graph->no_pruning = m->no_pruning;
    out->graph->stepping = true;
    lg_token_stream stream = lg_model_stream(m, t->T);
    stream.steps = true;
    stream.piece = t->piece;
    lg_build b = {.model = m, .g = out->graph, .stream = &stream};
    out->ids = lg_graph_batch(out->graph, Q);
    if (sources) out->sources = record_whole(out->graph, t->sources);
    if (t->spans) out->span = record_whole(out->graph, 2);
    out->logits = lg_build_logits(&b, m->architecture.entry->record(&b, out));
    if (lg_graph_plan(out->graph, err)) return true;
    lg_network_free(out);
    return false;
}
