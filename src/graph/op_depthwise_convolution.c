/* op_depthwise_convolution.c: a weighted sum of neighbouring tokens, separately for each column:
 *   y[s,t,c] = sum_j w[j, c H / N] x[s,t+j-before,c]
 * for column c of N and tap j of K, with weights w [K,H] and with zero padding on both sides. The first `before` taps
 * read tokens before t.
 * If H = N, each column has its own weights (So et al., "Primer", 2021; there before = K-1, so the last weight is that
 * of the current token). If H < N, the N/H columns of a head share weights (Wu et al., "Pay Less Attention with
 * Lightweight and Dynamic Convolutions", 2019; there a softmax computes w).
 * The first `lead` rows of x, from a memory or a cache, contribute to sums, but have no rows in y. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct convolution_args {
    int before, lead;
} convolution_args;

enum { X, W };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *x = y->in[X], *w = y->in[W];
    const convolution_args *a = y->args;
    if (x->rank != 3 || w->rank != 2 || !w->shared || x->shape[2] % w->shape[1])
        return lg_fail_permanent(err, "expected x [S,T,N] and shared w [K,H] where H divides N, got %d and %d columns",
                                 lg_columns(x), lg_columns(w));
    if (x->first && !a->lead)
        return lg_fail_permanent(err, "expected rows of all tokens, got rows from token %d on", x->first);
    if (a->before < 0 || a->before >= w->shape[0])
        return lg_fail_permanent(err, "expected 0..%d of %d taps before the current token, got %d", w->shape[0] - 1,
                                 w->shape[0], a->before);
    if (a->lead < 0 || a->lead >= x->shape[1])
        return lg_fail_permanent(err, "expected 0..%d leading rows, got %d", x->shape[1] - 1, a->lead);
    lg_shape_like(y, x);
    y->first += a->lead;
    y->shape[1] -= a->lead;
    return true;
}

/* If x is a cache that begins before token 0, its first rows belong to no token and are ignored. Returns their
 * number. */
int lg_rows_missing(const lg_frame *f, const lg_tensor *x) {
    const int first = lg_first(f, x), missing = first < 0 ? -first : 0;
    return missing < x->shape[1] ? missing : x->shape[1];
}

static lg_convolution dimensions(const lg_frame *f, const lg_tensor *y) {
    const lg_tensor *x = y->in[X];
    const convolution_args *a = y->args;
    return (lg_convolution){
        .S = y->shape[0],
        .T = x->shape[1],
        .R = y->shape[1],
        .N = y->shape[2],
        .K = y->in[W]->shape[0],
        .H = y->in[W]->shape[1],
        .before = a->before,
        .lead = a->lead,
        .begin = lg_rows_missing(f, x),
    };
}

void lg_depthwise_forward(const lg_frame *f, const lg_tensor *y, lg_convolution k) {
    k.x = lg_value(f, y->in[X]);
    k.w = lg_value(f, y->in[W]);
    k.y = lg_value(f, y);
    f->kernels->depthwise_convolution(f->kernels, &k);
}

void lg_depthwise_backward(const lg_frame *f, const lg_tensor *y, lg_convolution k) {
    k.x = lg_value(f, y->in[X]);
    k.w = lg_value(f, y->in[W]);
    k.dy = lg_gradient(f, y);
    k.dx = lg_gradient(f, y->in[X]);
    k.accumulate = y->accumulate[X];
    k.dw = lg_gradient(f, y->in[W]);
    f->kernels->depthwise_convolution_backward(f->kernels, &k);
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    lg_depthwise_forward(f, y, dimensions(f, y));
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_depthwise_backward(f, y, dimensions(f, y));
}

static double flops(const lg_tensor *y, int at) {
    (void)at;
    return 2.0 * lg_rows(y) * lg_columns(y) * y->in[W]->shape[0];
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 3) return NULL;
    lg_tensor *x = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 6}), lg_graph_batch(g, g->T), 1);
    lg_tensor *w = lg_example_parameter(g, 2, (int[]){variant ? 7 : 3, variant ? 2 : 6});
    if (variant == 3) x = lg_op_select_rows(g, x, 1, g->T - 1);
    lg_tensor *y = lg_op_depthwise_convolution(g, x, w, variant ? 3 : 2, variant == 3 ? 1 : 0);
    return variant == 2 ? lg_op_concatenate_tokens(g, y, x) : y;
}

const lg_op lg_op_desc_depthwise_convolution = {
    .name = "depthwise_convolution",
    .formula = "y[s,t,c] = sum_j w[j,head of c] x[s,t+j-before,c]",
    .backward_reads = 1u << X | 1u << W,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .flops = flops,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_depthwise_convolution(lg_graph *g, lg_tensor *x, lg_tensor *w, int before, int lead) {
    convolution_args a = {before, lead};
    return lg_graph_result(g, &lg_op_desc_depthwise_convolution, (lg_tensor *[]){x, w}, 2, &a, sizeof a);
}
