/* test_verdict.c: the rules of claims. Compares them with numbers computed by hand and by NumPy, and tests them by
 * simulation. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/verdict.h"

static void assert_near(double got, double wanted, double slack) {
    if (!(fabs(got - wanted) <= slack)) fail_msg("got %.12g, wanted %.12g", got, wanted);
}

/* A study of several tasks with several seeds each. The scores of arm `b` are 0, unless a test changes them. */
enum { MOST = 120 };
typedef struct study {
    double a[MOST], b[MOST], differences[MOST];
    size_t tasks[MOST];
    lg_evidence e;
} study;

static void begin_study(study *s, size_t tasks, size_t seeds) {
    *s = (study){.e = {.count = tasks * seeds, .seeds = {seeds, seeds}, .estimate = NAN}};
    s->e.differences = s->differences, s->e.a = s->a, s->e.b = s->b, s->e.tasks = s->e.strata = s->tasks;
    for (size_t i = 0; i < tasks * seeds; i++) s->tasks[i] = i / seeds;
}

static void fill_study(study *s, size_t tasks, size_t seeds, const double *a) {
    begin_study(s, tasks, seeds);
    for (size_t i = 0; i < s->e.count; i++) s->differences[i] = s->a[i] = a[i];
}

static const lg_verdict_rule above = {.solved = NAN};

static lg_ruling decide(const lg_verdict_rule *rule, const study *s, size_t family) {
    lg_ruling r;
    assert_true(lg_ruling_measure(rule, &s->e, lg_key_root(1), &r));
    lg_ruling_decide(rule, &s->e, fmin(1, r.p * (double)family), 1, &r);
    return r;
}

/* ---- by hand ---- */

/* Six tasks with two seeds each. The tasks' means are 1, 4, -1, 2, 6, 3, with the variance 5.9; the error of their mean
 * is sqrt(5.9 / 6) = 0.99163. */
static const double six[] = {0, 2, 3, 5, -1, -1, 1, 3, 5, 7, 2, 4};

static void effects_by_hand(void **state) {
    study s;
    (void)state;
    fill_study(&s, 6, 2, six);
    const lg_ruling r = decide(&above, &s, 1);
    assert_near(r.effects[LG_UNIT_TASK].mean, 2.5, 1e-15);
    assert_near(r.effects[LG_UNIT_TASK].error, sqrt(5.9 / 6), 1e-15);
    assert_near(r.intervals[LG_UNIT_TASK].low, 2.5 - 2.570581835636 * sqrt(5.9 / 6), 1e-11);
    assert_near(r.effects[LG_UNIT_SEED].error, sqrt(5) / 6, 1e-15); /* in five tasks, two seeds have the variance 2 */
    assert_near(r.p, 6.0 / 64, 0); /* as extreme: no flip, -1, -1 and 1, and their opposites */
    assert_near(r.least, 2.0 / 64, 0);
    assert_int_equal(r.verdict, LG_UNDECIDED);
    assert_int_equal(r.open, LG_OPEN_INTERVAL);
    assert_true(r.exception == 2 && r.exception_mean == -1 && r.against == 1);
    lg_verdict_rule five = above;
    five.margin = 5.5;
    assert_int_equal(decide(&five, &s, 1).verdict, LG_REFUTED);
    assert_int_equal(decide(&five, &s, 1).against, 5);
}

/* If all six tasks have the same sign, p is 2 / 64, which suffices for one claim but not for a family of two. */
static void families_of_six(void **state) {
    static const double all[] = {1, 2, 3, 4, 5, 6};
    study s;
    (void)state;
    fill_study(&s, 6, 1, all);
    assert_int_equal(decide(&above, &s, 1).verdict, LG_HOLDS);
    const lg_ruling r = decide(&above, &s, 2);
    assert_true(r.verdict == LG_UNDECIDED && r.open == LG_OPEN_P);
    fill_study(&s, 5, 1, all);
    assert_int_equal(decide(&above, &s, 1).open, LG_OPEN_P);
}

