/* simd_amx.h: linear maps in bfloat16 by the matrix unit (AMX). Its instruction multiplies a tile of 16 x 32 numbers by
 * a tile of 32 x 16 and adds the products to 16 x 16 sums in float. Operands are stored tile by tile, 1 KiB each, so
 * that a tile is read as one stream and its rows never compete for one set of the cache:
 *   rows of a product    [M / 16, K / 32] tiles of 16 rows; a row of a tile is 32 neighbours
 *   packed weights       [N / 16, K / 32] tiles of 16 columns; a row of a tile is a pair of rows, interleaved
 *   factors of gradients [N / 16, S, T / 32] tiles of 16 columns, as packed weights
 * All operands are padded with zeros, which change no sum. Each sequence starts with a new tile, so its padding and the
 * neighbouring sequences do not change any bit of its gradient. `bfloat16` in kernel.h describes the order of sums.
 *
 * Sums of 2 x 2 tiles stay in registers while operands are read from the L1 cache. A product takes 16 cycles and
 * reading a tile takes 8, so the reads are hidden. */
#ifndef LG_KERNEL_SIMD_AMX_H
#define LG_KERNEL_SIMD_AMX_H

#include "kernel/kernel.h"
#include "kernel/simd_round.h"
#include "kernel/simd_tiles.h"
#include "kernel/vec.h"

enum {
    SIDE = 16,             /* rows of a tile, and columns of its sums */
    DEPTH = LG_TILE_DEPTH, /* depth of a tile, in bfloat16 numbers */
    TILE_BYTES = 1024,
    TILE_REALS = TILE_BYTES / 4,
    WIDE = 2 * SIDE,  /* width and height of the sums in registers */
    CHAIN = 16,       /* tiles of a chain: a pair of panels takes 32 KiB and stays in the L1 cache */
    NEAR_TILES = 1024 /* tiles of the factor that is read again for each panel; they stay in the L2 cache */
};

TEMPLATE int at_least(int n, int limit) {
    return n > limit ? n : limit;
}

TEMPLATE int tiles_of(int n, int each) {
    return (n + each - 1) / each;
}

/* ---- the unit --------------------------------------------------------------------------------------------------- */

/* Configures eight tiles of 64 bytes a row: sums (tiles 0 to 3) and their left factors (4 and 5) of up to 16 rows, and
 * right factors of 16 rows. The time of a product is proportional to the rows of its left factor. The operand is the
 * whole struct, so that the compiler writes the struct before this instruction. */
static inline void open_tiles(int rows) {
    typedef struct tile_config {
        uint8_t palette, start_row, reserved[14];
        uint16_t row_bytes[16];
        uint8_t rows[16];
    } tile_config;
    const uint8_t r = (uint8_t)rows;
    const tile_config config = {
        .palette = 1,
        .row_bytes = {64, 64, 64, 64, 64, 64, 64, 64},
        .rows = {r, r, r, r, r, r, SIDE, SIDE},
    };
    __asm__ volatile("ldtilecfg %0" : : "m"(config) : "memory");
}

/* Releases the tiles, so that the system need not save them when the thread waits or is preempted. */
static inline void close_tiles(void) {
    __asm__ volatile("tilerelease" : : : "memory");
}

