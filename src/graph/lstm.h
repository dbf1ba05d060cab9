/* lstm.h: what the two ops of an LSTM's step share: the cell, and the output. Hochreiter & Schmidhuber 1997, with the
 * forget gate of Gers et al. 2000, whose argument is raised by one. */
#ifndef LG_GRAPH_LSTM_H
#define LG_GRAPH_LSTM_H

#include "graph/ops.h"

/* Inputs: z [S,T,4K] (input gate, candidate, forget gate, output gate), and a cell [S,T,K]: the one before for
 * lstm_cell, the new one for lstm_hidden. */
enum { LG_LSTM_Z, LG_LSTM_CELL };

/* `kept`: columns, in units of K, of what the backward pass reads. */
static inline bool lg_lstm_shape(const lg_graph *g, lg_tensor *y, size_t kept, lg_error *err) {
    const lg_tensor *z = y->in[LG_LSTM_Z], *c = y->in[LG_LSTM_CELL];
    if (lg_rows(z) != lg_rows(c) || lg_columns(z) != 4 * lg_columns(c))
        return lg_fail(err, LG_FAILED, "expected z [M,4K] and a cell [M,K], got %d x %d and %d x %d", lg_rows(z),
                       lg_columns(z), lg_rows(c), lg_columns(c));
    lg_shape_like(y, c);
    if (g->training) y->saved_bytes[0] = kept * (size_t)lg_rows(c) * (size_t)lg_columns(c) * sizeof(real);
    return true;
}

static inline lg_lstm lg_lstm_arguments(const lg_frame *f, const lg_tensor *y) {
    return (lg_lstm){
        .M = lg_rows(y),
        .K = lg_columns(y),
        .z = lg_value(f, y->in[LG_LSTM_Z]),
        .gates = lg_saved(f, y, 0),
        .dz = lg_gradient(f, y->in[LG_LSTM_Z]),
        .dz_accumulate = y->accumulate[LG_LSTM_Z],
    };
}

#endif
