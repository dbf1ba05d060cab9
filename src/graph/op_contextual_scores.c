/* op_contextual_scores.c: scores of contextual positions (CoPE, Golovneva et al. 2024), which attention reads as
 * `extra`; see struct lg_contextual_scores. Nothing is saved for the backward pass: it recomputes the gates, which cost
 * no more than the products of queries and keys. */
#include "graph/ops.h"
#include "graph/parts.h"
#include "kernel/kernel.h"

typedef struct contextual_args {
    int heads, prefix;
    const int *seen;
} contextual_args;

enum { Q, K, E, SCALE, VISIBLE, SPAN, INPUTS };

/* Number of parts into which the batch is split: one per sequence if visible keys differ between sequences, else 1. */
static int parts_of(const lg_tensor *y) {
    return lg_visibility_parts(y->in[VISIBLE]);
}

static lg_contextual_scores dimensions(const lg_tensor *y) {
    const contextual_args *a = y->args;
    const lg_tensor *q = y->in[Q], *k = y->in[K];
    return (lg_contextual_scores){.S = q->shape[0] / parts_of(y),
                                  .T = k->shape[1],
                                  .H = a->heads,
                                  .D = q->shape[2] / a->heads,
                                  .P = lg_rows(y->in[E]) - 1,
                                  .Q = q->shape[1],
                                  .first = q->first,
                                  .cached = k->heads,
                                  .layout = k->layout,
                                  .prefix = a->prefix};
}

static bool check_inputs(const lg_tensor *y, lg_error *err) {
    const contextual_args *a = y->args;
    const lg_tensor *q = y->in[Q], *k = y->in[K], *e = y->in[E], *span = y->in[SPAN], *visible = y->in[VISIBLE];
    if (!lg_check_pairs(q, k, a->heads, true, err)) return false;
    if (e->rank != 2 || e->shape[0] < 2 || e->shape[1] != q->shape[2] / a->heads)
        return lg_fail_permanent(err, "expected two or more position vectors of %d columns", q->shape[2] / a->heads);
    if (y->in[SCALE] && lg_columns(y->in[SCALE]) != k->shape[1])
        return lg_fail_permanent(err, "scale must be [%d]", k->shape[1]);
    if (!visible) return lg_fail_permanent(err, "the input `visible` is missing");
    return lg_check_visibility(visible, span, q->shape[0], k->shape[1], err);
}

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const contextual_args *a = y->args;
    if (!check_inputs(y, err)) return false;
    lg_shape_pairs(y, y->in[Q], a->heads, y->in[K]->shape[1]);
    const lg_contextual_scores k = dimensions(y);
    y->scratch_bytes = g->kernels->contextual_scratch(g->kernels, &k, g->training);
    return true;
}

static lg_contextual_scores arguments(const lg_frame *f, const lg_tensor *y, int part) {
    lg_contextual_scores k = dimensions(y);
    k.first = lg_first(f, y->in[Q]);
    k.q = lg_value_part(f, y, Q, parts_of(y), part);
    k.k = lg_value_part(f, y, K, parts_of(y), part);
    k.e = lg_value(f, y->in[E]);
    k.scale = lg_value(f, y->in[SCALE]);
    k.key_begin = lg_value_of(f, y->in[VISIBLE], part);
    k.key_end = lg_view_at(k.key_begin, (size_t)k.T * sizeof(int32_t));
    k.span = lg_value_part(f, y, SPAN, parts_of(y), part);
    k.scratch = lg_scratch(f, y);
    return k;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    for (int part = 0; part < parts_of(y); part++) {
        lg_contextual_scores k = arguments(f, y, part);
        k.extra = lg_part_of(y, lg_value(f, y), parts_of(y), part);
        f->kernels->contextual_scores(f->kernels, &k);
    }
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    for (int part = 0; part < parts_of(y); part++) {
        lg_contextual_scores k = arguments(f, y, part);
        k.dextra = lg_part_of(y, lg_gradient(f, y), parts_of(y), part);
        k.dq = lg_gradient_part(f, y, Q, parts_of(y), part);
        k.dk = lg_gradient_part(f, y, K, parts_of(y), part);
        k.dq_accumulate = y->accumulate[Q];
        k.dk_accumulate = y->accumulate[K];
        k.de = lg_gradient(f, y->in[E]);
        f->kernels->contextual_scores_backward(f->kernels, &k);
    }
}

/* Counts a product of D columns for every pair of a query and a visible key, and for every pair of a query and a
 * position vector. */
static double flops(const lg_tensor *y, int at) {
    const contextual_args *a = y->args;
    const lg_tensor *q = y->in[Q];
    const double pairs = lg_visible_pairs(a->seen, q, at, y->shape[2]);
    return 2.0 * q->shape[0] * lg_columns(q) * (pairs + (double)lg_rows(y->in[E]) * q->shape[1]);
}

/* Variants:
 *   0: up to 20 positions
 *   1: positions clamped at 2
 *   2: a window, a prefix of two keys, unscaled scores, only some queries
 *   3: visible keys that differ between sequences */
static lg_tensor *example(lg_graph *g, int variant) {
    static const int before[] = {1000, 1000, 3};
    if (variant > 3) return NULL;
    const int H = 2, N = 6, D = N / H, T = g->T;
    lg_tensor *ids = lg_graph_batch(g, T);
    lg_attend a = {.heads = H, .prefix = variant == 2 ? 2 : 0};
    a.q = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, N}), ids, 1);
    a.k = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, N}), ids, 1);
    if (variant == 2) a.q = lg_op_select_rows(g, a.q, 1, T - 2);
    a.scale = lg_example_numbers(g, 1, (int[]){T}, 0, LG_LANES);
    a.visible = variant == 3 ? lg_example_visible_table(g, T) : lg_example_visible(g, T, before[variant]);
    const int P = variant == 1 ? 2 : 20;
    return lg_op_contextual_scores(g, &a, lg_example_parameter(g, 2, (int[]){P + 1, D}), variant != 2);
}

const lg_op lg_op_desc_contextual_scores = {
    .name = "contextual_scores",
    .formula = "extra[h,j,i] = q[i].e[p] between neighbours, p = sum over k = j..i of sigmoid(q[i].k[k] / sqrt(D))",
    .backward_reads = 1u << Q | 1u << K | 1u << E,
    .needs_gradients = 1u << Q | 1u << K | 1u << E,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .flops = flops,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_contextual_scores(lg_graph *g, const lg_attend *a, lg_tensor *e, bool scaled) {
    const contextual_args args = {a->heads, a->prefix, a->seen};
    lg_tensor *in[INPUTS] = {a->q, a->k, e, scaled ? NULL : a->scale, a->visible, a->span};
    return lg_graph_result(g, &lg_op_desc_contextual_scores, in, INPUTS, &args, sizeof args);
}
