/* simd.c: the vector kernels. This file is compiled once per instruction set, with the flags of that set and
 * -DLG_ISA=name. Each compilation yields a table of kernels, which select.c uses if the processor supports the
 * instruction set. The kernels are in headers by topic and use the vector types and functions of vec.h. The table keeps
 * the reference's kernels where vectors gain nothing. */
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
#include "kernel/simd_formula.h"
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

void lg_bfloat16_of_avx512(lg_kernels *t); /* in simd_bf16.c */

/* Fills the table of the bfloat16 set: a copy of this set, with other linear maps. */
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

static void fill_table(void) {
    table = lg_kernels_ref;
    table.name = QUOTE(LG_ISA);
    table.help = "vectors of " QUOTE(LG_VEC_BYTES) " bytes in " QUOTE(LG_VEC_REGISTERS) " registers";
    table.panel = PANEL_VECS * VL;
#define KERNEL(result, slot, ...) table.slot = slot;
#define KERNEL_PLAIN(result, slot, ...)
#include "kernel/kernels.def"
    fill_bfloat16();
}

const lg_kernels *JOIN(lg_kernels_simd_, LG_ISA)(void); /* declared in select.c, its only caller */

const lg_kernels *JOIN(lg_kernels_simd_, LG_ISA)(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_table);
    return &table;
}
