/* op_join.c: joins two attentions of the same queries into one softmax over the keys of both, such as tokens and
 * persistent memory vectors (Sukhbaatar et al. 2019). Each attention saves the logarithms of its softmax sums
 * (LG_LOG_SUMS). The backward pass writes the gradients of these logarithms into the same saved array, after them. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct join_args {
    int heads;
} join_args;

enum { A, B };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const join_args *args = y->args;
    const lg_tensor *a = y->in[A], *b = y->in[B];
    if (!a->summed || !b->summed || a->rank != 3 || lg_rows(a) != lg_rows(b) || lg_columns(a) != lg_columns(b))
        return lg_fail_permanent(err, "expected two attentions of the same queries that keep their sums");
    lg_shape_like(y, a);
    y->saved_bytes[0] = (size_t)y->shape[0] * (size_t)args->heads * LG_PAD((size_t)y->shape[1]) * sizeof(real);
    (void)g;
    return true;
}

static lg_joined arguments(const lg_frame *f, const lg_tensor *y) {
    const join_args *args = y->args;
    return (lg_joined){.S = y->shape[0],
                       .Q = y->shape[1],
                       .H = args->heads,
                       .D = y->shape[2] / args->heads,
                       .a = lg_value(f, y->in[A]),
                       .b = lg_value(f, y->in[B]),
                       .log_a = lg_saved(f, y->in[A], LG_LOG_SUMS),
                       .log_b = lg_saved(f, y->in[B], LG_LOG_SUMS),
                       .share = lg_saved(f, y, 0)};
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    lg_joined k = arguments(f, y);
    k.o = lg_value(f, y);
    f->kernels->join(f->kernels, &k);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_joined k = arguments(f, y);
    k.d_o = lg_gradient(f, y);
    k.da = lg_gradient(f, y->in[A]);
    k.db = lg_gradient(f, y->in[B]);
    k.da_accumulate = y->accumulate[A];
    k.db_accumulate = y->accumulate[B];
    k.dlog_a = lg_log_sum_gradient(f, y->in[A]);
    k.dlog_b = lg_log_sum_gradient(f, y->in[B]);
    f->kernels->join_backward(f->kernels, &k);
}

/* Rows of y are pruned by pruning the queries of both attentions, so both must allow this. Rows cannot be selected
 * after the attentions, since log sums cannot be selected by row. */
static bool row_by_row(const lg_tensor *y, int i) {
    (void)i;
    for (int n = A; n <= B; n++) {
        const lg_tensor *x = y->in[n];
        if (x->keep || !x->op->row_by_row || !x->op->row_by_row(x, 0)) return false;
    }
    return true;
}

/* Variants join attention to tokens with attention to rows that all sequences share. In variant 2 visible keys differ
 * between sequences; variant 3 has sinks. */
static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 3) return NULL;
    const int N = 6, heads = variant ? 3 : 1;
    lg_attend a = {.heads = heads, .cross = variant < 2, .summed = true};
    lg_tensor *rows[3], *ids = lg_graph_batch(g, g->T);
    for (int i = 0; i < 3; i++) rows[i] = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, N}), ids, 0.5);
    a.q = rows[0], a.k = rows[1], a.v = rows[2];
    if (variant == 1) a.span = lg_graph_batch(g, 2); /* some spans are empty */
    if (variant == 2) a.visible = lg_example_visible_table(g, g->T);
    a.scale = lg_example_numbers(g, 1, (int[]){g->T}, 0, 0);
    if (variant == 3) a.sinks = true, a.sink = lg_example_parameter(g, 1, &heads);
    lg_tensor *tokens = lg_op_attention(g, &a);
    a.cross = true, a.sinks = false;
    a.span = a.visible = NULL;
    a.k = lg_example_parameter(g, 2, (int[]){3, N});
    a.v = lg_example_parameter(g, 2, (int[]){3, N});
    return lg_op_join(g, heads, tokens, lg_op_attention(g, &a));
}

const lg_op lg_op_desc_join = {
    .name = "join",
    .formula = "y = share a + (1 - share) b, share = 1 / (1 + exp(log_sum b - log_sum a)), head by head",
    .backward_reads = 1u << A | 1u << B,
    .needs_gradients = 1u << A | 1u << B,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = row_by_row,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_join(lg_graph *g, int heads, lg_tensor *a, lg_tensor *b) {
    const join_args args = {heads};
    return lg_graph_result(g, &lg_op_desc_join, (lg_tensor *[]){a, b}, 2, &args, sizeof args);
}
