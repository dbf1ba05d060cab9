/* op_linear.c: y = act(x w + bias), the most expensive op. The weight is a parameter, read through its packed copies:
 * one for the forward pass, one transposed for the gradient of x. If the map is transposed, the two copies swap roles,
 * and so do the two factors of the weight's gradient. */
#include "graph/ops.h"
#include "graph/split.h"
#include "kernel/kernel.h"

typedef struct linear_args {
    lg_activation act;
    int rows;                         /* > 0: the map is transposed: y = x (first `rows` rows of w)^T, for w [V,K] */
    bool full;                        /* computed in float32 even if other maps use bfloat16 */
    size_t packed, packed_transposed; /* offsets in the packed space */
} linear_args;

/* Products read X. If X is the converted form of a tensor (convert.c), SOURCE is that tensor and receives the gradient;
 * otherwise SOURCE is NULL. */
enum { X, W, BIAS, SOURCE };

static lg_activation activation(const lg_tensor *y) {
    return ((const linear_args *)y->args)->act;
}

bool lg_op_linear_is_full(const lg_tensor *y) {
    return ((const linear_args *)y->args)->full;
}

static const lg_kernels *kernels_of(const lg_kernels *set, const lg_tensor *y) {
    return lg_op_linear_is_full(y) && set->full ? set->full : set;
}

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const lg_tensor *x = y->in[X], *w = y->in[W], *bias = y->in[BIAS];
    const int rows = ((const linear_args *)y->args)->rows;
    const int K = w->shape[rows > 0];
    if (w->kind != LG_PARAMETER || w->rank != 2 || lg_columns(x) != K || rows > w->shape[0])
        return lg_fail_permanent(err, "expected x [..,K] and a parameter w [K,N], got %d columns and %d rows",
                                 lg_columns(x), K);
    const int N = rows > 0 ? rows : w->shape[1];
    if (bias && (bias->rank != 1 || bias->shape[0] != N))
        return lg_fail_permanent(err, "expected a bias [%d], got [%d]", N, bias->shape[0]);
    lg_shape_like(y, x);
    y->shape[x->rank - 1] = N;
    if (activation(y) == LG_LINEAR) y->backward_reads &= ~LG_READS_OUTPUT;
    const lg_kernels *set = kernels_of(g->kernels, y);
    if (g->training && set->to_bf16_pairs)
        y->scratch_bytes = lg_aligned(lg_bf16_pairs_size(set, y, false)) + lg_bf16_pairs_size(set, y, true);
    return true;
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const linear_args *a = y->args;
    const lg_linear map = {
        .M = lg_rows(y),
        .K = lg_columns(y->in[X]),
        .N = lg_columns(y),
        .x = lg_value(f, y->in[X]),
        .w = lg_packed(f, a->packed),
        .bias = lg_value(f, y->in[BIAS]),
        .y = lg_value(f, y),
        .act = a->act,
    };
    lg_split_linear(f, kernels_of(f->kernels, y), &map);
}

/* The two forms of an operand: for products and for gradients of weights. */
typedef struct operand {
    lg_view product, weight;
} operand;

static operand gradient_operand(const lg_frame *f, const lg_tensor *y) {
    const lg_kernels *set = kernels_of(f->kernels, y);
    lg_view dy = lg_gradient(f, y);
    if (!set->to_bf16_pairs) return (operand){dy, dy};
    operand g = {lg_scratch(f, y), lg_view_at(lg_scratch(f, y), lg_aligned(lg_bf16_pairs_size(set, y, false)))};
    lg_to_bf16_pairs(set, g.product, g.weight, dy, y);
    return g;
}

/* dw += x^T dy over M rows. If the map is transposed: dw += dy^T x. */
static void sum_weight(const lg_frame *f, const lg_tensor *y, int M, lg_view dy) {
    const bool transposed = ((const linear_args *)y->args)->rows > 0;
    const int K = lg_columns(y->in[X]), N = lg_columns(y);
    const lg_view x = y->in[SOURCE] ? lg_saved(f, y->in[X], 0) : lg_value(f, y->in[X]);
    const lg_linear_weight weight = {
        .M = M,
        .K = transposed ? N : K,
        .N = transposed ? K : N,
        .T = lg_rows_of_sequence(y),
        .dw = lg_gradient(f, y->in[W]),
        .x = transposed ? dy : x,
        .dy = transposed ? x : dy,
    };
    const lg_kernels *set = kernels_of(f->kernels, y);
    set->linear_weight(set, &weight);
    lg_clock_count(f->clock, LG_PHASE_LINEAR_WEIGHT);
}

bool lg_op_linear_keeps_gradient(const lg_tensor *y) {
    return y->op == &lg_op_desc_linear && activation(y) == LG_LINEAR;
}

bool lg_op_linear_sums_later(const lg_graph *g, const lg_tensor *y) {
    return g->scanned && g->training && y->op == &lg_op_desc_linear && !g->kernels->to_bf16_pairs;
}

