/* segments.c: see segments.h. */
#include "train/segments.h"

#include "data/curriculum.h"
#include "nn/axes/architecture.h"
#include "nn/stream/memory.h"

/* Number of tokens of each text stream before the segments of the next step. */
static int64_t tokens_before(const lg_trainer *t) {
    const lg_parallel_streams *x = &t->numbers.streams;
    return x->segments > 0 ? t->steps % x->segments * x->length : 0;
}

lg_sequence_layout lg_segments_layout(const lg_trainer *t, lg_record_size z, bool padded) {
    const lg_sequence_layout layout = t->model->architecture.entry->layout(t->model, z, padded);
    return lg_memory_layout(t->model, layout, t->model->memory, tokens_before(t));
}

bool lg_segments_open(lg_trainer *t, lg_error *err) {
    lg_network n;
    if (!lg_model_remembers(t->model)) return true;
    t->engine.buffers.states = &t->states;
    if (!lg_model_network(t->model, lg_segments_layout(t, (lg_record_size){1, 1}, false), 1, false, false, &n, err))
        return false;
    const bool ok = lg_graph_states_reserve(&t->states, n.graph, t->settings.batch, err);
    lg_network_free(&n);
    return ok;
}

void lg_segments_begin(const lg_trainer *t) {
    if (lg_model_remembers(t->model) && tokens_before(t) == 0)
        lg_graph_states_reset(&t->states, t->model->kernels, 0, t->states.sequences);
}

size_t lg_trainer_states(const lg_trainer *t) {
    return (size_t)t->states.count;
}

lg_named_array lg_trainer_state(const lg_trainer *t, size_t i) {
    const lg_graph_state_array *s = &t->states.arrays[i];
    lg_named_array a = {
        .prefix = "state.", .name = s->name, .rank = 3, .value = lg_graph_states_view(&t->states, (int)i).data};
    a.shape[0] = (size_t)t->states.sequences;
    a.shape[1] = (size_t)s->rows;
    a.shape[2] = (size_t)s->columns;
    a.count = a.shape[0] * a.shape[1] * a.shape[2];
    return a;
}
