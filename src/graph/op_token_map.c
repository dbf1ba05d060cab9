/* op_token_map.c: linear maps along the tokens of a sequence, one map for each group of columns:
 *   y[s,t,c] = bias[e,t] + sum_j w[e,t,j] x[s,j,c] for the group e of column c
 * Rows and columns of the matrices are positions, so a sequence cannot have more tokens than a matrix has rows. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct token_map_args {
    bool causal;
} token_map_args;

enum { ROWS, W, BIAS };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *x = y->in[ROWS], *w = y->in[W], *bias = y->in[BIAS];
    const int E = w->shape[0], R = lg_columns(w);
    if (w->rank != 3 || w->shape[1] != R || bias->rank != 2 || bias->shape[0] != E || bias->shape[1] != R)
        return lg_fail_permanent(err, "expected matrices [E,R,R] and a bias [E,R], got ranks %d and %d", w->rank,
                                 bias->rank);
    if (x->rank != 3 || x->shape[1] > R || x->shape[2] % E)
        return lg_fail_permanent(err, "expected x [S,T,N] with T <= %d and N a multiple of %d, got %d and %d", R, E,
                                 x->shape[1], lg_columns(x));
    lg_shape_like(y, x);
    return true;
}

static lg_token_map arguments(const lg_frame *f, const lg_tensor *y) {
    return (lg_token_map){
        .S = y->shape[0],
        .T = y->shape[1],
        .N = y->shape[2],
        .E = y->in[W]->shape[0],
        .R = lg_columns(y->in[W]),
        .causal = ((const token_map_args *)y->args)->causal,
        .x = lg_value(f, y->in[ROWS]),
        .w = lg_value(f, y->in[W]),
        .bias = lg_value(f, y->in[BIAS]),
        .y = lg_value(f, y),
    };
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const lg_token_map k = arguments(f, y);
    f->kernels->token_map(f->kernels, &k);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_token_map k = arguments(f, y);
    k.dy = lg_gradient(f, y);
    k.dx = lg_gradient(f, y->in[ROWS]);
    k.accumulate = y->accumulate[ROWS];
    k.dw = lg_gradient(f, y->in[W]);
    k.dbias = lg_gradient(f, y->in[BIAS]);
    f->kernels->token_map_backward(f->kernels, &k);
}

static double flops(const lg_tensor *y, int at) {
    (void)at;
    const double T = y->shape[1], pairs = ((const token_map_args *)y->args)->causal ? T * (T + 1) / 2 : T * T;
    return 2.0 * y->shape[0] * y->shape[2] * pairs;
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 1) return NULL;
    const int E = 3 - variant, R = g->T + 2;
    lg_tensor *x = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 6}), lg_graph_batch(g, g->T), 1);
    lg_tensor *w = lg_example_parameter(g, 3, (int[]){E, R, R}), *bias = lg_example_parameter(g, 2, (int[]){E, R});
    return lg_op_token_map(g, x, w, bias, variant == 0);
}

const lg_op lg_op_desc_token_map = {
    .name = "token_map",
    .formula = "y[s,t,c] = bias[e,t] + sum_j w[e,t,j] x[s,j,c], e = c E / N; causal: j <= t",
    .backward_reads = 1u << ROWS | 1u << W,
    .needs_gradients = 1u << W | 1u << BIAS,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .flops = flops,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_token_map(lg_graph *g, lg_tensor *x, lg_tensor *w, lg_tensor *bias, bool causal) {
    const token_map_args a = {causal};
    return lg_graph_result(g, &lg_op_desc_token_map, (lg_tensor *[]){x, w, bias}, 3, &a, sizeof a);
}
