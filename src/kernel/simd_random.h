/* simd_random.h: random bits for dropout from Philox4x32-10 (Salmon et al. 2011), with the counters defined in
 * kernel.h. A 64-bit lane has a 32-bit word of one block in its low half, so that a widening product gives both halves
 * that a round needs; the upper half is ignored. A block gives eight 16-bit numbers, so one byte of mask, and
 * consecutive blocks give consecutive bytes of a sequence's mask. */
#ifndef LG_KERNEL_SIMD_RANDOM_H
#define LG_KERNEL_SIMD_RANDOM_H

#include "kernel/kernel.h"
#include "kernel/vec.h"

#define BLOCKS (LG_VEC_BYTES / 8)

typedef uint64_t word_lanes __attribute__((vector_size(LG_VEC_BYTES)));
typedef uint16_t numbers __attribute__((vector_size(LG_VEC_BYTES)));

/* Products of the low halves. */
TEMPLATE word_lanes multiply_low(word_lanes a, word_lanes b) {
#if defined LG_VEC_AVX512
    return (word_lanes)_mm512_mul_epu32((__m512i)a, (__m512i)b);
#elif defined LG_VEC_AVX2
    return (word_lanes)_mm256_mul_epu32((__m256i)a, (__m256i)b);
#elif defined __SSE2__
    return (word_lanes)_mm_mul_epu32((__m128i)a, (__m128i)b);
#elif defined LG_VEC_NEON
    return (word_lanes)vmull_u32(vmovn_u64((uint64x2_t)a), vmovn_u64((uint64x2_t)b));
#else
    return (a & 0xffffffffu) * (b & 0xffffffffu);
#endif
}

