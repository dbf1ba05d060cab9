/* op_tap_softmax.c: weights of a convolution, computed by a softmax over its taps. Weights are shared by all tokens, or
 * separate for each token. The softmax can exclude taps outside the sequence; then weights differ between tokens even
 * if logits are shared. */
#include <string.h>

#include "graph/ops.h"
#include "kernel/kernel.h"

enum { LOGITS, ROWS, SPAN };

typedef struct softmax_args {
    int heads;
    lg_tap_cut cut;
    bool cuts;
} softmax_args;

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const lg_tensor *x = y->in[LOGITS], *rows = y->in[ROWS];
    const softmax_args *a = y->args;
    if (lg_columns(x) % a->heads || (x->shared ? x->rank != 2 || x->shape[1] != a->heads : x->rank != 3))
        return lg_fail_permanent(err, "expected logits [S,T,K*%d], or shared logits [K,%d], got %d columns", a->heads,
                                 a->heads, lg_columns(x));
    if (rows && rows->rank != 3) return lg_fail_permanent(err, "expected rows [S,T,N]");
    lg_shape_like(y, rows ? rows : x);
    if (rows) y->shape[2] = x->shape[0] * x->shape[1];
    if (!lg_check_visibility(NULL, y->in[SPAN], y->shape[0], 0, err)) return false;
    return true;
}

static lg_tap_softmax dimensions(const lg_frame *f, const lg_tensor *y) {
    const softmax_args *a = y->args;
    const lg_tensor *x = y->in[LOGITS];
    return (lg_tap_softmax){
        .S = y->shared ? 1 : y->shape[0],
        .R = y->shared ? 1 : y->shape[1],
        .K = (x->shared ? lg_rows(x) * lg_columns(x) : lg_columns(x)) / a->heads,
        .H = a->heads,
        .alike = x->shared,
        .cut = a->cuts,
        .first = lg_first(f, y),
        .before = a->cut.before,
        .begin = a->cut.begin,
        .end = a->cut.end,
        .span = lg_value(f, y->in[SPAN]),
        .w = lg_value(f, y),
    };
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    lg_tap_softmax k = dimensions(f, y);
    k.x = lg_value(f, y->in[LOGITS]);
    f->kernels->tap_softmax(f->kernels, &k);
}

/* `rows` only defines the tokens: its values are not read, so its gradient is zero. */
static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_tap_softmax k = dimensions(f, y);
    const lg_tensor *rows = y->in[ROWS];
    k.dw = lg_gradient(f, y);
    k.dx = lg_gradient(f, y->in[LOGITS]);
    k.accumulate = y->accumulate[LOGITS];
    if (k.dx.data) f->kernels->tap_softmax_backward(f->kernels, &k);
    const lg_view unread = lg_gradient(f, rows);
    if (unread.data && !y->accumulate[ROWS]) f->kernels->zero(f->kernels, unread, rows->bytes);
}

static bool row_by_row(const lg_tensor *y, int i) {
    return i != SPAN && !y->in[i]->shared;
}

static lg_tensor *example(lg_graph *g, int variant) {
    static const lg_tap_cut cut = {.before = 1, .begin = 0, .end = 100};
    if (variant > 3) return NULL;
    lg_tensor *ids = lg_graph_batch(g, g->T);
    lg_tensor *x = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 6}), ids, 1);
    lg_tensor *shared = lg_example_parameter(g, 2, (int[]){3, 2});
    if (variant == 0) return lg_op_depthwise_convolution(g, x, lg_op_tap_softmax(g, shared, 2, NULL, NULL, NULL), 1, 0);
    if (variant == 1) return lg_op_tap_softmax(g, x, 2, NULL, NULL, NULL);
    if (variant == 2) return lg_op_tap_softmax(g, shared, 2, &cut, lg_op_select_rows(g, x, 0, g->T - 1), NULL);
    return lg_op_concatenate_columns(g, lg_op_tap_softmax(g, x, 2, &cut, NULL, lg_graph_batch(g, 2)), x);
}

const lg_op lg_op_desc_tap_softmax = {
    .name = "tap_softmax",
    .formula = "w[s,t,j,h] = exp(x[s,t,j,h]) / sum_i exp(x[s,t,i,h])",
    .backward_reads = LG_READS_OUTPUT,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = row_by_row,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_tap_softmax(lg_graph *g, lg_tensor *logits, int heads, const lg_tap_cut *cut, lg_tensor *rows,
                             lg_tensor *span) {
    softmax_args a;
    memset(&a, 0, sizeof a); /* padding too: arguments are compared byte by byte (lg_graph_result) */
    a.heads = heads;
    a.cuts = cut;
    if (cut) a.cut = *cut;
    return lg_graph_result(g, &lg_op_desc_tap_softmax,
                           (lg_tensor *[]){logits, logits->shared ? rows : NULL, cut ? span : NULL}, 3, &a, sizeof a);
}
