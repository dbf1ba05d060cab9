/* ref_adafactor.c: the optimizer Adafactor: Shazeer & Stern, "Adafactor: adaptive learning rates with sublinear memory
 * cost", 2018, algorithms 4 and 5. */
#include <math.h>

#include "kernel/ref.h"

static double root_mean_square(const real *x, size_t n) {
    double sum = 0;
    for (size_t e = 0; e < n; e++) sum += (double)x[e] * (double)x[e];
    return sqrt(sum / (double)n);
}

static double square_of(const lg_adafactor *a, real gradient) {
    const double g = (double)gradient * a->factor;
    return g * g + a->epsilon;
}

/* Updates the running mean `kept` of squared gradients. mean: their mean in this step. */
static void mix(const lg_adafactor *a, real *kept, double mean) {
    *kept = (real)(a->beta2 * (double)*kept + (1 - a->beta2) * mean);
}

/* Updates the mean squares of rows and columns of a matrix. */
static void mix_means(const lg_adafactor *a, const real *g, real *rows, real *columns) {
    for (int m = 0; m < a->M; m++) {
        double sum = 0;
        for (int n = 0; n < a->N; n++) sum += square_of(a, g[(size_t)m * a->N + n]);
        mix(a, &rows[m], sum / a->N);
    }
    enum { BLOCK = 64 }; /* columns summed in one pass over the rows */
    for (int first = 0; first < a->N; first += BLOCK) {
        double sums[BLOCK] = {0};
        const int count = a->N - first < BLOCK ? a->N - first : BLOCK;
        for (int m = 0; m < a->M; m++)
            for (int n = 0; n < count; n++) sums[n] += square_of(a, g[(size_t)m * a->N + first + n]);
        for (int n = 0; n < count; n++) mix(a, &columns[first + n], sums[n] / a->M);
    }
}

/* Divides the gradient of a matrix by the factored root mean squares, in place. */
static void divide_matrix(const lg_adafactor *a, real *g, const real *rows, const real *columns) {
    double mean = 0;
    for (int m = 0; m < a->M; m++) mean += (double)rows[m] / a->M;
    for (int m = 0; m < a->M; m++) {
        real *row = g + (size_t)m * a->N;
        const double scale = a->factor / sqrt((double)rows[m] / mean);
        for (int n = 0; n < a->N; n++) row[n] = (real)((double)row[n] * scale / sqrt((double)columns[n]));
    }
}

static void divide_vector(const lg_adafactor *a, real *g, real *v, size_t n) {
    for (size_t e = 0; e < n; e++) {
        mix(a, &v[e], square_of(a, g[e]));
        g[e] = (real)((double)g[e] * a->factor / sqrt((double)v[e]));
    }
}

void lg_ref_adafactor(const lg_kernels *set, const lg_adafactor *a) {
    const size_t each = (size_t)a->M * (size_t)a->N, n = (size_t)a->S * each;
    real *p = a->p.data, *g = a->g.data, *rows = a->rows.data, *columns = a->columns.data, *mean = a->m.data;
    const double rate = a->rate * (a->scaled ? fmax(a->smallest, root_mean_square(p, n)) : 1);
    if (!rows) divide_vector(a, g, a->v.data, n);
    for (int s = 0; rows && s < a->S; s++) {
        real *row = rows + (size_t)s * a->M, *column = columns + (size_t)s * a->N;
        mix_means(a, g + s * each, row, column);
        divide_matrix(a, g + s * each, row, column);
    }
    const double limit = a->clip > 0 ? fmax(1, root_mean_square(g, n) / a->clip) : 1;
    for (size_t e = 0; e < n; e++) {
        double step = rate * (double)g[e] / limit;
        if (mean) step = a->beta1 * (double)mean[e] + (1 - a->beta1) * step;
        if (mean) mean[e] = (real)step;
        p[e] = (real)((double)p[e] - step - rate * a->decay * (double)p[e]);
    }
}