static void looks(void **state) {
    static const int three[] = {1, 2, 6}, other[] = {3};
    study s;
    lg_verdict_rule rule = above;
    (void)state;
    fill_study(&s, 6, 2, six);
    rule.looks = three, rule.look_count = 3;
    assert_near(decide(&rule, &s, 1).level, 0.0221, 0);
    assert_int_equal(decide(&rule, &s, 1).open, LG_OPEN_INTERVAL);
    rule.looks = other, rule.look_count = 1;
    assert_int_equal(decide(&rule, &s, 1).open, LG_OPEN_LOOK);
    s.e.alone = 1;
    assert_int_equal(decide(&rule, &s, 1).open, LG_OPEN_UNEVEN);
    s.e.alone = 0, s.e.seeds[1] = 3;
    assert_int_equal(decide(&rule, &s, 1).open, LG_OPEN_UNEVEN);
}

/* Equivalence, for six means around 0.1. The error is 0.2708. So the 90 % interval is -0.446 to 0.646, and the 95 %
 * interval is -0.596 to 0.796. */
static void equivalence(void **state) {
    static const double near[] = {-0.9, 0.6, 0.1, 1.1, -0.4, 0.1};
    study s;
    lg_verdict_rule rule = {.expectation = LG_EXPECT_WITHIN, .margin = 0.7, .solved = NAN};
    (void)state;
    fill_study(&s, 6, 1, near);
    const lg_ruling r = decide(&rule, &s, 1);
    assert_near(r.effects[LG_UNIT_TASK].error, sqrt(2.5 / 5 / 6), 1e-12);
    assert_int_equal(r.verdict, LG_HOLDS);
    assert_near(r.p, 0.0461, 1e-4); /* P(T > 0.6 / 0.28868) of 5 degrees of freedom */
    assert_int_equal(decide(&rule, &s, 2).open, LG_OPEN_P);
    rule.margin = 0.65;
    assert_int_equal(decide(&rule, &s, 1).open, LG_OPEN_INTERVAL);
    for (int i = 0; i < 6; i++) s.differences[i] += 5;
    assert_int_equal(decide(&rule, &s, 1).verdict, LG_REFUTED);
}

static void no_verdict_without_spread(void **state) {
    static const double equal[] = {3, 3, 3, 3, 3, 3}, one[] = {7};
    study s;
    (void)state;
    fill_study(&s, 6, 1, equal);
    assert_int_equal(decide(&above, &s, 1).open, LG_OPEN_WIDTH);
    fill_study(&s, 1, 1, one);
    assert_int_equal(decide(&above, &s, 1).open, LG_OPEN_UNITS);
    begin_study(&s, 0, 0);
    assert_int_equal(decide(&above, &s, 1).open, LG_OPEN_EMPTY);
}

/* The arms' mean scores are 52.5 and 50. There is a verdict, unless the claim requires a higher score of an arm. */
static void no_verdict_without_learning(void **state) {
    study s;
    lg_verdict_rule rule = above;
    (void)state;
    fill_study(&s, 6, 2, six);
    for (size_t i = 0; i < s.e.count; i++) s.b[i] = 50, s.differences[i] = six[i] + 20, s.a[i] = 50 + six[i];
    assert_int_equal(decide(&rule, &s, 1).verdict, LG_HOLDS);
    rule.learned = 52.5;
    assert_int_equal(decide(&rule, &s, 1).verdict, LG_HOLDS);
    rule.learned = 52.6;
    const lg_ruling r = decide(&rule, &s, 1);
    assert_true(r.verdict == LG_UNDECIDED && r.open == LG_OPEN_LEARNED);
}

/* One task, which 4 of 5 seeds solve in one arm and 0 of 5 in the other: Fisher's p = 2 * 5 / 210 = 0.0476. */
static void shares_in_place_of_means(void **state) {
    study s;
    lg_verdict_rule rule = {.unit = LG_UNIT_SEED, .solved = 90};
    (void)state;
    begin_study(&s, 1, 5);
    for (int i = 0; i < 5; i++) s.a[i] = i < 4 ? 100 : 50, s.b[i] = 50 + i, s.differences[i] = s.a[i] - s.b[i];
    const lg_ruling r = decide(&rule, &s, 1);
    assert_true(r.by_shares && r.verdict == LG_HOLDS && r.solved.solved[0] == 4 && r.solved.solved[1] == 0);
    assert_near(r.p, 10.0 / 210, 1e-12);
    rule.margin = 5;
    assert_int_equal(decide(&rule, &s, 1).open, LG_OPEN_BIMODAL);
    rule.margin = 0;
    begin_study(&s, 1, 3);
    s.a[0] = 100;
    assert_int_equal(decide(&rule, &s, 1).open, LG_OPEN_SEEDS);
}

