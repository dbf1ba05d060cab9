/* test_pca.c: eigenvectors, planes of largest variance, overlaps (compared with their formula), and bootstrap intervals
 * (compared with the normal approximation). */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analyze/eigen.h"
#include "analyze/pca.h"
#include "base/key.h"
#include "run/bootstrap.h"

static void expect_near(double x, double y, double tolerance) {
    if (!(fabs(x - y) <= tolerance)) fail_msg("%.17g, wanted %.17g", x, y);
}

/* ---- eigenvectors ---- */

enum { MOST = 70 };

static double matrix[MOST * MOST], used[MOST * MOST], values[MOST], vectors[MOST * MOST];

static double dot(const double *x, const double *y, int n) {
    double sum = 0;
    for (int k = 0; k < n; k++) sum += x[k] * y[k];
    return sum;
}

static void check_eigen(int n) {
    memcpy(used, matrix, sizeof used);
    lg_eigen(used, n, values, vectors);
    for (int i = 0; i < n; i++) {
        const double *v = vectors + i * n;
        int most = 0;
        assert_true(i == 0 || values[i] <= values[i - 1]);
        for (int k = 0; k < n; k++) {
            expect_near(dot(matrix + k * n, v, n), values[i] * v[k], 1e-12 * n);
            if (fabs(v[k]) > fabs(v[most])) most = k;
        }
        assert_true(v[most] > 0);
        for (int k = 0; k <= i; k++) expect_near(dot(v, vectors + k * n, n), i == k, 1e-13 * n);
    }
}

static void eigenvectors(void **state) {
    (void)state;
    static const int sizes[] = {1, 2, 3, 7, 64, MOST};
    lg_random r = lg_random_from(lg_key_root(5));
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const int n = sizes[s];
        for (int i = 0; i < n; i++)
            for (int k = 0; k <= i; k++) matrix[i * n + k] = matrix[k * n + i] = lg_random_normal(&r);
        check_eigen(n);
    }
}

/* Tests diagonal matrices, equal eigenvalues, rank one, and eigenvalues of very different size. */
static void eigenvectors_of_special_matrices(void **state) {
    (void)state;
    memset(matrix, 0, sizeof matrix);
    check_eigen(6);
    for (int i = 0; i < 6; i++) matrix[i * 7] = 2;
    check_eigen(6);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++) matrix[i * 6 + k] = -1;
    check_eigen(6);
    expect_near(values[5], -6, 1e-13);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 6; k++) matrix[i * 6 + k] = pow(10, -2 * (i > k ? i : k));
    check_eigen(6);
}

/* ---- planes ---- */

enum { POINTS = 400, WIDTH = 9 };

static real points[POINTS * WIDTH];
static double at[2 * POINTS];

/* Sets `points` to random points whose mean is not 0. They vary along two oblique directions, by factors with the
 * standard deviations 3 and 2. They also vary by `little` along all axes. */
static void spread(double little) {
    lg_random r = lg_random_from(lg_key_root(6));
    for (int i = 0; i < POINTS; i++) {
        const double u = 3 * lg_random_normal(&r), v = 2 * lg_random_normal(&r);
        for (int k = 0; k < WIDTH; k++)
            points[i * WIDTH + k] =
                (real)(5 + u * sin(k) + v * cos(2 * k) + (little > 0 ? little * lg_random_normal(&r) : 0));
    }
}

static lg_pca fit(void) {
    lg_pca p;
    lg_error err = {0};
    assert_true(lg_pca_fit(points, POINTS, WIDTH, &p, &err));
    return p;
}

/* The fitted points are centred, uncorrelated, and have the reported variances, and no rotated plane covers more of the
 * variance. */
