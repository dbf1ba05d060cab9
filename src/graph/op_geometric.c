/* op_geometric.c: geometric attention with directional encoding (Csordas et al. 2022, "The Neural Data Router"); see
 * struct lg_geometric. It replaces softmax attention and the positional encoding. */
#include <assert.h>
#include <math.h>

#include "graph/ops.h"
#include "graph/parts.h"
#include "kernel/kernel.h"

typedef struct geometric_args {
    int heads;
    bool normalise;
    int prefix;
    const int *seen;
    lg_weight_dropout dropout;
} geometric_args;

enum { Q, K, V, DIRECTION, C, ALPHA, BETA, GAMMA, VISIBLE };
enum { STOP, PROB }; /* saved */

/* Number of parts into which the batch is split: one per sequence if visible keys differ between sequences, else 1. */
static int parts_of(const lg_tensor *y) {
    return lg_visibility_parts(y->in[VISIBLE]);
}

static lg_geometric dimensions(const lg_tensor *y) {
    const geometric_args *a = y->args;
    const lg_tensor *q = y->in[Q], *k = y->in[K];
    return (lg_geometric){.S = q->shape[0] / parts_of(y),
                          .T = k->shape[1],
                          .cached = k->heads,
                          .layout = k->layout,
                          .Q = q->shape[1],
                          .first = q->first,
                          .H = a->heads,
                          .D = q->shape[2] / a->heads,
                          .normalise = a->normalise,
                          .prefix = a->prefix,
                          .dropout = a->dropout};
}

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const geometric_args *a = y->args;
    const lg_tensor *q = y->in[Q];
    if (q->rank != 3 || q->shape[2] % a->heads)
        return lg_fail(err, LG_USAGE, "model.width %d is not a multiple of model.heads %d", lg_columns(q), a->heads);
    const lg_tensor *keys = y->in[K], *direction = y->in[DIRECTION];
    if (!lg_cached_alike(keys, y->in[V], a->heads) || lg_rows(y->in[V]) != lg_rows(keys) ||
        lg_columns(keys) != lg_key_columns(q, keys, a->heads) || lg_columns(y->in[V]) != lg_columns(keys) ||
        q->first + q->shape[1] > keys->shape[1])
        return lg_fail_permanent(err, "keys and values must have one shape, and queries must be among their tokens");
    if (lg_columns(direction) != 2 * a->heads || lg_rows(direction) != lg_rows(q) || direction->first != q->first)
        return lg_fail_permanent(err, "direction must have %d rows of %d columns, got %d rows of %d", lg_rows(q),
                                 2 * a->heads, lg_rows(direction), lg_columns(direction));
    y->rank = 3;
    y->first = q->first;
    for (int i = 0; i < 3; i++) y->shape[i] = q->shape[i];
    lg_geometric k = dimensions(y);
    if (g->training) {
        y->saved_bytes[STOP] = (size_t)q->shape[0] * (size_t)k.H * (size_t)k.T * LG_PAD((size_t)k.Q) * sizeof(real);
        y->saved_bytes[PROB] = y->saved_bytes[STOP];
        k.stop = k.prob = (lg_view){y, 0}; /* the kernel only tests whether they are NULL */
        y->scratch_bytes = g->kernels->geometric_scratch(g->kernels, &k, true);
    }
    size_t forward = g->kernels->geometric_scratch(g->kernels, &k, false);
    if (forward > y->scratch_bytes) y->scratch_bytes = forward;
    return true;
}

static lg_geometric arguments(const lg_frame *f, const lg_tensor *y, int part) {
    lg_geometric k = dimensions(y);
    k.first = lg_first(f, y->in[Q]);
    k.q = lg_value_part(f, y, Q, parts_of(y), part);
    k.k = lg_value_part(f, y, K, parts_of(y), part);
    k.v = lg_value_part(f, y, V, parts_of(y), part);
    k.o = lg_part_of(y, lg_value(f, y), parts_of(y), part);
    k.direction = lg_value_part(f, y, DIRECTION, parts_of(y), part);
    k.c = lg_value(f, y->in[C]);
    k.alpha = lg_value(f, y->in[ALPHA]);
    k.beta = lg_value(f, y->in[BETA]);
    k.gamma = lg_value(f, y->in[GAMMA]);
    k.key_begin = lg_value_of(f, y->in[VISIBLE], part);
    if (k.key_begin.data) k.key_end = (lg_view){(int32_t *)k.key_begin.data + k.T, k.key_begin.replica};
    k.dropout = lg_weight_dropout_of(f, k.dropout);
    k.dropout.sequence += (uint32_t)(part * k.S);
    k.stop = lg_saved_part(f, y, STOP, parts_of(y), part);
    k.prob = lg_saved_part(f, y, PROB, parts_of(y), part);
    k.scratch = lg_scratch(f, y);
    return k;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    for (int part = 0; part < parts_of(y); part++) {
        lg_geometric k = arguments(f, y, part);
        f->kernels->geometric(f->kernels, &k);
    }
}

