/* simd_tiles.h: the building blocks of all linear maps. One core multiplies tens of rows by weights of a few dozen to a
 * few hundred columns, with everything in cache, so the goal is to issue a multiply-add in every cycle. Weights are
 * packed in panels, up to PANEL_VECS vectors wide, so that the inner loop reads them in one stream. A tile of sums, up
 * to TILE_ROWS rows times a panel, stays in registers. (Goto & van de Geijn, "Anatomy of high-performance matrix
 * multiplication", 2008, without the levels of blocking that large matrices need.)
 *
 * Every element is one chain of fused multiply-adds over k = 0..K-1, in any tile. For large K it is the sum of the
 * chains of blocks of k. These blocks do not depend on the rest of the product.
 *
 * A tile multiplies reals, or pairs of bfloat16 (simd_bf16.h). With pairs, each "real" of x and w is a pair, and K
 * counts pairs. */
#ifndef LG_KERNEL_SIMD_TILES_H
#define LG_KERNEL_SIMD_TILES_H

#include <string.h>

#include "kernel/kernel.h"
#include "kernel/vec.h"

/* Tile sizes: as many sums as fit into the registers next to a row of the panel and an element of x. */
#if LG_VEC_REGISTERS == 32
#define PANEL_VECS 4
#define TILE_ROWS  6
#elif defined LG_VEC_AVX2
#define PANEL_VECS 2
#define TILE_ROWS  6
#else
#define PANEL_VECS 2 /* without fused multiply-add, each product needs a register of its own */
#define TILE_ROWS  4
#endif

/* All tile sizes, rows x vectors; 0 vectors: fewer columns than a vector. */
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

/* Splits M rows into tiles of nearly the same height. A tile of one or two rows would leave the multiplier idle. */
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

/* Number of whole vectors in a panel if `columns` columns are left; 0 if they are less than one vector. */
TEMPLATE int panel_vecs(int columns) {
    return at_most(columns / VL, PANEL_VECS);
}

/* Number of columns of a panel of `vecs` vectors (panel_vecs); a narrower panel is rounded up to one vector. */
TEMPLATE int panel_width(int vecs) {
    return vecs > 0 ? vecs * VL : VL;
}

/* ---- packing ---------------------------------------------------------------------------------------------------- */

/* Packed copies of at least this size would leave the caches before they are read, so they are written with stores that
 * bypass the caches. A matrix of 768 x 3,072 numbers then takes 0.19 instead of 0.26 ns per number (Zen 5, AVX-512). */
enum { FAR_PACK = 2 << 20 };

enum { PACK_AHEAD = 8 }; /* rows prefetched ahead of the row that is copied */

TEMPLATE void put(bool far, real *p, vec a) {
    if (far)
        vstream(p, a);
    else
        vstore(p, a);
}

/* Packs one panel: the next columns of w[K,N]. */
TEMPLATE void pack_columns(bool far, real *out, const real *w, int K, int N, int vecs, int columns) {
    for (int k = 0; k < K; k++, w += N) {
        for (int v = 0; v < vecs; v++, out += VL) {
            __builtin_prefetch(w + PACK_AHEAD * (ptrdiff_t)N + v * VL);
            put(far, out, vload(w + v * VL));
        }
        if (vecs > 0) continue;
        vstore(out, vload_first(w, columns));
        out += VL;
    }
}

/* Transposes VL rows and HL columns of a matrix [N,K]. Only `rows` rows and `columns` columns exist. */
TEMPLATE void load_transposed(vec out[HL], const real *w, int K, int rows, int columns) {
    hvec square[VL / HL][HL];
    UNROLL for (int half = 0; half < VL / HL; half++) {
        UNROLL for (int l = 0; l < HL; l++) {
            const int n = half * HL + l;
            square[half][l] = n < rows ? hload_first(w + (ptrdiff_t)n * K, columns) : (hvec){0};
        }
        htranspose(square[half]);
    }
    UNROLL for (int l = 0; l < HL; l++) {
        hvec halves[VL / HL];
        UNROLL for (int half = 0; half < VL / HL; half++) halves[half] = square[half][l];
        out[l] = vjoin(halves);
    }
}

