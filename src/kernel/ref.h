/* ref.h: helpers of the reference kernels; only ref.c and ref_*.c include it. */
#ifndef LG_KERNEL_REF_H
#define LG_KERNEL_REF_H

#include "kernel/kernel.h"

/* Kernels have the parameters that kernel.h declares, but need not use all of them. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* The first key that query i sees. */
static inline int ref_key_begin(lg_view key_begin, int i) {
    return key_begin.data ? ((const int32_t *)key_begin.data)[i] : 0;
}

/* One past the last key that query i sees. */
static inline int ref_key_end(lg_view key_end, int i, int T) {
    return key_end.data ? ((const int32_t *)key_end.data)[i] : T;
}

/* Whether query i, a token index, sees key j. prefix: as in lg_attention. */
static inline bool ref_sees(lg_view key_begin, lg_view key_end, int prefix, int T, int i, int j) {
    return (j < prefix || j >= ref_key_begin(key_begin, i)) && j < ref_key_end(key_end, i, T);
}

/* Dropout factor of the weight of query i and key j: 0 or keep_scale; 1 without dropout. Random numbers as defined in
 * kernel.h; i is a token index. */
static inline double ref_weight_mask(const lg_weight_dropout *d, int s, int H, int h, int i, int j) {
    if (!d->threshold) return 1;
    uint32_t words[4];
    const uint32_t group = (uint32_t)(j / 16 * H + h), turn = 8 * (uint32_t)(j % 4);
    lg_key_block(d->key, (uint32_t[4]){(uint32_t)i, d->sequence + (uint32_t)s, d->site, group}, words);
    const uint32_t word = words[j % 16 / 4], number = (word << turn | word >> (32 - turn) % 32) >> 16;
    return number >= d->threshold ? d->keep_scale : 0;
}

/* The same, from the sign of a weight kept for the backward pass. */
static inline double ref_kept_mask(const lg_weight_dropout *d, real weight) {
    return !d->threshold ? 1 : weight < 0 ? 0 : d->keep_scale;
}

#define KERNEL(result, name, ...) result lg_ref_##name(const lg_kernels *set, __VA_ARGS__);
#include "kernel/kernels.def"

/* in ref_bf16.c */
void lg_ref_linear_bfloat16(const lg_kernels *set, const lg_linear *a);
void lg_ref_linear_weight_bfloat16(const lg_kernels *set, const lg_linear_weight *a);
void lg_ref_linear_tiles(const lg_kernels *set, const lg_linear *a);
void lg_ref_linear_weight_tiles(const lg_kernels *set, const lg_linear_weight *a);

#endif
