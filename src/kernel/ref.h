/* ref.h: what the files of the reference kernels share; included by them alone. */
#ifndef LG_KERNEL_REF_H
#define LG_KERNEL_REF_H

#include "kernel/kernel.h"

/* Kernels have the parameters of their slot (kernel.h), of which not every set needs each. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* The first and the past-the-last key that query i sees. */
static inline int ref_key_begin(lg_view key_begin, int i) {
    return key_begin.data ? ((const int32_t *)key_begin.data)[i] : 0;
}

static inline int ref_key_end(lg_view key_end, int i, int T) {
    return key_end.data ? ((const int32_t *)key_end.data)[i] : T;
}

/* Does query i, a token, see key j? prefix: as in lg_attention. */
static inline bool ref_sees(lg_view key_begin, lg_view key_end, int prefix, int T, int i, int j) {
    return (j < prefix || j >= ref_key_begin(key_begin, i)) && j < ref_key_end(key_end, i, T);
}

/* By what dropout multiplies the weight of query i and key j: 0, or more than 1; 1 where nothing is dropped. Numbered
 * as in kernel.h; i is a token. */
static inline double ref_weight_mask(const lg_weight_dropout *d, int s, int H, int h, int i, int j) {
    if (!d->threshold) return 1;
    uint32_t words[4];
    const uint32_t group = (uint32_t)(j / 16 * H + h), turn = 8 * (uint32_t)(j % 4);
    lg_key_block(d->key, (uint32_t[4]){(uint32_t)i, d->sequence + (uint32_t)s, d->site, group}, words);
    const uint32_t word = words[j % 16 / 4], number = (word << turn | word >> (32 - turn) % 32) >> 16;
    return number >= d->threshold ? d->keep_scale : 0;
}

/* The same of a weight that was kept for the backward pass. */
static inline double ref_kept_mask(const lg_weight_dropout *d, real weight) {
    return !d->threshold ? 1 : weight < 0 ? 0 : d->keep_scale;
}

/* ref_adafactor.c */
void lg_ref_adafactor(const lg_kernels *set, const lg_adafactor *a);

/* ref_bf16.c */
void lg_ref_linear_bfloat16(const lg_kernels *set, const lg_linear *a);
void lg_ref_linear_weight_bfloat16(const lg_kernels *set, const lg_linear_weight *a);
void lg_ref_linear_tiles(const lg_kernels *set, const lg_linear *a);
void lg_ref_linear_weight_tiles(const lg_kernels *set, const lg_linear_weight *a);

/* ref_elementwise.c */
void lg_ref_scale(const lg_kernels *set, lg_view y, lg_view x, real factor, size_t n, bool accumulate);
void lg_ref_product(const lg_kernels *set, lg_view y, lg_view a, lg_view b, size_t n, bool accumulate);
void lg_ref_elementwise(const lg_kernels *set, lg_view y, lg_view slopes, lg_view x, size_t n, lg_activation f);

/* ref_row.c */
void lg_ref_lookup(const lg_kernels *set, lg_view y, lg_view table, lg_view ids, int M, int N, real scale);
void lg_ref_lookup_backward(const lg_kernels *set, lg_view dtable, lg_view dy, lg_view ids, int M, int N, real scale);
void lg_ref_add_rows(const lg_kernels *set, lg_view y, lg_view x, lg_view a, int S, int T, int N);
void lg_ref_add_rows_backward(const lg_kernels *set, lg_view da, lg_view dy, int S, int T, int N);
void lg_ref_select_rows(const lg_kernels *set, lg_view y, lg_view x, int S, int T, int N, int first, int count);
void lg_ref_select_rows_backward(const lg_kernels *set, lg_view dx, lg_view dy, int S, int T, int N, int first,
                                 int count, bool accumulate);
void lg_ref_dropout_bits(const lg_kernels *set, lg_view bits, lg_key key, uint32_t site, uint32_t sequence, int token,
                         int S, int T, int N, uint16_t threshold);