/* Packs HL rows and VL columns of a panel, from VL rows of w[N,K]. */
TEMPLATE void pack_transposed(bool far, real *out, int width, const real *w, int K, int rows, int left) {
    vec transposed[HL];
    load_transposed(transposed, w, K, rows, at_most(left, HL));
    for (int l = 0; l < HL && l < left; l++) put(far, out + (ptrdiff_t)l * width, transposed[l]);
}

/* Packs one panel from a matrix [N,K]; w is the row of the panel's first column. */
TEMPLATE void pack_rows(bool far, real *out, const real *w, int K, int vecs, int columns) {
    const int width = panel_width(vecs);
    for (int n = 0; n < width; n += VL, w += (ptrdiff_t)VL * K) {
        for (int k = 0; k < K; k += HL)
            pack_transposed(far, out + (ptrdiff_t)k * width + n, width, w + k, K, columns - n, K - k);
    }
}

/* ---- y = x w ---------------------------------------------------------------------------------------------------- */

/* A panel's share of a linear map. */
typedef struct panel_job {
    const real *x, *w, *bias; /* w: the packed panel; bias and y: from the panel's first column on */
    real *y;
    int K;
    ptrdiff_t x_stride, N; /* elements between rows of x, of y */
    int columns;           /* columns left in y, if the panel is narrower than a vector */
    real floor;            /* lower bound of y: 0 for ReLU, else -infinity */
    bool accumulate;
    const char *next;    /* address in the next panel from which this tile prefetches */
    ptrdiff_t next_step; /* prefetched bytes per k; see AHEAD_TILES */
} panel_job;

/* Adds one k to the sums of a tile: element r of x times vector v of w, given as expressions of r and v. A macro, since
 * arrays of vectors stay in registers only within the function that declares them. */
#define MULTIPLY_ADD(x_of_r, w_of_v)                                                                                   \
    do {                                                                                                               \
        vec row[PANEL_VECS];                                                                                           \
        UNROLL for (int v = 0; v < vecs; v++) row[v] = (w_of_v);                                                       \
        UNROLL for (int r = 0; r < rows; r++) {                                                                        \
            const vec element = pairs ? vsplat_bits(x_of_r) : vsplat(x_of_r);                                          \
            UNROLL for (int v = 0; v < vecs; v++) sum[r][v] =                                                          \
                pairs ? vdot(element, row[v], sum[r][v]) : vfma(element, row[v], sum[r][v]);                           \
        }                                                                                                              \
    } while (0)

/* Weights larger than FAR_WEIGHTS have left the L2 cache since they were last read, and tiles would wait for them. So
 * while the last AHEAD_TILES tiles of a panel (or all tiles, if there are fewer) are multiplied, the next panel is
 * prefetched into the L2 cache, some bytes per k; the L1 cache holds the current panel. With AHEAD_TILES = 8, 60 rows
 * times 256 x 1,024 weights reach 83 % of the peak (Cascade Lake). They reach 70 % with FAR_WEIGHTS = 512 KiB and
 * AHEAD_TILES = 2; AHEAD_TILES = 16 is not faster than 8. For a single tile the hardware prefetcher is as fast.
 * Prefetching into the L1 cache makes products of 8 to 32 rows 20 to 36 % slower. */
enum {
    FAR_WEIGHTS = 128 << 10,
    AHEAD_TILES = 8,
    LINE = 64,
    PANEL_BYTES = PANEL_VECS * LG_VEC_BYTES,
};

