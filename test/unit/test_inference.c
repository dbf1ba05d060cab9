/* test_inference.c: effects, tests and verdicts. Compares them with SciPy 1.17 and with enumeration, and tests them by
 * simulation. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "report/inference.h"

static void assert_near(double got, double wanted, double slack) {
    if (!(fabs(got - wanted) <= slack)) fail_msg("got %.12g, wanted %.12g", got, wanted);
}

static lg_effect effect_of(lg_differences d, lg_effect_unit unit) {
    lg_effect e;
    assert_true(lg_effect_of(d, unit, &e));
    return e;
}

/* ---- effects ---- */

/* Differences of five tasks, with three seeds each. */
static const double fifteen[] = {1.5, -0.5, 2, 4, 5.5, 3, -1, 0.25, 0.5, 7, 9, 2, 0, 0, 0.75};
static const size_t by_three[] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4};

/* The expected numbers are those of scipy.stats.ttest_1samp for the five means, and of a bootstrap of two million
 * samples with NumPy. */
static void tasks_as_units(void **state) {
    const lg_differences d = {fifteen, by_three, 15};
    const lg_effect e = effect_of(d, LG_UNIT_TASK);
    (void)state;
    assert_true(e.tasks == 5 && e.pairs == 15);
    assert_near(e.mean, 2.26666666667, 1e-11);
    assert_near(e.error, 1.19878410622, 1e-11);
    assert_near(lg_effect_interval(&e, 0.95).low, -1.06169159725, 1e-11);
    assert_near(lg_effect_interval(&e, 0.95).high, 5.59502493058, 1e-11);
    assert_near(lg_effect_interval(&e, 0.9).low, -0.288957377685, 1e-11);
    lg_interval drawn, again;
    assert_true(lg_effect_bootstrap(d, lg_key_root(1), &drawn) && lg_effect_bootstrap(d, lg_key_root(1), &again));
    assert_near(drawn.low, 0.2667, 0.15);
    assert_near(drawn.high, 4.4833, 0.15);
    assert_true(drawn.low == again.low && drawn.high == again.high);
}

/* The scores of one arm are the seeds of task 0, the negated scores of the other arm those of task 1. So the mean
 * effect is half of the difference in scipy.stats.ttest_ind(equal_var=False). */
static void seeds_as_units(void **state) {
    static const double arms[] = {3.1, 2.4, 5.0, 4.2, -1.0, -0.2, -2.7};
    static const size_t of[] = {0, 0, 0, 0, 1, 1, 1};
    const lg_effect e = effect_of((lg_differences){arms, of, 7}, LG_UNIT_SEED);
    (void)state;
    assert_near(e.mean / e.error, 2.538075504440, 1e-11);
    assert_near(e.freedom, 4.157654233653, 1e-11);
    assert_near(2 * lg_effect_interval(&e, 0.95).low, -0.184658743255, 1e-11);
    assert_near(2 * lg_effect_interval(&e, 0.95).high, 4.934658743255, 1e-11);
}

/* Three seeds for each of five tasks are not fifteen independent differences. With tasks as units, the interval
 * contains 0. If each seed counted as a task, the interval would exclude 0. */
static void seeds_are_no_tasks(void **state) {
    size_t apart[15];
    for (size_t i = 0; i < 15; i++) apart[i] = i;
    const lg_effect by_task = effect_of((lg_differences){fifteen, by_three, 15}, LG_UNIT_TASK),
                    as_drawn = effect_of((lg_differences){fifteen, apart, 15}, LG_UNIT_TASK);
    (void)state;
    assert_near(by_task.mean, as_drawn.mean, 1e-14);
    assert_true(lg_effect_interval(&by_task, 0.95).low < 0 && lg_effect_interval(&as_drawn, 0.95).low > 0);
}

static void too_few(void **state) {
    static const double equal[] = {0.1 + 0.2, 0.3, 0.3}, one = 4;
    static const size_t same[] = {0, 0, 0}, three[] = {0, 1, 2};
    (void)state;
    for (int u = LG_UNIT_TASK; u <= LG_UNIT_SEED; u++) {
        const lg_effect none = effect_of((lg_differences){NULL, NULL, 0}, u),
                        single = effect_of((lg_differences){&one, same, 1}, u),
                        level = effect_of((lg_differences){equal, u == LG_UNIT_TASK ? three : same, 3}, u);
        assert_true(isnan(none.mean) && isnan(lg_effect_interval(&none, 0.95).low));
        assert_true(single.mean == 4 && isnan(single.error) && isnan(lg_effect_interval(&single, 0.95).low));
        assert_true(level.error == 0 && isnan(lg_effect_interval(&level, 0.95).low));
        assert_int_equal(lg_verdict_above(&level, 0, 0.05), LG_UNDECIDED);
        assert_int_equal(lg_verdict_within(&level, 1, 0.05), LG_UNDECIDED);
        assert_true(isnan(lg_units_needed(&level, 0.05).low));
    }
}

