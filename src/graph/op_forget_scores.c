/* op_forget_scores.c: the forgetting term of scores (Forgetting Transformer, Lin et al. 2025), which attention reads as
 * `extra`; see struct lg_forget_scores. */
#include "graph/ops.h"
#include "kernel/kernel.h"

enum { GATES, SCALE, QUERIES }; /* of QUERIES, the op reads only the token indices, not the values */

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const lg_tensor *gates = y->in[GATES], *q = y->in[QUERIES];
    (void)g;
    if (gates->rank != 3 || q->rank != 3 || gates->first != 0 || (gates->cached && gates->heads != gates->shape[2]) ||
        gates->shape[0] != q->shape[0] || lg_columns(y->in[SCALE]) != gates->shape[1] ||
        q->first + q->shape[1] > gates->shape[1])
        return lg_fail_permanent(err, "expected gates [S,T,H] from token 0 on, scale [T], and queries of these tokens");
    lg_shape_pairs(y, q, gates->shape[2], gates->shape[1]);
    y->scratch_bytes = 2 * (size_t)q->shape[1] * sizeof(real);
    return true;
}

static lg_forget_scores arguments(const lg_frame *f, const lg_tensor *y) {
    const lg_tensor *gates = y->in[GATES], *q = y->in[QUERIES];
    return (lg_forget_scores){.S = gates->shape[0],
                              .T = gates->shape[1],
                              .H = gates->shape[2],
                              .Q = q->shape[1],
                              .first = lg_first(f, q),
                              .gate = lg_value(f, gates),
                              .cached = gates->cached,
                              .scale = lg_value(f, y->in[SCALE]),
                              .scratch = lg_scratch(f, y)};
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    lg_forget_scores k = arguments(f, y);
    k.extra = lg_value(f, y);
    f->kernels->forget_scores(f->kernels, &k);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_forget_scores k = arguments(f, y);
    const lg_view unread = lg_gradient(f, y->in[QUERIES]);
    k.dextra = lg_gradient(f, y);
    k.dgate = lg_gradient(f, y->in[GATES]);
    k.accumulate = y->accumulate[GATES];
    if (k.dgate.data) f->kernels->forget_scores_backward(f->kernels, &k);
    if (unread.data && !y->accumulate[QUERIES]) f->kernels->zero(f->kernels, unread, y->in[QUERIES]->bytes);
}

/* Variants: 0: all queries; 1: some queries. */
static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 1) return NULL;
    lg_tensor *ids = lg_graph_batch(g, g->T);
    lg_attend a = {.gates = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 2}), ids, 1)};
    a.q = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 6}), ids, 1);
    if (variant == 1) a.q = lg_op_select_rows(g, a.q, 1, g->T - 2);
    a.scale = lg_example_numbers(g, 1, (int[]){g->T}, 0, LG_LANES);
    return lg_op_forget_scores(g, &a);
}

const lg_op lg_op_desc_forget_scores = {
    .name = "forget_scores",
    .formula = "extra[h,j,i] = sum over j < u <= i of gates[u,h] / scale[i]",
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_forget_scores(lg_graph *g, const lg_attend *a) {
    return lg_graph_result(g, &lg_op_desc_forget_scores, (lg_tensor *[]){a->gates, a->scale, a->q}, 3, NULL, 0);
}
