/* op_add_norm.c: residual, dropout and normalization in one op: y = norm(h + dropout(o)), with one pass over memory
 * instead of three. Without o, the op normalizes the rows of h, or each head of these rows. Norms: layer normalization
 * (Ba et al. 2016), with the population variance and epsilon inside the root; root mean square normalization (Zhang &
 * Sennrich 2019). */
#include "graph/ops.h"
#include "graph/split.h"
#include "kernel/kernel.h"

typedef struct add_norm_args {
    lg_norm_kind kind;
    uint32_t site;
    uint16_t threshold;
} add_norm_args;

enum { H, O, GAMMA, BETA }; /* inputs */
enum { XHAT, RSTD, BITS };  /* saved */

/* Number of columns that are normalized together: all columns, or the columns of a head. */
static int norm_columns(const lg_tensor *y) {
    return lg_columns(y->in[GAMMA]);
}

static bool shape(lg_graph *g, lg_tensor *y, lg_error *err) {
    const add_norm_args *a = y->args;
    const lg_tensor *h = y->in[H], *o = y->in[O];
    const int N = norm_columns(y);
    if (h->rank != 3 && (h->rank != 2 || o))
        return lg_fail_permanent(err, "expected h [S,T,N], or [T,N] without o, got rank %d", h->rank);
    if (o && (h->first != o->first || lg_rows(h) != lg_rows(o) || lg_columns(h) != lg_columns(o)))
        return lg_fail_permanent(err, "expected two tensors of one shape [S,T,N], got %d x %d and %d x %d", lg_rows(h),
                                 lg_columns(h), lg_rows(o), lg_columns(o));
    if (lg_columns(h) % N || (o && lg_columns(h) != N) || (y->in[BETA] && lg_columns(y->in[BETA]) != N))
        return lg_fail_permanent(err, "gamma and beta must have equal lengths that divide %d columns", lg_columns(h));
    y->rank = h->rank;
    y->first = h->first;
    for (int i = 0; i < h->rank; i++) y->shape[i] = h->shape[i];
    size_t rows = (size_t)lg_rows(y), columns = (size_t)lg_columns(y);
    if (g->training) {
        y->saved_bytes[XHAT] = rows * columns * sizeof(real);
        y->saved_bytes[RSTD] = rows * (columns / (size_t)N) * sizeof(real);
    }
    if (a->threshold) y->saved_bytes[BITS] = rows * LG_MASK_WORDS(columns) * sizeof(uint16_t);
    return true;
}

static lg_add_norm arguments(const lg_frame *f, const lg_tensor *y) {
    const add_norm_args *a = y->args;
    return (lg_add_norm){
        .M = lg_rows(y) * (lg_columns(y) / norm_columns(y)),
        .N = norm_columns(y),
        .rms = a->kind.rms,
        .epsilon = (real)a->kind.epsilon,
        .keep_scale = lg_dropout_scale(a->threshold),
        .bits = lg_saved(f, y, BITS),
        .gamma = lg_value(f, y->in[GAMMA]),
        .beta = lg_value(f, y->in[BETA]),
        .xhat = lg_saved(f, y, XHAT),
        .rstd = lg_saved(f, y, RSTD),
    };
}

/* Normalizes rows from..to-1. */
static void norm_rows(const lg_frame *f, const void *task, int from, int to) {
    lg_add_norm k = *(const lg_add_norm *)task;
    const size_t row = (size_t)from, before = row * (size_t)k.N * sizeof(real);
    k.M = to - from;
    k.h = lg_view_at(k.h, before), k.o = lg_view_at(k.o, before), k.z = lg_view_at(k.z, before);
    k.xhat = lg_view_at(k.xhat, before);
    k.rstd = lg_view_at(k.rstd, row * sizeof(real));
    k.bits = lg_view_at(k.bits, row * (size_t)LG_MASK_WORDS(k.N) * sizeof(uint16_t));
    f->kernels->add_norm(f->kernels, &k);
}

