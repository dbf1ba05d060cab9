/* cost.c: counts the FLOPs and the memory traffic of an evaluation, with which measured speeds are compared. */
#include <string.h>

#include "evaluate/evaluate.h"
#include "evaluate/segments.h"
#include "evaluate/targets.h"
#include "train/cost.h"

bool lg_trainer_eval_cost(lg_trainer *t, int length, lg_cost out[LG_PHASES], lg_error *err) {
    const lg_protocol *p = t->protocol.entry;
    const bool by_size = !t->model->data->exact && !p->evaluate;
    const lg_sequence_layout layout = by_size       ? lg_layout_typical(t, length)
                                      : p->evaluate ? lg_layout_remembering(t, length, lg_segments_kept_at(t, length))
                                                    : lg_model_sequence_layout(t->model, length);
    const double fill = p->evaluate ? (double)lg_segments_rules(t).streams * lg_targets_fill(t, length) : 0;
    const double sequences = (double)lg_trainer_eval_sequences(t, length) + fill;
    const double samples = t->eval.position_samples;
    lg_network n;
    memset(out, 0, sizeof(lg_cost) * LG_PHASES);
    if (!lg_model_network(t->model, layout, 1, false, t->eval.dropout, &n, err)) return false;
    const int passes = p->passes ? p->passes(&t->protocol.own, &t->eval, t->model, &layout) : 1;
    lg_graph_cost(n.graph, false, 0, sequences * passes, out);
    lg_graph_cost(n.graph, true, 0, samples < sequences ? samples : sequences, out);
    lg_network_free(&n);
    return true;
}

double lg_trainer_eval_flops(lg_trainer *t, int length) {
    lg_cost cost[LG_PHASES];
    return lg_trainer_eval_cost(t, length, cost, NULL) ? lg_cost_flops(cost) : 0;
}
