/* op_sinusoid_scores.c: position scores of real-valued distances: products of queries with a projected sinusoid of the
 * difference of two positions. Attention reads these scores as `extra`. This extends Transformer-XL (Dai et al. 2019)
 * to arbitrary positions; see struct lg_sinusoid_scores. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct sinusoid_args {
    int heads;
} sinusoid_args;

enum { Q, W, MAP, ANGLES, INPUTS };

/* Number of parts into which the batch is split: one per sequence if angles differ between sequences, else 1. */
static int copies_of(const lg_tensor *y) {
    return lg_table_copies(y->in[ANGLES]);
}

static lg_sinusoid_scores dimensions(const lg_tensor *y) {
    const sinusoid_args *a = y->args;
    const lg_tensor *q = y->in[Q], *angles = y->in[ANGLES];
    const int copies = copies_of(y);
    return (lg_sinusoid_scores){.S = q->shape[0] / copies,
                                .T = lg_rows(angles) / copies,
                                .H = a->heads,
                                .D = q->shape[2] / a->heads,
                                .N = lg_columns(angles),
                                .Q = q->shape[1],
                                .first = q->first};
}

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const sinusoid_args *a = y->args;
    const lg_tensor *q = y->in[Q], *w = y->in[W], *map = y->in[MAP], *angles = y->in[ANGLES];
    const int T = lg_rows(angles) / copies_of(y), N = lg_columns(angles);
    if (q->rank != 3 || q->shape[2] % a->heads || q->first + q->shape[1] > T)
        return lg_fail_permanent(err, "expected queries of %d heads among %d tokens", a->heads, T);
    if (N % 2 || map->rank != 2 || map->shape[0] != N || lg_columns(map) != lg_columns(q) ||
        lg_rows(w) * lg_columns(w) != lg_columns(q))
        return lg_fail_permanent(err, "expected a map [%d,%d] with an even number of rows, and w of %d numbers", N,
                                 lg_columns(q), lg_columns(q));
    lg_shape_pairs(y, q, a->heads, T);
    const lg_sinusoid_scores k = dimensions(y);
    y->scratch_bytes = g->kernels->sinusoid_scratch(g->kernels, &k);
    return true;
}

static lg_sinusoid_scores arguments(const lg_frame *f, const lg_tensor *y, int s) {
    lg_sinusoid_scores k = dimensions(y);
    k.first = lg_first(f, y->in[Q]);
    k.q = lg_part_of(y->in[Q], lg_value(f, y->in[Q]), copies_of(y), s);
    k.w = lg_value(f, y->in[W]);
    k.map = lg_value(f, y->in[MAP]);
    k.angles = lg_value_of(f, y->in[ANGLES], s);
    k.scratch = lg_scratch(f, y);
    return k;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    for (int s = 0; s < copies_of(y); s++) {
        lg_sinusoid_scores k = arguments(f, y, s);
        k.extra = lg_part_of(y, lg_value(f, y), copies_of(y), s);
        f->kernels->sinusoid_scores(f->kernels, &k);
    }
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    for (int s = 0; s < copies_of(y); s++) {
        lg_sinusoid_scores k = arguments(f, y, s);
        k.dextra = lg_part_of(y, lg_gradient(f, y), copies_of(y), s);
        k.dq = lg_part_of(y->in[Q], lg_gradient(f, y->in[Q]), copies_of(y), s);
        k.dq_accumulate = y->accumulate[Q];
        k.dw = lg_gradient(f, y->in[W]);
        k.dmap = lg_gradient(f, y->in[MAP]);
        f->kernels->sinusoid_scores_backward(f->kernels, &k);
    }
}

/* For each query and head, counts the product of the query with the map, and a product of the result with each key. */
static double flops(const lg_tensor *y, int at) {
    (void)at;
    const lg_sinusoid_scores k = dimensions(y);
    return 2.0 * lg_rows(y->in[Q]) * k.H * k.N * (k.D + k.T);
}

/* Variants: 0: all queries; 1: some queries; 2: with tables. */
static lg_tensor *example(lg_graph *g, int variant) {
    enum { H = 2, D = 3, N = 4 };
    if (variant > 2) return NULL;
    const int T = g->T;
    lg_tensor *q = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, H * D}), lg_graph_batch(g, T), 1);
    if (variant == 1) q = lg_op_select_rows(g, q, 1, T - 2);
    lg_tensor *w = lg_example_parameter(g, 2, (int[]){H, D}), *map = lg_example_parameter(g, 2, (int[]){N, H * D});
    lg_tensor *angles =
        variant == 2 ? lg_example_table(g, 2, (int[]){T, N}) : lg_example_numbers(g, 2, (int[]){T, N}, 0, LG_LANES);
    return lg_op_sinusoid_scores(g, q, w, map, angles, H);
}

const lg_op lg_op_desc_sinusoid_scores = {
    .name = "sinusoid_scores",
    .formula = "extra[h,j,i] = (q[i]+w[h]) . map[:,h] [sin | cos](p[j] - p[i])",
    .backward_reads = 1u << Q | 1u << W | 1u << MAP,
    .needs_gradients = 1u << Q | 1u << W | 1u << MAP,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .flops = flops,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_sinusoid_scores(lg_graph *g, lg_tensor *q, lg_tensor *w, lg_tensor *map, lg_tensor *angles,
                                 int heads) {
    const sinusoid_args a = {heads};
    return lg_graph_result(g, &lg_op_desc_sinusoid_scores, (lg_tensor *[]){q, w, map, angles}, INPUTS, &a, sizeof a);
}
