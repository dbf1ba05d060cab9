/* op_retrieve.c: attention of every query to the nearest few stored keys (Wu et al. 2022, Memorizing Transformers).
 * Stored rows are a state of the graph or another tensor without gradient; see struct lg_retrieval. */
#include "graph/ops.h"
#include "kernel/kernel.h"

typedef struct retrieve_args {
    int heads, there, most; /* there: number of stored rows; most: largest number of stored rows that a query reads */
    bool summed;
} retrieve_args;

enum { Q, KEYS, VALUES };
enum { INDEX, WEIGHT };

static lg_retrieval dimensions(const lg_tensor *y) {
    const retrieve_args *a = y->args;
    const lg_tensor *q = y->in[Q], *keys = y->in[KEYS];
    return (lg_retrieval){.S = q->shape[0],
                          .Q = q->shape[1],
                          .H = a->heads,
                          .D = q->shape[2] / a->heads,
                          .M = a->there,
                          .size = keys->shape[1],
                          .chosen = a->most < a->there ? a->most : a->there};
}

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const retrieve_args *a = y->args;
    const lg_tensor *q = y->in[Q], *keys = y->in[KEYS], *values = y->in[VALUES];
    if (q->rank != 3 || keys->rank != 3 || values->rank != 3 || q->shape[2] % a->heads ||
        keys->shape[0] != q->shape[0] || keys->shape[2] != q->shape[2] || lg_rows(values) != lg_rows(keys) ||
        lg_columns(values) != lg_columns(keys))
        return lg_fail_permanent(err, "expected queries [S,Q,N] of %d heads, and stored keys and values [S,R,N]",
                                 a->heads);
    if (a->there < 1 || a->there > keys->shape[1] || a->most < 1)
        return lg_fail_permanent(err, "expected 1..%d stored rows, of which a query reads 1 or more, got %d and %d",
                                 keys->shape[1], a->there, a->most);
    if (keys->needs_gradient || values->needs_gradient)
        return lg_fail_permanent(err, "stored keys and values cannot have gradients");
    const lg_retrieval k = dimensions(y);
    const size_t chosen = (size_t)lg_rows(q) * (size_t)k.H * (size_t)k.chosen;
    const size_t sums = (size_t)k.S * (size_t)k.H * LG_PAD((size_t)k.Q) * sizeof(real);
    lg_shape_like(y, q);
    y->saved_bytes[INDEX] = chosen * sizeof(int32_t);
    y->saved_bytes[WEIGHT] = chosen * sizeof(real);
    y->scratch_bytes = (size_t)k.D * LG_LANES * sizeof(real);
    y->summed = a->summed;
    if (y->summed) y->saved_bytes[LG_LOG_SUMS] = sums * (g->training ? 2 : 1);
    return true;
}

static lg_retrieval arguments(const lg_frame *f, const lg_tensor *y) {
    lg_retrieval k = dimensions(y);
    k.keys = lg_value(f, y->in[KEYS]);
    k.values = lg_value(f, y->in[VALUES]);
    k.index = lg_saved(f, y, INDEX);
    k.weight = lg_saved(f, y, WEIGHT);
    return k;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    lg_retrieval k = arguments(f, y);
    k.q = lg_value(f, y->in[Q]);
    k.o = lg_value(f, y);
    k.scratch = lg_scratch(f, y);
    if (y->summed) k.log_sum = lg_saved(f, y, LG_LOG_SUMS);
    f->kernels->retrieve(f->kernels, &k);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_retrieval k = arguments(f, y);
    k.d_o = lg_gradient(f, y);
    if (y->summed) k.d_log_sum = lg_log_sum_gradient(f, y);
    k.dq = lg_gradient(f, y->in[Q]);
    k.dq_accumulate = y->accumulate[Q];
    f->kernels->retrieve_backward(f->kernels, &k);
}

static bool row_by_row(const lg_tensor *y, int i) {
    (void)y;
    return i == Q;
}

/* Counts a product for every pair of a query and a stored key, and one for every value that a query reads. */
static double flops(const lg_tensor *y, int at) {
    const lg_retrieval k = dimensions(y);
    (void)at;
    return (2.0 * k.M + 2.0 * k.chosen) * lg_rows(y) * lg_columns(y);
}

/* Variants: 0: the three nearest of seven stored rows; 1: all of two stored rows; 2: as 0, joined with another
 * attention. Stored rows are constants. */
static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 2) return NULL;
    const int N = 6, heads = 2;
    lg_tensor *stored[2];
    for (int i = 0; i < 2; i++) stored[i] = lg_op_repeat(g, lg_example_numbers(g, 2, (int[]){7, N}, 0, 0));
    lg_tensor *rows[3], *ids = lg_graph_batch(g, g->T);
    for (int i = 0; i < (variant == 2 ? 3 : 1); i++)
        rows[i] = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, N}), ids, 1);
    lg_tensor *y = lg_op_retrieve(g, heads, rows[0], stored[0], stored[1], variant == 1 ? 2 : 7, 3, variant == 2);
    if (variant < 2) return y;
    lg_attend a = {.heads = heads, .q = rows[0], .k = rows[1], .v = rows[2], .cross = true, .summed = true};
    a.scale = lg_example_numbers(g, 1, (int[]){g->T}, 0, 0);
    return lg_op_join(g, heads, lg_op_attention(g, &a), y);
}

const lg_op lg_op_desc_retrieve = {
    .name = "retrieve",
    .formula = "y[i] = sum_j softmax_j( q[i].key[j] ) value[j] over the few j with the highest q[i].key[j]",
    .backward_reads = 1u << KEYS | 1u << VALUES,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = row_by_row,
    .flops = flops,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_retrieve(lg_graph *g, int heads, lg_tensor *q, lg_tensor *keys, lg_tensor *values, int there, int most,
                          bool summed) {
    const retrieve_args a = {heads, there, most, summed};
    return lg_graph_result(g, &lg_op_desc_retrieve, (lg_tensor *[]){q, keys, values}, 3, &a, sizeof a);
}
