/* simd_attention_tiles.h: register tiles for attention with wide heads. As in simd_tiles.h, a tile of sums (rows x
 * vectors) stays in registers, so that few numbers are read per multiply-add.
 *
 *   dots   rows times a panel: scores of queries, or gradients of weights
 *   mix    weights times rows, added to rows of sums
 *   outer  weights times rows of queries, added to rows of the gradients of keys
 *   slant  like outer, for the gradients of offsets; the weights of one offset are on a diagonal
 *
 * Tables hold a function for each tile size. Tiles of dots have the widths that width_of returns; other tiles are 2
 * vectors or a panel wide, since heads have an even number of vectors. Tiles of outer have 1..OUTER_ROWS rows; other
 * tiles have the heights that height_of returns. */
#ifndef LG_KERNEL_SIMD_ATTENTION_TILES_H
#define LG_KERNEL_SIMD_ATTENTION_TILES_H

#include "kernel/simd_attention.h"
#include "kernel/simd_tiles.h"

#define PANEL      (PANEL_VECS * VL)
#define OUTER_ROWS (TILE_ROWS / 2) /* keys per tile of gradients, which has two chains per element */

typedef enum dots_kind { CONTENT, POSITION, GRADIENT } dots_kind;

/* y[row][.] = sum of x[row][d] * w[d][.] over d, where w is a panel.
 *   POSITION: sums continue from y, and row r of y is shifted by r to the right.
 *   GRADIENT: sums start from `start` and are multiplied by p[row][.]. */
typedef struct dots_job {
    const real *x, *w, *start, *p;
    real *y;
    ptrdiff_t x_stride, y_stride, p_stride;
    int D;
} dots_job;

TEMPLATE void dots_tile(dots_kind kind, int rows, int vecs, const dots_job *job) {
    const real *x = job->x, *w = job->w;
    const ptrdiff_t x_stride = job->x_stride, y_stride = kind == POSITION ? job->y_stride + 1 : job->y_stride;
    vec sum[TILE_ROWS][PANEL_VECS];
    UNROLL for (int r = 0; r < rows; r++) {
        UNROLL for (int v = 0; v < vecs; v++) sum[r][v] = kind == POSITION   ? vload(job->y + r * y_stride + v * VL)
                                                          : kind == GRADIENT ? vload(job->start + v * VL)
                                                                             : (vec){0};
    }
    UNROLL_FOUR for (int d = 0; d < job->D; d++, w += PANEL) {
        vec row[PANEL_VECS];
        UNROLL for (int v = 0; v < vecs; v++) row[v] = vload(w + v * VL);
        UNROLL for (int r = 0; r < rows; r++) {
            const vec element = vsplat(x[r * x_stride + d]);
            UNROLL for (int v = 0; v < vecs; v++) sum[r][v] = vfma(element, row[v], sum[r][v]);
        }
    }
    UNROLL for (int r = 0; r < rows; r++) {
        UNROLL for (int v = 0; v < vecs; v++) {
            if (kind == GRADIENT) sum[r][v] *= vload(job->p + r * job->p_stride + v * VL);
            vstore(job->y + r * y_stride + v * VL, sum[r][v]);
        }
    }
}

/* sums[row][.] += sum over keys of weights[key * SPAN + row * row_step] * x[key][.]. */
typedef struct mix_job {
    const real *weights, *x;
    real *sums;
    ptrdiff_t row_step, D; /* D: elements per row of x and of sums */
    int keys;
} mix_job;

TEMPLATE void mix_tile(int rows, int vecs, const mix_job *job) {
    const real *weights = job->weights, *x = job->x;
    const ptrdiff_t row_step = job->row_step, D = job->D;
    vec sum[TILE_ROWS][PANEL_VECS];
    UNROLL for (int r = 0; r < rows; r++) {
        UNROLL for (int v = 0; v < vecs; v++) sum[r][v] = vload(job->sums + r * D + v * VL);
    }
    UNROLL_FOUR for (int k = 0; k < job->keys; k++, weights += SPAN, x += D) {
        vec row[PANEL_VECS];
        UNROLL for (int v = 0; v < vecs; v++) row[v] = vload(x + v * VL);
        UNROLL for (int r = 0; r < rows; r++) {
            const vec weight = vsplat(weights[r * row_step]);
            UNROLL for (int v = 0; v < vecs; v++) sum[r][v] = vfma(weight, row[v], sum[r][v]);
        }
    }
    UNROLL for (int r = 0; r < rows; r++) {
        UNROLL for (int v = 0; v < vecs; v++) vstore(job->sums + r * D + v * VL, sum[r][v]);
    }
}

