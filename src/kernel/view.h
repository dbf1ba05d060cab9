/* view.h: what those who call no kernel know of the table: where arrays are, how rows are padded, activations, rings.
 */
#ifndef LG_KERNEL_VIEW_H
#define LG_KERNEL_VIEW_H

#include <stdbool.h>
#include <stddef.h>

typedef struct lg_kernels lg_kernels; /* the table (kernel/kernel.h) */
typedef struct lg_linear lg_linear;   /* a linear map, for a slot of it */

/* Where an array is, in the memory of the device that owns the table. Many replicas of one model (seeds x learning
 * rates) may live side by side: `replica` is the distance in bytes from one replica's copy to the next. Kernels of the
 * host work on one replica at a time and use `data` alone. no data: the array is absent. */
typedef struct lg_view {
    void *data;
    size_t replica;
} lg_view;

/* The same array from a later byte on; absent if it is absent. */
static inline lg_view lg_view_at(lg_view x, size_t bytes) {
    return x.data ? (lg_view){(char *)x.data + bytes, x.replica} : x;
}

/* Width to which rows of queries are padded in key-major arrays, in elements. The same for all kernel sets. */
#define LG_LANES  16
#define LG_PAD(n) (((n) + LG_LANES - 1) / LG_LANES * LG_LANES)
/* Where element (s,h,j,i) of a key-major array [S, H, T, LG_PAD(Q)] is. */
static inline size_t lg_pair_place(int s, int H, int h, int T, int Q, int j, int i) {
    return (((size_t)s * H + h) * T + j) * LG_PAD(Q) + i;
}
/* Words of 16 mask bits in a row of N columns. */
#define LG_MASK_WORDS(N) (((N) + 15) / 16)

/* The first two are part of linear maps, the others have a pass of their own. */
typedef enum lg_activation {
    LG_LINEAR,
    LG_RELU,
#define ELEMENTWISE(id, name, value, slope) id,
#include "kernel/elementwise.inc"
#undef ELEMENTWISE
    LG_ACTIVATIONS
} lg_activation;

/* Which tokens a cache keeps: those before `fixed`, and of the others the last rows - fixed. Token t is in row
 *   t < fixed ? t : fixed + (t - fixed) mod (rows - fixed)
 * so that a later one takes the row of one that no query sees any more. Both are multiples of LG_LANES, so neighbours
 * stay neighbours. rows 0: all tokens, each in its own row. */
typedef struct lg_ring {
    int rows, fixed;
} lg_ring;

static inline int lg_ring_row(lg_ring ring, int token) {
    if (token < ring.fixed || ring.rows == 0) return token;
    return ring.fixed + (token - ring.fixed) % (ring.rows - ring.fixed);
}

/* How many tokens, from this one on and no more than `most`, are in rows one after another. */
static inline int lg_ring_run(lg_ring ring, int token, int most) {
    if (ring.rows == 0) return most;
    const int run = (token < ring.fixed ? ring.fixed : ring.rows) - lg_ring_row(ring, token);
    return run < most ? run : most;
}

#endif