TEMPLATE void philox(word_lanes c[4], lg_key key) {
    const word_lanes m0 = 0xD2511F53u + (word_lanes){0}, m1 = 0xCD9E8D57u + (word_lanes){0};
    uint32_t k0 = key.k[0], k1 = key.k[1];
    UNROLL for (int round = 0; round < 10; round++) {
        const word_lanes p0 = multiply_low(c[0], m0), p1 = multiply_low(c[2], m1);
        c[0] = (p1 >> 32) ^ c[1] ^ (uint64_t)k0;
        c[1] = p1;
        c[2] = (p0 >> 32) ^ c[3] ^ (uint64_t)k1;
        c[3] = p0;
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
}

/* ---- of attention weights ---------------------------------------------------------------------------------------- */

#define DRAWN 16 /* keys per block of random numbers */

/* Dropout of the attention weights of one head of one sequence. */
typedef struct weight_drop {
    const lg_weight_dropout *dropout;
    uint32_t sequence, heads, head;
} weight_drop;

/* Draws the random blocks of VL queries, from token `query` on, and of a group of DRAWN keys. out[i] has word i of each
 * block; lanes are queries. A 64-bit lane has the words of two queries; if reals have 64 bits, it has the word of one
 * query twice. */
static __attribute__((noinline)) void draw_words(const weight_drop *x, int query, int group, word_lanes out[4]) {
    const lg_weight_dropout *d = x->dropout;
    const uint64_t site = d->site, column = (uint32_t)group * x->heads + x->head, step = VL / BLOCKS;
    word_lanes even[4] = {{0}, x->sequence + (word_lanes){0}, site + (word_lanes){0}, column + (word_lanes){0}}, odd[4];
    UNROLL for (int l = 0; l < BLOCKS; l++) even[0][l] = (uint32_t)query + (uint64_t)l * step;
    UNROLL for (int w = 0; w < 4; w++) odd[w] = even[w];
    odd[0] += step - 1;
    philox(even, d->key);
    philox(odd, d->key);
    UNROLL for (int w = 0; w < 4; w++) out[w] = (even[w] & 0xffffffff) | odd[w] << 32;
}

/* ---- of rows ----------------------------------------------------------------------------------------------------- */

/* One mask byte per lane, for blocks first, first+1, ... of a sequence. */
TEMPLATE word_lanes mask_bytes(lg_key key, uint32_t site, uint32_t sequence, uint32_t first, numbers threshold) {
    word_lanes count, weights_low, weights_high;
    UNROLL for (int l = 0; l < BLOCKS; l++) {
        count[l] = (uint64_t)l;
        weights_low[l] = 0x0008000400020001u;
        weights_high[l] = 0x0080004000200010u;
    }
    word_lanes c[4] = {count + first, sequence + (word_lanes){0}, site + (word_lanes){0}, {0}};
    philox(c, key);
    const word_lanes low = (c[0] & 0xffff) | (c[1] & 0xffff) << 16 | (c[2] & 0xffff) << 32 | c[3] << 48;
    const word_lanes high =
        (c[0] >> 16 & 0xffff) | (c[1] & 0xffff0000) | (c[2] & 0xffff0000) << 16 | (c[3] & 0xffff0000) << 32;
    const word_lanes kept_low = (word_lanes)((numbers)low >= threshold),
                     kept_high = (word_lanes)((numbers)high >= threshold);
    word_lanes byte = (kept_low & weights_low) | (kept_high & weights_high);
    byte |= byte >> 32;
    byte |= byte >> 16;
    return byte & 0xff;
}

/* Stores the bytes of all lanes or, if there are fewer left, of the first `left` lanes; `left` is even. */
TEMPLATE void store_bytes(uint16_t *out, word_lanes byte, uint32_t left) {
#ifdef LG_VEC_AVX512
    const __m128i packed = _mm512_cvtepi64_epi8((__m512i)byte);
    if (left >= BLOCKS) {
        _mm_storel_epi64((__m128i_u *)out, packed);
        return;
    }
#endif
    UNROLL for (int l = 0; l < BLOCKS; l += 2) {
        if (l < (int)left) out[l / 2] = (uint16_t)(byte[l] | byte[l + 1] << 8);
    }
}

static inline void dropout_bits(const lg_kernels *set, lg_view bits, lg_key key, uint32_t site, uint32_t sequence,
                                int token, int S, int T, int N, uint16_t threshold) {
    const uint32_t each = LG_MASK_WORDS(N) * 2, blocks = (uint32_t)T * each, begin = (uint32_t)token * each;
    const numbers limit = threshold + (numbers){0};
    uint16_t *out = bits.data;
    for (int s = 0; s < S; s++, out += blocks / 2) {
        for (uint32_t b = 0; b < blocks; b += BLOCKS) {
            const word_lanes byte = mask_bytes(key, site, sequence + (uint32_t)s, begin + b, limit);
            store_bytes(out + b / 2, byte, blocks - b);
        }
    }
    if (N % 16 == 0) return;
    const int words_of_row = LG_MASK_WORDS(N);
    uint16_t *last = (uint16_t *)bits.data + words_of_row - 1; /* clears the bits past the last column */
    for (int r = 0; r < S * T; r++, last += words_of_row) *last &= (uint16_t)((1u << N % 16) - 1);
}

/* Multiplies the eight elements of a block by their factors. c: the random words of the block. */
TEMPLATE void jitter_block(real *y, const real *x, const word_lanes c[4], int lane, int left, real width, bool more) {
    for (int e = 0; e < 8 && e < left; e++) {
        const uint32_t word = (uint32_t)c[e % 4][lane], number = e < 4 ? word & 0xffff : word >> 16;
        const real factor = 1 + width * (((real)number + (real)0.5) * (real)(1.0 / 32768) - 1);
        y[e] = (more ? y[e] : 0) + x[e] * factor;
    }
}

static inline void jitter(const lg_kernels *set, lg_view y, lg_view x, lg_key key, uint32_t site, uint32_t sequence,
                          int token, int S, int T, int N, real width, bool accumulate) {
    const uint32_t each = LG_MASK_WORDS(N) * 2;
    word_lanes count;
    UNROLL for (int l = 0; l < BLOCKS; l++) count[l] = (uint64_t)l;
    for (int r = 0; r < S * T; r++) {
        const uint32_t begin = (uint32_t)(token + r % T) * each;
        for (int b = 0; b < (int)each && 8 * b < N; b += BLOCKS) {
            word_lanes c[4] = {count + (begin + (uint32_t)b),
                               sequence + (uint32_t)(r / T) + (word_lanes){0},
                               site + (word_lanes){0},
                               {0}};
            philox(c, key);
            for (int l = 0; l < BLOCKS && 8 * (b + l) < N; l++) {
                const ptrdiff_t at = (ptrdiff_t)r * N + 8 * (b + l);
                jitter_block((real *)y.data + at, (const real *)x.data + at, c, l, N - 8 * (b + l), width, accumulate);
            }
        }
    }
}

#endif