/* out[row][.] += sum over lanes from..to-1 of weight * x[lane][.], split at multiples of `chain`.
 *   outer: weight = weights[row * row_step + lane]; `from` is 0
 *   slant: weight = weights[row * row_step + lane * (SPAN + 1)] */
typedef struct outer_job {
    const real *weights, *x;
    real *out;
    ptrdiff_t row_step, D; /* D: elements per row of x and of out */
    int from, to, chain;
} outer_job;

TEMPLATE void hold_row(int vecs, const real *x, vec row[PANEL_VECS]) {
    UNROLL for (int v = 0; v < vecs; v++) {
        row[v] = vload(x + v * VL);
        HOLD(row[v]);
    }
}

/* Adds sums to the rows of out. */
TEMPLATE void add_tile(int rows, int vecs, real *out, ptrdiff_t D, vec sum[TILE_ROWS][PANEL_VECS]) {
    FORGET(out); /* keeps the compiler from loading out early, which would spill sums */
    UNROLL for (int r = 0; r < rows; r++, out += D) {
        UNROLL for (int v = 0; v < vecs; v++) vstore(out + v * VL, vload(out + v * VL) + sum[r][v]);
    }
}

/* A tile of the gradients of keys: even and odd lanes are summed in separate chains, as in outer_keys. */
TEMPLATE void outer_tile(int rows, int vecs, const outer_job *job) {
    const ptrdiff_t row_step = job->row_step, D = job->D;
    const real *x = job->x, *weights = job->weights;
    for (int first = 0; first < job->to; first += job->chain) {
        vec sum[2][TILE_ROWS][PANEL_VECS];
        UNROLL for (int r = 0; r < rows; r++) {
            UNROLL for (int v = 0; v < vecs; v++) sum[0][r][v] = sum[1][r][v] = (vec){0};
        }
        int pairs = at_most(job->to - first, job->chain) / 2;
        do {
            UNROLL for (int odd = 0; odd < 2; odd++, x += D) {
                vec row[PANEL_VECS];
                hold_row(vecs, x, row);
                UNROLL for (int r = 0; r < rows; r++) {
                    const vec weight = vsplat(weights[r * row_step + odd]);
                    UNROLL for (int v = 0; v < vecs; v++) sum[odd][r][v] = vfma(weight, row[v], sum[odd][r][v]);
                }
            }
            weights += 2;
        } while (--pairs);
        UNROLL for (int r = 0; r < rows; r++) {
            UNROLL for (int v = 0; v < vecs; v++) sum[0][r][v] += sum[1][r][v];
        }
        add_tile(rows, vecs, job->out, D, sum[0]);
    }
}

/* A tile of the gradients of offsets, along diagonals. */
TEMPLATE void slant_tile(int rows, int vecs, const outer_job *job) {
    const ptrdiff_t row_step = job->row_step, D = job->D;
    const real *x = job->x + job->from * D, *weights = job->weights + job->from * (SPAN + 1);
    for (int first = job->from, last; first < job->to; first = last) {
        last = at_most(job->to, first - first % job->chain + job->chain);
        vec sum[TILE_ROWS][PANEL_VECS];
        UNROLL for (int r = 0; r < rows; r++) {
            UNROLL for (int v = 0; v < vecs; v++) sum[r][v] = (vec){0};
        }
        int lanes = last - first;
        do {
            vec row[PANEL_VECS];
            hold_row(vecs, x, row);
            UNROLL for (int r = 0; r < rows; r++) {
                const vec weight = vsplat(weights[r * row_step]);
                UNROLL for (int v = 0; v < vecs; v++) sum[r][v] = vfma(weight, row[v], sum[r][v]);
            }
            x += D, weights += SPAN + 1;
        } while (--lanes);
        add_tile(rows, vecs, job->out, D, sum);
    }
}

