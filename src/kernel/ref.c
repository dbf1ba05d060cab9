/* ref.c: the reference kernels, the truth against which every faster kernel is tested. They do what kernel.h says in
 * the plainest C there is: one loop per index, sums in double, nothing clever. This file has the table, memory,
 * elementwise sums, Adam and the linear maps; the other ref_*.c have the rest.
 * Adam: Kingma & Ba, "Adam: a method for stochastic optimization", 2015. */
#include "kernel/ref.h"

#include <math.h>
#include <string.h>

static void zero(const lg_kernels *set, lg_view y, size_t bytes) {
    memset(y.data, 0, bytes);
}

static void upload(const lg_kernels *set, lg_view y, const void *host, size_t bytes) {
    memcpy(y.data, host, bytes);
}

static void download(const lg_kernels *set, void *host, lg_view x, size_t bytes) {
    memcpy(host, x.data, bytes);
}

static void add(const lg_kernels *set, lg_view y, lg_view x, size_t n, bool accumulate) {
    real *out = y.data;
    const real *in = x.data;
    for (size_t e = 0; e < n; e++) out[e] = accumulate ? out[e] + in[e] : in[e];
}

/* Sums of several arrays are made one after another, in reals, and so may be made in any number of turns. */
static void add_and_clear(const lg_kernels *set, lg_view y, lg_view x, size_t n) {
    real *out = y.data, *in = x.data;
    for (size_t e = 0; e < n; e++) {
        out[e] += in[e];
        in[e] = 0;
    }
}

static double sum_squares(const lg_kernels *set, lg_view x, size_t n) {
    const real *in = x.data;
    double total = 0;
    for (size_t e = 0; e < n; e++) total += (double)in[e] * in[e];
    return total;
}

static void adam(const lg_kernels *set, const lg_adam *a) {
    real *p = a->p.data, *m = a->m.data, *v = a->v.data;
    const real *gradient = a->g.data;
    double b1 = a->beta1, b2 = a->beta2;
    double m_scale = 1 / (1 - pow(b1, a->t)), v_scale = 1 / (1 - pow(b2, a->t));
    for (size_t e = 0; e < a->n; e++) {
        double g = gradient[e] * a->factor;
        if (a->gradient_decay > 0) g += a->gradient_decay * p[e];
        double first = b1 * m[e] + (1 - b1) * g;
        double second = b2 * v[e] + (1 - b2) * g * g;
        double step = first * m_scale / (sqrt(second * v_scale) + a->epsilon);
        p[e] -= a->rate * step + a->rate * a->decay * p[e];
        m[e] = first;
        v[e] = second;
    }
}

static void clamp(const lg_kernels *set, lg_view x, size_t n, double low, double high) {
    real *p = x.data;
    for (size_t e = 0; e < n; e++) p[e] = fmin(fmax(p[e], low), high);
}

static size_t pack_size(const lg_kernels *set, int K, int N, bool transpose) {
    return (size_t)K * N * sizeof(real);
}

/* The packed layout of this set is the plain matrix [K,N]. */
static void pack(const lg_kernels *set, lg_view packed, lg_view w, int K, int N, bool transpose) {
    real *out = packed.data;
    const real *in = w.data;
    for (int k = 0; k < K; k++)
        for (int n = 0; n < N; n++) out[(size_t)k * N + n] = transpose ? in[(size_t)n * K + k] : in[(size_t)k * N + n];
}

static void linear(const lg_kernels *set, const lg_linear *a) {
    const real *x = a->x.data, *w = a->w.data, *bias = a->bias.data;
    real *y = a->y.data;
    for (int m = 0; m < a->M; m++) {
        for (int n = 0; n < a->N; n++) {
            real *out = &y[(size_t)m * a->N + n];
            double total = bias ? bias[n] : 0;
            for (int k = 0; k < a->K; k++) total += (double)x[(size_t)m * a->K + k] * w[(size_t)k * a->N + n];
            if (a->accumulate)
                *out += total;
            else
                *out = a->act == LG_RELU && total < 0 ? 0 : total;
        }
    }
}

static void linear_weight(const lg_kernels *set, const lg_linear_weight *a) {
    const real *x = a->x.data, *dy = a->dy.data;
    real *dw = a->dw.data;
    for (int k = 0; k < a->K; k++) {
        for (int n = 0; n < a->N; n++) {
            double total = 0;
            for (int m = 0; m < a->M; m++) total += (double)x[(size_t)m * a->K + k] * dy[(size_t)m * a->N + n];
            dw[(size_t)k * a->N + n] += total;
        }
    }
}

static void linear_bias(const lg_kernels *set, lg_view dy, lg_view y, lg_view db, int M, int N, lg_activation act) {
    real *gradient = dy.data, *bias = db.data;
    const real *out = y.data;
    for (int n = 0; n < N; n++) {
        double total = 0;
        for (int m = 0; m < M; m++) {
            size_t e = (size_t)m * N + n;
            if (act == LG_RELU && !(out[e] > 0)) gradient[e] = 0;
            total += gradient[e];
        }
        if (bias) bias[n] += total;
    }
}

