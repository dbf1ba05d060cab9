/* simd_amx.c: the kernel set amx: avx512, with bfloat16 products by the processor's matrix unit. Compiled for
 * AVX512_BF16, which every processor with this unit has. */
#include <pthread.h>

#include "kernel/kernel.h"

const lg_kernels *lg_kernels_simd_avx512(void); /* in simd.c */
const lg_kernels *lg_kernels_simd_amx(void);    /* declared in select.c, its only caller */

#ifndef LG_DOUBLE

#include "kernel/simd_amx.h"
#include "kernel/simd_attention_amx.h"

static lg_kernels table, bfloat16;

/* Enough for both implementations: attention with dropout cannot use tiles in training, but can in evaluation. */
static size_t attention_scratch(const lg_kernels *set, const lg_attention *a, bool backward) {
    const size_t other = set->full->attention_scratch(set->full, a, backward), tiles = tiled_scratch(a, backward);
    return tiles > other && a->D % DEPTH == 0 ? tiles : other;
}

static void attention(const lg_kernels *set, const lg_attention *a) {
    if (fits_tiles(a))
        attend_tiled(a);
    else
        set->full->attention(set->full, a);
}

static void attention_backward(const lg_kernels *set, const lg_attention *a) {
    if (fits_tiles(a))
        backward_tiled(a);
    else
        set->full->attention_backward(set->full, a);
}

static void fill_table(void) {
    table = *lg_kernels_simd_avx512();
    bfloat16 = *table.bfloat16;
    table.name = bfloat16.name = "amx";
    table.help = bfloat16.help = "avx512, with the AMX matrix unit for bfloat16";
    table.bfloat16 = &bfloat16;
    bfloat16.full = &table;
    bfloat16.pack_size = tiled_pack_size;
    bfloat16.pack = pack_tiles;
    bfloat16.bf16_pairs_size = tiled_rows_size;
    bfloat16.to_bf16_pairs = tile_both;
    bfloat16.linear = linear_tiles;
    bfloat16.linear_weight = linear_weight_tiles;
    bfloat16.attention_scratch = attention_scratch;
    bfloat16.attention = attention;
    bfloat16.attention_backward = attention_backward;
    bfloat16.multiply_registers = multiply_tile_registers;
}

const lg_kernels *lg_kernels_simd_amx(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_table);
    return &table;
}

#else

const lg_kernels *lg_kernels_simd_amx(void) {
    return lg_kernels_simd_avx512();
}

#endif
