/* simd_tiles.h: what all linear maps are made of. One core multiplies tens of rows by weights of a few dozen to a few
 * hundred columns, with everything in cache: the only thing to care for is that a multiply-add is issued in every
 * cycle. Weights are packed in panels, up to PANEL_VECS vectors wide, so that the inner loop reads them in one stream;
 * a tile of up to TILE_ROWS rows times a panel lives in registers. (Goto & van de Geijn, "Anatomy of high-performance
 * matrix multiplication", 2008, without the levels of blocking that large matrices need.)
 *
 * Every element is one chain of fused multiply-adds over k = 0..K-1, whatever tile it falls into; where K is large, the
 * sum of the chains of its blocks, which are the same whatever else is multiplied.
 *
 * A tile multiplies reals, or pairs of bfloat16 (simd_bf16.h): then each "real" of x and w is a pair, and K counts
 * pairs. */
#ifndef LG_KERNEL_SIMD_TILES_H
#define LG_KERNEL_SIMD_TILES_H

#include <string.h>

#include "kernel/kernel.h"
#include "kernel/vec.h"

/* As many sums as the registers hold, beside a row of the panel and an element of x. */
#if LG_VEC_REGISTERS == 32
#define PANEL_VECS 4
#define TILE_ROWS  6
#elif defined LG_VEC_AVX2
#define PANEL_VECS 2
#define TILE_ROWS  6
#else
#define PANEL_VECS 2 /* without fused multiply-add a product needs a register of its own */
#define TILE_ROWS  4
#endif

/* All sizes of a tile, rows x vectors; 0 vectors: fewer columns than a vector has. */
#if TILE_ROWS == 6
#define ROWS_OF(vecs) TILE(1, vecs) TILE(2, vecs) TILE(3, vecs) TILE(4, vecs) TILE(5, vecs) TILE(6, vecs)
#else
#define ROWS_OF(vecs) TILE(1, vecs) TILE(2, vecs) TILE(3, vecs) TILE(4, vecs)
#endif
#if PANEL_VECS == 4
#define TILES ROWS_OF(0) ROWS_OF(1) ROWS_OF(2) ROWS_OF(3) ROWS_OF(4)
#else
#define TILES ROWS_OF(0) ROWS_OF(1) ROWS_OF(2)
#endif

TEMPLATE int at_most(int n, int limit) {
    return n < limit ? n : limit;
}

/* M rows in tiles of nearly the same height: a tile of one or two rows would leave the multiplier idle. */
typedef struct tiling {
    int height, taller; /* the first `taller` tiles have height + 1 rows */
} tiling;

TEMPLATE tiling spread(int M) {
    const int tiles = (M + TILE_ROWS - 1) / TILE_ROWS;
    return tiles > 0 ? (tiling){M / tiles, M % tiles} : (tiling){0, 0};
}

TEMPLATE int tile_rows(tiling tiles, int t) {
    return tiles.height + (t < tiles.taller);
}

/* The panel that begins when `columns` are left: its whole vectors, 0 if there are only some columns of one. */
TEMPLATE int panel_vecs(int columns) {
    return at_most(columns / VL, PANEL_VECS);
}

/* Its columns, filled up. */
TEMPLATE int panel_width(int vecs) {
    return vecs > 0 ? vecs * VL : VL;
}

/* ---- packing ---------------------------------------------------------------------------------------------------- */

/* One panel: the next columns of w[K,N]. */
TEMPLATE void pack_columns(real *out, const real *w, int K, int N, int vecs, int columns) {
    for (int k = 0; k < K; k++, w += N) {
        for (int v = 0; v < vecs; v++, out += VL) vstore(out, vload(w + v * VL));
        if (vecs > 0) continue;
        vstore(out, vload_first(w, columns));
        out += VL;
    }
}

/* `rows` rows of K numbers, `stride` apart, become columns of out, [K,width]; up to column `filled` zeros follow. */
TEMPLATE void transpose_rows(real *out, int width, int filled, const real *in, ptrdiff_t stride, int rows, int K) {
    for (int n = 0; n < filled; n += HL) {
        for (int k = 0; k < K; k += HL) {
            hvec square[HL];
            for (int l = 0; l < HL; l++) {
                const real *row = in + (n + l) * stride + k;
                square[l] = n + l < rows ? hload_first(row, at_most(K - k, HL)) : (hvec){0};
            }
            htranspose(square);
            for (int l = 0; l < HL && k + l < K; l++) hstore(out + (ptrdiff_t)(k + l) * width + n, square[l]);
        }
    }
}

