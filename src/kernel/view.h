/* view.h: declarations of the kernel interface for code that does not call kernels: addresses of arrays, padding of
 * rows, activations, ring buffers. */
#ifndef LG_KERNEL_VIEW_H
#define LG_KERNEL_VIEW_H

#include <stdbool.h>
#include <stddef.h>

typedef struct lg_kernels lg_kernels; /* the table (kernel/kernel.h) */
typedef struct lg_linear lg_linear;   /* arguments of the kernel `linear` */

/* The address of an array in the memory of the device that owns the table of kernels. Several replicas of one model
 * (seeds x learning rates) can be stored side by side; `replica` is the distance in bytes between their arrays. CPU
 * kernels work on one replica at a time and use only `data`. If data is NULL, the array is absent. */
typedef struct lg_view {
    void *data;
    size_t replica;
} lg_view;

/* x from byte `bytes` on; absent if x is absent. */
static inline lg_view lg_view_at(lg_view x, size_t bytes) {
    return x.data ? (lg_view){(char *)x.data + bytes, x.replica} : x;
}

/* Key-major arrays pad the number of queries to a multiple of LG_LANES, which is the same for all kernel sets. */
#define LG_LANES  16
#define LG_PAD(n) (((n) + LG_LANES - 1) / LG_LANES * LG_LANES)
/* Index of element (s,h,j,i) in a key-major array [S, H, T, LG_PAD(Q)]. */
static inline size_t lg_pair_place(int s, int H, int h, int T, int Q, int j, int i) {
    return (((size_t)s * H + h) * T + j) * LG_PAD(Q) + i;
}
/* The number of 16-bit words that hold the mask bits of a row of N columns. */
#define LG_MASK_WORDS(N) (((N) + 15) / 16)

/* Linear maps apply LG_LINEAR and LG_RELU themselves; other activations need a separate pass over the result. */
typedef enum lg_activation {
    LG_LINEAR,
    LG_RELU,
#define ELEMENTWISE(id, name, value, slope) id,
#include "kernel/elementwise.inc"
#undef ELEMENTWISE
    LG_ACTIVATIONS
} lg_activation;

/* The layout of a cache. If rows > 0, it is a ring buffer: it keeps tokens 0..fixed-1 permanently and, of the later
 * tokens, the latest rows - fixed. Token t is in row t < fixed ? t : fixed + (t - fixed) mod (rows - fixed), so new
 * tokens overwrite rows outside the window. Both numbers are multiples of LG_LANES, so aligned groups of tokens stay
 * contiguous. If rows is 0, every token has its own row. */
typedef struct lg_cache_layout {
    int rows, fixed;
    bool bf16; /* elements are pairs of bfloat16 (struct lg_append) */
} lg_cache_layout;

static inline int lg_cache_row(lg_cache_layout layout, int token) {
    if (token < layout.fixed || layout.rows == 0) return token;
    return layout.fixed + (token - layout.fixed) % (layout.rows - layout.fixed);
}

/* The number of tokens, from `token` on, that are in consecutive rows; at most `most`. */
static inline int lg_cache_run(lg_cache_layout layout, int token, int most) {
    if (layout.rows == 0) return most;
    const int run = (token < layout.fixed ? layout.fixed : layout.rows) - lg_cache_row(layout, token);
    return run < most ? run : most;
}

#endif
