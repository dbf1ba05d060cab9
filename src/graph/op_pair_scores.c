/* op_pair_scores.c: position scores of pairs without Toeplitz structure:
 *   extra[s,h,j,i] = (q[i]+w[h]) . r[h,index[j,i]]
 * Used for the exact differences of randomly drawn positions; see struct lg_pair_scores. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct pair_args {
    int heads;
} pair_args;

enum { Q, W, R, INDEX };

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    (void)g;
    const pair_args *a = y->args;
    const lg_tensor *q = y->in[Q], *r = y->in[R], *index = y->in[INDEX];
    const int T = index->shape[lg_table_axis(index)];
    if (q->rank != 3 || q->shape[2] % a->heads || lg_columns(r) != q->shape[2])
        return lg_fail_permanent(err, "expected q [S,Q,N] and r [R,N] where %d divides N, got %d and %d columns",
                                 a->heads, lg_columns(q), lg_columns(r));
    if (!index->integer || q->first + q->shape[1] > T || lg_columns(index) != LG_PAD(T))
        return lg_fail_permanent(err, "index must be int32 [T,LG_PAD(T)] with T >= %d", q->first + q->shape[1]);
    lg_shape_pairs(y, q, a->heads, T);
    return true;
}

/* Number of parts into which the batch is split: one per sequence if the index differs between sequences, else 1. */
static int copies_of(const lg_tensor *y) {
    return lg_table_copies(y->in[INDEX]);
}

static lg_pair_scores arguments(const lg_frame *f, const lg_tensor *y, int s) {
    const pair_args *a = y->args;
    const lg_tensor *q = y->in[Q];
    return (lg_pair_scores){
        .S = y->shape[0] / copies_of(y),
        .T = y->shape[2],
        .Q = q->shape[1],
        .first = lg_first(f, q),
        .H = a->heads,
        .D = q->shape[2] / a->heads,
        .R = lg_rows(y->in[R]),
        .q = lg_part_of(q, lg_value(f, q), copies_of(y), s),
        .w = lg_value(f, y->in[W]),
        .r = lg_value(f, y->in[R]),
        .index = lg_value_of(f, y->in[INDEX], s),
    };
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    for (int s = 0; s < copies_of(y); s++) {
        lg_pair_scores k = arguments(f, y, s);
        k.extra = lg_part_of(y, lg_value(f, y), copies_of(y), s);
        f->kernels->pair_scores(f->kernels, &k);
    }
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    for (int s = 0; s < copies_of(y); s++) {
        lg_pair_scores k = arguments(f, y, s);
        k.dextra = lg_part_of(y, lg_gradient(f, y), copies_of(y), s);
        k.dq = lg_part_of(y->in[Q], lg_gradient(f, y->in[Q]), copies_of(y), s);
        k.dq_accumulate = y->accumulate[Q];
        k.dw = lg_gradient(f, y->in[W]);
        k.dr = lg_gradient(f, y->in[R]);
        f->kernels->pair_scores_backward(f->kernels, &k);
    }
}

static double flops(const lg_tensor *y, int at) {
    (void)at;
    const lg_tensor *q = y->in[Q];
    return 2.0 * lg_rows(q) * y->shape[2] * lg_columns(q);
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 2) return NULL;
    int H = 2, N = 6;
    lg_tensor *q = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, N}), lg_graph_batch(g, g->T), 1);
    lg_tensor *w = variant ? lg_example_parameter(g, 2, (int[]){H, N / H}) : NULL;
    lg_tensor *r = lg_example_parameter(g, 2, (int[]){7, N});
    const int pairs[] = {g->T, LG_PAD(g->T)};
    lg_tensor *index = variant == 2 ? lg_example_integer_table(g, 2, pairs, 7) : lg_example_integers(g, 2, pairs, 7);
    return lg_op_pair_scores(g, q, w, r, index, H);
}

const lg_op lg_op_desc_pair_scores = {
    .name = "pair_scores",
    .formula = "extra[h,j,i] = (q[i]+w[h]) . r[h,index[j,i]]",
    .backward_reads = 1u << Q,
    .needs_gradients = 1u << Q | 1u << R,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .flops = flops,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_pair_scores(lg_graph *g, lg_tensor *q, lg_tensor *w, lg_tensor *r, lg_tensor *index, int heads) {
    pair_args a = {heads};
    return lg_graph_result(g, &lg_op_desc_pair_scores, (lg_tensor *[]){q, w, r, index}, 4, &a, sizeof a);
}