void lg_ref_dropout(const lg_kernels *set, lg_view y, lg_view x, lg_view bits, int M, int N, real keep_scale,
                    bool accumulate);
void lg_ref_jitter(const lg_kernels *set, lg_view y, lg_view x, lg_key key, uint32_t site, uint32_t sequence, int token,
                   int S, int T, int N, real width, bool accumulate);
void lg_ref_add_norm(const lg_kernels *set, const lg_add_norm *a);
void lg_ref_add_norm_backward(const lg_kernels *set, const lg_add_norm *a);
void lg_ref_rotate(const lg_kernels *set, const lg_rotation *a);
void lg_ref_log_softmax(const lg_kernels *set, lg_view x, lg_view shift, int M, int N);
void lg_ref_cross_entropy(const lg_kernels *set, const lg_cross_entropy *a);
void lg_ref_cross_entropy_backward(const lg_kernels *set, const lg_cross_entropy *a);

/* ref_experts.c */
size_t lg_ref_route_scratch(const lg_kernels *set, const lg_route *a);
void lg_ref_route(const lg_kernels *set, const lg_route *a);
void lg_ref_gate(const lg_kernels *set, const lg_gate *a);
void lg_ref_gate_backward(const lg_kernels *set, const lg_gate *a);
void lg_ref_balance(const lg_kernels *set, const lg_balance *a);
void lg_ref_balance_backward(const lg_kernels *set, const lg_balance *a);
void lg_ref_scale_rows(const lg_kernels *set, lg_view y, lg_view x, lg_view g, int M, int N, bool accumulate);
void lg_ref_dot_rows(const lg_kernels *set, lg_view g, lg_view x, lg_view z, int M, int N, bool accumulate);
void lg_ref_token_map(const lg_kernels *set, const lg_token_map *a);
void lg_ref_token_map_backward(const lg_kernels *set, const lg_token_map *a);

/* ref_move.c */
void lg_ref_copy(const lg_kernels *set, const lg_copy *a);
void lg_ref_gather_rows(const lg_kernels *set, const lg_move_rows *a);
void lg_ref_scatter_rows(const lg_kernels *set, const lg_move_rows *a);
int lg_ref_cluster_rows(const lg_kernels *set, const lg_cluster_rows *a);
void lg_ref_cluster_classes(const lg_kernels *set, lg_view y, lg_view id, int M, const int *end, int count);
void lg_ref_put_integers(const lg_kernels *set, lg_view y, lg_view rows, lg_view x, int count);
void lg_ref_span_rows(const lg_kernels *set, lg_view y, lg_view x, lg_view span, int S, int T, int N, int first,
                      bool accumulate);

/* ref_convolution.c */
void lg_ref_depthwise_convolution(const lg_kernels *set, const lg_convolution *a);
void lg_ref_depthwise_convolution_backward(const lg_kernels *set, const lg_convolution *a);
void lg_ref_dynamic_convolution(const lg_kernels *set, const lg_convolution *a);
void lg_ref_dynamic_convolution_backward(const lg_kernels *set, const lg_convolution *a);
void lg_ref_tap_softmax(const lg_kernels *set, const lg_tap_softmax *a);
void lg_ref_tap_softmax_backward(const lg_kernels *set, const lg_tap_softmax *a);

/* ref_attention.c */
void lg_ref_append(const lg_kernels *set, const lg_append *a);
size_t lg_ref_attention_scratch(const lg_kernels *set, const lg_attention *a, bool backward);
void lg_ref_attention(const lg_kernels *set, const lg_attention *a);
void lg_ref_attention_backward(const lg_kernels *set, const lg_attention *a);
void lg_ref_join(const lg_kernels *set, const lg_joined *a);
void lg_ref_join_backward(const lg_kernels *set, const lg_joined *a);
void lg_ref_attention_logits(const lg_kernels *set, const lg_attention *a, lg_view logits);
void lg_ref_pair_scores(const lg_kernels *set, const lg_pair_scores *a);
void lg_ref_pair_scores_backward(const lg_kernels *set, const lg_pair_scores *a);

