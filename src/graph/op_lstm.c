/* op_lstm.c: a time step of an LSTM (Hochreiter & Schmidhuber 1997) with the forget gate of Gers et al. 2000; 1 is
 * added to the argument of this gate. The cell and the output are two ops. Both read z, a linear map of input and
 * state, and each writes a part of z's gradient. */
#include "graph/ops.h"
#include "kernel/kernel.h"

/* Inputs: z [S,T,4K] (input gate, candidate, forget gate, output gate), and a cell [S,T,K]: the previous one for
 * lstm_cell, the new one for lstm_hidden. */
enum { Z, CELL };

/* `kept`: saved columns per row, in units of K. */
static bool shape(const lg_graph *g, lg_tensor *y, size_t kept, lg_error *err) {
    const lg_tensor *z = y->in[Z], *c = y->in[CELL];
    if (lg_rows(z) != lg_rows(c) || lg_columns(z) != 4 * lg_columns(c))
        return lg_fail_permanent(err, "expected z [M,4K] and a cell [M,K], got %d x %d and %d x %d", lg_rows(z),
                                 lg_columns(z), lg_rows(c), lg_columns(c));
    lg_shape_like(y, c);
    if (g->training) y->saved_bytes[0] = kept * (size_t)lg_rows(c) * (size_t)lg_columns(c) * sizeof(real);
    return true;
}

static lg_lstm arguments(const lg_frame *f, const lg_tensor *y) {
    return (lg_lstm){
        .M = lg_rows(y),
        .K = lg_columns(y),
        .z = lg_value(f, y->in[Z]),
        .gates = lg_saved(f, y, 0),
        .dz = lg_gradient(f, y->in[Z]),
    };
}

/* ---- the cell ---- */

static bool cell_shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    return shape(g, y, 3, err);
}

static void cell_forward(const lg_frame *f, const lg_tensor *y) {
    lg_lstm a = arguments(f, y);
    a.before = lg_value(f, y->in[CELL]);
    a.c = lg_value(f, y);
    f->kernels->lstm_cell(f->kernels, &a);
}

static void cell_backward(const lg_frame *f, const lg_tensor *y) {
    lg_lstm a = arguments(f, y);
    a.before = lg_value(f, y->in[CELL]);
    a.dc = lg_gradient(f, y);
    a.dbefore = lg_gradient(f, y->in[CELL]);
    a.dbefore_accumulate = y->accumulate[CELL];
    f->kernels->lstm_cell_backward(f->kernels, &a);
}

/* This op is not in ops.def, whose ops are tested for their gradients, because it writes only a part of z's
 * gradient. */
static const lg_op lstm_cell = {
    .name = "lstm_cell",
    .formula = "y = sigmoid(f + 1) before + sigmoid(i) tanh(g), z = i g f o",
    .backward_reads = 1u << CELL,
    .needs_gradients = 1u << Z,
    .shape = cell_shape,
    .forward = cell_forward,
    .backward = cell_backward,
    .row_by_row = lg_row_by_row,
    .phases = {LG_PHASE_NORM, LG_PHASE_NORM, LG_PHASE_NORM},
};

/* ---- the output ---- */

static bool hidden_shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    return shape(g, y, 2, err);
}

static void hidden_forward(const lg_frame *f, const lg_tensor *y) {
    lg_lstm a = arguments(f, y);
    a.c = lg_value(f, y->in[CELL]);
    a.h = lg_value(f, y);
    f->kernels->lstm_hidden(f->kernels, &a);
}

static void hidden_backward(const lg_frame *f, const lg_tensor *y) {
    lg_lstm a = arguments(f, y);
    a.dh = lg_gradient(f, y);
    a.dc = lg_gradient(f, y->in[CELL]);
    a.dc_accumulate = y->accumulate[CELL];
    f->kernels->lstm_hidden_backward(f->kernels, &a);
}

/* Variants: 0: the output; 1: output and cell. */
static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 1) return NULL;
    lg_tensor *z = lg_example_parameter(g, 3, (int[]){g->S, g->T, 20}), *c;
    lg_tensor *h = lg_op_lstm(g, z, lg_example_parameter(g, 3, (int[]){g->S, g->T, 5}), &c);
    return variant ? lg_op_concatenate_columns(g, h, c) : h;
}

const lg_op lg_op_desc_lstm = {
    .name = "lstm",
    .formula = "y = sigmoid(o) tanh(c), z = i g f o, c: the cell",
    .needs_gradients = 1u << Z,
    .shape = hidden_shape,
    .forward = hidden_forward,
    .backward = hidden_backward,
    .row_by_row = lg_row_by_row,
    .phases = {LG_PHASE_NORM, LG_PHASE_NORM, LG_PHASE_NORM},
    .example = example,
};

lg_tensor *lg_op_lstm(lg_graph *g, lg_tensor *z, lg_tensor *before, lg_tensor **c) {
    *c = lg_graph_result(g, &lstm_cell, (lg_tensor *[]){z, before}, 2, NULL, 0);
    return lg_graph_result(g, &lg_op_desc_lstm, (lg_tensor *[]){z, *c}, 2, NULL, 0);
}