/* Computes a tile of y. ahead: cache lines of the next panel to prefetch per k. */
TEMPLATE void linear_tile(bool pairs, int ahead, int rows, int vecs, const panel_job *job, int m) {
    const bool partial = vecs == 0;
    if (partial) vecs = 1;
    const ptrdiff_t K = job->K, N = job->N, x_stride = job->x_stride;
    const real *x = job->x + m * x_stride, *w = job->w;
    real *y = job->y + m * N;
    const char *next = job->next;
    vec sum[TILE_ROWS][PANEL_VECS];
    UNROLL for (int v = 0; v < vecs; v++) {
        const vec start = partial ? vload_first(job->bias, job->columns) : vload(job->bias + v * VL);
        UNROLL for (int r = 0; r < rows; r++) sum[r][v] = start;
    }
    UNROLL_FOUR for (ptrdiff_t k = 0; k < K; k++, w += vecs * VL) {
        UNROLL for (int l = 0; l < ahead; l++) __builtin_prefetch(next + l * LINE, 0, 2);
        if (ahead) next += job->next_step;
        MULTIPLY_ADD(x[r * x_stride + k], vload(w + v * VL));
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

/* The panels of weights with more rows than this are cut into blocks of about this many rows, whose sums are added up
 * in y. Otherwise a panel would not stay in the L2 cache while all tiles are multiplied by it. With an activation,
 * panels are not cut, since the activation needs the whole sum. For 250 rows times 8,000 x 256 weights (Cascade Lake, 1
 * MiB of L2), blocks of 1,024 rows reach 83 % of the peak, blocks of 2,048 rows 78 %, blocks of 512 rows 82 %, and
 * uncut panels 39 %. */
enum { LONGEST_CHAIN = 1024 };

TEMPLATE int count_chains(const lg_linear *a, int K) {
    return a->act == LG_LINEAR ? (K + LONGEST_CHAIN - 1) / LONGEST_CHAIN : 1;
}

/* Multiplies all tiles of M rows by a block of a panel. The next block or panel follows in memory. If `far` is true,
 * the last tiles use functions that prefetch one or two of its cache lines per k. */
TEMPLATE void multiply_rows(panel_job *job, int M, bool far, linear_function *const functions[TILE_ROWS],
                            linear_function *const far_functions[2][TILE_ROWS]) {
    const tiling tiles = spread(M);
    const int count = (M + TILE_ROWS - 1) / TILE_ROWS, asking = far ? at_most(count, AHEAD_TILES) : 0;
    const char *next = (const char *)(job->w + (size_t)job->K * PANEL_VECS * VL);
    job->next_step = asking ? (PANEL_BYTES + asking - 1) / asking : 0;
    for (int m = 0, t = 0, rows; m < M; m += rows, t++) {
        rows = tile_rows(tiles, t);
        job->next = next + job->K * job->next_step * (count - 1 - t);
        if (count - t <= asking)
            far_functions[job->next_step > LINE][rows - 1](job, m);
        else
            functions[rows - 1](job, m);
    }
}

/* Computes all panels and tiles. x and w are in the form that the functions read, with K numbers or pairs per row. */
TEMPLATE void linear_panels(const lg_linear *a, const real *x, int K,
                            linear_function *const functions[PANEL_VECS + 1][TILE_ROWS],
                            linear_function *const far_functions[2][TILE_ROWS]) {
    const int chains = count_chains(a, K);
    const bool far = far_functions && (size_t)K * (size_t)a->N * sizeof(real) > FAR_WEIGHTS && a->M > TILE_ROWS;
    panel_job job = {.w = a->w.data, .x_stride = K, .N = a->stride > 0 ? a->stride : a->N};
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

/* A tile of dw in registers: columns of x times a panel of dy. */
typedef struct weight_job {
    const real *x, *dy;
    real *dw, *next; /* dw: this tile; next: the next tile */
    int M;
    ptrdiff_t x_stride, dy_stride, N; /* elements between rows of x, of dy, of dw */
    int columns;                      /* columns left in dw, if the panel is narrower than a vector */
    bool far;                         /* prefetch dw */
} weight_job;

/* A gradient dw that is larger than this has left the cache since the last micro-batch. Each of its tiles is prefetched
 * before it is needed, which makes training at widths 128 to 512 10 % faster. For smaller gradients, prefetching would
 * cost 1 %. */
enum { NEAR_BYTES = 64 << 10 };

/* Each of the first ASKING_ROWS rows that are multiplied prefetches one cache line of the next tile. If one row
 * prefetched several lines, these prefetches would wait for each other. */
enum { LINES = (PANEL_BYTES + LINE - 1) / LINE, ROWS_A_ROW = 8, ASKING_ROWS = ROWS_A_ROW * TILE_ROWS };

TEMPLATE void ask_for_line(const real *next, int m, ptrdiff_t N) {
    __builtin_prefetch(next + m / ROWS_A_ROW * N + m % LINES * (LINE / LG_REAL_BYTES), 1);
}

/* Computes a tile of dw. If `ahead` is true, also prefetches the next tile. */
TEMPLATE void weight_tile(bool pairs, bool ahead, int rows, int vecs, const weight_job *job) {
    const bool partial = vecs == 0;
    if (partial) vecs = 1;
    const ptrdiff_t N = job->N, x_stride = job->x_stride, dy_stride = job->dy_stride;
    const real *x = job->x, *dy = job->dy;
    real *dw = job->dw;
    vec sum[TILE_ROWS][PANEL_VECS];
    if (job->far) {
        UNROLL for (int r = 0; r < rows; r++) {
            UNROLL for (int v = 0; v < vecs; v++) __builtin_prefetch(dw + r * N + v * VL, 1);
        }
    }
    UNROLL for (int r = 0; r < rows; r++) {
        UNROLL for (int v = 0; v < vecs; v++) sum[r][v] = (vec){0};
    }
    int m = 0;
    if (ahead) {
        const int end = at_most(job->M, ASKING_ROWS);
        UNROLL_FOUR for (; m < end; m++, x += x_stride, dy += dy_stride) {
            ask_for_line(job->next, m, N);
            MULTIPLY_ADD(x[r], vload(dy + v * VL));
        }
    }
    UNROLL_FOUR for (; m < job->M; m++, x += x_stride, dy += dy_stride)
        MULTIPLY_ADD(x[r], partial ? vload_first(dy, job->columns) : vload(dy + v * VL));
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

typedef void weight_function(const weight_job *job);

/* Computes dw of small matrices, without copying x and dy. */
TEMPLATE void weight_in_place(real *dw, const real *x, const real *dy, int M, int K, int N,
                              weight_function *const functions[PANEL_VECS + 1][TILE_ROWS]) {
    const bool far = (size_t)K * (size_t)N * sizeof(real) > NEAR_BYTES;
    weight_job job = {.x = x, .M = M, .x_stride = K, .dy_stride = N, .N = N, .far = far};
    const tiling tiles = spread(K);
    for (int n = 0, vecs; n < N; n += panel_width(vecs)) {
        vecs = panel_vecs(N - n);
        job.dy = dy + n;
        job.columns = N - n;
        for (int k = 0, t = 0, rows; k < K; k += rows, t++) {
            rows = tile_rows(tiles, t);
            job.x = x + k;
            job.dw = dw + (ptrdiff_t)k * N + n;
            functions[vecs][rows - 1](&job);
        }
    }
}

/* Processes blocks of rows and of columns of x. The tiles of a block are copied contiguously, because consecutive rows
 * of a tile are a whole row of x apart in x, and map to few sets of the caches. Panels of dy are copied, too; each
 * panel stays in the L2 cache while all tiles are multiplied by it. Each block adds to dw. Over 250 rows, the gradient
 * of 256 x 256 weights reaches 78 % of the peak with copied tiles, but 63 % in place (Cascade Lake, AVX-512). */
enum {
    BLOCK_ROWS = LG_WEIGHT_ROWS,
    BLOCK_COLUMNS = LG_VEC_BYTES == 64 ? 512 : 256, /* columns of x in a block, whose tiles take half of the L2
                                                     * cache of processors with such vectors */
    TILES_TOGETHER = 8, /* rows whose tiles are copied one after another: their cache lines of x fit in the L1 cache */
    COPY_AHEAD = 8,     /* rows of dy prefetched ahead of the row that is copied */
    LARGE_WEIGHTS = 128 << 10,
    MANY_ROWS = LG_VEC_BYTES == 64 ? 1536 << 10 : 96 << 10 /* if x and dy together have more bytes, they are copied */
};

typedef struct weight_copies {
    _Alignas(64) real x[BLOCK_COLUMNS * BLOCK_ROWS], dy[BLOCK_ROWS * PANEL_VECS * VL];
} weight_copies;

/* Copies one row of a whole tile of x's columns. Without AVX-512, masks are slow, and memcpy is faster. */
TEMPLATE void copy_tile_row(real *out, const real *x) {
#ifdef LG_VEC_AVX512
    hstore_first(out, hload_first(x, TILE_ROWS), TILE_ROWS);
#else
    memcpy(out, x, TILE_ROWS * sizeof(real));
#endif
}

/* Copies a tile, and prefetches the rows that are copied next. */
TEMPLATE void copy_tile(real *out, const real *x, ptrdiff_t stride, int M, int columns) {
    for (int m = 0; m < M; m++, x += stride, out += columns) {
        __builtin_prefetch(x + TILES_TOGETHER * stride);
        if (columns == TILE_ROWS)
            copy_tile_row(out, x);
        else
            for (int k = 0; k < columns; k++) out[k] = x[k];
    }
}

/* Copies all tiles; the tile that begins at column k is stored at out + k M. */
TEMPLATE void copy_tiles(real *out, const real *x, ptrdiff_t stride, int M, int K) {
    const tiling tiles = spread(K);
    for (int m = 0; m < M; m += TILES_TOGETHER) {
        const real *some = x + m * stride;
        for (int k = 0, t = 0, columns; k < K; k += columns, t++) {
            columns = tile_rows(tiles, t);
            copy_tile(out + (ptrdiff_t)k * M + (ptrdiff_t)m * columns, some + k, stride, at_most(M - m, TILES_TOGETHER),
                      columns);
        }
    }
}

/* Like pack_columns, for rows that are far apart in memory. */
TEMPLATE void copy_panel(real *out, const real *dy, int M, int N, int vecs, int columns) {
    if (vecs != PANEL_VECS) {
        pack_columns(false, out, dy, M, N, vecs, columns);
        return;
    }
    for (int m = 0; m < M; m++, dy += N, out += PANEL_VECS * VL) {
        UNROLL for (int v = 0; v < PANEL_VECS; v++) {
            __builtin_prefetch(dy + COPY_AHEAD * (ptrdiff_t)N + v * VL);
            vstore(out + v * VL, vload(dy + v * VL));
        }
    }
}

/* Adds the product of a block's panel to K rows of dw. `whole`: the function for whole tiles, which prefetches the next
 * tile. */
TEMPLATE void block_panel(weight_job *job, int K, int vecs, weight_function *const functions[TILE_ROWS],
                          weight_function *whole) {
    const tiling tiles = spread(K);
    real *const behind = job->dw + panel_width(vecs);
    for (int k = 0, t = 0, rows; k < K; k += rows, t++) {
        rows = tile_rows(tiles, t);
        job->next = k + rows < K ? job->dw + rows * job->N : behind;
        job->x_stride = rows;
        (rows == TILE_ROWS && vecs == PANEL_VECS ? whole : functions[rows - 1])(job);
        job->x += (ptrdiff_t)rows * job->M;
        job->dw = job->next;
    }
}

TEMPLATE void weight_in_blocks(real *dw, const real *x, const real *dy, int M, int K, int N,
                               weight_function *const functions[PANEL_VECS + 1][TILE_ROWS], weight_function *whole) {
    weight_copies copies;
    weight_job job = {.dy = copies.dy, .N = N};
    for (int k = 0; k < K; k += BLOCK_COLUMNS) {
        const int height = at_most(K - k, BLOCK_COLUMNS);
        for (int m = 0; m < M; m += BLOCK_ROWS) {
            job.M = at_most(M - m, BLOCK_ROWS);
            copy_tiles(copies.x, x + (ptrdiff_t)m * K + k, K, job.M, height);
            for (int n = 0, vecs; n < N; n += panel_width(vecs)) {
                vecs = panel_vecs(N - n);
                copy_panel(copies.dy, dy + (ptrdiff_t)m * N + n, job.M, N, vecs, N - n);
                job.x = copies.x;
                job.dw = dw + (ptrdiff_t)k * N + n;
                job.dy_stride = panel_width(vecs);
                job.columns = N - n;
                block_panel(&job, height, vecs, functions[vecs], whole);
            }
        }
    }
}

/* Computes all panels and tiles of dw. M: rows of numbers or of pairs. */
TEMPLATE void weight_panels(real *dw, const real *x, const real *dy, int M, int K, int N,
                            weight_function *const functions[PANEL_VECS + 1][TILE_ROWS], weight_function *whole) {
    const bool large = (size_t)K * (size_t)N * sizeof(real) > LARGE_WEIGHTS;
    if (large || (size_t)M * (size_t)(K + N) * sizeof(real) > MANY_ROWS)
        weight_in_blocks(dw, x, dy, M, K, N, functions, whole);
    else
        weight_in_place(dw, x, dy, M, K, N, functions);
}

#endif
