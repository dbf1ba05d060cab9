/* simd_convolution.h: convolutions along tokens, with weights that all tokens share or that differ between tokens, and
 * the softmax over their taps. Each element is summed from its first tap to its last, independently of other rows. */
#ifndef LG_KERNEL_SIMD_CONVOLUTION_H
#define LG_KERNEL_SIMD_CONVOLUTION_H

#include "kernel/kernel.h"
#include "kernel/simd_attention.h"
#include "kernel/vec.h"

/* ---- by vectors of columns, over all tokens: for a single tap, or if too few columns share a weight ---- */

#define TAPS (LG_VEC_REGISTERS / 2)

/* A convolution in a form that serves both passes: y[t] = sum_j w[j] x[t + shift + j]. y has `rows` rows, x has
 * `from_rows` rows. */
typedef struct taps_path {
    int rows, from_rows, begin, shift;
} taps_path;

TEMPLATE taps_path forward_path(const lg_convolution *a) {
    return (taps_path){a->R, a->T, a->begin, a->lead - a->before};
}

/* The convolution from dy to dx: its taps are in reverse order. */
TEMPLATE taps_path backward_path(const lg_convolution *a) {
    return (taps_path){a->T, a->R, 0, a->before - a->lead - (a->K - 1)};
}

/* The taps of row t that read existing rows: first_tap..end_tap-1. */
TEMPLATE int first_tap(const taps_path *p, int t) {
    return t + p->shift < p->begin ? p->begin - t - p->shift : 0;
}

TEMPLATE int end_tap(const taps_path *p, int t, int K) {
    return t + p->shift + K > p->from_rows ? p->from_rows - t - p->shift : K;
}

/* Row j of weights [K,H], expanded to columns c..c+left-1; other lanes are 0. */
TEMPLATE vec tap_weights(const lg_convolution *a, int j, int c, int left) {
    const real *row = (const real *)a->w.data + (ptrdiff_t)j * a->H;
    if (a->H == a->N) return vload_first(row + c, left);
    const int width = a->N / a->H;
    vec w = {0};
    for (int l = 0; l < VL && l < left; l++) w[l] = row[(c + l) / width];
    return w;
}

/* Applies the first `count` taps to a vector of columns of all sequences. */
TEMPLATE void convolve_columns(const lg_convolution *a, taps_path p, real *y, const real *x, const vec *w, int count,
                               int left, bool accumulate) {
    const ptrdiff_t N = a->N;
    for (int s = 0; s < a->S; s++, x += p.from_rows * N, y += p.rows * N) {
        for (int t = 0; t < p.rows; t++) {
            const int end = end_tap(&p, t, count);
            vec total = accumulate ? vload_first(y + t * N, left) : (vec){0};
            for (int j = first_tap(&p, t); j < end; j++)
                total = vfma(w[j], vload_first(x + (t + p.shift + j) * N, left), total);
            vstore_first(y + t * N, total, left);
        }
    }
}

static inline void convolve(const lg_convolution *a, taps_path p, lg_view y, lg_view x, bool flip, bool accumulate) {
    for (int c = 0; c < a->N; c += VL) {
        for (int first = 0; first < a->K; first += TAPS) {
            const int count = a->K - first < TAPS ? a->K - first : TAPS;
            taps_path part = p;
            part.shift += first;
            vec w[TAPS];
            for (int j = 0; j < count; j++) w[j] = tap_weights(a, flip ? a->K - 1 - first - j : first + j, c, a->N - c);
            convolve_columns(a, part, (real *)y.data + c, (const real *)x.data + c, w, count, a->N - c,
                             accumulate || first > 0);
        }
    }
}

/* Adds the contribution of columns c..c+left-1 to the gradient of tap j. */
TEMPLATE void add_tap(const lg_convolution *a, int j, int c, int left, vec total) {
    real *row = (real *)a->dw.data + (ptrdiff_t)j * a->H;
    const int width = a->N / a->H;
    for (int l = 0; l < VL && l < left; l++) row[(c + l) / width] += total[l];
}

