/* op_append.c: rows written in place into a state: the keys and values of new tokens, behind those of the tokens before
 * them. The result is the state itself, as what reads it afterwards sees it. */
#include <assert.h>

#include "graph/ops.h"

enum { STATE, ROWS };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const lg_tensor *state = y->in[STATE], *rows = y->in[ROWS];
    if (g->training) return lg_fail(err, LG_FAILED, "rows in a state have no gradient, but the graph trains");
    if (rows->rank != 3 || rows->first + rows->shape[1] > state->shape[1] || rows->shape[2] != state->shape[2])
        return lg_fail(err, LG_FAILED, "%d rows of %d columns from token %d on do not fit into state [%d,%d]",
                       rows->shape[1], lg_columns(rows), rows->first, state->shape[1], state->shape[2]);
    y->place = state->place ? state->place : state;
    y->steps = false;
    y->rank = 3;
    for (int i = 0; i < 3; i++) y->shape[i] = state->shape[i];
    return true;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const lg_tensor *rows = y->in[ROWS];
    const int first = lg_first(f, rows), Q = rows->shape[1];
    const size_t row = (size_t)y->shape[2] * sizeof(real);
    assert(first + Q <= y->shape[1]);
    for (int s = 0; s < y->shape[0]; s++)
        f->kernels->add(f->kernels, lg_view_at(lg_value(f, y), (size_t)(s * y->shape[1] + first) * row),
                        lg_view_at(lg_value(f, rows), (size_t)(s * Q) * row), (size_t)Q * (size_t)y->shape[2], false);
}

/* Not in ops.def, whose ops all have a gradient. */
static const lg_op append_op = {
    .name = "append",
    .formula = "state[s,first+t,:] = rows[s,t,:]",
    .shape = shape,
    .forward = forward,
    .phases = {LG_PHASE_ENDS, LG_PHASE_ENDS, LG_PHASE_ENDS},
};

lg_tensor *lg_op_append(lg_graph *g, lg_tensor *state, lg_tensor *rows) {
    return lg_graph_result(g, &append_op, (lg_tensor *[]){state, rows}, 2, NULL, 0);
}