/* How many seeds per task a verdict would need. With six tasks the squared error is 0.9833. A part of 0.1389 comes from
 * the seeds, of which each task has only two; more seeds would reduce this part. */
static void seeds_that_would_decide(void **state) {
    study s;
    (void)state;
    fill_study(&s, 6, 2, six);
    lg_ruling r = decide(&above, &s, 1);
    assert_true(lg_ruling_explain(&above, &s.e, lg_key_root(1), &r));
    /* A verdict needs a squared error of (2.5 / (t(0.975, 5) + t(0.8, 5)))^2 = 0.5369. More seeds cannot give that: the
     * part between tasks alone is 0.9833 - 0.1389. */
    assert_true(isinf(r.more_seeds.likely));
    /* With the smallest plausible variance, the squared error is 5.9 * 5 / 12.8325 / 6 = 0.3831, of which the part
     * between tasks is 0.2442. Seeds: 2 * 0.1389 / (0.5369 - 0.2442) < 2. */
    assert_near(r.more_seeds.low, 3, 0);
    assert_true(isinf(r.more_seeds.high) && r.more_tasks.likely > 6 && r.more_tasks.high > r.more_tasks.likely);
}

/* A jackknife over tasks, computed by hand and compared with NumPy and scipy.stats.spearmanr. */
static void correlation_by_hand(void **state) {
    static const double x[] = {1, 2, 3, 4, 5, 6}, y[] = {2, 1, 4, 3, 6, 5};
    static const size_t tasks[] = {0, 0, 1, 1, 2, 2};
    double all, pseudo[3];
    (void)state;
    assert_true(lg_rank_correlation_by_task(x, y, tasks, 6, &all, pseudo));
    assert_near(all, 1 - 6.0 * 6 / (6 * 35), 1e-15);
    for (int i = 0; i < 3; i++) assert_near(pseudo[i], 3 * all - 2 * 0.6, 1e-14); /* 0.6: correlation of four cells */
}

/* ---- simulation ---- */

/* Distributions of the scores of an arm's seeds, in %:
 * - normal;
 * - bounded, with most scores near the bound;
 * - scores of seeds that solve a task with probability 0.4, and otherwise are near chance. */
typedef double (*distribution)(lg_random *r);

static double draw_normal(lg_random *r) {
    return 50 + 5 * lg_random_normal(r);
}

static double draw_bounded(lg_random *r) {
    return fmin(98 + 3 * lg_random_normal(r), 100);
}

static double draw_bimodal(lg_random *r) {
    return lg_random_unit(r) < 0.4 ? 100 - 0.3 * fabs(lg_random_normal(r)) : 50 + lg_random_normal(r);
}

static const distribution distributions[] = {draw_normal, draw_bounded, draw_bimodal};
enum { DISTRIBUTIONS = 3, STUDIES = 600 };

/* Asserts that `count` is at most `most` % of the studies, plus two standard errors of the simulation. */
static void expect_few(const char *what, size_t of, int count, double most) {
    const double share = 100.0 * count / STUDIES;
    if (share > most + 200 * sqrt(most / 100 * (1 - most / 100) / STUDIES))
        fail_msg("distribution %zu: %s in %.2f %% of the studies", of, what, share);
}

static void draw_study(study *s, size_t tasks, size_t seeds, distribution draw, double effect, lg_random *r) {
    begin_study(s, tasks, seeds);
    for (size_t i = 0; i < s->e.count; i++) {
        s->a[i] = draw(r) + effect, s->b[i] = draw(r);
        s->differences[i] = s->a[i] - s->b[i];
    }
}

