/* op_lstm_cell.c: the cell of an LSTM after a time step. See lstm.h. */
#include "graph/lstm.h"

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    return lg_lstm_shape(g, y, 3, err);
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    lg_lstm a = lg_lstm_arguments(f, y);
    a.before = lg_value(f, y->in[LG_LSTM_CELL]);
    a.c = lg_value(f, y);
    f->kernels->lstm_cell(f->kernels, &a);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_lstm a = lg_lstm_arguments(f, y);
    a.before = lg_value(f, y->in[LG_LSTM_CELL]);
    a.dc = lg_gradient(f, y);
    a.dbefore = lg_gradient(f, y->in[LG_LSTM_CELL]);
    a.dbefore_accumulate = y->accumulate[LG_LSTM_CELL];
    f->kernels->lstm_cell_backward(f->kernels, &a);
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 0) return NULL;
    lg_tensor *z = lg_example_parameter(g, 3, (int[]){g->S, g->T, 20});
    return lg_op_lstm_cell(g, z, lg_example_parameter(g, 3, (int[]){g->S, g->T, 5}));
}

const lg_op lg_op_desc_lstm_cell = {
    .name = "lstm_cell",
    .formula = "y = sigmoid(f + 1) before + sigmoid(i) tanh(g), z = i g f o",
    .backward_reads = 1u << LG_LSTM_CELL,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = lg_row_by_row,
    .phases = {LG_PHASE_NORM, LG_PHASE_NORM, LG_PHASE_NORM},
    .example = example,
};

lg_tensor *lg_op_lstm_cell(lg_graph *g, lg_tensor *z, lg_tensor *before) {
    return lg_graph_result(g, &lg_op_desc_lstm_cell, (lg_tensor *[]){z, before}, 2, NULL, 0);
}