/* Adds to the gradients of the weights, from a vector of columns. */
static inline void tap_gradients(const lg_convolution *a, int c) {
    const ptrdiff_t N = a->N;
    const int left = a->N - c;
    for (int j = 0; j < a->K; j++) {
        const int shift = a->lead + j - a->before;
        const int begin = shift < 0 ? -shift : 0, end = a->R + shift > a->T ? a->T - shift : a->R;
        const real *dy = (const real *)a->dy.data + c, *x = (const real *)a->x.data + c;
        vec total = {0};
        for (int s = 0; s < a->S; s++, dy += a->R * N, x += a->T * N) {
            for (int t = begin; t < end; t++)
                total = vfma(vload_first(dy + t * N, left), vload_first(x + (t + shift) * N, left), total);
        }
        add_tap(a, j, c, left, total);
    }
}

/* ---- token by token: a tap has one weight per head, or one per column ---- */

#define COLUMN_VECTORS 4 /* vectors of columns computed together */

/* The taps of a row: the row and weights of the first tap, and the strides between taps. */
typedef struct row_taps {
    const real *x, *w;
    ptrdiff_t x_stride, w_stride;
    int count;
} row_taps;

/* y (+)= sum_j w[j] x[j], for `vectors` vectors of columns, or for `left` columns in one vector. If `own` is true, each
 * column has its own weight; else all columns share one. */
TEMPLATE void weigh_taps(bool own, int vectors, real *y, row_taps p, int left, bool accumulate) {
    vec total[COLUMN_VECTORS];
    UNROLL for (int i = 0; i < vectors; i++) total[i] = accumulate ? vload_first(y + i * VL, left) : (vec){0};
    UNROLL_FOUR for (int j = 0; j < p.count; j++, p.x += p.x_stride, p.w += p.w_stride) {
        UNROLL for (int i = 0; i < vectors; i++) {
            const vec w = own ? vload_first(p.w + i * VL, left) : vsplat(*p.w);
            total[i] = vfma(w, vload_first(p.x + i * VL, left), total[i]);
        }
    }
    UNROLL for (int i = 0; i < vectors; i++) vstore_first(y + i * VL, total[i], left);
}

/* y (+)= sum_j w[j] x[j] for `width` columns. */
TEMPLATE void weigh_columns(bool own, real *y, row_taps p, int width, bool accumulate) {
    int c = 0;
    for (; c + COLUMN_VECTORS * VL <= width; c += COLUMN_VECTORS * VL) {
        weigh_taps(own, COLUMN_VECTORS, y + c, p, VL, accumulate);
        p.x += COLUMN_VECTORS * VL, p.w += own ? COLUMN_VECTORS * VL : 0;
    }
    for (; c < width; c += VL) {
        weigh_taps(own, 1, y + c, p, width - c, accumulate);
        p.x += VL, p.w += own ? VL : 0;
    }
}

/* Computes a row of y from its taps. */
static inline void weigh_row(const lg_convolution *a, real *y, row_taps p, bool accumulate) {
    const row_taps first = p;
    const int width = a->N / a->H;
    if (a->H == a->N) {
        weigh_columns(true, y, p, a->N, accumulate);
        return;
    }
    for (int h = 0; h < a->H; h++) {
        p.x = first.x + h * width, p.w = first.w + h;
        weigh_columns(false, y + h * width, p, width, accumulate);
    }
}

/* Number of elements between the weights of consecutive rows. */
TEMPLATE ptrdiff_t weights_of_row(const lg_convolution *a, bool each) {
    return each ? (ptrdiff_t)a->K * a->H : 0;
}