static const struct design {
    size_t tasks, seeds;
    lg_effect_unit unit;
} designs[] = {{1, 3, LG_UNIT_SEED},  {1, 10, LG_UNIT_SEED}, {5, 3, LG_UNIT_SEED},
               {10, 3, LG_UNIT_TASK}, {15, 3, LG_UNIT_TASK}, {12, 6, LG_UNIT_TASK}};
enum { DESIGNS = sizeof designs / sizeof *designs };

/* Studies in which both arms have the same distribution. From ten units on, intervals must also contain the true
 * effect, 0. */
static void false_verdicts(void **state) {
    (void)state;
    for (size_t k = 0; k < DESIGNS; k++)
        for (size_t j = 0; j < DISTRIBUTIONS; j++)
            for (int counted = 0; counted < 2; counted++) {
                const struct design *d = &designs[k];
                const lg_verdict_rule rule = {.unit = d->unit, .solved = counted ? 90 : NAN};
                lg_random random = lg_random_from(lg_key_fold(lg_key_root(k), j));
                int holds = 0, refuted = 0, missed = 0;
                for (int i = 0; i < STUDIES; i++) {
                    study s;
                    draw_study(&s, d->tasks, d->seeds, distributions[j], 0, &random);
                    const lg_ruling r = decide(&rule, &s, 1);
                    const lg_interval at = r.intervals[d->unit];
                    holds += r.verdict == LG_HOLDS, refuted += r.verdict == LG_REFUTED;
                    missed += at.low > 0 || at.high < 0;
                }
                expect_few("holds", j, holds, 3), expect_few("refuted", j, refuted, 3);
                if (d->tasks * (d->unit == LG_UNIT_SEED ? d->seeds : 1) >= 10) expect_few("missed", j, missed, 7);
            }
}

/* Seeds are added until there is a verdict, at three looks. */
static void false_verdicts_of_looks(void **state) {
    static const int at[] = {3, 6, 10};
    const lg_verdict_rule rule = {.unit = LG_UNIT_SEED, .solved = 90, .looks = at, .look_count = 3};
    (void)state;
    for (size_t j = 0; j < DISTRIBUTIONS; j++) {
        lg_random random = lg_random_from(lg_key_fold(lg_key_root(77), j));
        int holds = 0, refuted = 0;
        for (int i = 0; i < STUDIES; i++) {
            study s;
            lg_verdict v = LG_UNDECIDED;
            draw_study(&s, 1, 10, distributions[j], 0, &random);
            for (int k = 0; k < 3 && v == LG_UNDECIDED; k++) {
                s.e.count = s.e.seeds[0] = s.e.seeds[1] = (size_t)at[k];
                v = decide(&rule, &s, 1).verdict;
            }
            holds += v == LG_HOLDS, refuted += v == LG_REFUTED;
        }
        expect_few("holds", j, holds, 3), expect_few("refuted", j, refuted, 3);
    }
}

/* Families of ten claims, none of which has an effect. At most 5 % of the families may have a false verdict in any
 * direction. This test counts one direction, which may occur in at most 3 %. */
static void false_verdicts_of_families(void **state) {
    enum { CLAIMS = 10 };
    (void)state;
    for (size_t j = 0; j < DISTRIBUTIONS; j++) {
        lg_random random = lg_random_from(lg_key_fold(lg_key_root(78), j));
        int wrong = 0;
        for (int i = 0; i < STUDIES / 5; i++) {
            study s[CLAIMS];
            lg_ruling r[CLAIMS];
            double p[CLAIMS];
            bool holds = false;
            for (int k = 0; k < CLAIMS; k++) {
                draw_study(&s[k], 10, 3, distributions[j], 0, &random);
                assert_true(lg_ruling_measure(&above, &s[k].e, lg_key_root(1), &r[k]));
                p[k] = r[k].p;
            }
            assert_true(lg_holm(p, CLAIMS));
            for (int k = 0; k < CLAIMS; k++)
                lg_ruling_decide(&above, &s[k].e, p[k], 1, &r[k]), holds |= r[k].verdict == LG_HOLDS;
            wrong += 5 * holds;
        }
        expect_few("one of ten holds", j, wrong, 4);
    }
}