/* ---- tests ---- */

/* The p-value of the sign-flip test, by enumerating all signs. */
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
        assert_near(r.least, 2 / pow(2, (double)n), 0);
    }
    const double same[] = {2, 2, 2, 2, 2};
    assert_near(lg_paired_test(same, 5, lg_key_root(1)).p, 2.0 / 32, 0); /* as extreme: all signs flipped, or none */
    const double none[] = {0, 0};
    assert_near(lg_paired_test(none, 2, lg_key_root(1)).p, 1, 0);
    assert_near(lg_paired_test(d, 7, lg_key_root(1)).p, 0.140625, 0); /* SciPy 1.17, permutation_test */
    const lg_paired empty = lg_paired_test(NULL, 0, lg_key_root(1));
    assert_true(isnan(empty.p) && isnan(empty.least));
}

/* With 24 differences of equal size, the number K of flipped signs is binomial, and p is a tail probability of K. Here
 * 17 differences are positive: p = P(|2 K - 24| >= 10). */
static void drawn_tests(void **state) {
    double d[24], tail = 0, ways = 1;
    (void)state;
    for (int i = 0; i < 24; i++) d[i] = i < 17 ? 1 : -1;
    for (int k = 0; k <= 24; ways = ways * (24 - k) / (k + 1), k++)
        if (abs(2 * k - 24) >= 10) tail += ways / (1 << 24);
    const lg_paired r = lg_paired_test(d, 24, lg_key_root(5)), again = lg_paired_test(d, 24, lg_key_root(5));
    assert_false(r.exact);
    assert_near(r.least, 1.0 / (LG_FLIPS + 1), 0);
    assert_near(r.p, tail, 4 * sqrt(tail * (1 - tail) / LG_FLIPS));
    assert_true(r.p == again.p && r.mean == 10.0 / 24);
    assert_true(lg_paired_test(d, 24, lg_key_root(6)).p != r.p);
}


/* Holm's steps, computed by hand. */
static void families(void **state) {
    double p[] = {0.04, 0.001, 0.02, 0.03};
    static const double wanted[] = {0.06, 0.004, 0.06, 0.06};
    (void)state;
    assert_true(lg_holm(p, 4));
    for (int i = 0; i < 4; i++) assert_near(p[i], wanted[i], 1e-15);
    double large[] = {0.5, 0.9};
    assert_true(lg_holm(large, 2));
    assert_true(large[0] == 1 && large[1] == 1);
}

/* Expected values for one task are those of scipy.stats.fisher_exact. For several tasks, NumPy convolves hypergeometric
 * distributions. */
static void shares_of_solved_seeds(void **state) {
    static const struct {
        lg_solved task;
        double p;
    } known[] = {{{{4, 0}, {4, 4}}, 0.0285714285714},
                 {{{3, 1}, {4, 6}}, 0.190476190476},
                 {{{7, 2}, {10, 9}}, 0.0697785186949},
                 {{{5, 5}, {6, 6}}, 1}};
    static const lg_solved strata[] = {{{4, 1}, {5, 5}}, {{3, 2}, {4, 4}}, {{3, 0}, {3, 3}}, {{6, 3}, {6, 5}}};
    double p;
    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_true(lg_solved_test(&known[i].task, 1, &p));
        assert_near(p, known[i].p, 1e-12);
    }
    assert_true(lg_solved_test(strata, 4, &p));
    assert_near(p, 0.0224953617811, 1e-12); /* one task does not count: it has too few seeds */
    assert_int_equal(lg_verdict_solved(strata, 4, p, 0.05), LG_HOLDS);
    assert_int_equal(lg_verdict_solved(strata, 4, p, 0.02), LG_UNDECIDED);
    static const lg_solved lost = {{0, 4}, {4, 4}};
    assert_int_equal(lg_verdict_solved(&lost, 1, 0.0286, 0.05), LG_REFUTED);
    assert_true(lg_solved_test(&strata[2], 1, &p) && isnan(p));
    assert_int_equal(lg_verdict_solved(&strata[2], 1, p, 0.05), LG_UNDECIDED);
    assert_true(lg_solved_is_mixed(&strata[0]) && !lg_solved_is_mixed(&strata[2]) && !lg_solved_is_mixed(&lost));
}

/* ---- verdicts ---- */

