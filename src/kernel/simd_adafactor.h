/* simd_adafactor.h: a step of Adafactor (Shazeer & Stern 2018). Sums, and the square roots for rows and columns, are
 * computed in double, a vector at a time; each element then needs only multiplications. */
#ifndef LG_KERNEL_SIMD_ADAFACTOR_H
#define LG_KERNEL_SIMD_ADAFACTOR_H

#include "kernel/simd_update.h"

#define COLUMN_BLOCK 128 /* columns whose sums are computed together, row by row */

typedef double doubles_anywhere __attribute__((vector_size(LG_VEC_BYTES), aligned(8), may_alias));

TEMPLATE void narrow(real *p, doubles x) {
    *(doubles_source *)p = __builtin_convertvector(x, doubles_source);
}

/* Updates the running mean `kept` of squared gradients. sum: the sum of the squares of `count` gradients before their
 * multiplication by a->factor. */
static inline void mix_mean(const lg_adafactor *a, real *kept, double sum, int count) {
    const double mean = a->factor * a->factor * sum / count + a->epsilon;
    *kept = (real)(a->beta2 * (double)*kept + (1 - a->beta2) * mean);
}

static inline void mix_row_means(const lg_kernels *set, const lg_adafactor *a, real *g, real *rows) {
    for (int m = 0; m < a->M; m++) {
        const lg_view row = {g + (size_t)m * (size_t)a->N, 0};
        mix_mean(a, &rows[m], sum_squares(set, row, (size_t)a->N), a->N);
    }
}

/* Computes the sums of squares of `count` columns. */
static inline void sum_column_squares(const lg_adafactor *a, const real *g, int count, double *sums) {
    memset(sums, 0, (size_t)count * sizeof *sums);
    for (int m = 0; m < a->M; m++, g += a->N) {
        int n = 0;
        for (; n + DOUBLES <= count; n += DOUBLES) {
            const doubles x = widen(g + n);
            *(doubles_anywhere *)(sums + n) += x * x;
        }
        for (; n < count; n++) sums[n] += (double)g[n] * (double)g[n];
    }
}

/* Divides `count` columns of the gradient of a matrix by the factored root mean squares, in place. mean: the mean of
 * `rows`. */
static inline void divide_columns(const lg_adafactor *a, real *g, int count, const real *rows, double mean,
                                  const real *columns) {
    double inverse[COLUMN_BLOCK];
    for (int n = 0; n < count; n++) inverse[n] = 1 / sqrt((double)columns[n]);
    for (int m = 0; m < a->M; m++, g += a->N) {
        const double scale = a->factor / sqrt((double)rows[m] / mean);
        int n = 0;
        for (; n + DOUBLES <= count; n += DOUBLES)
            narrow(g + n, widen(g + n) * scale * *(const doubles_anywhere *)(inverse + n));
        for (; n < count; n++) g[n] = (real)((double)g[n] * scale * inverse[n]);
    }
}

static inline void divide_matrix(const lg_kernels *set, const lg_adafactor *a, real *g, real *rows, real *columns) {
    double sums[COLUMN_BLOCK], mean = 0;
    mix_row_means(set, a, g, rows);
    for (int m = 0; m < a->M; m++) mean += (double)rows[m] / a->M;
    for (int first = 0; first < a->N; first += COLUMN_BLOCK) {
        const int count = a->N - first < COLUMN_BLOCK ? a->N - first : COLUMN_BLOCK;
        sum_column_squares(a, g + first, count, sums);
        for (int n = 0; n < count; n++) mix_mean(a, &columns[first + n], sums[n], a->M);
        divide_columns(a, g + first, count, rows, mean, columns + first);
    }
}

static inline void divide_vector(const lg_adafactor *a, real *g, real *v, size_t n) {
    for (size_t e = 0; e < n; e++) {
        mix_mean(a, &v[e], (double)g[e] * (double)g[e], 1);
        g[e] = (real)((double)g[e] * a->factor / sqrt((double)v[e]));
    }
}

/* Updates n parameters: subtracts the step (rate * u, or its running mean m if m is present) and the weight decay
 * (decay * p). */
static inline void take_steps(const lg_adafactor *a, size_t n, double rate, double decay) {
    real *p = a->p.data, *mean = a->m.data;
    const real *u = a->g.data;
    size_t e = 0;
    for (; e + DOUBLES <= n; e += DOUBLES) {
        doubles step = rate * widen(u + e);
        if (mean) step = a->beta1 * widen(mean + e) + (1 - a->beta1) * step;
        if (mean) narrow(mean + e, step);
        const doubles old = widen(p + e);
        narrow(p + e, old - step - decay * old);
    }
    for (; e < n; e++) {
        double step = rate * (double)u[e];
        if (mean) step = a->beta1 * (double)mean[e] + (1 - a->beta1) * step;
        if (mean) mean[e] = (real)step;
        p[e] = (real)((double)p[e] - step - decay * (double)p[e]);
    }
}

static inline void adafactor(const lg_kernels *set, const lg_adafactor *a) {
    const size_t each = (size_t)a->M * (size_t)a->N, n = (size_t)a->S * each;
    real *g = a->g.data, *rows = a->rows.data, *columns = a->columns.data;
    const double size = sqrt(sum_squares(set, a->p, n) / (double)n);
    const double rate = a->rate * (a->scaled ? fmax(a->smallest, size) : 1);
    if (!rows) divide_vector(a, g, a->v.data, n);
    for (int s = 0; rows && s < a->S; s++)
        divide_matrix(set, a, g + (size_t)s * each, rows + (size_t)s * (size_t)a->M,
                      columns + (size_t)s * (size_t)a->N);
    const double limit = a->clip > 0 ? fmax(1, sqrt(sum_squares(set, a->g, n) / (double)n) / a->clip) : 1;
    take_steps(a, n, rate / limit, rate * a->decay);
}

#endif