/* All slots but the linear maps. */
#define SLOTS                                                                                                          \
    .name = "ref", .help = "plain C in double precision: slow, and the truth for all others", .zero = zero,            \
    .upload = upload, .download = download, .add = add, .add_and_clear = add_and_clear, .scale = lg_ref_scale,         \
    .product = lg_ref_product, .elementwise = lg_ref_elementwise, .sum_squares = sum_squares, .adam = adam,            \
    .adafactor = lg_ref_adafactor, .clamp = clamp, .pack_size = pack_size, .pack = pack, .linear_bias = linear_bias,   \
    .lookup = lg_ref_lookup, .lookup_backward = lg_ref_lookup_backward, .add_rows = lg_ref_add_rows,                   \
    .add_rows_backward = lg_ref_add_rows_backward, .select_rows = lg_ref_select_rows,                                  \
    .select_rows_backward = lg_ref_select_rows_backward, .dropout_bits = lg_ref_dropout_bits,                          \
    .dropout = lg_ref_dropout, .add_norm = lg_ref_add_norm, .add_norm_backward = lg_ref_add_norm_backward,             \
    .rotate = lg_ref_rotate, .append = lg_ref_append, .attention_scratch = lg_ref_attention_scratch,                   \
    .attention = lg_ref_attention, .attention_backward = lg_ref_attention_backward,                                    \
    .attention_logits = lg_ref_attention_logits, .join = lg_ref_join, .join_backward = lg_ref_join_backward,           \
    .unit_heads = lg_ref_unit_heads, .unit_heads_backward = lg_ref_unit_heads_backward, .retrieve = lg_ref_retrieve,   \
    .retrieve_backward = lg_ref_retrieve_backward, .geometric_scratch = lg_ref_geometric_scratch,                      \
    .geometric = lg_ref_geometric, .geometric_backward = lg_ref_geometric_backward, .pair_scores = lg_ref_pair_scores, \
    .pair_scores_backward = lg_ref_pair_scores_backward, .bias_lookup = lg_ref_bias_lookup,                            \
    .bias_lookup_backward = lg_ref_bias_lookup_backward, .bias_function = lg_ref_bias_function,                        \
    .bias_function_backward = lg_ref_bias_function_backward, .bias_product = lg_ref_bias_product,                      \
    .bias_product_backward = lg_ref_bias_product_backward, .contextual_scratch = lg_ref_contextual_scratch,            \
    .contextual_scores = lg_ref_contextual_scores, .contextual_scores_backward = lg_ref_contextual_scores_backward,    \
    .sinusoid_scratch = lg_ref_sinusoid_scratch, .sinusoid_scores = lg_ref_sinusoid_scores,                            \
    .sinusoid_scores_backward = lg_ref_sinusoid_scores_backward, .interpolated_scratch = lg_ref_interpolated_scratch,  \
    .interpolated_bias = lg_ref_interpolated_bias, .interpolated_bias_backward = lg_ref_interpolated_bias_backward,    \
    .cross_entropy = lg_ref_cross_entropy, .cross_entropy_backward = lg_ref_cross_entropy_backward,                    \
    .copy = lg_ref_copy, .gather_rows = lg_ref_gather_rows, .scatter_rows = lg_ref_scatter_rows,                       \
    .cluster_rows = lg_ref_cluster_rows, .cluster_classes = lg_ref_cluster_classes,                                    \
    .put_integers = lg_ref_put_integers, .log_softmax = lg_ref_log_softmax, .clipped_scratch = lg_ref_clipped_scratch, \
    .clipped_scores = lg_ref_clipped_scores, .clipped_scores_backward = lg_ref_clipped_scores_backward,                \
    .depthwise_convolution = lg_ref_depthwise_convolution,                                                             \
    .depthwise_convolution_backward = lg_ref_depthwise_convolution_backward,                                           \
    .dynamic_convolution = lg_ref_dynamic_convolution,                                                                 \
    .dynamic_convolution_backward = lg_ref_dynamic_convolution_backward, .tap_softmax = lg_ref_tap_softmax,            \
    .tap_softmax_backward = lg_ref_tap_softmax_backward, .span_rows = lg_ref_span_rows,                                \
    .add_activate = lg_ref_add_activate, .lstm_cell = lg_ref_lstm_cell,                                                \
    .lstm_cell_backward = lg_ref_lstm_cell_backward, .lstm_hidden = lg_ref_lstm_hidden,                                \
    .lstm_hidden_backward = lg_ref_lstm_hidden_backward, .group_softmax = lg_ref_group_softmax,                        \
    .group_softmax_backward = lg_ref_group_softmax_backward, .stack = lg_ref_stack,                                    \
    .stack_backward = lg_ref_stack_backward, .tape = lg_ref_tape, .tape_backward = lg_ref_tape_backward,               \
    .nd_stack = lg_ref_nd_stack, .nd_stack_backward = lg_ref_nd_stack_backward, .route_scratch = lg_ref_route_scratch, \
    .route = lg_ref_route, .gate = lg_ref_gate, .gate_backward = lg_ref_gate_backward, .balance = lg_ref_balance,      \
    .balance_backward = lg_ref_balance_backward, .scale_rows = lg_ref_scale_rows, .dot_rows = lg_ref_dot_rows,         \
    .token_map = lg_ref_token_map, .token_map_backward = lg_ref_token_map_backward, .jitter = lg_ref_jitter

#ifndef LG_DOUBLE
static const lg_kernels bfloat16 = {SLOTS, .linear = lg_ref_linear_bfloat16,
                                    .linear_weight = lg_ref_linear_weight_bfloat16, .full = &lg_kernels_ref};

const lg_kernels lg_kernels_ref = {SLOTS, .linear = linear, .linear_weight = linear_weight, .bfloat16 = &bfloat16};

const lg_kernels lg_kernels_ref_tiles = {SLOTS, .linear = lg_ref_linear_tiles,
                                         .linear_weight = lg_ref_linear_weight_tiles, .full = &lg_kernels_ref};
#else
const lg_kernels lg_kernels_ref = {SLOTS, .linear = linear, .linear_weight = linear_weight};
#endif
