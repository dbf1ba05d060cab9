/* simd_round.h: rounds floats to bfloat16 and arranges them in pairs for linear maps. A pair is two neighbours in a
 * row, or two neighbours in a column. */
#ifndef LG_KERNEL_SIMD_ROUND_H
#define LG_KERNEL_SIMD_ROUND_H

#ifndef LG_DOUBLE

#include <string.h>

#include "kernel/vec.h"

typedef uint32_t pattern __attribute__((vector_size(LG_VEC_BYTES)));
typedef uint64_t doubled __attribute__((vector_size(LG_VEC_BYTES)));
typedef uint32_t half_bits __attribute__((vector_size(LG_VEC_BYTES / 2)));
typedef uint16_t half_words __attribute__((vector_size(LG_VEC_BYTES)));

/* Rounds to bfloat16, to nearest, ties to even. The result is in the upper half of each lane; the lower half is
 * undefined. */
TEMPLATE pattern round_bits(vec x) {
    const pattern u = (pattern)x, size = u & 0x7fffffff;
    const pattern tiny = (pattern)(size < 0x00800000), nan = (pattern)(size > 0x7f800000);
    const pattern rounded = u + 0x7fff + (u >> 16 & 1);
    return (rounded & ~(tiny | nan)) | (u & 0x80000000 & tiny) | (0x7fc00000 & nan);
}

/* 2 VL consecutive numbers of a row, rounded to bfloat16. */
#ifdef __AVX512BF16__
typedef struct rounded {
    half_words all;
} rounded;
#else
typedef struct rounded {
    pattern part[2];
} rounded;
#endif

TEMPLATE rounded round_both(vec first, vec second) {
#ifdef __AVX512BF16__
    return (rounded){(half_words)_mm512_cvtne2ps_pbh(second, first)};
#else
    return (rounded){{round_bits(first), round_bits(second)}};
#endif
}

/* Loads the first n >= 1 numbers at p, with zeros after them. */
TEMPLATE rounded load_rounded(const real *p, int n) {
    return round_both(vload_first(p, n), n > VL ? vload_first(p + VL, n - VL) : (vec){0});
}

/* Pairs of neighbours. */
TEMPLATE vec neighbours(rounded r) {
#ifdef __AVX512BF16__
    return (vec)r.all;
#else
    vec pairs;
    UNROLL for (int i = 0; i < 2; i++) {
        const doubled two = (doubled)r.part[i];
        const half_bits narrow = __builtin_convertvector((two >> 16 & 0xffff) | (two >> 32 & 0xffff0000), half_bits);
        memcpy((char *)&pairs + i * sizeof narrow, &narrow, sizeof narrow);
    }
    return pairs;
#endif
}

/* Pairs of numbers in one column of two rows. part 0: the first VL columns; part 1: the next VL columns. */
TEMPLATE vec stacked(rounded upper, rounded lower, int part) {
#ifdef __AVX512BF16__
    half_words turn;
    UNROLL for (int l = 0; l < 2 * VL; l++) turn[l] = (uint16_t)(l / 2 + part * VL + l % 2 * 2 * VL);
    return (vec)_mm512_permutex2var_epi16((__m512i)upper.all, (__m512i)turn, (__m512i)lower.all);
#else
    return (vec)((upper.part[part] >> 16) | (lower.part[part] & 0xffff0000));
#endif
}

#endif
#endif
