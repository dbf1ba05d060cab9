/* elman.c: the simple recurrent network, with ReLU in place of the logistic function. Both maps have a bias, although
 * one would suffice, as in Delétang et al. 2023. */
#include "graph/ops.h"
#include "nn/axes/cell.h"
#include "nn/model/parts.h"
#include "nn/pieces/published.h"

static void step(lg_build *b, lg_scan *s, lg_tensor *x, int fan_in) {
    (void)fan_in;
    lg_tensor *h = s->before[0];
    lg_tensor *z = lg_build_linear(b, -1, LG_ROLE_RECURRENT, "recurrent.state", h, lg_columns(h), true, LG_LINEAR);
    s->after[0] = lg_op_add_activate(b->g, x, z, LG_RELU);
}

const lg_cell lg_cell_elman = {
    .name = "elman",
    .summary = "simple recurrent network (Elman RNN) with ReLU",
    .formula = "h_t = relu(W_x x_t + b_x + W_h h_{t-1} + b_h)",
    .source = "Elman 1990, Finding structure in time; Delétang et al. 2023",
    .published = LG_DELETANG_2023("100.0 100.0 56.0 62.0 50.3 51.0"),
    .states = 1,
    .gates = 1,
    .step = step,
};