/* ref_retrieval.c */
void lg_ref_unit_heads(const lg_kernels *set, const lg_unit_heads *a);
void lg_ref_unit_heads_backward(const lg_kernels *set, const lg_unit_heads *a);
void lg_ref_retrieve(const lg_kernels *set, const lg_retrieval *a);
void lg_ref_retrieve_backward(const lg_kernels *set, const lg_retrieval *a);

/* ref_sinusoid.c */
size_t lg_ref_sinusoid_scratch(const lg_kernels *set, const lg_sinusoid_scores *a);
void lg_ref_sinusoid_scores(const lg_kernels *set, const lg_sinusoid_scores *a);
void lg_ref_sinusoid_scores_backward(const lg_kernels *set, const lg_sinusoid_scores *a);

/* ref_contextual.c */
size_t lg_ref_contextual_scratch(const lg_kernels *set, const lg_contextual_scores *a, bool backward);
void lg_ref_contextual_scores(const lg_kernels *set, const lg_contextual_scores *a);
void lg_ref_contextual_scores_backward(const lg_kernels *set, const lg_contextual_scores *a);

/* ref_clipped.c */
size_t lg_ref_clipped_scratch(const lg_kernels *set, const lg_clipped_scores *a, bool backward);
void lg_ref_clipped_scores(const lg_kernels *set, const lg_clipped_scores *a);
void lg_ref_clipped_scores_backward(const lg_kernels *set, const lg_clipped_scores *a);

/* ref_bias.c */
void lg_ref_bias_lookup(const lg_kernels *set, const lg_bias_lookup *l);
void lg_ref_bias_lookup_backward(const lg_kernels *set, const lg_bias_lookup *l);
void lg_ref_bias_function(const lg_kernels *set, const lg_bias_function *l);
void lg_ref_bias_function_backward(const lg_kernels *set, const lg_bias_function *l);
void lg_ref_bias_product(const lg_kernels *set, const lg_bias_product *p);
void lg_ref_bias_product_backward(const lg_kernels *set, const lg_bias_product *p);

/* ref_interpolated.c */
size_t lg_ref_interpolated_scratch(const lg_kernels *set, const lg_interpolated_bias *l);
void lg_ref_interpolated_bias(const lg_kernels *set, const lg_interpolated_bias *l);
void lg_ref_interpolated_bias_backward(const lg_kernels *set, const lg_interpolated_bias *l);

/* ref_geometric.c */
size_t lg_ref_geometric_scratch(const lg_kernels *set, const lg_geometric *a, bool backward);
void lg_ref_geometric(const lg_kernels *set, const lg_geometric *a);
void lg_ref_geometric_backward(const lg_kernels *set, const lg_geometric *a);

/* ref_recurrent.c */
void lg_ref_add_activate(const lg_kernels *set, lg_view y, lg_view a, lg_view b, size_t n, lg_activation act);
void lg_ref_lstm_cell(const lg_kernels *set, const lg_lstm *a);
void lg_ref_lstm_cell_backward(const lg_kernels *set, const lg_lstm *a);
void lg_ref_lstm_hidden(const lg_kernels *set, const lg_lstm *a);
void lg_ref_lstm_hidden_backward(const lg_kernels *set, const lg_lstm *a);
void lg_ref_group_softmax(const lg_kernels *set, lg_view y, lg_view x, int count, int N);
void lg_ref_group_softmax_backward(const lg_kernels *set, lg_view dx, lg_view y, lg_view dy, int count, int N,
                                   bool accumulate);
void lg_ref_stack(const lg_kernels *set, const lg_store_step *a);
void lg_ref_stack_backward(const lg_kernels *set, const lg_store_step *a);
void lg_ref_tape(const lg_kernels *set, const lg_store_step *a);
void lg_ref_tape_backward(const lg_kernels *set, const lg_store_step *a);
void lg_ref_nd_stack(const lg_kernels *set, const lg_nd_stack *a);
void lg_ref_nd_stack_backward(const lg_kernels *set, const lg_nd_stack *a);

#endif