static void forward(const lg_frame *f, const lg_tensor *y) {
    const add_norm_args *a = y->args;
    lg_add_norm k = arguments(f, y);
    k.h = lg_value(f, y->in[H]);
    k.o = lg_value(f, y->in[O]);
    k.z = lg_value(f, y);
    if (a->threshold)
        f->kernels->dropout_bits(f->kernels, k.bits, f->dropout, a->site, f->stream, lg_first(f, y), y->shape[0],
                                 y->shape[1], k.N, a->threshold);
    lg_split_op(f, k.M, 1, lg_nanoseconds(0, 3.0 * sizeof(real) * k.M * k.N), norm_rows, &k);
}

static void backward(const lg_frame *f, const lg_tensor *y) {
    lg_add_norm k = arguments(f, y);
    k.dz = lg_gradient(f, y);
    k.dh = lg_gradient(f, y->in[H]);
    k.d_o = lg_gradient(f, y->in[O]);
    k.dh_accumulate = y->accumulate[H];
    k.do_accumulate = y->accumulate[O];
    k.dgamma = lg_gradient(f, y->in[GAMMA]);
    k.dbeta = lg_gradient(f, y->in[BETA]);
    f->kernels->add_norm_backward(f->kernels, &k);
}

static bool row_by_row(const lg_tensor *y, int i) {
    (void)y;
    return i == H || i == O;
}

/* Variant 5 has shared rows; 6 and 7 have rows of two heads. */
static lg_tensor *example(lg_graph *g, int variant) {
    if (variant > 7) return NULL;
    const lg_norm_kind kind = {.rms = variant == 3 || variant == 4 || variant == 6, .epsilon = 1e-5};
    if (variant == 5)
        return lg_op_add_norm(g, kind, lg_example_parameter(g, 2, (int[]){4, 6}), NULL,
                              lg_example_parameter(g, 1, (int[]){6}), lg_example_parameter(g, 1, (int[]){6}), 0);
    lg_tensor *h = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){5, 6}), lg_graph_batch(g, g->T), 1);
    if (variant > 5)
        return lg_op_add_norm(g, kind, h, NULL, lg_example_parameter(g, 1, (int[]){3}),
                              variant == 7 ? lg_example_parameter(g, 1, (int[]){3}) : NULL, 0);
    lg_tensor *o = lg_op_lookup(g, lg_example_parameter(g, 2, (int[]){4, 6}), lg_graph_batch(g, g->T), 1);
    lg_tensor *gamma = lg_example_parameter(g, 1, (int[]){6});
    lg_tensor *beta = variant % 3 == 2 ? NULL : lg_example_parameter(g, 1, (int[]){6});
    return lg_op_add_norm(g, kind, h, variant == 2 || variant == 4 ? NULL : o, gamma, beta, variant % 2 ? 0.3 : 0);
}

const lg_op lg_op_desc_add_norm = {
    .name = "add_norm",
    .formula = "y = gamma * (s - mean(s)) / sqrt(variance(s) + epsilon) + beta, s = h + dropout(o), or each head of h",
    .needs_gradients = 1u << H | 1u << GAMMA,
    .shape = shape,
    .forward = forward,
    .backward = backward,
    .row_by_row = row_by_row,
    .phases = {LG_PHASE_NORM, LG_PHASE_NORM, LG_PHASE_NORM},
    .example = example,
};

lg_tensor *lg_op_add_norm(lg_graph *g, lg_norm_kind kind, lg_tensor *h, lg_tensor *o, lg_tensor *gamma, lg_tensor *beta,
                          double rate) {
    add_norm_args a = {kind, 0, o ? lg_dropout_threshold(rate) : 0};
    if (a.threshold) a.site = g->sites++;
    return lg_graph_result(g, &lg_op_desc_add_norm, (lg_tensor *[]){h, o, gamma, beta}, 4, &a, sizeof a);
}
