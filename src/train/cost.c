/* cost.c: what steps and evaluation compute and move, counted, not measured: their speed is compared with it. */
#include <string.h>

#include "nn/memory.h"
#include "train/segments.h"

/* Work on the flat arrays of a step: the array of each group read and cleared, and the sum written, and read for all
 * groups but the first; its norm; parameters and moments read and written; weights read, and packed twice. */
static double update_bytes(const lg_trainer *t, const lg_batch_partition *c) {
    const lg_parameters *p = t->model->parameters;
    const double gradient = (double)(p->bytes + c->full->graph->bytes[LG_SPACE_GRADIENT]);
    return gradient * (4 * c->groups - 1) + 8.0 * (double)p->bytes + 2.0 * (double)p->packed_bytes;
}

/* Sequences of this length with as much memory as there can be. */
static lg_sequence_layout remembering(const lg_trainer *t, int length, int kept) {
    return lg_memory_layout(t->model, lg_model_sequence_layout(t->model, length), kept, kept);
}

bool lg_trainer_cost(lg_trainer *t, int length, lg_cost out[LG_PHASES], lg_error *err) {
    memset(out, 0, sizeof(lg_cost) * LG_PHASES);
    lg_batch_partition partition, *const c = &partition;
    const lg_sequence_layout layout = remembering(t, length, t->model->memory);
    if (!lg_engine_partition(&t->engine, layout, t->batch, c, err)) return false;
    const int S = c->full->graph->S, last = t->batch - (c->groups - 1) * c->group;
    const int full_batches = (c->groups - 1) * (c->group / S) + last / S;
    lg_graph_cost(c->full->graph, false, 0, full_batches, out);
    if (last % S) lg_graph_cost(c->remainder->graph, false, 0, 1, out);
    lg_graph_cost(c->full->graph, true, 0, 1, out);
    out[LG_PHASE_UPDATE].bytes += update_bytes(t, c);
    return true;
}

bool lg_trainer_eval_cost(lg_trainer *t, int length, lg_cost out[LG_PHASES], lg_error *err) {
    const lg_values *v = t->runtime.values;
    const lg_sequence_layout layout = remembering(t, length, t->protocol->evaluate ? lg_segments_kept(v) : 0);
    const double sequences = (double)lg_int(v, "eval.sequences"), samples = (double)lg_int(v, "eval.position_samples");
    lg_network n;
    memset(out, 0, sizeof(lg_cost) * LG_PHASES);
    if (!lg_model_network(t->model, layout, 1, false, lg_bool(v, "eval.dropout"), &n, err)) return false;
    const int passes = t->protocol->passes ? t->protocol->passes(t->model, &layout) : 1;
    lg_graph_cost(n.graph, false, 0, sequences * passes, out);
    lg_graph_cost(n.graph, true, 0, samples < sequences ? samples : sequences, out);
    lg_network_free(&n);
    return true;
}

double lg_trainer_eval_flops(lg_trainer *t, int length) {
    lg_cost cost[LG_PHASES];
    double sum = 0;
    if (!lg_trainer_eval_cost(t, length, cost, NULL)) return 0;
    for (int p = 0; p < LG_PHASES; p++) sum += cost[p].flops;
    return sum;
}
