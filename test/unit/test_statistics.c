/* test_statistics.c: compares statistics with published tables, closed forms and enumeration. */
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

/* Quantiles of NIST/SEMATECH e-Handbook of Statistical Methods, table 1.3.6.7.2. */
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

/* Student's t distribution with one degree of freedom is the Cauchy distribution. With two and four degrees it has
 * closed forms. With many degrees it approaches the normal distribution. */
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

/* Quantiles of SciPy 1.17, chi2.ppf. */
static void quantiles_of_chi_squared(void **state) {
    static const struct {
        double p, freedom, x;
    } known[] = {{0.975, 1, 5.02388618731}, {0.025, 2, 0.0506356159686}, {0.975, 2, 7.37775890823},
                 {0.8, 3.7, 5.59030331339}, {0.025, 10, 3.24697278024},  {0.975, 50, 71.4201951875},
                 {0.5, 400, 399.333531225}};
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_near(lg_chi_square_quantile(known[i].p, known[i].freedom), known[i].x, 1e-11 * known[i].x);
    for (double x = 0.25; x < 5000; x *= 2) assert_near(lg_chi_square_cdf(x, 2), 1 - exp(-x / 2), 1e-14);
}

static void summary_of_a_few(void **state) {
    double values[] = {4, 2, 5, 4, 9, 4, 7, 5};
    const lg_summary s = lg_summarize(values, 8, (lg_range){-INFINITY, INFINITY});
    (void)state;
    assert_int_equal(s.count, 8);
    assert_near(s.mean, 5, 1e-15);
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
    lg_summary s = lg_summarize(NULL, 0, lg_amounts);
    assert_true(s.count == 0 && isnan(s.mean) && isnan(s.max) && isnan(s.sample_sd));
    s = lg_summarize(&one, 1, lg_amounts);
    assert_true(s.mean == 3 && s.median == 3 && s.max == 3);
    assert_true(isnan(s.sample_sd) && isnan(s.low) && isnan(s.high));
}

/* Tests the equation that defines Wilson's interval: if the true share is an end of the interval, the measured mean is
 * t standard deviations away from that end. */
