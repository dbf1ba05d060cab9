/* cost.c: counts FLOPs and memory traffic of training steps; measured speeds are compared with them. */
#include "train/cost.h"

#include <string.h>

#include "nn/axes/architecture.h"
#include "nn/stream/memory.h"
#include "train/eval_records.h"
#include "train/segments.h"

/* Bytes of memory traffic for adding gradients in a pass. For each group but the first, the group's array is read and
 * cleared, and the sum is read and written. */
static double gradient_bytes(const lg_trainer *t, const lg_batch_partition *c) {
    const size_t gradient = t->model->parameters->bytes + c->full->graph->bytes[LG_SPACE_GRADIENT];
    return (double)gradient * 4 * (c->groups - 1);
}

/* Bytes of memory traffic of an update: clearing the gradient and computing its norm; reading and writing parameters
 * and moments; reading weights and packing them twice. */
static double update_bytes(const lg_trainer *t) {
    const lg_parameters *p = t->model->parameters;
    return 9.0 * (double)p->bytes + 2.0 * (double)p->packed_bytes;
}

lg_sequence_layout lg_layout_remembering(const lg_trainer *t, int length, int kept) {
    const lg_sequence_layout alone = lg_model_sequence_layout(t->model, length);
    return lg_memory_layout(t->model, alone, kept, (int64_t)kept + t->model->memorized);
}

enum { SAMPLED = 8 }; /* number of records whose mean size represents all evaluated records of a length */

lg_sequence_layout lg_layout_typical(lg_trainer *t, int length) {
    const lg_dataset *d = t->model->data;
    const int64_t there = lg_trainer_eval_count(t, length, lg_trainer_eval_wanted(t));
    const int64_t count = there < SAMPLED ? there : SAMPLED;
    const lg_record_size bound = lg_dataset_bound(d, length);
    lg_record *r = &t->engine.records[0];
    int64_t n = 0, m = 0;
    if (count == 0 || !lg_record_reserve(r, bound.n, bound.m, NULL)) return lg_model_sequence_layout(t->model, length);
    for (int64_t i = 0; i < count; i++) {
        const lg_batch_record x = lg_trainer_eval_record(t, length, i * (there / count));
        lg_batch_record_draw(&x, d, r);
        n += r->n, m += r->m;
    }
    const lg_record_size mean = {(int)((n + count - 1) / count), (int)((m + count - 1) / count)};
    return t->model->architecture.entry->layout(t->model, mean, false);
}

/* Adds the cost of a pass of `sequences` sequences; the first pass also gets the cost of the update. */
static bool add_pass(lg_trainer *t, lg_sequence_layout layout, int sequences, bool first, lg_cost out[LG_PHASES],
                     lg_error *err) {
    lg_batch_partition partition, *const c = &partition;
    if (!lg_engine_partition(&t->engine, layout, sequences, c, err)) return false;
    const int S = c->full->graph->S, last = sequences - (c->groups - 1) * c->group;
    const int full_batches = (c->groups - 1) * (c->group / S) + last / S;
    lg_graph_cost(c->full->graph, false, 0, full_batches, out);
    if (last % S) lg_graph_cost(c->remainder->graph, false, 0, 1, out);
    lg_graph_cost(c->full->graph, true, 0, 1, out);
    out[LG_PHASE_UPDATE].bytes += gradient_bytes(t, c) + (first ? update_bytes(t) : 0);
    return true;
}

bool lg_trainer_cost(lg_trainer *t, int length, lg_cost out[LG_PHASES], lg_error *err) {
    memset(out, 0, sizeof(lg_cost) * LG_PHASES);
    return add_pass(t, lg_layout_remembering(t, length, t->model->memory), t->settings.batch, true, out, err);
}

bool lg_trainer_step_cost(lg_trainer *t, int64_t step, lg_cost out[LG_PHASES], lg_error *err) {
    const int64_t steps = t->steps;
    memset(out, 0, sizeof(lg_cost) * LG_PHASES);
    t->steps = step - 1;
    bool good = lg_trainer_plan(t, err);
    for (int i = 0; good && i < t->plan.part_count; i++) {
        const lg_batch_part *p = &t->plan.parts[i];
        const lg_sequence_layout layout = lg_segments_layout(t, p->size, p->padded);
        good = add_pass(t, layout, p->count, i == 0, out, err);
    }
    t->steps = steps;
    return good;
}

bool lg_trainer_measure(lg_trainer *t, lg_model_measure *out, lg_error *err) {
    const int length = t->curriculum.entry->longest(&t->curriculum.own, t->settings.steps);
    const bool in_order = t->protocol.entry->evaluate;
    const lg_sequence_layout layout = in_order || t->model->data->exact
                                          ? lg_layout_remembering(t, length, t->model->memory)
                                          : lg_layout_typical(t, length);
    lg_cost cost[LG_PHASES] = {0};
    lg_network n;
    if (!lg_model_network(t->model, layout, 1, false, false, &n, err)) return false;
    lg_graph_cost(n.graph, false, 0, 1, cost);
    lg_network_free(&n);
    *out = (lg_model_measure){.size = lg_size_of(t->model->parameters),
                              .length = length,
                              .tokens = layout.T + layout.sources,
                              .flops = lg_cost_flops(cost)};
    return true;
}
