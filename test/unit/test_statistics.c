/* test_statistics.c: statistics against published tables, closed forms and enumeration. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "metrics.h"
#include "report/statistics.h"

static void assert_near(double got, double wanted, double slack) {
    if (fabs(got - wanted) > slack) fail_msg("got %.12g, wanted %.12g", got, wanted);
}

/* NIST/SEMATECH e-Handbook of Statistical Methods, table 1.3.6.7.2. */
static void quantiles_of_the_table(void **state) {
    static const struct {
        double p, freedom, t;
    } known[] = {{0.975, 1, 12.706}, {0.975, 2, 4.303},   {0.975, 4, 2.776}, {0.975, 9, 2.262},
                 {0.975, 29, 2.045}, {0.975, 100, 1.984}, {0.95, 5, 2.015},  {0.99, 10, 2.764},
                 {0.995, 3, 5.841},  {0.999, 20, 3.552},  {0.90, 30, 1.310}, {0.025, 9, -2.262}};
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_near(lg_student_quantile(known[i].p, known[i].freedom), known[i].t, 6e-4);
}

/* One degree of freedom is Cauchy's law, two and four have closed forms; many approach the normal law. */
static void closed_forms(void **state) {
    (void)state;
    for (double t = -40; t <= 40; t += 0.37) {
        assert_near(lg_student_cdf(t, 1), 0.5 + atan(t) / acos(-1), 1e-14);
        assert_near(lg_student_cdf(t, 2), 0.5 + t / (2 * sqrt(2 + t * t)), 1e-14);
        const double u = t / sqrt(1 + t * t / 4);
        assert_near(lg_student_cdf(t, 4), 0.5 + 0.375 * u * (1 - u * u / 12), 1e-14);
        assert_near(lg_student_cdf(t, 1e7), 0.5 * erfc(-t / sqrt(2)), 1e-7);
    }
    assert_near(lg_student_cdf(0, 7), 0.5, 1e-15);
}

static void quantile_undoes_the_distribution(void **state) {
    (void)state;
    for (double freedom = 1; freedom < 200; freedom *= 1.7)
        for (double p = 0.001; p < 1; p += 0.0513)
            assert_near(lg_student_cdf(lg_student_quantile(p, freedom), freedom), p, 1e-12);
}

static void summary_of_a_few(void **state) {
    double values[] = {4, 2, 5, 4, 9, 4, 7, 5};
    const lg_summary s = lg_summarize(values, 8);
    (void)state;
    assert_int_equal(s.count, 8);
    assert_near(s.mean, 5, 1e-15);
    assert_near(s.sd, 2, 1e-15); /* the textbook's eight numbers */
    assert_near(s.sample_sd, sqrt(32.0 / 7), 1e-15);
    assert_near(s.median, 4.5, 0);
    assert_near(s.min, 2, 0);
    assert_near(s.max, 9, 0);
    assert_near(s.high - s.mean, 2.364624 * sqrt(32.0 / 7 / 8), 1e-6);
    assert_near(s.mean - s.low, s.high - s.mean, 1e-15);
}

static void summary_of_fewer(void **state) {
    double one = 3;
    (void)state;
    lg_summary s = lg_summarize(NULL, 0);
    assert_true(s.count == 0 && isnan(s.mean) && isnan(s.max) && isnan(s.sd));
    s = lg_summarize(&one, 1);
    assert_true(s.mean == 3 && s.median == 3 && s.sd == 0 && isnan(s.sample_sd) && isnan(s.low));
}

/* The same by adding up every choice of signs. */
static double p_by_hand(const double *d, size_t count) {
    double sum = 0;
    size_t hits = 0;
    for (size_t i = 0; i < count; i++) sum += d[i];
    for (size_t way = 0; way < (size_t)1 << count; way++) {
        double other = 0;
        for (size_t i = 0; i < count; i++) other += way >> i & 1 ? -d[i] : d[i];
        hits += fabs(other) >= fabs(sum) - 1e-9;
    }
    return (double)hits / (double)((size_t)1 << count);
}

static void exact_tests(void **state) {
    static const double d[] = {1.5, -0.5, 2, 0.25, 1, -0.75, 3, 0.125, 2.5, 0, 1, 1};
    (void)state;
    for (size_t n = 1; n <= sizeof d / sizeof *d; n++) {
        const lg_paired r = lg_paired_test(d, n, lg_key_root(1));
        assert_true(r.exact && r.count == n);
        assert_near(r.p, p_by_hand(d, n), 1e-15);
    }
    const double same[] = {2, 2, 2, 2, 2};
    assert_near(lg_paired_test(same, 5, lg_key_root(1)).p, 2.0 / 32, 0); /* two ways: all, or none turned */
    const double none[] = {0, 0};
    assert_near(lg_paired_test(none, 2, lg_key_root(1)).p, 1, 0);
    assert_true(isnan(lg_paired_test(NULL, 0, lg_key_root(1)).p));
}

/* Of 24 equal differences, k are turned: a binomial tail. Here 17 stay: P(|2 K - 24| >= 10). */
static void drawn_tests(void **state) {
    double d[24], tail = 0, ways = 1;
    (void)state;
    for (int i = 0; i < 24; i++) d[i] = i < 17 ? 1 : -1;
    for (int k = 0; k <= 24; ways = ways * (24 - k) / (k + 1), k++)
        if (abs(2 * k - 24) >= 10) tail += ways / (1 << 24);
    const lg_paired r = lg_paired_test(d, 24, lg_key_root(5)), again = lg_paired_test(d, 24, lg_key_root(5));
    assert_false(r.exact);
    assert_near(r.p, tail, 4 * sqrt(tail * (1 - tail) / LG_FLIPS));
    assert_true(r.p == again.p && r.mean == 10.0 / 24);
    assert_true(lg_paired_test(d, 24, lg_key_root(6)).p != r.p);
}

static void horizons(void **state) {
    static const lg_point points[] = {POINT(1, 1), POINT(2, 0.97), POINT(5, 0.9), POINT(9, 0.89), POINT(10, 0.95)};
    (void)state;
    assert_int_equal(lg_horizon(points, 5, ACCURACY, 0.5), 10);
    assert_int_equal(lg_horizon(points, 5, ACCURACY, 0.9), 5);
    assert_int_equal(lg_horizon(points, 5, ACCURACY, 0.95), 2);
    assert_int_equal(lg_horizon(points + 1, 4, ACCURACY, 0.99), 0);
    assert_int_equal(lg_horizon(points, 0, ACCURACY, 0.5), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_of_the_table),
        cmocka_unit_test(closed_forms),
        cmocka_unit_test(quantile_undoes_the_distribution),
        cmocka_unit_test(summary_of_a_few),
        cmocka_unit_test(summary_of_fewer),
        cmocka_unit_test(exact_tests),
        cmocka_unit_test(drawn_tests),
        cmocka_unit_test(horizons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