/* If the effect is exactly at the margin, equivalence holds in 5 % of the studies. This is the level of each of the two
 * tests of equivalence. If the effect is far outside the margin, equivalence never holds. If it is within the margin,
 * equivalence is refuted in at most 2.5 %. */
static void false_equivalence(void **state) {
    const lg_verdict_rule rule = {.expectation = LG_EXPECT_WITHIN, .margin = 4, .solved = NAN};
    (void)state;
    for (size_t j = 0; j < DISTRIBUTIONS; j++) {
        lg_random random = lg_random_from(lg_key_fold(lg_key_root(79), j));
        int holds = 0, far = 0, refuted = 0;
        for (int i = 0; i < STUDIES; i++) {
            study s;
            draw_study(&s, 12, 3, distributions[j], 4, &random);
            const lg_verdict v = decide(&rule, &s, 1).verdict;
            holds += v == LG_HOLDS, refuted += v == LG_REFUTED;
            draw_study(&s, 12, 3, distributions[j], 12, &random);
            far += decide(&rule, &s, 1).verdict == LG_HOLDS;
        }
        expect_few("holds at the margin", j, holds, 5), expect_few("refuted at the margin", j, refuted, 3);
        expect_few("holds far outside", j, far, 1);
    }
}

/* Tables of 15 tasks and 11 columns. A value is the sum of a part of its task, a part of its cell, and noise. Two
 * tables share the parts of tasks and of cells. All parts are normal, so Spearman's correlation of the tables is 6 / pi
 * asin(r / 2), where r is the ordinary correlation. */
static void coverage_of_correlations(void **state) {
    enum { TASKS = 15, COLUMNS = 11, CELLS = TASKS * COLUMNS, TABLES = 400 };
    static const double task_sd[] = {0, 1, 2};
    (void)state;
    for (size_t k = 0; k < 3; k++) {
        const double shared = task_sd[k] * task_sd[k] + 0.5, truth = 6 / acos(-1) * asin(shared / (shared + 1) / 2);
        lg_random r = lg_random_from(lg_key_fold(lg_key_root(80), k));
        int missed = 0;
        for (int i = 0; i < TABLES; i++) {
            double x[CELLS], y[CELLS], all, pseudo[TASKS], task = 0;
            size_t of[CELLS], each[TASKS];
            for (int n = 0; n < CELLS; n++) {
                if (n % COLUMNS == 0) task = task_sd[k] * lg_random_normal(&r);
                const double cell = task + sqrt(0.5) * lg_random_normal(&r);
                x[n] = cell + lg_random_normal(&r), y[n] = cell + lg_random_normal(&r), of[n] = (size_t)(n / COLUMNS);
            }
            assert_true(lg_rank_correlation_by_task(x, y, of, CELLS, &all, pseudo));
            for (size_t n = 0; n < TASKS; n++) each[n] = n;
            lg_effect e;
            assert_true(lg_effect_of((lg_differences){pseudo, each, TASKS}, LG_UNIT_TASK, &e));
            e.mean = all;
            const lg_interval at = lg_effect_interval(&e, 0.95);
            missed += truth < at.low || truth > at.high;
        }
        if (100.0 * missed / TABLES > 7 + 200 * sqrt(0.07 * 0.93 / TABLES))
            fail_msg("deviation of tasks %g: %.1f %% missed", task_sd[k], 100.0 * missed / TABLES);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(effects_by_hand),
        cmocka_unit_test(families_of_six),
        cmocka_unit_test(looks),
        cmocka_unit_test(equivalence),
        cmocka_unit_test(no_verdict_without_spread),
        cmocka_unit_test(no_verdict_without_learning),
        cmocka_unit_test(shares_in_place_of_means),
        cmocka_unit_test(seeds_that_would_decide),
        cmocka_unit_test(correlation_by_hand),
        cmocka_unit_test(false_verdicts),
        cmocka_unit_test(false_verdicts_of_looks),
        cmocka_unit_test(false_verdicts_of_families),
        cmocka_unit_test(false_equivalence),
        cmocka_unit_test(coverage_of_correlations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
