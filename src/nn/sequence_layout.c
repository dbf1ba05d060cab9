/* sequence_layout.c: see sequence_layout.h. */
#include "nn/sequence_layout.h"

#include <assert.h>

lg_input_format lg_input_format_of(const lg_task *task, bool autoregressive, int computation_steps) {
    lg_input_format l = {.autoregressive = autoregressive, .steps = computation_steps, .computation = -1};
    l.symbols = task->input_size;
    if (autoregressive && task->output_size > l.symbols) l.symbols = task->output_size;
    if (computation_steps > 0) l.computation = l.symbols++;
    l.empty = l.symbols++;
    return l;
}

lg_sequence_layout lg_sequence_layout_of(const lg_input_format *l, int n, int m) {
    lg_sequence_layout t = {.n = n, .m = m, .first = n + l->steps * n};
    t.T = t.first + (l->autoregressive ? 1 + m : m);
    return t;
}

void lg_sequence_write(const lg_input_format *l, const lg_sequence_layout *t, const int32_t *input,
                       const int32_t *output, int32_t *ids) {
    assert(!l->autoregressive || output);
    int at = 0;
    while (at < t->n) {
        ids[at] = input[at];
        at++;
    }
    while (at < t->first) ids[at++] = l->computation;
    if (!l->autoregressive) {
        while (at < t->T) ids[at++] = l->empty;
        return;
    }
    ids[at++] = l->empty;
    for (int j = 0; j < t->m; j++) ids[at++] = output[j];
}