void lg_op_linear_sum_steps(const lg_frame *f, const lg_tensor *y, int steps) {
    const lg_kernels *set = f->kernels;
    const int M = steps * lg_rows(y);
    const lg_view dy = lg_gradient(f, y), db = lg_gradient(f, y->in[BIAS]), none = {NULL, 0};
    if (db.data) set->linear_bias(set, dy, none, db, M, lg_columns(y), LG_LINEAR);
    lg_clock_count(f->clock, LG_PHASE_NORM);
    sum_weight(f, y, M, dy);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    const lg_kernels *set = kernels_of(f->kernels, y);
    const linear_args *a = y->args;
    const bool later = lg_op_linear_sums_later(f->graph, y);
    const int source = y->in[SOURCE] ? SOURCE : X;
    int M = lg_rows(y), K = lg_columns(y->in[X]), N = lg_columns(y);
    lg_view db = later ? (lg_view){NULL, 0} : lg_gradient(f, y->in[BIAS]);
    if (db.data || a->act != LG_LINEAR) set->linear_bias(set, lg_gradient(f, y), lg_value(f, y), db, M, N, a->act);
    lg_clock_count(f->clock, LG_PHASE_NORM);
    const operand dy = gradient_operand(f, y);
    if (!later) sum_weight(f, y, M, dy.weight);
    if (!y->in[source]->needs_gradient) return;
    const lg_linear input = {
        .M = M,
        .K = N,
        .N = K,
        .x = dy.product,
        .w = lg_packed(f, a->packed_transposed),
        .y = lg_gradient(f, y->in[source]),
        .accumulate = y->accumulate[source],
    };
    lg_split_linear(f, set, &input);
}

static bool row_by_row(const lg_tensor *y, int i) {
    (void)y;
    return i == X;
}

static double flops(const lg_tensor *y, int at) {
    (void)at;
    return 2.0 * lg_rows(y) * lg_columns(y) * lg_columns(y->in[X]);
}

static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 4) return NULL;
    const bool transposed = variant > 2;
    lg_tensor *x = lg_example_parameter(g, 3, (int[]){g->S, g->T, 6});
    lg_tensor *w = lg_example_parameter(g, 2, transposed ? (int[]){7, 6} : (int[]){6, 5});
    lg_tensor *bias = variant % 3 ? lg_example_parameter(g, 1, (int[]){5}) : NULL;
    if (transposed) return lg_op_linear_transposed(g, x, w, bias, 5);
    return lg_op_linear(g, x, w, bias, variant > 1 ? LG_RELU : LG_LINEAR);
}

const lg_op lg_op_desc_linear = {
    .name = "linear",
    .formula = "y = act(x w + bias)",
    .backward_reads = 1u << X | LG_READS_OUTPUT,
    .needs_gradients = 1u << W,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = row_by_row,
    .flops = flops,
    .phases = {LG_PHASE_LINEAR, LG_PHASE_LINEAR_INPUT, LG_PHASE_LINEAR_WEIGHT},
    .example = example,
};

/* Offset of the packed copy of the first rows of parameter w. */
static size_t packed_offset(lg_graph *g, const lg_tensor *w, int rows, bool transpose, bool full) {
    const lg_packing of = {.parameter = w->parameter, .rows = rows, .transpose = transpose, .full = full};
    int i = g->err.code ? -1 : lg_parameters_pack(g->parameters, g->kernels, of, &g->err);
    return i < 0 ? LG_NO_ADDRESS : g->parameters->packs[i].offset;
}

enum { FEW_ROWS = 1024 }; /* larger tables are not mapped in place of x; batches usually have more tokens */

/* Whether x is a look-up of token embeddings in a small table that does not depend on the batch. */
static bool is_token_vectors(const lg_tensor *x) {
    return x->op == &lg_op_desc_lookup && x->in[1]->kind == LG_BATCH && x->in[0]->shared &&
           x->in[0]->shape[0] <= FEW_ROWS;
}

/* Applies the linear map to the table, once for all sequences, instead of to the looked-up rows. */
static lg_tensor *mapped_table(lg_graph *g, const lg_tensor *x, lg_tensor *w) {
    lg_tensor *table = lg_op_linear(g, x->in[0], w, NULL, LG_LINEAR);
    return lg_op_lookup(g, table, x->in[1], lg_op_lookup_scale(x));
}

static lg_tensor *record(lg_graph *g, lg_tensor *x, lg_tensor *w, lg_tensor *bias, lg_activation act, int rows,
                         bool full) {
    const bool transposed = rows > 0;
    const int packed = transposed ? rows : w->shape[0];
    linear_args a = {.act = act, .rows = rows, .full = full, .packed_transposed = LG_NO_ADDRESS};
    a.packed = packed_offset(g, w, packed, transposed, full);
    if (x->needs_gradient) a.packed_transposed = packed_offset(g, w, packed, !transposed, full);
    return lg_graph_result(g, &lg_op_desc_linear, (lg_tensor *[]){x, w, bias, NULL}, 4, &a, sizeof a);
}

lg_tensor *lg_op_linear(lg_graph *g, lg_tensor *x, lg_tensor *w, lg_tensor *bias, lg_activation act) {
    if (act > LG_RELU) return lg_op_elementwise(g, lg_op_linear(g, x, w, bias, LG_LINEAR), act);
    if (!g->no_pruning && is_token_vectors(x) && !bias && act == LG_LINEAR) return mapped_table(g, x, w);
    return record(g, x, w, bias, act, 0, false);
}

lg_tensor *lg_op_linear_full(lg_graph *g, lg_tensor *x, lg_tensor *w) {
    return record(g, x, w, NULL, LG_LINEAR, 0, true);
}

lg_tensor *lg_op_linear_transposed(lg_graph *g, lg_tensor *x, lg_tensor *table, lg_tensor *bias, int rows) {
    return record(g, x, table, bias, LG_LINEAR, rows, false);
}

void lg_op_linear_reads(lg_tensor *y, lg_tensor *converted) {
    y->in[SOURCE] = y->in[X];
    y->in[X] = converted;
}