/* Computes row t of sequence s of y. */
static inline void convolve_row(const lg_convolution *a, bool each, int s, int t) {
    const ptrdiff_t N = a->N, r = (ptrdiff_t)s * a->R + t;
    const taps_path p = forward_path(a);
    const int first = first_tap(&p, t);
    const row_taps taps = {
        .x = (const real *)a->x.data + ((ptrdiff_t)s * a->T + t + p.shift + first) * N,
        .w = (const real *)a->w.data + r * weights_of_row(a, each) + (ptrdiff_t)first * a->H,
        .x_stride = N,
        .w_stride = a->H,
        .count = end_tap(&p, t, a->K) - first,
    };
    weigh_row(a, (real *)a->y.data + r * N, taps, false);
}

/* Computes row u of sequence s of dx: the sum of tap j times row u - lead - j + before of dy, from the last tap to the
 * first. */
static inline void convolve_row_back(const lg_convolution *a, bool each, int s, int u) {
    const ptrdiff_t N = a->N, row = weights_of_row(a, each);
    const taps_path p = backward_path(a);
    const int first = first_tap(&p, u);
    const ptrdiff_t r = (ptrdiff_t)s * a->R + u + p.shift + first;
    const row_taps taps = {
        .x = (const real *)a->dy.data + r * N,
        .w = (const real *)a->w.data + r * row + (ptrdiff_t)(a->K - 1 - first) * a->H,
        .x_stride = N,
        .w_stride = row - a->H,
        .count = end_tap(&p, u, a->K) - first,
    };
    weigh_row(a, (real *)a->dx.data + ((ptrdiff_t)s * a->T + u) * N, taps, a->accumulate);
}

static inline void convolve_rows(const lg_convolution *a, bool each) {
    for (int r = 0; r < a->S * a->R; r++) convolve_row(a, each, r / a->R, r % a->R);
}

static inline void convolve_rows_back(const lg_convolution *a, bool each) {
    for (int r = 0; r < a->S * a->T; r++) convolve_row_back(a, each, r / a->T, r % a->T);
}

/* ---- gradients of shared weights: from NEAR_ROWS rows at a time, which stay in the cache ---- */

enum { NEAR_ROWS = 32, NEAR_TAPS = 4 };

/* Adds to total[i] the products of a row of dy and the row of x that tap i reads, over the columns of a head. */
TEMPLATE void add_products(int taps, vec total[NEAR_TAPS], const real *dy, const real *x, ptrdiff_t N, int width) {
    for (int c = 0; c < width; c += VL) {
        const vec d = vload_first(dy + c, width - c);
        UNROLL for (int i = 0; i < taps; i++) total[i] = vfma(d, vload_first(x + i * N + c, width - c), total[i]);
    }
}

/* Adds the contribution of rows begin..end-1 of a sequence to the gradients of head h, for taps from j on. */
static inline void near_gradients(const lg_convolution *a, int s, int begin, int end, int j, int h) {
    const ptrdiff_t N = a->N;
    const int width = a->N / a->H, shift = a->lead + j - a->before, count = a->K - j < NEAR_TAPS ? a->K - j : NEAR_TAPS;
    const real *dy = (const real *)a->dy.data + (ptrdiff_t)s * a->R * N + h * width;
    const real *x = (const real *)a->x.data + (ptrdiff_t)s * a->T * N + h * width;
    vec total[NEAR_TAPS] = {{0}};
    for (int t = begin; t < end; t++) {
        const int u = t + shift;
        if (count == NEAR_TAPS && u >= 0 && u + NEAR_TAPS <= a->T) {
            add_products(NEAR_TAPS, total, dy + t * N, x + u * N, N, width);
            continue;
        }
        for (int i = 0; i < count; i++)
            if (u + i >= 0 && u + i < a->T) add_products(1, total + i, dy + t * N, x + (u + i) * N, N, width);
    }
    for (int i = 0; i < count; i++) ((real *)a->dw.data)[(ptrdiff_t)(j + i) * a->H + h] += vsum(total[i]);
}