static void backward_part(const lg_frame *f, const lg_tensor *y, int part) {
    lg_geometric k = arguments(f, y, part);
    k.d_o = lg_part_of(y, lg_gradient(f, y), parts_of(y), part);
    k.dq = lg_gradient_part(f, y, Q, parts_of(y), part);
    k.dk = lg_gradient_part(f, y, K, parts_of(y), part);
    k.dv = lg_gradient_part(f, y, V, parts_of(y), part);
    k.ddirection = lg_gradient_part(f, y, DIRECTION, parts_of(y), part);
    k.dq_accumulate = y->accumulate[Q];
    k.dk_accumulate = y->accumulate[K];
    k.dv_accumulate = y->accumulate[V];
    k.ddirection_accumulate = y->accumulate[DIRECTION];
    k.dc = lg_gradient(f, y->in[C]);
    k.dalpha = lg_gradient(f, y->in[ALPHA]);
    k.dbeta = lg_gradient(f, y->in[BETA]);
    k.dgamma = lg_gradient(f, y->in[GAMMA]);
    f->kernels->geometric_backward(f->kernels, &k);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    for (int part = 0; part < parts_of(y); part++) backward_part(f, y, part);
}

/* Divides each query's weights by their sum, as the kernel does when it computes the output. */
static void normalise(real *prob, int T) {
    const size_t row = (size_t)LG_PAD(T);
    for (int i = 0; i < T; i++) {
        double sum = 0;
        for (int j = 0; j < T; j++) sum += (double)prob[(size_t)j * row + (size_t)i];
        if (sum < 1e-12) sum = 1e-12;
        for (int j = 0; j < T; j++) prob[(size_t)j * row + (size_t)i] /= (real)sum;
    }
}

static void weights(const lg_frame *f, const lg_tensor *y, int sequence, int head, real *out) {
    const lg_geometric k = dimensions(y);
    const size_t bytes = (size_t)k.T * (size_t)LG_PAD(k.T) * sizeof(real);
    assert(k.Q == k.T);
    f->kernels->download(f->kernels, out, lg_view_at(lg_saved(f, y, PROB), bytes * (size_t)(sequence * k.H + head)),
                         bytes);
    for (size_t e = 0; e < bytes / sizeof *out; e++) out[e] = fabs(out[e]);
    if (k.normalise) normalise(out, k.T);
}

/* Row t of y reads row t of q and of the directions, but all rows of keys and values. */
static bool row_by_row(const lg_tensor *y, int i) {
    (void)y;
    return i == Q || i == DIRECTION;
}

static double flops(const lg_tensor *y, int at) {
    const geometric_args *a = y->args;
    return 4.0 * y->shape[0] * lg_visible_pairs(a->seen, y, at, y->in[K]->shape[1]) * y->shape[2];
}

static lg_tensor *example_rows(lg_graph *g, int columns) {
    return lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, columns}), lg_graph_batch(g, g->T), 0.7);
}

/* Variants:
 *   0, 1: without and with normalization of the weights
 *   2, 3: the same with dropout
 *   4: visible keys that differ between sequences */
static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 4) return NULL;
    int H = 2, N = 6, one[] = {1};
    lg_geometric_inputs a = {.heads = H, .normalise = variant % 2, .dropout = variant < 2 ? 0 : 0.3};
    a.q = example_rows(g, N);
    a.k = example_rows(g, N);
    a.v = example_rows(g, N);
    a.direction = example_rows(g, 2 * H);
    a.c = lg_example_parameter(g, 2, (int[]){H, N / H});
    a.alpha = lg_example_parameter(g, 1, one);
    a.beta = lg_example_parameter(g, 1, one);
    a.gamma = lg_example_parameter(g, 1, one);
    if (variant == 4) a.visible = lg_example_visible_table(g, g->T);
    return lg_op_geometric(g, &a);
}

const lg_op lg_op_desc_geometric = {
    .name = "geometric",
    .formula = "o[i] = sum_j P[i,j] prod_{k nearer than j} (1 - P[i,k]) v[j]; with dropout, v[j] times (kept ? 1 / "
               "P(kept) : 0)",
    .backward_reads = 1u << Q | 1u << K | 1u << V | 1u << DIRECTION | LG_READS_OUTPUT,
    .needs_gradients = 1u << Q | 1u << K | 1u << V | 1u << DIRECTION | 1u << C | 1u << ALPHA | 1u << BETA | 1u << GAMMA,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = row_by_row,
    .weights = weights,
    .flops = flops,
    .phases = {LG_PHASE_ATTENTION, LG_PHASE_ATTENTION_BACKWARD, LG_PHASE_ATTENTION_BACKWARD},
    .example = example,
};

lg_tensor *lg_op_geometric(lg_graph *g, const lg_geometric_inputs *a) {
    geometric_args args = {a->heads, a->normalise, a->prefix, a->seen, lg_drop_weights(g, a->dropout)};
    lg_tensor *in[] = {a->q, a->k, a->v, a->direction, a->c, a->alpha, a->beta, a->gamma, a->visible};
    return lg_graph_result(g, &lg_op_desc_geometric, in, 9, &args, sizeof args);
}
