/* op_lstm_hidden.c: the output of an LSTM at a time step. See lstm.h. */
#include "graph/lstm.h"

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    return lg_lstm_shape(g, y, 2, err);
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    lg_lstm a = lg_lstm_arguments(f, y);
    a.c = lg_value(f, y->in[LG_LSTM_CELL]);
    a.h = lg_value(f, y);
    f->kernels->lstm_hidden(f->kernels, &a);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_lstm a = lg_lstm_arguments(f, y);
    a.dh = lg_gradient(f, y);
    a.dc = lg_gradient(f, y->in[LG_LSTM_CELL]);
    a.dc_accumulate = y->accumulate[LG_LSTM_CELL];
    f->kernels->lstm_hidden_backward(f->kernels, &a);
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 0) return NULL;
    lg_tensor *z = lg_example_parameter(g, 3, (int[]){g->S, g->T, 20});
    return lg_op_lstm_hidden(g, z, lg_example_parameter(g, 3, (int[]){g->S, g->T, 5}));
}

const lg_op lg_op_desc_lstm_hidden = {
    .name = "lstm_hidden",
    .formula = "y = sigmoid(o) tanh(c), z = i g f o",
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = lg_row_by_row,
    .phases = {LG_PHASE_NORM, LG_PHASE_NORM, LG_PHASE_NORM},
    .example = example,
};

lg_tensor *lg_op_lstm_hidden(lg_graph *g, lg_tensor *z, lg_tensor *c) {
    return lg_graph_result(g, &lg_op_desc_lstm_hidden, (lg_tensor *[]){z, c}, 2, NULL, 0);
}