static inline void head_gradients(const lg_convolution *a, int s) {
    for (int begin = 0; begin < a->R; begin += NEAR_ROWS) {
        const int end = begin + NEAR_ROWS < a->R ? begin + NEAR_ROWS : a->R;
        for (int h = 0; h < a->H; h++)
            for (int j = 0; j < a->K; j += NEAR_TAPS) near_gradients(a, s, begin, end, j, h);
    }
}

/* Adds the contribution of a row to the gradient of a tap that has a weight per column. */
TEMPLATE void add_row_product(real *dw, const real *dy, const real *x, int N) {
    for (int c = 0; c < N; c += VL)
        vstore_first(dw + c, vfma(vload_first(dy + c, N - c), vload_first(x + c, N - c), vload_first(dw + c, N - c)),
                     N - c);
}

static inline void column_gradients(const lg_convolution *a, int s) {
    const ptrdiff_t N = a->N;
    const taps_path p = forward_path(a);
    for (int t = 0; t < a->R; t++) {
        const real *dy = (const real *)a->dy.data + ((ptrdiff_t)s * a->R + t) * N;
        const real *x = (const real *)a->x.data + ((ptrdiff_t)s * a->T + t + p.shift) * N;
        const int end = end_tap(&p, t, a->K);
        for (int j = first_tap(&p, t); j < end; j++) add_row_product((real *)a->dw.data + j * N, dy, x + j * N, a->N);
    }
}

/* Whether to compute token by token. This is faster if two conditions hold: there are several taps; and each column has
 * its own weight, or at least a vector of columns shares each weight. */
TEMPLATE bool by_rows(const lg_convolution *a) {
    return a->K > 1 && (a->H == a->N || a->N / a->H >= VL);
}

static inline void depthwise_convolution(const lg_kernels *set, const lg_convolution *a) {
    if (by_rows(a))
        convolve_rows(a, false);
    else
        convolve(a, forward_path(a), a->y, a->x, false, false);
}

static inline void depthwise_gradients(const lg_convolution *a) {
    for (int c = 0; !by_rows(a) && c < a->N; c += VL) tap_gradients(a, c);
    for (int s = 0; by_rows(a) && s < a->S; s++) {
        if (a->H == a->N)
            column_gradients(a, s);
        else
            head_gradients(a, s);
    }
}

static inline void depthwise_convolution_backward(const lg_kernels *set, const lg_convolution *a) {
    if (a->dx.data && by_rows(a))
        convolve_rows_back(a, false);
    else if (a->dx.data)
        convolve(a, backward_path(a), a->dx, a->dy, true, a->accumulate);
    if (a->dw.data) depthwise_gradients(a);
}

static inline void dynamic_convolution(const lg_kernels *set, const lg_convolution *a) {
    convolve_rows(a, true);
}

/* The dot product of `width` columns of two rows. */
TEMPLATE real row_product(const real *x, const real *y, int width) {
    vec total = {0};
    for (int c = 0; c < width; c += VL)
        total = vfma(vload_first(x + c, width - c), vload_first(y + c, width - c), total);
    return vsum(total);
}

/* Computes the gradients of the weights of row t of sequence s. */
static inline void row_tap_gradients(const lg_convolution *a, int s, int t) {
    const ptrdiff_t N = a->N, r = (ptrdiff_t)s * a->R + t;
    const taps_path p = forward_path(a);
    const int first = first_tap(&p, t), end = end_tap(&p, t, a->K), width = a->N / a->H;
    const real *dy = (const real *)a->dy.data + r * N;
    const real *x = (const real *)a->x.data + ((ptrdiff_t)s * a->T + t + p.shift) * N;
    real *dw = (real *)a->dw.data + r * a->K * a->H;
    if (!a->dw_accumulate) memset(dw, 0, sizeof *dw * (size_t)(a->K * a->H));
    for (int j = first; j < end; j++)
        for (int h = 0; h < a->H; h++) dw[j * a->H + h] += row_product(dy + h * width, x + j * N + h * width, width);
}

