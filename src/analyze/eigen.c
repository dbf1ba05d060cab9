/* eigen.c: the cyclic Jacobi method (Golub and Van Loan, Matrix Computations, section 8.5): plane rotations, each of
 * which makes one pair of elements 0, in repeated sweeps. It is simple, accurate, and gives the same bits on any number
 * of threads. LAPACK would require a BLAS, which takes longer to load than most commands take to run. */
#include "analyze/eigen.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { SWEEPS = 60 }; /* upper limit; about ten are enough */

/* Rotates in place: (x, y) becomes (c x - s y, s x + c y). */
static void turn(double *x, double *y, int n, double c, double s) {
    for (int k = 0; k < n; k++) {
        const double u = x[k], v = y[k];
        x[k] = c * u - s * v;
        y[k] = s * u + c * v;
    }
}

/* Makes a[p,q] 0. Of the two rotation angles that do this, uses the smaller one; its tangent t follows from `twice`,
 * the cotangent of twice the angle. */
static void rotate(double *a, int n, int p, int q, double *vectors) {
    double *x = a + (size_t)p * (size_t)n, *y = a + (size_t)q * (size_t)n;
    const double off = x[q], twice = (y[q] - x[p]) / (2 * off);
    const double t = (twice < 0 ? -1 : 1) / (fabs(twice) + hypot(1, twice));
    const double c = 1 / sqrt(1 + t * t), s = t * c, xp = x[p] - t * off, yq = y[q] + t * off;
    turn(x, y, n, c, s);
    x[p] = xp, y[q] = yq, x[q] = y[p] = 0;
    for (int k = 0; k < n; k++) {
        a[(size_t)k * (size_t)n + (size_t)p] = x[k];
        a[(size_t)k * (size_t)n + (size_t)q] = y[k];
    }
    turn(vectors + (size_t)p * (size_t)n, vectors + (size_t)q * (size_t)n, n, c, s);
}

/* Rotates each pair (p, q) whose element is too large. False: no element was too large, so the iteration has
 * converged. */
static bool sweep(double *a, int n, double least, double *vectors) {
    bool rotated = false;
    for (int p = 0; p < n; p++)
        for (int q = p + 1; q < n; q++)
            if (fabs(a[(size_t)p * (size_t)n + (size_t)q]) > least) {
                rotate(a, n, p, q, vectors);
                rotated = true;
            }
    return rotated;
}

static double largest(const double *a, size_t count) {
    double most = 0;
    for (size_t i = 0; i < count; i++)
        if (fabs(a[i]) > most) most = fabs(a[i]);
    return most;
}

static void swap(double *x, double *y, int n) {
    for (int k = 0; k < n; k++) {
        const double u = x[k];
        x[k] = y[k];
        y[k] = u;
    }
}

/* Sorts by descending value. */
static void sort(double *values, double *vectors, int n) {
    for (int i = 0; i < n; i++) {
        int best = i;
        for (int k = i + 1; k < n; k++)
            if (values[k] > values[best]) best = k;
        if (best == i) continue;
        swap(&values[i], &values[best], 1);
        swap(vectors + (size_t)i * (size_t)n, vectors + (size_t)best * (size_t)n, n);
    }
}

/* Fixes the sign of a vector: its component of largest magnitude becomes positive. */
static void direct(double *x, int n) {
    int most = 0;
    for (int k = 1; k < n; k++)
        if (fabs(x[k]) > fabs(x[most])) most = k;
    for (int k = 0; x[most] < 0 && k < n; k++)
        if (k != most) x[k] = -x[k];
    x[most] = fabs(x[most]);
}

void lg_eigen(double *a, int n, double *values, double *vectors) {
    const size_t N = (size_t)n;
    memset(vectors, 0, N * N * sizeof *vectors);
    for (size_t i = 0; i < N; i++) vectors[i * N + i] = 1;
    const double least = DBL_EPSILON / 16 * largest(a, N * N) / n;
    for (int i = 0; i < SWEEPS && sweep(a, n, least, vectors); i++) continue;
    for (size_t i = 0; i < N; i++) values[i] = a[i * N + i];
    sort(values, vectors, n);
    for (size_t i = 0; i < N; i++) direct(vectors + i * N, n);
}
