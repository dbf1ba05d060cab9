/* op_dynamic_convolution.c: a depthwise convolution with different weights for each token (Wu et al. 2019, "Pay Less
 * Attention with Lightweight and Dynamic Convolutions"):
 *   y[s,t,c] = sum_j w[s,t,j, c H / N] x[s,t+j-before,c]
 * for column c of N and tap j, with zero padding on both sides. The first `before` taps read tokens before t. The N/H
 * columns of each of the H heads share weights.
 * Row t of w has the weights of one token; x may also have rows of tokens before and after those of w. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct convolution_args {
    int heads, before;
} convolution_args;

enum { X, W };

/* Number of rows of x before the first token of w. */
static int lead_of(const lg_tensor *y) {
    return y->in[W]->first - y->in[X]->first;
}

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *x = y->in[X], *w = y->in[W];
    const convolution_args *a = y->args;
    const int taps = lg_columns(w) / a->heads;
    if (x->rank != 3 || w->rank != 3 || x->shape[0] != w->shape[0] || lg_columns(x) % a->heads ||
        lg_columns(w) % a->heads)
        return lg_fail_permanent(err, "expected x [S,T,N] and w [S,R,K*%d], got %d and %d columns", a->heads,
                                 lg_columns(x), lg_columns(w));
    if (lead_of(y) < 0 || lead_of(y) + w->shape[1] > x->shape[1])
        return lg_fail_permanent(err, "expected weights of tokens among %d..%d, got weights of tokens %d..%d", x->first,
                                 x->first + x->shape[1] - 1, w->first, w->first + w->shape[1] - 1);
    if (a->before < 0 || a->before >= taps)
        return lg_fail_permanent(err, "expected 0..%d of %d taps before the current token, got %d", taps - 1, taps,
                                 a->before);
    lg_shape_like(y, w);
    y->shape[2] = lg_columns(x);
    return true;
}

static lg_convolution dimensions(const lg_frame *f, const lg_tensor *y) {
    const lg_tensor *x = y->in[X];
    const convolution_args *a = y->args;
    return (lg_convolution){
        .S = y->shape[0],
        .T = x->shape[1],
        .R = y->shape[1],
        .N = y->shape[2],
        .K = lg_columns(y->in[W]) / a->heads,
        .H = a->heads,
        .before = a->before,
        .lead = lead_of(y),
        .begin = lg_rows_missing(f, x),
        .x = lg_value(f, x),
        .w = lg_value(f, y->in[W]),
    };
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    lg_convolution k = dimensions(f, y);
    k.y = lg_value(f, y);
    f->kernels->dynamic_convolution(f->kernels, &k);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_convolution k = dimensions(f, y);
    k.dy = lg_gradient(f, y);
    k.dx = lg_gradient(f, y->in[X]);
    k.accumulate = y->accumulate[X];
    k.dw = lg_gradient(f, y->in[W]);
    k.dw_accumulate = y->accumulate[W];
    f->kernels->dynamic_convolution_backward(f->kernels, &k);
}

static double flops(const lg_tensor *y, int at) {
    const convolution_args *a = y->args;
    (void)at;
    return 2.0 * lg_rows(y) * lg_columns(y) * (lg_columns(y->in[W]) / a->heads);
}

static bool row_by_row(const lg_tensor *y, int i) {
    (void)y;
    return i == W;
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 2) return NULL;
    lg_tensor *ids = lg_graph_batch(g, g->T);
    lg_tensor *x = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 6}), ids, 1);
    lg_tensor *w = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, variant ? 10 : 9}), ids, 1);
    if (variant == 2) w = lg_op_select_rows(g, w, 1, g->T - 2);
    lg_tensor *y = lg_op_dynamic_convolution(g, x, w, variant ? 2 : 3, 2);
    return variant == 1 ? lg_op_concatenate_columns(g, y, lg_op_concatenate_columns(g, w, x)) : y;
}

const lg_op lg_op_desc_dynamic_convolution = {
    .name = "dynamic_convolution",
    .formula = "y[s,t,c] = sum_j w[s,t,j,head of c] x[s,t+j-before,c]",
    .backward_reads = 1u << X | 1u << W,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = row_by_row,
    .flops = flops,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_dynamic_convolution(lg_graph *g, lg_tensor *x, lg_tensor *w, int heads, int before) {
    convolution_args a = {heads, before};
    return lg_graph_result(g, &lg_op_desc_dynamic_convolution, (lg_tensor *[]){x, w}, 2, &a, sizeof a);
}
