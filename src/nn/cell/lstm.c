/* lstm.c: long short-term memory. One map of [x, h] computes all four gates. Its weight is stored as two matrices, for
 * input and state, whose initial values use the fan-in of the whole map. */
#include "graph/ops.h"
#include "nn/axes/cell.h"
#include "nn/model/parts.h"
#include "nn/pieces/published.h"

static void step(lg_build *b, lg_scan *s, lg_tensor *x, int fan_in) {
    lg_tensor *of_state = lg_cell_map(b, "recurrent.state.weight", s->before[0], lg_columns(x), fan_in);
    lg_tensor *z = lg_op_add_activate(b->g, x, of_state, LG_LINEAR);
    s->after[0] = lg_op_lstm(b->g, z, s->before[1], &s->after[1]);
}

const lg_cell lg_cell_lstm = {
    .name = "lstm",
    .summary = "long short-term memory (LSTM)",
    .formula = "i, g, f, o = W [x_t, h_{t-1}] + b;  c_t = sigmoid(f + 1) c_{t-1} + sigmoid(i) tanh(g);\n"
               "h_t = sigmoid(o) tanh(c_t)",
    .source = "Hochreiter & Schmidhuber 1997; Gers et al. 2000; Jozefowicz et al. 2015 (the bias 1 of f)",
    .published = LG_DELETANG_2023("100.0 100.0 59.1 60.9 57.6 55.6"),
    .states = 2,
    .gates = 4,
    .joint = true,
    .step = step,
};