/* One panel, from a matrix [N,K]: w is its row of the panel's first column. */
TEMPLATE void pack_rows(real *out, const real *w, int K, int vecs, int columns) {
    const int width = panel_width(vecs);
    transpose_rows(out, width, width, w, K, columns, K);
}

/* ---- y = x w ---------------------------------------------------------------------------------------------------- */

/* A panel's share of a linear map. */
typedef struct panel_job {
    const real *x, *w, *bias; /* w: the packed panel; bias, y: at its first column */
    real *y;
    int K;
    ptrdiff_t x_stride, N; /* from one row of x, of y, to the next */
    int columns;           /* left in y, for a panel of less than a vector */
    real floor;            /* of the activation: 0 or -infinity */
    bool accumulate;
    const char *ahead; /* what is read later, and must be fetched from afar; see AHEAD_TILES */
} panel_job;

/* Weights larger than FAR_WEIGHTS have left the second cache since they were read last, and few rows would wait for
 * them: while the last AHEAD_TILES tiles of a panel are multiplied, the next panel is asked for, so many bytes for each
 * k, into the second cache (the first one holds the panel at hand). A single tile reads as fast as the processor asks
 * by itself, and MANY_TILES hide the time. */
enum {
    FAR_WEIGHTS = 512 << 10,
    AHEAD_TILES = 2,
    MANY_TILES = 16,
    AHEAD_BYTES = PANEL_VECS * LG_VEC_BYTES / AHEAD_TILES
};

TEMPLATE void linear_tile(bool pairs, bool far, int rows, int vecs, const panel_job *job, int m) {
    const bool partial = vecs == 0;
    if (partial) vecs = 1;
    const ptrdiff_t K = job->K, N = job->N, x_stride = job->x_stride;
    const real *x = job->x + m * x_stride, *w = job->w;
    real *y = job->y + m * N;
    vec sum[TILE_ROWS][PANEL_VECS];
    UNROLL for (int v = 0; v < vecs; v++) {
        const vec start = partial ? vload_first(job->bias, job->columns) : vload(job->bias + v * VL);
        UNROLL for (int r = 0; r < rows; r++) sum[r][v] = start;
    }
    UNROLL_FOUR for (ptrdiff_t k = 0; k < K; k++, w += vecs * VL) {
        if (far) {
            UNROLL for (int b = 0; b < AHEAD_BYTES; b += 64) __builtin_prefetch(job->ahead + k * AHEAD_BYTES + b, 0, 2);
        }
        vec row[PANEL_VECS];
        UNROLL for (int v = 0; v < vecs; v++) row[v] = vload(w + v * VL);
        UNROLL for (int r = 0; r < rows; r++) {
            const vec element = pairs ? vsplat_bits(x[r * x_stride + k]) : vsplat(x[r * x_stride + k]);
            UNROLL for (int v = 0; v < vecs; v++) sum[r][v] =
                pairs ? vdot(element, row[v], sum[r][v]) : vfma(element, row[v], sum[r][v]);
        }
    }
    if (partial) {
        UNROLL for (int r = 0; r < rows; r++) {
            if (job->accumulate) sum[r][0] += vload_first(y + r * N, job->columns);
            vstore_first(y + r * N, vmax(sum[r][0], vsplat(job->floor)), job->columns);
        }
    } else if (job->accumulate) {
        UNROLL for (int r = 0; r < rows; r++) {
            UNROLL for (int v = 0; v < vecs; v++) vstore(y + r * N + v * VL, vload(y + r * N + v * VL) + sum[r][v]);
        }
    } else {
        UNROLL for (int r = 0; r < rows; r++) {
            UNROLL for (int v = 0; v < vecs; v++) vstore(y + r * N + v * VL, vmax(sum[r][v], vsplat(job->floor)));
        }
    }
}

typedef void linear_function(const panel_job *job, int m);

static const real no_bias[PANEL_VECS * VL];

/* A panel of more rows would not stay in the second cache while all tiles are multiplied by it: it is cut into blocks
 * of about as many, the sums of which are added up in y. An activation needs the whole sum. */
enum { LONGEST_CHAIN = 1024 };

TEMPLATE int count_chains(const lg_linear *a, int K) {
    return a->act == LG_LINEAR ? (K + LONGEST_CHAIN - 1) / LONGEST_CHAIN : 1;
}