static void intervals_stay_in_their_range(void **state) {
    (void)state;
    double values[][4] = {{60, 70, 85, 100}, {0, 0, 1, 30}, {99, 100, 100, 100}, {-40, 20, 35, 80}};
    const double lows[] = {0, 0, 0, -100};
    for (int i = 0; i < 4; i++) {
        const double low = lows[i], width = 100 - low, t = lg_student_quantile(0.975, 3);
        const lg_summary s = lg_summarize(values[i], 4, (lg_range){low, 100});
        const double p = (s.mean - low) / width, variance = pow(s.sample_sd / width, 2) / 4;
        const double trials = p * (1 - p) / variance, ends[] = {(s.low - low) / width, (s.high - low) / width};
        for (int k = 0; k < 2; k++) {
            assert_true(ends[k] >= 0 && ends[k] <= 1);
            assert_near(trials * pow(p - ends[k], 2), t * t * ends[k] * (1 - ends[k]), 1e-9);
        }
        assert_true(s.low < s.mean && s.mean < s.high);
    }
    double same[] = {100, 100, 100};
    const lg_summary s = lg_summarize(same, 3, (lg_range){0, 100});
    assert_true(isnan(s.low) && isnan(s.high) && s.sample_sd == 0); /* zero width would claim too much certainty */
    double rounded[] = {0.1 + 0.2, 0.3, 0.3};
    assert_true(isnan(lg_summarize(rounded, 3, (lg_range){0, 1}).low));
    double amounts[] = {0.1, 0.2, 3};
    const lg_summary a = lg_summarize(amounts, 3, lg_amounts);
    assert_true(a.low == 0);
    assert_near(a.high - a.mean, lg_student_quantile(0.975, 2) * a.sample_sd / sqrt(3), 1e-12);
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

/* ---- ranks ---- */

enum { SYSTEMS = 5, PRIMITIVE = 24, RANKED = 30 };

/* Accuracies of Rotary, ALiBi, T5, APE and NoPE with three seeds each on copy (5), reverse (3), SCAN and PCFG SET, from
 * the logs of Kazemnejad et al. 2023. */
// clang-format off
static const double accuracies[RANKED][SYSTEMS] = {
    {0.0006, 0.2790, 0.7423, 0, 0.9835},
    {0, 0.2655, 0.8321, 0, 0.9808},
    {0, 0.3234, 0.7393, 0, 0.9925},
    {0, 0.1676, 0.7346, 0, 0.9731},
    {0, 0.2733, 0.4068, 0, 0.9844},
    {0, 0.1400, 0.5316, 0, 0.9633},
    {0.0001, 0.1922, 0.9692, 0, 0.9895},
    {0.0002, 0.1326, 0.9268, 0, 0.9474},
    {0.0467, 0.1844, 0.9211, 0, 0.9647},
    {0.0032, 0.3192, 0.4154, 0.0227, 0.2896},
    {0.0133, 0.3440, 0.4082, 0.0322, 0.2944},
    {0.0177, 0.3299, 0.4350, 0.0283, 0.3322},
    {0.0427, 0.5453, 0.5085, 0.0399, 0.4279},
    {0.0382, 0.5857, 0.5128, 0.0368, 0.4239},
    {0.0472, 0.5767, 0.5505, 0.0418, 0.4403},
    {0.0406, 0.1654, 0.2298, 0.0180, 0.2360},
    {0.1635, 0.1632, 0.2686, 0.0148, 0.2355},
    {0.0280, 0.1840, 0.2284, 0.0363, 0.2187},
    {0.0473, 0.2113, 0.4049, 0.0133, 0.4662},
    {0.0556, 0.2239, 0.4645, 0.0111, 0.4738},
    {0.0574, 0.1489, 0.4757, 0.0086, 0.4795},
    {0, 0.1037, 0.1587, 0.0007, 0.1957},
    {0, 0.1094, 0.1554, 0, 0.1732},
    {0, 0.1324, 0.1060, 0, 0.1776},
    {0.3329, 0.4579, 0.8358, 0.0456, 0.8284},
    {0.2105, 0.4627, 0.7899, 0.0529, 0.7710},
    {0.3052, 0.3938, 0.7698, 0.0721, 0.7924},
    {0.4208, 0.4265, 0.4109, 0.3692, 0.4174},
    {0.4605, 0.4189, 0.4461, 0.3785, 0.4437},
    {0.4348, 0.4390, 0.4593, 0.3517, 0.4386},
};
// clang-format on

static void expect_ranks(int first, int end, lg_ties ties, const double wanted[SYSTEMS]) {
    double sums[SYSTEMS] = {0}, ranks[SYSTEMS];
    for (int i = first; i < end; i++) {
        lg_reciprocal_ranks(accuracies[i], SYSTEMS, false, ties, ranks);
        for (int j = 0; j < SYSTEMS; j++) sums[j] += ranks[j] / (end - first);
    }
    for (int j = 0; j < SYSTEMS; j++) assert_near(sums[j], wanted[j], 5e-5);
}

static void ranks_of_the_study(void **state) {
    static const double primitive[] = {0.2431, 0.4340, 0.5972, 0.2104, 0.7986},
                        classic[] = {0.4167, 0.4583, 0.7083, 0.2000, 0.5000},
                        average[] = {0.2350, 0.4340, 0.5972, 0.2169, 0.7986};
    (void)state;
    expect_ranks(0, PRIMITIVE, LG_TIES_FIRST, primitive);
    expect_ranks(PRIMITIVE, RANKED, LG_TIES_FIRST, classic);
    expect_ranks(0, PRIMITIVE, LG_TIES_AVERAGE, average);
}

static void ties_are_broken(void **state) {
    static const double values[] = {3, 5, 3, NAN, 1};
    static const double wanted[][5] = {[LG_TIES_AVERAGE] = {0.4, 1, 0.4, NAN, 0.25},
                                       [LG_TIES_MIN] = {0.5, 1, 0.5, NAN, 0.25},
                                       [LG_TIES_FIRST] = {0.5, 1, 1.0 / 3, NAN, 0.25}};
    double got[5];
    (void)state;
    for (lg_ties t = LG_TIES_AVERAGE; t <= LG_TIES_FIRST; t++) {
        lg_reciprocal_ranks(values, 5, false, t, got);
        for (int i = 0; i < 5; i++)
            if (isnan(wanted[t][i]) ? !isnan(got[i]) : fabs(got[i] - wanted[t][i]) > 1e-15)
                fail_msg("ties %d: 1 / rank of %g is %g, not %g", (int)t, values[i], got[i], wanted[t][i]);
    }
    lg_reciprocal_ranks(values, 5, true, LG_TIES_MIN, got);
    assert_near(got[4], 1, 0);
    assert_near(got[1], 0.25, 0);
}

static void ranks_that_go_together(void **state) {
    (void)state;
    static const double x[] = {1, 2, 3, 4, 5, NAN, 7}, y[] = {2, 1, 4, 3, 5, 9, NAN};
    assert_near(lg_rank_correlation(x, y, 7), 0.8, 1e-15); /* 1 - 6 * 4 / (5 * 24) */
    assert_near(lg_rank_correlation(x, x, 5), 1, 1e-15);
    static const double down[] = {9, 7, 7, 1}, ties[] = {1, 2, 2, 3}, same[] = {4, 4, 4, 4};
    assert_near(lg_rank_correlation(ties, down, 4), -1, 1e-15);
    assert_true(isnan(lg_rank_correlation(ties, same, 4)));
    assert_true(isnan(lg_rank_correlation(x, y, 2)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantiles_of_the_table),
        cmocka_unit_test(closed_forms),
        cmocka_unit_test(quantile_undoes_the_distribution),
        cmocka_unit_test(quantiles_of_chi_squared),
        cmocka_unit_test(summary_of_a_few),
        cmocka_unit_test(summary_of_fewer),
        cmocka_unit_test(intervals_stay_in_their_range),
        cmocka_unit_test(horizons),
        cmocka_unit_test(ranks_of_the_study),
        cmocka_unit_test(ties_are_broken),
        cmocka_unit_test(ranks_that_go_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