static void planes(void **state) {
    (void)state;
    spread(0.1);
    lg_pca p = fit();
    const lg_point_set c = lg_pca_project(&p, points, POINTS, at);
    double total = 0;
    for (int k = 0; k < WIDTH; k++)
        for (int i = 0; i < POINTS; i++) total += pow((double)points[i * WIDTH + k] - p.mean[k], 2) / POINTS;
    double sum[2] = {0}, squares[3] = {0};
    for (size_t i = 0; i < POINTS; i++) {
        const double u = c.at[2 * i], v = c.at[2 * i + 1];
        sum[0] += u / POINTS, sum[1] += v / POINTS;
        squares[0] += u * u / POINTS, squares[1] += u * v / POINTS, squares[2] += v * v / POINTS;
    }
    expect_near(sum[0], 0, 1e-5);
    expect_near(sum[1], 0, 1e-5);
    expect_near(squares[1], 0, 1e-9 * total);
    expect_near(squares[0] / total, p.explained[0], 1e-9);
    expect_near(squares[2] / total, p.explained[1], 1e-9);
    assert_true(p.explained[0] > p.explained[1] && p.explained[0] + p.explained[1] > 0.99);
    expect_near(dot(p.axes, p.axes + WIDTH, WIDTH), 0, 1e-12);
    lg_pca_free(&p);
}

static void planes_without_variance(void **state) {
    (void)state;
    for (int i = 0; i < POINTS; i++)
        for (int k = 0; k < WIDTH; k++) points[i * WIDTH + k] = (real)(0.1 * k + (i % 2 ? 0.3 : 0.7));
    lg_pca p = fit(); /* all points are at two places, so they are on a line */
    const lg_point_set c = lg_pca_project(&p, points, POINTS, at);
    expect_near(p.explained[0], 1, 1e-6);
    assert_true(p.explained[1] == 0 && c.at[1] == 0 && c.at[2 * POINTS - 1] == 0);
    lg_pca_free(&p);
    for (int i = 0; i < POINTS * WIDTH; i++) points[i] = (real)0.1;
    p = fit();
    assert_true(isnan(p.explained[0]) && isnan(p.explained[1]));
    const lg_point_set one = lg_pca_project(&p, points, POINTS, at);
    expect_near(lg_point_set_overlap(&one, &one), 1, 1e-12);
    lg_pca_free(&p);
}

static void not_finite(void **state) {
    (void)state;
    lg_pca p;
    lg_error err = {0};
    spread(0.1);
    points[5] = (real)NAN;
    assert_false(lg_pca_fit(points, POINTS, WIDTH, &p, &err));
    assert_non_null(strstr(err.text, "not finite"));
    lg_pca_free(&p);
}

/* ---- overlap ---- */

/* A set of points on a line. The first point is at `from`, each next point is `step` further. */
static lg_point_set line(double *to, int count, double from, double step) {
    for (int i = 0; i < count; i++) to[2 * i] = from + step * i, to[2 * i + 1] = 0;
    return (lg_point_set){.points = (size_t)count, .at = to};
}

static void overlaps(void **state) {
    (void)state;
    static double first[2 * POINTS], second[2 * POINTS];
    const lg_point_set a = line(first, POINTS, 0, 1), half = line(second, POINTS, POINTS / 2, 1);
    expect_near(lg_point_set_overlap(&a, &a), 1, 1e-12);
    expect_near(lg_point_set_overlap(&a, &half), 0.5, 0.03);
    expect_near(lg_point_set_overlap(&half, &a), lg_point_set_overlap(&a, &half), 1e-15);
    const lg_point_set far = line(second, POINTS, 2 * POINTS, 1);
    assert_true(lg_point_set_overlap(&a, &far) == 0);
    /* Three points of `ends` are at one corner of a square. The fourth is at the opposite corner, where `end` is. */
    const lg_point_set ends = {.points = 4, .at = (double[]){0, 0, 0, 0, 0, 0, 1, 1}},
                       end = {.points = 1, .at = (double[]){1, 1}};
    expect_near(lg_point_set_overlap(&ends, &end), 0.5, 1e-12);
    const lg_point_set point = {.points = 1, .at = (double[]){3, 3}},
                       twice = {.points = 2, .at = (double[]){3, 3, 3, 3}};
    expect_near(lg_point_set_overlap(&point, &twice), 1, 0);
}

/* Two samples of one distribution overlap, for many sample sizes. Clusters in the corners of a square do not fully
 * overlap with clusters in only two of the corners, though the means are the same. */
