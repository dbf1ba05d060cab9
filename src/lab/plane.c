/* plane.c: see plane.h. Principal components: Pearson 1901, "On lines and planes of closest fit". The overlap:
 * Bhattacharyya 1943, "On a measure of divergence between two statistical populations". */
#include "lab/plane.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lab/eigen.h"

#define NO_VARIANCE 1e-12 /* of the mean squared length of the vectors: rounding, and nothing else */

void lg_plane_free(lg_plane *p) {
    free(p->mean);
    free(p->axes);
    *p = (lg_plane){0};
}

double lg_mean_length(const real *x, size_t points, int width) {
    double sum = 0;
    for (size_t i = 0; i < points * (size_t)width; i++) sum += (double)x[i] * (double)x[i];
    return sqrt(sum / (double)points);
}

/* The mean of the points, and c [width,width], their covariance; `row` has room for one. */
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

/* Axes of the largest two of the values, as far as there is variance along them. */
static void choose_axes(lg_plane *p, const double *values, const double *vectors, double total, double least) {
    const size_t width = (size_t)p->width;
    for (size_t i = 0; i < 2; i++) {
        p->explained[i] = total > least ? 0 : NAN;
        if (i >= width || values[i] <= least) continue;
        memcpy(p->axes + i * width, vectors + i * width, width * sizeof *p->axes);
        p->explained[i] = values[i] / total;
    }
}

bool lg_plane_fit(const real *x, size_t points, int width, lg_plane *out, lg_error *err) {
    const size_t N = (size_t)width;
    const double length = lg_mean_length(x, points, width);
    *out = (lg_plane){.width = width, .mean = calloc(N, sizeof(double)), .axes = calloc(2 * N, sizeof(double))};
    if (!isfinite(length)) return lg_fail(err, LG_FAILED, "there are activations that are not finite");
    double *c = calloc(2 * N * N + N, sizeof *c), total = 0;
    if (out->mean == NULL || out->axes == NULL || c == NULL) {
        free(c);
        return lg_fail(err, LG_FAILED, "no memory for the components of %d columns", width);
    }
    double *vectors = c + N * N, *values = vectors + N * N;
    measure(x, points, N, out->mean, c, values);
    for (size_t k = 0; k < N; k++) total += c[k * N + k];
    lg_eigen(c, width, values, vectors);
    choose_axes(out, values, vectors, total, NO_VARIANCE * length * length);
    free(c);
    return true;
}

lg_cloud lg_plane_show(const lg_plane *p, const real *x, size_t points, double *at) {
    const size_t width = (size_t)p->width;
    lg_cloud c = {.points = points, .at = at, .overlap = NAN};
    for (size_t i = 0; i < points; i++)
        for (size_t a = 0; a < 2; a++) {
            double sum = 0;
            for (size_t k = 0; k < width; k++) sum += ((double)x[i * width + k] - p->mean[k]) * p->axes[a * width + k];
            at[2 * i + a] = sum;
            c.mean[a] += sum / (double)points;
        }
    for (size_t i = 0; i < points; i++) {
        const double u = at[2 * i] - c.mean[0], v = at[2 * i + 1] - c.mean[1];
        c.covariance[0] += u * u / (double)points;
        c.covariance[1] += u * v / (double)points;
        c.covariance[2] += v * v / (double)points;
    }
    return c;
}

static double determinant(const double c[3]) {
    return c[0] * c[2] - c[1] * c[1];
}

double lg_cloud_overlap(const lg_cloud *a, const lg_cloud *b, double blur) {
    const double r = blur * blur, u = a->mean[0] - b->mean[0], v = a->mean[1] - b->mean[1];
    double s[3][3]; /* covariances of the two, and their mean */
    for (int i = 0; i < 3; i++) {
        s[0][i] = a->covariance[i] + (i == 1 ? 0 : r);
        s[1][i] = b->covariance[i] + (i == 1 ? 0 : r);
        s[2][i] = (s[0][i] + s[1][i]) / 2;
    }
    const double d = determinant(s[2]);
    if (d <= 0) return 1; /* all vectors are 0 */
    const double apart = (s[2][2] * u * u - 2 * s[2][1] * u * v + s[2][0] * v * v) / d;
    return sqrt(sqrt(determinant(s[0]) * determinant(s[1])) / d) * exp(-apart / 8);
}