typedef void dots_function(const dots_job *job);
typedef void mix_function(const mix_job *job);
typedef void outer_function(const outer_job *job);

#define TILE(rows, vecs)                                                                                               \
    static __attribute__((noinline)) void content_##rows##x##vecs(const dots_job *job) {                               \
        dots_tile(CONTENT, rows, vecs, job);                                                                           \
    }                                                                                                                  \
    static __attribute__((noinline)) void position_##rows##x##vecs(const dots_job *job) {                              \
        dots_tile(POSITION, rows, vecs, job);                                                                          \
    }                                                                                                                  \
    static __attribute__((noinline)) void gradient_##rows##x##vecs(const dots_job *job) {                              \
        dots_tile(GRADIENT, rows, vecs, job);                                                                          \
    }
#if TILE_ROWS == 6
#define HEIGHTS_OF(vecs)     TILE(1, vecs) TILE(2, vecs) TILE(4, vecs) TILE(6, vecs)
#define LOW_HEIGHTS_OF(vecs) TILE(1, vecs) TILE(2, vecs) TILE(3, vecs)
#else
#define HEIGHTS_OF(vecs)     TILE(1, vecs) TILE(2, vecs) TILE(4, vecs)
#define LOW_HEIGHTS_OF(vecs) TILE(1, vecs) TILE(2, vecs)
#endif
#if PANEL_VECS == 4
#define DOTS_TILES  HEIGHTS_OF(1) HEIGHTS_OF(2) HEIGHTS_OF(4)
#define EVEN_TILES  HEIGHTS_OF(2) HEIGHTS_OF(4)
#define OUTER_TILES LOW_HEIGHTS_OF(2) LOW_HEIGHTS_OF(4)
#else
#define DOTS_TILES  HEIGHTS_OF(1) HEIGHTS_OF(2)
#define EVEN_TILES  HEIGHTS_OF(2)
#define OUTER_TILES LOW_HEIGHTS_OF(2)
#endif
DOTS_TILES
#undef TILE
#define TILE(rows, vecs)                                                                                               \
    [CONTENT][vecs][rows] = content_##rows##x##vecs, [POSITION][vecs][rows] = position_##rows##x##vecs,                \
    [GRADIENT][vecs][rows] = gradient_##rows##x##vecs,
static dots_function *const dots_functions[3][PANEL_VECS + 1][TILE_ROWS + 1] = {DOTS_TILES};
#undef TILE

#define FUNCTION(kind, job_type, rows, vecs)                                                                           \
    static __attribute__((noinline)) void kind##_##rows##x##vecs(const job_type *job) {                                \
        kind##_tile(rows, vecs, job);                                                                                  \
    }
#define ENTRY(kind, rows, vecs) [vecs][rows] = kind##_##rows##x##vecs,
#define TILE(rows, vecs)        FUNCTION(mix, mix_job, rows, vecs) FUNCTION(slant, outer_job, rows, vecs)
EVEN_TILES
#undef TILE
#define TILE(rows, vecs) FUNCTION(outer, outer_job, rows, vecs)
OUTER_TILES
#undef TILE
#define TILE(rows, vecs) ENTRY(mix, rows, vecs)
static mix_function *const mix_functions[PANEL_VECS + 1][TILE_ROWS + 1] = {EVEN_TILES};
#undef TILE
#define TILE(rows, vecs) ENTRY(slant, rows, vecs)
static outer_function *const slant_functions[PANEL_VECS + 1][TILE_ROWS + 1] = {EVEN_TILES};
#undef TILE
#define TILE(rows, vecs) ENTRY(outer, rows, vecs)
static outer_function *const outer_functions[PANEL_VECS + 1][OUTER_ROWS + 1] = {OUTER_TILES};
#undef TILE
#undef ENTRY
#undef FUNCTION

/* The height of the next tile of `rows` rows. */
TEMPLATE int height_of(int rows) {
    return rows >= TILE_ROWS ? TILE_ROWS : rows >= 4 ? 4 : rows >= 2 ? 2 : 1;
}

/* The width of the next tile of `vecs` vectors. */
TEMPLATE int width_of(int vecs) {
    return vecs >= PANEL_VECS ? PANEL_VECS : vecs >= 2 ? 2 : 1;
}

#endif