static void verdicts(void **state) {
    const lg_effect up = {LG_UNIT_TASK, 10, 30, 3, 1, 9}, down = {LG_UNIT_TASK, 10, 30, -3, 1, 9},
                    flat = {LG_UNIT_TASK, 10, 30, 0.5, 1, 9};
    (void)state;
    assert_int_equal(lg_verdict_above(&up, 0.01, 0.05), LG_HOLDS);
    assert_int_equal(lg_verdict_above(&up, 0.06, 0.05), LG_UNDECIDED); /* p is too large */
    assert_int_equal(lg_verdict_above(&up, 0.01, 0.012), LG_UNDECIDED);
    assert_int_equal(lg_verdict_above(&down, 0.01, 0.05), LG_REFUTED);
    assert_int_equal(lg_verdict_above(&flat, 0.01, 0.05), LG_UNDECIDED);
    assert_int_equal(lg_verdict_within(&flat, 2.4, 0.05), LG_HOLDS); /* 0.5 + 1.833 < 2.4 < 0.5 + 2.262 */
    assert_int_equal(lg_verdict_within(&flat, 2.3, 0.05), LG_UNDECIDED);
    assert_int_equal(lg_verdict_within(&up, 0.7, 0.05), LG_REFUTED);
    assert_int_equal(lg_verdict_within(&up, 0.8, 0.05), LG_UNDECIDED);
    assert_near(lg_look_level(3), 0.0221, 0);
    assert_true(isnan(lg_look_level(0)) && isnan(lg_look_level(11)));
}

/* The number of units that a verdict would need. The same search with SciPy's quantiles gives the expected numbers. */
static void seeds_that_would_decide(void **state) {
    const lg_effect three = {LG_UNIT_SEED, 1, 3, 2, 1.2, 2}, many = {LG_UNIT_TASK, 17, 51, 5, 3, 16},
                    hopeless = {LG_UNIT_TASK, 17, 51, 0.001, 3, 16};
    (void)state;
    lg_needed n = lg_units_needed(&three, 0.05);
    assert_true(n.likely == 11 && n.low == 5 && n.high == 337);
    n = lg_units_needed(&many, 0.05);
    assert_true(n.likely == 51 && n.low == 29 && n.high == 114);
    assert_true(isinf(lg_units_needed(&hopeless, 0.05).likely));
}

/* ---- simulation ---- */

/* Distributions of scores in %:
 * - normal;
 * - bounded above, with most scores near the bound;
 * - bounded at both ends;
 * - scores of seeds that solve a task with probability `share`, and otherwise are near chance. */
typedef struct distribution {
    const char *name;
    double (*draw)(lg_random *r, double share);
    double share;
} distribution;

static double draw_normal(lg_random *r, double share) {
    (void)share;
    return 50 + 5 * lg_random_normal(r);
}

static double draw_bounded(lg_random *r, double share) {
    (void)share;
    return fmin(98 + 3 * lg_random_normal(r), 100);
}

static double draw_ends(lg_random *r, double share) {
    (void)share;
    return 50 - 50 * cos(acos(-1) * lg_random_unit(r)); /* the arcsine distribution */
}

static double draw_bimodal(lg_random *r, double share) {
    return lg_random_unit(r) < share ? 100 - 0.3 * fabs(lg_random_normal(r)) : 50 + lg_random_normal(r);
}

static const distribution distributions[] = {{"normal", draw_normal, 0},         {"bounded", draw_bounded, 0},
                           {"two ends", draw_ends, 0},         {"bimodal 0.05", draw_bimodal, 0.05},
                           {"bimodal 0.3", draw_bimodal, 0.3}, {"bimodal 0.5", draw_bimodal, 0.5},
                           {"bimodal 0.9", draw_bimodal, 0.9}};
enum { DISTRIBUTIONS = sizeof distributions / sizeof *distributions, STUDIES = 1500, MOST = 30 };

typedef struct counts {
    int holds, refuted, covered;
} counts;

/* Adds the verdict of a simulated study to the counts. Both arms have the same distribution, so the true effect is
 * 0. */
static void add_study(const distribution *l, size_t tasks, size_t seeds, lg_effect_unit unit, lg_random *r,
                      counts *to) {
    double values[MOST], means[MOST];
    size_t of[MOST];
    for (size_t i = 0; i < tasks * seeds; i++) {
        values[i] = l->draw(r, l->share) - l->draw(r, l->share);
        of[i] = i / seeds;
    }
    const lg_differences d = {values, of, tasks * seeds};
    const lg_effect e = effect_of(d, unit);
    const lg_interval i = lg_effect_interval(&e, 0.95);
    const size_t count = unit == LG_UNIT_TASK ? lg_differences_means(d, means) : d.count;
    const double p = lg_paired_test(unit == LG_UNIT_TASK ? means : values, count, lg_key_root(3)).p;
    const lg_verdict v = lg_verdict_above(&e, p, 0.05);
    to->holds += v == LG_HOLDS, to->refuted += v == LG_REFUTED;
    to->covered += !(i.low > 0) && !(i.high < 0);
}