/* All tiles of M rows times a block of a panel. The next block or panel lies behind it, and is asked for if far. */
TEMPLATE void multiply_rows(panel_job *job, int M, bool far, linear_function *const functions[TILE_ROWS],
                            linear_function *const far_functions[TILE_ROWS]) {
    const tiling tiles = spread(M);
    const int count = (M + TILE_ROWS - 1) / TILE_ROWS;
    const char *next = (const char *)(job->w + (size_t)job->K * PANEL_VECS * VL);
    for (int m = 0, t = 0, rows; m < M; m += rows, t++) {
        rows = tile_rows(tiles, t);
        job->ahead = next + (size_t)job->K * AHEAD_BYTES * (count - 1 - t);
        if (far && count - t <= AHEAD_TILES)
            far_functions[rows - 1](job, m);
        else
            functions[rows - 1](job, m);
    }
}

/* All panels and tiles; x and w as the functions take them, K numbers or pairs of a row. */
TEMPLATE void linear_panels(const lg_linear *a, const real *x, int K,
                            linear_function *const functions[PANEL_VECS + 1][TILE_ROWS],
                            linear_function *const far_functions[TILE_ROWS]) {
    const int count = (a->M + TILE_ROWS - 1) / TILE_ROWS, chains = count_chains(a, K);
    const bool far = far_functions && (size_t)K * (size_t)a->N * sizeof(real) > FAR_WEIGHTS && count >= AHEAD_TILES &&
                     count <= MANY_TILES;
    panel_job job = {.w = a->w.data, .x_stride = K, .N = a->N};
    job.floor = a->act == LG_RELU && !a->accumulate ? 0 : -INFINITY;
    for (int n = 0, vecs; n < a->N; n += panel_width(vecs)) {
        vecs = panel_vecs(a->N - n);
        job.y = (real *)a->y.data + n;
        job.columns = a->N - n;
        for (int c = 0, k = 0; c < chains; c++, k += job.K, job.w += (size_t)job.K * panel_width(vecs)) {
            job.x = x + k;
            job.K = (K - k) / (chains - c);
            job.bias = a->bias.data && c == 0 ? (const real *)a->bias.data + n : no_bias;
            job.accumulate = a->accumulate || c > 0;
            multiply_rows(&job, a->M, far && vecs == PANEL_VECS, functions[vecs], far_functions);
        }
    }
}

/* ---- dw += x^T dy ----------------------------------------------------------------------------------------------- */

/* A panel of dw: a tile of x's columns times a panel of dy's is in registers; x and dy are read as they lie. */
typedef struct weight_job {
    const real *x, *dy;
    real *dw;
    int M;
    ptrdiff_t K, N;
    int columns; /* left in dw, for a panel of less than a vector */
    bool far;    /* dw must be fetched from afar */
} weight_job;

/* A matrix larger than this has left the cache since the last micro-batch: a tile of it is asked for before it is
 * needed. To ask for what is near costs a percent. */
enum { NEAR_BYTES = 64 << 10 };

TEMPLATE void weight_tile(bool pairs, int rows, int vecs, const weight_job *job, int k) {
    const bool partial = vecs == 0;
    if (partial) vecs = 1;
    const ptrdiff_t N = job->N, K = job->K;
    const real *x = job->x + k, *dy = job->dy;
    real *dw = job->dw + k * N;
    vec sum[TILE_ROWS][PANEL_VECS];
    if (job->far) {
        UNROLL for (int r = 0; r < rows; r++) {
            UNROLL for (int v = 0; v < vecs; v++) __builtin_prefetch(dw + r * N + v * VL, 1);
        }
    }
    UNROLL for (int r = 0; r < rows; r++) {
        UNROLL for (int v = 0; v < vecs; v++) sum[r][v] = (vec){0};
    }
    UNROLL_FOUR for (int m = 0; m < job->M; m++, x += K, dy += N) {
        vec row[PANEL_VECS];
        UNROLL for (int v = 0; v < vecs; v++) row[v] = partial ? vload_first(dy, job->columns) : vload(dy + v * VL);
        UNROLL for (int r = 0; r < rows; r++) {
            const vec element = pairs ? vsplat_bits(x[r]) : vsplat(x[r]);
            UNROLL for (int v = 0; v < vecs; v++) sum[r][v] =
                pairs ? vdot(element, row[v], sum[r][v]) : vfma(element, row[v], sum[r][v]);
        }
    }
    if (partial) {
        UNROLL for (int r = 0; r < rows; r++) {
            vstore_first(dw + r * N, vload_first(dw + r * N, job->columns) + sum[r][0], job->columns);
        }
    } else {
        UNROLL for (int r = 0; r < rows; r++) {
            UNROLL for (int v = 0; v < vecs; v++) vstore(dw + r * N + v * VL, vload(dw + r * N + v * VL) + sum[r][v]);
        }
    }
}

typedef void weight_function(const weight_job *job, int k);

