/* simd_bf16.c: linear maps in bfloat16 for processors that multiply pairs in one instruction (AVX512_BF16). This file
 * is compiled for that instruction set; the kernel set avx512 uses these maps if the processor supports it. */
#include "kernel/simd_bf16.h"

#include "kernel/kernel.h"

void lg_bfloat16_of_avx512(lg_kernels *t); /* declared in simd.c, its only caller */

void lg_bfloat16_of_avx512(lg_kernels *t) {
#ifndef LG_DOUBLE
    use_bfloat16(t);
#else
    (void)t;
#endif
}