static void overlaps_of_samples(void **state) {
    (void)state;
    static double first[2 * 1200], second[2 * 4500];
    lg_random r = lg_random_from(lg_key_root(7));
    for (int i = 0; i < 2 * 1200; i++) first[i] = lg_random_normal(&r);
    for (int i = 0; i < 2 * 4500; i++) second[i] = lg_random_normal(&r);
    const lg_point_set a = {.points = 1200, .at = first}, b = {.points = 4500, .at = second};
    assert_true(lg_point_set_overlap(&a, &b) > 0.95);
    for (int i = 0; i < 1200; i++) first[2 * i] = first[2 * i + 1] = i % 2 ? 1 : -1;
    for (int i = 0; i < 4500; i++) second[2 * i] = i % 2 ? 1 : -1, second[2 * i + 1] = i / 2 % 2 ? 1 : -1;
    expect_near(lg_point_set_overlap(&a, &b), sqrt(0.5), 1e-3);
}

/* ---- bootstrap ---- */

enum { SEQUENCES = 400 };

static lg_bootstrap open_bootstrap(uint64_t seed) {
    lg_bootstrap b = {.resamples = 2000, .key = lg_key_root(seed), .capacity = SEQUENCES};
    b.sequences = calloc(b.capacity, sizeof *b.sequences);
    b.values = calloc((size_t)b.resamples, sizeof *b.values);
    assert_true(b.sequences && b.values);
    return b;
}

/* Adds sequences of which every `each`-th is wrong. Sequence i belongs to draw i * draws / SEQUENCES. */
static void mark(lg_bootstrap *b, int each, int draws) {
    for (int i = 0; i < SEQUENCES; i++)
        lg_bootstrap_add(
            b, &(lg_sequence_sums){i * draws / SEQUENCES, {[LG_SUM_RIGHT] = i % each > 0, [LG_SUM_COUNTED] = 1}});
}

static void intervals(void **state) {
    (void)state;
    double low, high, again, length;
    lg_error err = {0};
    lg_bootstrap b = open_bootstrap(1);
    mark(&b, SEQUENCES + 1, 1); /* only sequence 0 is wrong */
    assert_true(lg_bootstrap_interval(&b, 5, &low, &high, &err));
    assert_true(low < 1 && low > 0.98 && high == 1);
    mark(&b, 2, 1);
    assert_true(lg_bootstrap_interval(&b, 5, &low, &high, &err));
    expect_near(low, 0.5 - 1.96 * 0.025, 0.004); /* 0.025: the standard deviation of a mean of 400 */
    expect_near(high, 0.5 + 1.96 * 0.025, 0.004);
    mark(&b, 2, 1);
    assert_true(lg_bootstrap_interval(&b, 5, &again, &high, &err));
    assert_true(again == low);
    mark(&b, 2, 1);
    assert_true(lg_bootstrap_interval(&b, 6, &length, &high, &err));
    assert_true(length != low || high > 0);
    assert_false(lg_bootstrap_interval(&b, 6, &low, &high, &err));
    lg_bootstrap_close(&b);
}

/* Resampling draws sequences within each position draw. So if the sequences of each draw are all right or all wrong,
 * all resamples have the same mean. */
static void intervals_of_draws(void **state) {
    (void)state;
    double low, high;
    lg_error err = {0};
    lg_bootstrap b = open_bootstrap(2);
    for (int i = 0; i < SEQUENCES; i++)
        lg_bootstrap_add(&b, &(lg_sequence_sums){i >= 100, {[LG_SUM_RIGHT] = i < 100 ? 3 : 0, [LG_SUM_COUNTED] = 3}});
    assert_true(lg_bootstrap_interval(&b, 5, &low, &high, &err));
    assert_true(low == 0.5 && high == 0.5);
    for (int i = 0; i < SEQUENCES; i++) /* draws without counted tokens are ignored */
        lg_bootstrap_add(&b, &(lg_sequence_sums){i >= 100, {[LG_SUM_RIGHT] = i < 100, [LG_SUM_COUNTED] = i < 100}});
    assert_true(lg_bootstrap_interval(&b, 5, &low, &high, &err));
    assert_true(low == 1 && high == 1);
    lg_bootstrap_close(&b);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(eigenvectors),
        cmocka_unit_test(eigenvectors_of_special_matrices),
        cmocka_unit_test(planes),
        cmocka_unit_test(planes_without_variance),
        cmocka_unit_test(not_finite),
        cmocka_unit_test(overlaps),
        cmocka_unit_test(overlaps_of_samples),
        cmocka_unit_test(intervals),
        cmocka_unit_test(intervals_of_draws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