/* The same of large matrices, as linear maps of blocks of x that are transposed: then a tile reads x in streams, where
 * columns of it lie on few sets of the caches. A panel of a block of dy, copied, stays in the second cache while all
 * tiles are multiplied by it. Each block adds to dw what it has. */
enum {
    BLOCK_ROWS = LG_WEIGHT_ROWS,
    BLOCK_COLUMNS = 512,            /* of x */
    BLOCK_STRIDE = BLOCK_ROWS + 16, /* so that rows of a tile do not begin on one set of a cache */
    COPY_AHEAD = 8,                 /* rows that are asked for while one is copied */
    LARGE_WEIGHTS = 512 << 10,
    MANY_ROWS = 1536 << 10 /* bytes of x and dy that come from afar for each panel of dw */
};

typedef struct weight_copies {
    _Alignas(64) real x[BLOCK_COLUMNS * BLOCK_STRIDE], dy[BLOCK_ROWS * PANEL_VECS * VL];
} weight_copies;

/* pack_columns of rows that are far apart. */
TEMPLATE void copy_panel(real *out, const real *dy, int M, int N, int vecs, int columns) {
    if (vecs != PANEL_VECS) {
        pack_columns(out, dy, M, N, vecs, columns);
        return;
    }
    for (int m = 0; m < M; m++, dy += N, out += PANEL_VECS * VL) {
        UNROLL for (int v = 0; v < PANEL_VECS; v++) {
            __builtin_prefetch(dy + COPY_AHEAD * (ptrdiff_t)N + v * VL);
            vstore(out + v * VL, vload(dy + v * VL));
        }
    }
}

/* What a panel of a block adds to K rows of dw; the tile that comes next is asked for. */
TEMPLATE void block_panel(const panel_job *job, int K, int vecs, linear_function *const functions[TILE_ROWS]) {
    const tiling tiles = spread(K);
    for (int k = 0, t = 0, rows; k < K; k += rows, t++) {
        rows = tile_rows(tiles, t);
        for (int r = rows; r < 2 * rows && k + r < K; r++)
            for (int v = 0; v < vecs; v++) __builtin_prefetch(job->y + (k + r) * job->N + v * VL, 1);
        functions[rows - 1](job, k);
    }
}

TEMPLATE void weight_blocks(real *dw, const real *x, const real *dy, int M, int K, int N,
                            linear_function *const functions[PANEL_VECS + 1][TILE_ROWS]) {
    weight_copies copies;
    panel_job job = {.x = copies.x, .x_stride = BLOCK_STRIDE, .w = copies.dy, .bias = no_bias, .N = N};
    job.accumulate = true;
    job.floor = -INFINITY;
    for (int k = 0; k < K; k += BLOCK_COLUMNS) {
        const int height = at_most(K - k, BLOCK_COLUMNS);
        for (int m = 0; m < M; m += BLOCK_ROWS) {
            job.K = at_most(M - m, BLOCK_ROWS);
            transpose_rows(copies.x, BLOCK_STRIDE, job.K, x + (ptrdiff_t)m * K + k, K, job.K, height);
            for (int n = 0, vecs; n < N; n += panel_width(vecs)) {
                vecs = panel_vecs(N - n);
                copy_panel(copies.dy, dy + (ptrdiff_t)m * N + n, job.K, N, vecs, N - n);
                job.y = dw + (ptrdiff_t)k * N + n;
                job.columns = N - n;
                block_panel(&job, height, vecs, functions[vecs]);
            }
        }
    }
}

/* All panels and tiles; M rows of numbers or of pairs. */
TEMPLATE void weight_panels(real *dw, const real *x, const real *dy, int M, int K, int N,
                            weight_function *const functions[PANEL_VECS + 1][TILE_ROWS],
                            linear_function *const block_functions[PANEL_VECS + 1][TILE_ROWS]) {
    const size_t bytes = (size_t)K * (size_t)N * sizeof(real);
    if (bytes > LARGE_WEIGHTS || (size_t)M * (size_t)(K + N) * sizeof(real) > MANY_ROWS) {
        weight_blocks(dw, x, dy, M, K, N, block_functions);
        return;
    }
    weight_job job = {.x = x, .M = M, .K = K, .N = N, .far = bytes > NEAR_BYTES};
    const tiling tiles = spread(K);
    for (int n = 0, vecs; n < N; n += panel_width(vecs)) {
        vecs = panel_vecs(N - n);
        job.dy = dy + n;
        job.dw = dw + n;
        job.columns = N - n;
        for (int k = 0, t = 0, rows; k < K; k += rows, t++) {
            rows = tile_rows(tiles, t);
            functions[vecs][rows - 1](&job, k);
        }
    }
}

#endif