static inline void dynamic_convolution_backward(const lg_kernels *set, const lg_convolution *a) {
    if (a->dx.data) convolve_rows_back(a, true);
    for (int r = 0; a->dw.data && r < a->S * a->R; r++) row_tap_gradients(a, r / a->R, r % a->R);
}

/* ---- softmax over taps: a SIMD lane is a head ---- */

/* Taps begin..end-1 of row t of sequence s, which have a weight (struct lg_tap_softmax). */
typedef struct tap_range {
    int begin, end;
} tap_range;

TEMPLATE tap_range taps_of_row(const lg_tap_softmax *a, int s, int t) {
    const int token = a->first + t - a->before; /* the token that tap 0 reads */
    int begin = a->begin, end = a->end;
    if (!a->cut) return (tap_range){0, a->K};
    if (a->span.data) {
        const int32_t *span = (const int32_t *)a->span.data + 2 * s;
        begin = span[0] > begin ? span[0] : begin;
        end = span[0] + span[1] < end ? span[0] + span[1] : end;
    }
    const tap_range taps = {begin > token ? begin - token : 0, end < token + a->K ? end - token : a->K};
    return taps.begin < taps.end ? taps : (tap_range){0, 0};
}

/* Computes the weights of `left` heads of a row. */
TEMPLATE void weigh_heads(real *w, const real *x, tap_range taps, int K, int H, int left) {
    vec top = vsplat(LG_LOWEST), sum = {0};
    for (int j = taps.begin; j < taps.end; j++) top = vmax(top, vload_first(x + j * H, left));
    for (int j = 0; j < K; j++) {
        vec e = {0};
        if (j >= taps.begin && j < taps.end) {
            e = (vload_first(x + j * H, left) - top) * vsplat(LG_LOG2_E);
            vexp2_lanes(1, &e);
            sum += e;
        }
        vstore_first(w + j * H, e, left);
    }
    const vec factor = vsplat(1) / sum;
    for (int j = taps.begin; j < taps.end; j++) vstore_first(w + j * H, vload_first(w + j * H, left) * factor, left);
}

static inline void tap_softmax(const lg_kernels *set, const lg_tap_softmax *a) {
    const ptrdiff_t row = (ptrdiff_t)a->K * a->H;
    for (int r = 0; r < a->S * a->R; r++) {
        const real *x = (const real *)a->x.data + (a->alike ? 0 : r * row);
        for (int h = 0; h < a->H; h += VL)
            weigh_heads((real *)a->w.data + r * row + h, x + h, taps_of_row(a, r / a->R, r % a->R), a->K, a->H,
                        a->H - h);
    }
}

TEMPLATE void weigh_heads_back(real *dx, const real *w, const real *dw, int K, int H, int left, bool accumulate) {
    vec mean = {0};
    for (int j = 0; j < K; j++) mean = vfma(vload_first(w + j * H, left), vload_first(dw + j * H, left), mean);
    for (int j = 0; j < K; j++) {
        const vec one = vload_first(w + j * H, left) * (vload_first(dw + j * H, left) - mean);
        vstore_first(dx + j * H, accumulate ? vload_first(dx + j * H, left) + one : one, left);
    }
}

static inline void tap_softmax_backward(const lg_kernels *set, const lg_tap_softmax *a) {
    const ptrdiff_t row = (ptrdiff_t)a->K * a->H;
    for (int r = 0; r < a->S * a->R; r++) {
        real *dx = (real *)a->dx.data + (a->alike ? 0 : r * row);
        const real *w = (const real *)a->w.data + r * row, *dw = (const real *)a->dw.data + r * row;
        for (int h = 0; h < a->H; h += VL)
            weigh_heads_back(dx + h, w + h, dw + h, a->K, a->H, a->H - h, a->accumulate || (a->alike && r > 0));
    }
}

#endif
