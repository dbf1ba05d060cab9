/* simd.c: the vector kernels. This file is compiled once per instruction set, with that set's flags and -DLG_ISA=name,
 * and each time gives one table, which select.c offers if the processor can execute it. The kernels themselves are in
 * the headers, by topic, written against the vocabulary of vec.h; a slot that gains nothing from vectors stays ref's.
 */
#include <pthread.h>

#include "kernel/simd_adafactor.h"
#include "kernel/simd_attention.h"
#include "kernel/simd_attention_few.h"
#include "kernel/simd_bf16.h"
#include "kernel/simd_clipped.h"
#include "kernel/simd_contextual.h"
#include "kernel/simd_convolution.h"
#include "kernel/simd_cross_entropy.h"
#include "kernel/simd_elementwise.h"
#include "kernel/simd_experts.h"
#include "kernel/simd_gemm.h"
#include "kernel/simd_geometric.h"
#include "kernel/simd_interpolated.h"
#include "kernel/simd_join.h"
#include "kernel/simd_move.h"
#include "kernel/simd_norm.h"
#include "kernel/simd_pairs.h"
#include "kernel/simd_random.h"
#include "kernel/simd_recurrent.h"
#include "kernel/simd_retrieval.h"
#include "kernel/simd_rows.h"
#include "kernel/simd_sinusoid.h"
#include "kernel/simd_store.h"
#include "kernel/simd_update.h"

#define JOIN_(a, b)   a##b
#define JOIN(a, b)    JOIN_(a, b)
#define QUOTE_(words) #words
#define QUOTE(words)  QUOTE_(words)

static lg_kernels table;
#ifndef LG_DOUBLE
static lg_kernels bfloat16;
#endif

void lg_bfloat16_of_avx512(lg_kernels *t); /* simd_bf16.c */

/* The same set with other linear maps. */
static void fill_bfloat16(void) {
#ifndef LG_DOUBLE
    bfloat16 = table;
    bfloat16.bfloat16 = NULL;
    bfloat16.full = &table;
    use_bfloat16(&bfloat16);
#ifdef LG_BFLOAT16_INSTRUCTION
    if (__builtin_cpu_supports("avx512bf16")) lg_bfloat16_of_avx512(&bfloat16);
#endif
    table.bfloat16 = &bfloat16;
#endif
}

static void fill_elementwise(void) {
    table.add = add;
    table.add_and_clear = add_and_clear;
    table.scale = scale;
    table.product = product;
    table.elementwise = elementwise;
}

/* What is done to rows of tokens, besides products and attention. */
static void fill_rows(void) {
    table.lookup = lookup;
    table.lookup_backward = lookup_backward;
    table.add_rows = add_rows;
    table.add_rows_backward = add_rows_backward;
    table.copy = copy;
    table.gather_rows = gather_rows;
    table.scatter_rows = scatter_rows;
    table.span_rows = span_rows;
    table.dropout_bits = dropout_bits;
    table.dropout = dropout;
    table.add_norm = add_norm;
    table.add_norm_backward = add_norm_backward;
    table.rotate = rotate;
    table.log_softmax = log_softmax;
    table.cross_entropy = cross_entropy;
    table.cross_entropy_backward = cross_entropy_backward;
}

static void fill_convolutions(void) {
    table.depthwise_convolution = depthwise_convolution;
    table.depthwise_convolution_backward = depthwise_convolution_backward;
    table.dynamic_convolution = dynamic_convolution;
    table.dynamic_convolution_backward = dynamic_convolution_backward;
    table.tap_softmax = tap_softmax;
    table.tap_softmax_backward = tap_softmax_backward;
}

static void fill_experts(void) {
    table.gate = gate;
    table.gate_backward = gate_backward;
    table.balance = balance;
    table.balance_backward = balance_backward;
    table.scale_rows = scale_rows;
    table.dot_rows = dot_rows;
    table.token_map = token_map;
    table.token_map_backward = token_map_backward;
    table.jitter = jitter;
}

static void fill_recurrent(void) {
    table.add_activate = add_activate;
    table.lstm_cell = lstm_cell;
    table.lstm_cell_backward = lstm_cell_backward;
    table.lstm_hidden = lstm_hidden;
    table.lstm_hidden_backward = lstm_hidden_backward;
    table.group_softmax = group_softmax;
    table.stack = stack;
    table.stack_backward = stack_backward;
    table.tape = tape;
    table.tape_backward = tape_backward;
    table.nd_stack = nd_stack;
    table.nd_stack_backward = nd_stack_backward;
}

static void fill_attention(void) {
    table.attention_scratch = attention_scratch;
    table.attention = attention;
    table.attention_backward = attention_backward;
    table.join = join;
    table.join_backward = join_backward;
    table.unit_heads = unit_heads;
    table.unit_heads_backward = unit_heads_backward;
    table.retrieve = retrieve;
    table.retrieve_backward = retrieve_backward;
    table.geometric_scratch = geometric_scratch;
    table.geometric = geometric;
    table.geometric_backward = geometric_backward;
    table.pair_scores = pair_scores;
    table.pair_scores_backward = pair_scores_backward;
    table.sinusoid_scratch = sinusoid_scratch;
    table.sinusoid_scores = sinusoid_scores;
    table.sinusoid_scores_backward = sinusoid_scores_backward;
    table.contextual_scratch = contextual_scratch;
    table.contextual_scores = contextual_scores;
    table.contextual_scores_backward = contextual_scores_backward;
    table.clipped_scratch = clipped_scratch;
    table.clipped_scores = clipped_scores;
    table.clipped_scores_backward = clipped_scores_backward;
    table.interpolated_scratch = interpolated_scratch;
    table.interpolated_bias = interpolated_bias;
    table.interpolated_bias_backward = interpolated_bias_backward;
}

static void fill_table(void) {
    table = lg_kernels_ref;
    table.name = QUOTE(LG_ISA);
    table.help = "vectors of " QUOTE(LG_VEC_BYTES) " bytes in " QUOTE(LG_VEC_REGISTERS) " registers";
    fill_elementwise();
    table.sum_squares = sum_squares;
    table.adam = adam;
    table.adafactor = adafactor;
    table.pack_size = pack_size;
    table.panel = PANEL_VECS * VL;
    table.pack = pack;
    table.linear = linear;
    table.linear_weight = linear_weight;
    table.linear_bias = linear_bias;
    fill_rows();
    fill_attention();
    fill_convolutions();
    fill_experts();
    fill_recurrent();
    fill_bfloat16();
}

const lg_kernels *JOIN(lg_kernels_simd_, LG_ISA)(void); /* declared where it is called, in select.c */

const lg_kernels *JOIN(lg_kernels_simd_, LG_ISA)(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_table);
    return &table;
}
