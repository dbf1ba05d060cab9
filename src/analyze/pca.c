/* pca.c: see pca.h. Principal components: Pearson 1901, "On lines and planes of closest fit". The overlap:
 * Bhattacharyya 1943, "On a measure of divergence between two statistical populations". */
#include "analyze/pca.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analyze/eigen.h"

#define NO_VARIANCE 1e-12 /* times the mean squared norm of the vectors; smaller variances are rounding error */

void lg_pca_free(lg_pca *p) {
    free(p->mean);
    free(p->axes);
    *p = (lg_pca){0};
}

/* Root mean square of the Euclidean norms of the vectors. */
static double mean_length(const real *x, size_t points, int width) {
    double sum = 0;
    for (size_t i = 0; i < points * (size_t)width; i++) sum += (double)x[i] * (double)x[i];
    return sqrt(sum / (double)points);
}

/* Computes the mean of the points and their covariance c [width,width]; `row` is scratch space for one point. */
static void measure(const real *x, size_t points, size_t width, double *mean, double *c, double *row) {
    for (size_t i = 0; i < points; i++)
        for (size_t k = 0; k < width; k++) mean[k] += (double)x[i * width + k] / (double)points;
    for (size_t i = 0; i < points; i++) {
        for (size_t k = 0; k < width; k++) row[k] = (double)x[i * width + k] - mean[k];
        for (size_t k = 0; k < width; k++)
            for (size_t l = k; l < width; l++) c[k * width + l] += row[k] * row[l] / (double)points;
    }
    for (size_t k = 0; k < width; k++)
        for (size_t l = 0; l < k; l++) c[k * width + l] = c[l * width + k];
}

/* Copies the eigenvectors of the two largest eigenvalues as axes, unless their variance is only rounding error. */
static void choose_axes(lg_pca *p, const double *values, const double *vectors, double total, double least) {
    const size_t width = (size_t)p->width;
    for (size_t i = 0; i < 2; i++) {
        p->explained[i] = total > least ? 0 : NAN;
        if (i >= width || values[i] <= least) continue;
        memcpy(p->axes + i * width, vectors + i * width, width * sizeof *p->axes);
        p->explained[i] = values[i] / total;
    }
}

bool lg_pca_fit(const real *x, size_t points, int width, lg_pca *out, lg_error *err) {
    const size_t N = (size_t)width;
    const double length = mean_length(x, points, width);
    *out = (lg_pca){.width = width, .mean = calloc(N, sizeof(double)), .axes = calloc(2 * N, sizeof(double))};
    if (!isfinite(length)) return lg_fail_permanent(err, "some activations are not finite");
    double *c = calloc(2 * N * N + N, sizeof *c), total = 0;
    if (!out->mean || !out->axes || !c) {
        free(c);
        return lg_fail(err, LG_FAILED, "out of memory: the components of %d columns", width);
    }
    double *vectors = c + N * N, *values = vectors + N * N;
    measure(x, points, N, out->mean, c, values);
    for (size_t k = 0; k < N; k++) total += c[k * N + k];
    lg_eigen(c, width, values, vectors);
    choose_axes(out, values, vectors, total, NO_VARIANCE * length * length);
    free(c);
    return true;
}

lg_point_set lg_pca_project(const lg_pca *p, const real *x, size_t points, double *at) {
    const size_t width = (size_t)p->width;
    lg_point_set c = {.points = points, .at = at, .overlap = NAN};
    for (size_t i = 0; i < points; i++)
        for (size_t a = 0; a < 2; a++) {
            double sum = 0;
            for (size_t k = 0; k < width; k++) sum += ((double)x[i * width + k] - p->mean[k]) * p->axes[a * width + k];
            at[2 * i + a] = sum;
        }
    return c;
}

/* ---- overlap ---- */

/* Range of the coordinates of both point sets along an axis. */
static void reach(const lg_point_set *a, const lg_point_set *b, size_t axis, double *low, double *high) {
    *low = INFINITY, *high = -INFINITY;
    for (size_t i = 0; i < a->points; i++) {
        *low = fmin(*low, a->at[2 * i + axis]);
        *high = fmax(*high, a->at[2 * i + axis]);
    }
    for (size_t i = 0; i < b->points; i++) {
        *low = fmin(*low, b->at[2 * i + axis]);
        *high = fmax(*high, b->at[2 * i + axis]);
    }
}

/* Index of the grid node at or below x; *share is the weight of the next node. */
static int node(double x, double low, double high, double *share) {
    const double at = high > low ? (x - low) / (high - low) * (LG_CELLS - 1) : 0;
    const int i = at < LG_CELLS - 2 ? (int)at : LG_CELLS - 2;
    *share = at - i;
    return i;
}

static void count(const lg_point_set *c, const double low[2], const double high[2], double cells[LG_CELLS][LG_CELLS]) {
    for (size_t k = 0; k < c->points; k++) {
        double u, v;
        const int i = node(c->at[2 * k], low[0], high[0], &u), j = node(c->at[2 * k + 1], low[1], high[1], &v);
        cells[i][j] += (1 - u) * (1 - v) / (double)c->points;
        cells[i + 1][j] += u * (1 - v) / (double)c->points;
        cells[i][j + 1] += (1 - u) * v / (double)c->points;
        cells[i + 1][j + 1] += u * v / (double)c->points;
    }
}

double lg_point_set_overlap(const lg_point_set *a, const lg_point_set *b) {
    double p[LG_CELLS][LG_CELLS] = {0}, q[LG_CELLS][LG_CELLS] = {0}, low[2], high[2], sum = 0;
    for (size_t axis = 0; axis < 2; axis++) reach(a, b, axis, &low[axis], &high[axis]);
    count(a, low, high, p);
    count(b, low, high, q);
    for (int i = 0; i < LG_CELLS; i++)
        for (int j = 0; j < LG_CELLS; j++) sum += sqrt(p[i][j] * q[i][j]);
    return fmin(sum, 1);
}