/* Asserts that at most 3 % of the studies (plus two standard errors of the simulation) claim a positive effect, and at
 * most as many claim a negative effect. If there are `many` units, also asserts that 93 % of the intervals contain the
 * true effect. */
static void expect_rare(const char *name, const counts *n, bool many) {
    const double most = 3 + 200 * sqrt(0.03 * 0.97 / STUDIES), each = 100.0 / STUDIES;
    if (each * n->holds > most || each * n->refuted > most || (many && each * n->covered < 93))
        fail_msg("%s: %.2f %% hold, %.2f %% refuted, %.1f %% covered", name, each * n->holds, each * n->refuted,
                 each * n->covered);
}

static void false_verdicts_are_rare(void **state) {
    static const struct {
        size_t tasks, seeds;
        lg_effect_unit unit;
    } designs[] = {{1, 3, LG_UNIT_SEED}, {1, 10, LG_UNIT_SEED}, {4, 3, LG_UNIT_SEED},
                   {3, 3, LG_UNIT_TASK}, {10, 3, LG_UNIT_TASK}, {12, 1, LG_UNIT_TASK}};
    (void)state;
    for (size_t k = 0; k < sizeof designs / sizeof *designs; k++)
        for (size_t j = 0; j < DISTRIBUTIONS; j++) {
            lg_random r = lg_random_from(lg_key_fold(lg_key_root(k), j));
            counts n = {0};
            for (int i = 0; i < STUDIES; i++)
                add_study(&distributions[j], designs[k].tasks, designs[k].seeds, designs[k].unit, &r, &n);
            expect_rare(distributions[j].name, &n, designs[k].tasks * designs[k].seeds >= 10);
        }
}

/* A study looks at its results after 3, 6 and 10 seeds, and stops at the first look with a verdict. */
static void looks_keep_their_level(void **state) {
    static const size_t looks[] = {3, 6, 10}, of[10];
    (void)state;
    for (size_t j = 0; j < DISTRIBUTIONS; j++) {
        lg_random r = lg_random_from(lg_key_fold(lg_key_root(99), j));
        counts n = {0};
        for (int i = 0; i < STUDIES; i++) {
            double values[10];
            for (int k = 0; k < 10; k++)
                values[k] = distributions[j].draw(&r, distributions[j].share) -
                            distributions[j].draw(&r, distributions[j].share);
            lg_verdict v = LG_UNDECIDED;
            for (int k = 0; k < 3 && v == LG_UNDECIDED; k++) {
                const lg_effect e = effect_of((lg_differences){values, of, looks[k]}, LG_UNIT_SEED);
                v = lg_verdict_above(&e, 0, lg_look_level(3)); /* p = 0, so that only the interval decides */
            }
            n.holds += v == LG_HOLDS, n.refuted += v == LG_REFUTED;
        }
        expect_rare(distributions[j].name, &n, false);
    }
}

static double binomial(size_t n, size_t k, double share) {
    return exp(lgamma((double)n + 1) - lgamma((double)k + 1) - lgamma((double)(n - k) + 1)) * pow(share, (double)k) *
           pow(1 - share, (double)(n - k));
}

/* Both arms solve a task with the same probability. Sums the probabilities of all outcomes with a false verdict. */
static void shares_have_few_false_verdicts(void **state) {
    (void)state;
    for (size_t n = 3; n <= 10; n++)
        for (double share = 0.05; share < 1; share += 0.05) {
            double holds = 0, refuted = 0;
            for (size_t a = 0; a <= n; a++)
                for (size_t b = 0; b <= n; b++) {
                    const lg_solved task = {{a, b}, {n, n}};
                    double p;
                    assert_true(lg_solved_test(&task, 1, &p));
                    const lg_verdict v = lg_verdict_solved(&task, 1, p, 0.05);
                    holds += v == LG_HOLDS ? binomial(n, a, share) * binomial(n, b, share) : 0;
                    refuted += v == LG_REFUTED ? binomial(n, a, share) * binomial(n, b, share) : 0;
                }
            assert_true(holds <= 0.025 && refuted <= 0.025 && (n > 3 || holds == 0));
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tasks_as_units),
        cmocka_unit_test(seeds_as_units),
        cmocka_unit_test(seeds_are_no_tasks),
        cmocka_unit_test(too_few),
        cmocka_unit_test(exact_tests),
        cmocka_unit_test(drawn_tests),
        cmocka_unit_test(families),
        cmocka_unit_test(shares_of_solved_seeds),
        cmocka_unit_test(verdicts),
        cmocka_unit_test(seeds_that_would_decide),
        cmocka_unit_test(false_verdicts_are_rare),
        cmocka_unit_test(looks_keep_their_level),
        cmocka_unit_test(shares_have_few_false_verdicts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