#define LOAD_TILE(tile, from, stride)                                                                                  \
    __asm__ volatile("tileloadd (%0,%1,1), %%tmm" #tile : : "r"(from), "r"((ptrdiff_t)(stride)) : "memory")
#define STORE_TILE(tile, to, stride)                                                                                   \
    __asm__ volatile("tilestored %%tmm" #tile ", (%0,%1,1)" : : "r"(to), "r"((ptrdiff_t)(stride)) : "memory")
#define CLEAR_TILE(tile)          __asm__ volatile("tilezero %%tmm" #tile : :)
#define MULTIPLY_TILES(sum, a, b) __asm__ volatile("tdpbf16ps %%tmm" #b ", %%tmm" #a ", %%tmm" #sum : :)

/* The tiles of sums 0..3 begin at rows 0, 0, 16, 16 and columns 0, 16, 0, 16. */
#define EACH_SUM(rows, columns, DO)                                                                                    \
    do {                                                                                                               \
        DO(0, 0, 0);                                                                                                   \
        if ((columns) > 1) DO(1, 0, SIDE);                                                                             \
        if ((rows) > 1) DO(2, SIDE, 0);                                                                                \
        if ((rows) > 1 && (columns) > 1) DO(3, SIDE, SIDE);                                                            \
    } while (0)

static inline double multiply_tile_registers(int times) {
    open_tiles(SIDE);
    for (int i = 0; i < times; i++) {
        MULTIPLY_TILES(0, 4, 6);
        MULTIPLY_TILES(1, 4, 7);
        MULTIPLY_TILES(2, 5, 6);
        MULTIPLY_TILES(3, 5, 7);
    }
    close_tiles();
    return 4.0 * times * SIDE * SIDE * DEPTH;
}

/* ---- operands --------------------------------------------------------------------------------------------------- */

/* Transposes 16 x 16 pairs. */
static inline void turn_tile(real *out, const real *in, ptrdiff_t stride) {
    for (int half = 0; half < SIDE; half += HL) {
        vec transposed[HL];
        load_transposed(transposed, in + half, (int)stride, SIDE, HL);
        UNROLL for (int l = 0; l < HL; l++) vstore(out + (half + l) * SIDE, transposed[l]);
    }
}

static inline size_t tiled_rows_size(const lg_kernels *set, int S, int T, int N, bool weight) {
    if (weight) return (size_t)tiles_of(N, SIDE) * (size_t)S * (size_t)tiles_of(T, DEPTH) * TILE_BYTES;
    return (size_t)tiles_of(S * T, SIDE) * (size_t)tiles_of(N, DEPTH) * TILE_BYTES;
}

/* Stores a tile of up to 16 rows. Rows of x are `stride` reals apart; `columns` columns of them are left to store. */
TEMPLATE void tile_rows_of(real *out, const real *x, int rows, ptrdiff_t stride, int columns) {
    for (int r = 0; r < rows; r++, x += stride) vstore(out + r * SIDE, neighbours(load_rounded(x, columns)));
    for (int r = rows; r < SIDE; r++) vstore(out + r * SIDE, (vec){0});
}

/* Interleaves 32 columns of two rows into one row of two tiles, `next` reals apart. */
TEMPLATE void stack_rows(real *out, ptrdiff_t next, const real *upper, const real *lower, int columns) {
    const rounded u = load_rounded(upper, columns), l = lower ? load_rounded(lower, columns) : (rounded){0};
    vstore(out, stacked(u, l, 0));
    if (columns > SIDE) vstore(out + next, stacked(u, l, 1));
}

/* Stores up to 32 rows of N numbers as tiles of 16 columns. Tiles are `next` reals apart, rows of x `stride` reals. */
TEMPLATE void tile_columns_of(real *out, ptrdiff_t next, const real *x, int rows, ptrdiff_t stride, int N) {
    for (int r = 0; r < DEPTH; r += 2, out += SIDE, x += 2 * stride) {
        for (int n = 0; n < N; n += WIDE) {
            real *to = out + n / SIDE * next;
            if (r < rows) {
                stack_rows(to, next, x + n, r + 1 < rows ? x + stride + n : NULL, N - n);
            } else {
                vstore(to, (vec){0});
                if (N - n > SIDE) vstore(to + next, (vec){0});
            }
        }
    }
}

/* Converts rows first..end-1 to the tiles of a product. */
TEMPLATE void tile_beside(real *out, const real *x, int M, int N, int first, int end) {
    out += (ptrdiff_t)first / SIDE * tiles_of(N, DEPTH) * TILE_REALS;
    for (int m = first; m < end; m += SIDE)
        for (int n = 0; n < N; n += DEPTH, out += TILE_REALS)
            tile_rows_of(out, x + (ptrdiff_t)m * N + n, at_most(M - m, SIDE), N, N - n);
}

/* The two forms of a matrix of N columns. */
typedef struct tiled_forms {
    real *product, *weight; /* for products and for gradients of weights; product may be NULL */
    ptrdiff_t next;         /* reals from a tile of `weight` to that of the next 16 columns */
    int N;
} tiled_forms;

/* Converts up to 32 rows, from row m on, and up to 32 columns, from column n on. x: their first number; weight: their
 * first tile in the form for gradients. Numbers that are not in x become zeros there. */
TEMPLATE void tile_square(const tiled_forms *f, real *weight, const real *x, int m, int rows, int n, int columns) {
    const int depth = tiles_of(f->N, DEPTH);
    for (int r = 0; r < DEPTH; r += 2, m += 2, x += 2 * f->N, weight += SIDE) {
        rounded row[2] = {0};
        for (int i = 0; i < 2 && r + i < rows; i++) {
            row[i] = load_rounded(x + i * f->N, columns);
            real *tile = f->product + ((ptrdiff_t)((m + i) / SIDE) * depth + n / DEPTH) * TILE_REALS;
            if (f->product) vstore(tile + (m + i) % SIDE * SIDE, neighbours(row[i]));
        }
        vstore(weight, stacked(row[0], row[1], 0));
        if (columns > SIDE) vstore(weight + f->next, stacked(row[0], row[1], 1));
    }
}

/* Fills the last tiles of the product form, whose rows M and later are not in x, with zeros. */
static inline void clear_missing_rows(const tiled_forms *f, int M) {
    const int depth = tiles_of(f->N, DEPTH);
    real *tile = f->product + (ptrdiff_t)(M / SIDE) * depth * TILE_REALS;
    for (int n = 0; n < depth; n++, tile += TILE_REALS)
        for (int r = M % SIDE; r < SIDE; r++) vstore(tile + r * SIDE, (vec){0});
}

/* Converts x to the forms that are needed. Both are written together, so that x is read once. */
static inline void tile_both(const lg_kernels *set, lg_view product, lg_view weight, lg_view x, int S, int T, int N) {
    const int M = S * T;
    const real *in = x.data;
    if (!weight.data) {
        tile_beside(product.data, in, M, N, 0, M);
        return;
    }
    const tiled_forms f = {product.data, weight.data, (ptrdiff_t)S * tiles_of(T, DEPTH) * TILE_REALS, N};
    real *out = f.weight;
    for (int s = 0; s < S; s++) {
        for (int t = 0; t < T; t += DEPTH, out += TILE_REALS) {
            const int m = s * T + t, rows = at_most(T - t, DEPTH);
            const real *from = in + (ptrdiff_t)m * N;
            for (int n = 0; n < N; n += WIDE, from += WIDE) {
                real *to = out + n / SIDE * f.next;
                if (rows == DEPTH && N - n >= WIDE)
                    tile_square(&f, to, from, m, DEPTH, n, WIDE);
                else
                    tile_square(&f, to, from, m, rows, n, N - n);
            }
        }
    }
    if (f.product && M % SIDE) clear_missing_rows(&f, M);
}

/* ---- packing ---------------------------------------------------------------------------------------------------- */

static inline size_t tiled_pack_size(const lg_kernels *set, int K, int N, bool transpose) {
    return (size_t)tiles_of(N, SIDE) * (size_t)tiles_of(K, DEPTH) * TILE_BYTES;
}

/* Packs a panel of 16 columns, from 16 or fewer rows w[.,K] of the transpose. */
TEMPLATE void pack_tile_rows(real *out, const real *w, int rows, int K) {
    for (int k = 0; k < K; k += DEPTH, out += TILE_REALS) {
        _Alignas(64) real tile[TILE_REALS];
        tile_rows_of(tile, w + k, rows, K, K - k);
        turn_tile(out, tile, SIDE);
    }
}

static inline void pack_tiles(const lg_kernels *set, lg_view packed, lg_view w, int K, int N, bool transpose) {
    real *out = packed.data;
    const real *in = w.data;
    const ptrdiff_t panel = (ptrdiff_t)tiles_of(K, DEPTH) * TILE_REALS;
    if (transpose)
        for (int n = 0; n < N; n += SIDE, out += panel)
            pack_tile_rows(out, in + (ptrdiff_t)n * K, at_most(N - n, SIDE), K);
    else
        for (int k = 0; k < K; k += DEPTH, out += TILE_REALS)
            tile_columns_of(out, panel, in + (ptrdiff_t)k * N, at_most(K - k, DEPTH), N, N);
}

/* ---- a block of sums -------------------------------------------------------------------------------------------- */

/* Adds `steps` products of tiles to 32 x 32 sums, or to a smaller block of sums. a_next, b_next: bytes from one row
 * (of a) or column (of b) of tiles to the next. */
typedef struct tile_job {
    const char *a, *b;
    ptrdiff_t a_next, b_next;
    int steps;
    const real *bias; /* initial sums: 32 numbers, one per column; NULL: c or 0 */
    bool accumulate;  /* sums start from c */
    real *c;          /* [.., stride] */
    ptrdiff_t stride; /* in reals */
    int rows;         /* rows of each tile of sums */
} tile_job;

TEMPLATE void multiply_block(int rows, int columns, const tile_job *job) {
    const ptrdiff_t stride = job->stride * LG_REAL_BYTES;
#define LOAD_SUM(tile, r, n)  LOAD_TILE(tile, job->c + (r)*job->stride + (n), stride)
#define LOAD_BIAS(tile, r, n) LOAD_TILE(tile, job->bias + (n), 0)
#define CLEAR_SUM(tile, r, n) CLEAR_TILE(tile)
#define STORE_SUM(tile, r, n) STORE_TILE(tile, job->c + (r)*job->stride + (n), stride)
    if (job->bias)
        EACH_SUM(rows, columns, LOAD_BIAS);
    else if (job->accumulate)
        EACH_SUM(rows, columns, LOAD_SUM);
    else
        EACH_SUM(rows, columns, CLEAR_SUM);
    const char *a = job->a, *b = job->b, *lower = a + job->a_next, *right = b + job->b_next;
    for (int k = 0; k < job->steps; k++) {
        const ptrdiff_t at = (ptrdiff_t)k * TILE_BYTES;
        LOAD_TILE(6, b + at, 64);
        LOAD_TILE(4, a + at, 64);
        if (columns > 1) LOAD_TILE(7, right + at, 64);
        MULTIPLY_TILES(0, 4, 6);
        if (rows > 1) LOAD_TILE(5, lower + at, 64);
        if (columns > 1) MULTIPLY_TILES(1, 4, 7);
        if (rows > 1) MULTIPLY_TILES(2, 5, 6);
        if (rows > 1 && columns > 1) MULTIPLY_TILES(3, 5, 7);
    }
    EACH_SUM(rows, columns, STORE_SUM);
#undef LOAD_SUM
#undef LOAD_BIAS
#undef CLEAR_SUM
#undef STORE_SUM
}

static __attribute__((noinline)) void multiply_whole(const tile_job *job) {
    multiply_block(2, 2, job);
}

static __attribute__((noinline)) void multiply_part(int rows, int columns, const tile_job *job) {
    if (rows > 1 && columns > 1)
        multiply_whole(job);
    else if (rows > 1)
        multiply_block(2, 1, job);
    else if (columns > 1)
        multiply_block(1, 2, job);
    else
        multiply_block(1, 1, job);
}

/* Copies the first rows and columns of a matrix. */
TEMPLATE void copy_block(real *to, ptrdiff_t to_stride, const real *from, ptrdiff_t from_stride, int rows,
                         int columns) {
    for (int r = 0; r < rows; r++, to += to_stride, from += from_stride) {
        vstore_first(to, vload_first(from, columns), columns);
        if (columns > VL) vstore_first(to + VL, vload_first(from + VL, columns - VL), columns - VL);
    }
}

/* Runs a job whose matrix c ends within a tile: the sums are computed in a temporary block and then copied. */
static __attribute__((noinline)) void multiply_edge(const tile_job *job, int rows, int columns) {
    _Alignas(64) real sums[WIDE * WIDE] = {0}, bias[WIDE] = {0};
    tile_job part = *job;
    part.c = sums;
    part.stride = WIDE;
    if (job->bias) {
        copy_block(bias, 0, job->bias, 0, 1, columns);
        part.bias = bias;
    } else if (job->accumulate) {
        copy_block(sums, WIDE, job->c, job->stride, rows, columns);
    }
    multiply_part(tiles_of(rows, SIDE), tiles_of(columns, SIDE), &part);
    copy_block(job->c, job->stride, sums, WIDE, rows, columns);
}

/* Computes rows x columns sums of c, up to 32 x 32. */
TEMPLATE void multiply_tiles(const tile_job *job, int rows, int columns) {
    if (rows % job->rows == 0 && columns % SIDE == 0)
        multiply_part(rows / job->rows, columns / SIDE, job);
    else
        multiply_edge(job, rows, columns);
}

/* ---- y = x w ---------------------------------------------------------------------------------------------------- */

TEMPLATE void clip_block(real *y, ptrdiff_t stride, int rows, int columns) {
    for (int r = 0; r < rows; r++, y += stride) {
        vstore_first(y, vmax(vload_first(y, columns), (vec){0}), columns);
        if (columns > VL) vstore_first(y + VL, vmax(vload_first(y + VL, columns - VL), (vec){0}), columns - VL);
    }
}

/* Multiplies up to 32 rows by columns first..end-1, CHAIN tiles of k at a time, so that the rows stay in the L1 cache.
 * Neighbouring columns of y are written one after another: a row of y spans few pages, and its lines are prefetched. */
static inline void linear_tiles_rows(const lg_linear *a, tile_job job, int m, int first, int end) {
    const int depth = tiles_of(a->K, DEPTH), rows = at_most(a->M - m, WIDE);
    const char *x = job.a, *w = a->w.data;
    for (int k = 0; k < depth; k += CHAIN) {
        job.steps = at_most(depth - k, CHAIN);
        job.a = x + (ptrdiff_t)k * TILE_BYTES;
        job.accumulate = a->accumulate || k > 0;
        for (int n = first; n < end; n += WIDE) {
            const int columns = at_most(end - n, WIDE);
            job.b = w + ((ptrdiff_t)n / SIDE * depth + k) * TILE_BYTES;
            job.bias = k == 0 && !a->accumulate && a->bias.data ? (const real *)a->bias.data + n : NULL;
            job.c = (real *)a->y.data + (ptrdiff_t)m * job.stride + n;
            multiply_tiles(&job, rows, columns);
            if (a->act == LG_RELU && k + CHAIN >= depth) clip_block(job.c, job.stride, rows, columns);
        }
    }
}

static inline void add_bias(const lg_linear *a, ptrdiff_t stride) {
    for (int m = 0; m < a->M; m++) {
        real *y = (real *)a->y.data + m * stride;
        for (int n = 0; n < a->N; n++) y[n] += ((const real *)a->bias.data)[n];
    }
}

static inline void linear_tiles(const lg_kernels *set, const lg_linear *a) {
    const ptrdiff_t stride = a->stride > 0 ? a->stride : a->N;
    if (a->accumulate && a->bias.data) add_bias(a, stride);
    const int depth = tiles_of(a->K, DEPTH), near = at_least(NEAR_TILES / depth * SIDE / WIDE * WIDE, WIDE);
    const ptrdiff_t panel = (ptrdiff_t)depth * TILE_BYTES;
    const int height = at_most(a->M, SIDE);
    open_tiles(height);
    for (int n = 0; n < a->N; n += near) {
        for (int m = 0; m < a->M; m += WIDE) {
            const tile_job job = {.a = (const char *)a->x.data + m / SIDE * panel,
                                  .a_next = panel,
                                  .b_next = panel,
                                  .stride = stride,
                                  .rows = height};
            linear_tiles_rows(a, job, m, n, at_most(n + near, a->N));
        }
    }
    close_tiles();
}

/* ---- dw += x^T dy ----------------------------------------------------------------------------------------------- */

/* Transposes up to 32 columns of x, `steps` tiles deep, so that rows of x become neighbours within a row. */
static inline void transpose_panel(real *out, const real *x, ptrdiff_t next, int columns, int steps) {
    for (int c = 0; c < tiles_of(columns, SIDE); c++, x += next)
        for (int k = 0; k < steps; k++, out += TILE_REALS) turn_tile(out, x + (ptrdiff_t)k * TILE_REALS, SIDE);
}

static inline void linear_weight_tiles(const lg_kernels *set, const lg_linear_weight *a) {
    const int T = a->T > 0 ? a->T : a->M, all = T > 0 ? a->M / T * tiles_of(T, DEPTH) : 0;
    const ptrdiff_t next = (ptrdiff_t)all * TILE_BYTES;
    const char *dy = a->dy.data;
    _Alignas(64) real transposed[2 * CHAIN * TILE_REALS];
    open_tiles(SIDE);
    for (int m = 0; m < all; m += CHAIN) {
        tile_job job = {
            .a = (const char *)transposed, .b_next = next, .accumulate = true, .stride = a->N, .rows = SIDE};
        job.steps = at_most(all - m, CHAIN);
        job.a_next = (ptrdiff_t)job.steps * TILE_BYTES;
        const int near = NEAR_TILES / job.steps * SIDE / WIDE * WIDE;
        for (int first = 0; first < a->N; first += near) {
            for (int k = 0; k < a->K; k += WIDE) {
                const int rows = at_most(a->K - k, WIDE);
                const real *x = (const real *)a->x.data + ((ptrdiff_t)k / SIDE * all + m) * TILE_REALS;
                transpose_panel(transposed, x, (ptrdiff_t)all * TILE_REALS, rows, job.steps);
                for (int n = first; n < a->N && n < first + near; n += WIDE) {
                    job.b = dy + n / SIDE * next + (ptrdiff_t)m * TILE_BYTES;
                    job.c = (real *)a->dw.data + (ptrdiff_t)k * a->N + n;
                    multiply_tiles(&job, rows, at_most(a->N - n, WIDE));
                }
            }
        }
    }
    close_tiles();
}

#endif
