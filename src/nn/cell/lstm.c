/* lstm.c: long short-term memory. One map of [x, h] makes all four gates: its weight is recorded in two parts, whose
 * initial values have the fan-in of both. */
#include "nn/cell.h"
#include "nn/model.h"

static int fan_in(const lg_build *b, int K) {
    return b->model->format.symbols + K;
}

static lg_tensor *map(lg_build *b, lg_tensor *ids, int K) {
    return lg_cell_map_tokens(b, ids, 4 * K, fan_in(b, K));
}

static void step(lg_build *b, lg_scan *s) {
    lg_tensor *h = s->before[0];
    const int K = lg_columns(h);
    lg_tensor *z = lg_op_add_activate(b->g, s->x, lg_cell_map_state(b, h, 4 * K, fan_in(b, K)), LG_LINEAR);
    s->after[1] = lg_op_lstm_cell(b->g, z, s->before[1]);
    s->after[0] = lg_op_lstm_hidden(b->g, z, s->after[1]);
}

const lg_cell lg_cell_lstm = {
    .name = "lstm",
    .summary = "long short-term memory",
    .formula = "i, g, f, o = W [x_t, h_{t-1}] + b;  c_t = sigmoid(f + 1) c_{t-1} + sigmoid(i) tanh(g);\n"
               "h_t = sigmoid(o) tanh(c_t)",
    .source = "Hochreiter & Schmidhuber 1997; Gers et al. 2000; Jozefowicz et al. 2015 (the 1)",
    .states = 2,
    .map = map,
    .step = step,
};
