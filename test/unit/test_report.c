/* test_report.c: a report from the results of a sweep: the runs behind each cell, and the published numbers beside it.
 * Repeated reports have the same bytes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "api/figure.h"
#include "api/report.h"
#include "api/sweep.h"
#include "base/file.h"
#include "error_words.h"
#include "figure_script.h"
#include "metrics.h"
#include "planned.h"
#include "report/format/write.h"
#include "report/plot/figure.h"
#include "study_rows.h"
#include "sweep/plan/grid.h"
#include "sweep/registry/registry.h"

/* The sweep has the rows even_pairs and bucket_sort, the columns none, relative, R relative and unsorted, the rates
 * 1e-4 and 1e-3, and the seeds 0, 1 and 2. */
static const char file[] = "title: Two tasks\n"
                           "set: {train.steps: 1000, curriculum.lengths: 1..4, eval.lengths: 1..8}\n"
                           "grid:\n"
                           "  task: [even_pairs, bucket_sort]\n"
                           "  scheme:\n"
                           "    none: {encoding: none}\n"
                           "    R relative: {encoding: relative, positions: randomized}\n"
                           "    sorted: {encoding: sinusoid, positions: randomized}\n"
                           "    unsorted: {encoding: sinusoid, positions: unsorted}\n"
                           "  train.lr: [1e-4, 1e-3]\n"
                           "  seed: 0..2\n"
                           "select: {rows: task, columns: scheme, seeds: seed}\n"
                           "published: randpe-2023\n"
                           "note: small\n"
                           "compare:\n"
                           "  mine:\n"
                           "    title: My own\n"
                           "    columns:\n"
                           "      - {label: none, where: {scheme: none}}\n"
                           "      - {label: others, where: {scheme: [R relative, sorted, unsorted]}, take: best}\n"
                           "      - {label: gain, take: gain}\n"
                           "      - {label: low rate, where: {lr: 1e-4, scheme: [none, R relative]}, take: mean}\n"
                           "      - {label: last seed, where: {seed: 2, scheme: unsorted}}\n"
                           "  sorted-bucket:\n"
                           "    where: {task: bucket_sort}\n"
                           "    columns: [{label: a, where: {scheme: none}}, {label: b, where: {scheme: sorted}},\n"
                           "              {label: gain, take: gain}]\n";

enum { SCHEMES = 4, RATES = 2, SEEDS = 3 };

static lg_run_result *at(int task, int scheme, int rate, int seed) {
    return &results.runs[((task * SCHEMES + scheme) * RATES + rate) * SEEDS + seed];
}

static void end(lg_run_result *r, double score) {
    static const lg_progress_point progress[] = {PROGRESS(500, 50, 0.6), PROGRESS(1000, 100, 0.95)};
    lg_point *points = lg_arena_alloc(results.arena, 8 * sizeof *points);
    for (int n = 1; n <= 8; n++) points[n - 1] = (lg_point)POINT(n, n <= 4 ? 1 : score);
    *r = lg_result_planned();
    r->state = LG_RUN_DONE, r->scores[ACCURACY] = score, r->step = r->steps = 1000, r->seconds = 100;
    r->points = points, r->point_count = 8, r->progress = progress, r->progress_count = 2;
}

/* Makes up results. The second rate has the better mean, the first rate the best run. In the last column, the first row
 * has one run that is done, one that failed and one that is running; all other runs of this column are planned. */
static void fill(void) {
    static const double scores[RATES][SEEDS] = {{0.9, 0.5, 0.4}, {0.7, 0.8, 0.75}};
    for (size_t i = 0; i < results.manifest->run_count; i++) results.runs[i] = lg_result_planned();
    for (int task = 0; task < 2; task++)
        for (int scheme = 0; scheme < SCHEMES - 1; scheme++)
            for (int rate = 0; rate < RATES; rate++)
                for (int seed = 0; seed < SEEDS; seed++)
                    end(at(task, scheme, rate, seed), scores[rate][seed] + 0.02 * scheme);
    end(at(0, 3, 0, 0), 0.5);
    at(0, 3, 0, 1)->state = LG_RUN_FAILED, at(0, 3, 0, 1)->reason = "no memory";
    at(0, 3, 0, 2)->state = LG_RUN_RUNNING;
    at(1, 1, 1, 2)->state = LG_RUN_DIVERGED, at(1, 1, 1, 2)->reason = "NaN", at(1, 1, 1, 2)->scores[ACCURACY] = NAN;
}

static int open_sweep(void **state) {
    return planned_open(state, file);
}

static lg_report *report;

static int open_report(void **state) {
    lg_error err = {0};
    (void)state;
    fill();
    return !(report = lg_report_new(NULL, &results, folder->folder, NULL, &err));
}

static int close_report(void **state) {
    (void)state;
    lg_report_free(report);
    return 0;
}

static const lg_table *table(const lg_table_kind *kind) {
    lg_error err = {0};
    const lg_table *t = lg_table_make(kind, report, &err);
    if (!t) fail_msg("%s", err.text);
    return t;
}

static void assert_cell(const lg_table *t, size_t row, size_t column, const char *wanted) {
    char words[LG_CELL_WORDS];
    assert_string_equal(lg_cell_words(t, row, column, words), wanted);
}

/* ---- cells ---- */

static void best_of_all(void **state) {
    const lg_table *t = table(&lg_table_best);
    const lg_cell *c = lg_table_cell(t, 0, 1);
    (void)state;
    assert_int_equal(t->row_count, 2);
    assert_int_equal(t->column_count, 4);
    assert_cell(t, 0, 0, "90.0 [1e-4]");
    assert_cell(t, 0, 1, "92.0 [1e-4]");
    assert_cell(t, 0, 3, "50.0 (1/6) [1e-4]");
    assert_cell(t, 1, 1, "92.0 (5/6) [1e-4]");
    assert_cell(t, 1, 3, "to do");
    assert_true(!c->best && lg_table_cell(t, 0, 2)->best);
    assert_int_equal(c->from, at(0, 1, 0, 0) - results.runs);
    assert_int_equal(c->run_count, 6);
    assert_int_equal(c->summary.count, 6);
    assert_true(fabs(c->summary.median - 74.5) < 1e-9 && fabs(c->summary.min - 42) < 1e-9);
    assert_true(t->rows[1].order_invariant && !t->rows[0].order_invariant);
}

static void runs_without_a_place_are_reported(void **state) {
    lg_error err = {0};
    int *labels = (int *)(uintptr_t)manifest->runs[0].labels; /* as if the run came from `include:` and had no scheme */
    const int scheme = labels[1];
    (void)state;
    labels[1] = -1;
    lg_report *other = lg_report_new(NULL, &results, folder->folder, NULL, &err);
    labels[1] = scheme;
    const lg_table *t = other ? lg_table_make(&lg_table_best, other, &err) : NULL;
    assert_non_null(t);
    bool noted = false;
    for (size_t i = 0; i < t->note_count; i++) noted |= !strncmp(t->notes[i], "1 run has no place in this table ", 33);
    assert_true(noted);
    assert_int_equal(lg_table_cell(t, 0, 0)->run_count, 5);
    lg_report_free(other);
}

/* Gains from randomized positions are reported as "above" or "below", never as "above" with a negative number. */
static void gain_in_words(void **state) {
    lg_error err = {0};
    (void)state;
    assert_string_equal(table(&lg_table_best)->notes[0],
                        "The best randomized column is 4.0 points above the best standard one, averaged over 2 rows "
                        "(published: 12.0, for maxima over runs on 15 tasks); the best row is even_pairs, 4.0 above "
                        "(published: 43.5, missing_duplicate_string).");
    lg_report_free(report);
    end(at(0, 0, 0, 0), 1), end(at(1, 0, 0, 0), 0.99);
    assert_non_null(report = lg_report_new(NULL, &results, folder->folder, NULL, &err));
    assert_string_equal(table(&lg_table_best)->notes[0],
                        "The best randomized column is 5.5 points below the best standard one, averaged over 2 rows, "
                        "95 % interval over rows −11.9 to 0.9 (published: 12.0, for maxima over runs on 15 tasks); the "
                        "best row is bucket_sort, 5.0 below (published: 43.5, missing_duplicate_string).");
}

/* If the report's study has a published gain, the report shows this gain. It never shows gains of other studies. */
static void gains_of_another_study(void **state) {
    lg_study study = *report->study;
    (void)state;
    study.name = "other", study.gain = study.best_gain = "";
    report->study = &study;
    assert_string_equal(
        table(&lg_table_best)->notes[0],
        "The best randomized column is 4.0 points above the best standard one, averaged over 2 rows; the best row is "
        "even_pairs, 4.0 above.");
    assert_null(strstr(table(&lg_table_sorting)->notes[0], "published"));
}

static void mean_of_the_best_rate(void **state) {
    const lg_table *t = table(&lg_table_mean);
    (void)state;
    if (!strstr(t->caption, "the mean over seeds and its 95 % interval (Wilson), at the train.lr with the best mean "
                            "test score, named in brackets"))
        fail_msg("%s", t->caption);
    assert_cell(t, 0, 0, "75.0 (61.0..85.2) [1e-3]");       /* 70, 75, 80: SciPy's t in Wilson's formula */
    assert_cell(t, 1, 1, "77.0 (18.4..98.0) (5/6) [1e-3]"); /* the two runs that did not diverge: 72, 82 */
    assert_cell(t, 0, 3, "50.0 (1/6) [1e-4]");              /* one run has no interval */
    assert_int_equal(lg_table_cell(t, 0, 0)->run_count, 3);
}

/* A note says if one seed solves the task and another does not. A seed that nearly solves it counts as neither. */
static void seeds_that_solve_or_fail(void **state) {
    lg_error err = {0};
    (void)state;
    for (size_t i = 0; i < table(&lg_table_mean)->note_count; i++)
        assert_null(strstr(table(&lg_table_mean)->notes[i], "some runs have 95 %"));
    lg_report_free(report);
    end(at(0, 0, 1, 0), 1), end(at(1, 2, 1, 0), 0.8), end(at(1, 2, 1, 1), 1);
    assert_non_null(report = lg_report_new(NULL, &results, folder->folder, NULL, &err));
    bool noted = false;
    const lg_table *t = table(&lg_table_mean);
    for (size_t i = 0; i < t->note_count; i++) noted |= !strncmp(t->notes[i], "In 1 cell some runs have 95 %", 29);
    assert_true(noted);
}

static void published_beside(void **state) {
    const lg_table *t = table(&lg_table_best);
    char words[LG_CELL_WORDS];
    (void)state;
    assert_string_equal(lg_cell_published(t, 0, 0, words), "50. (+39.0)");
    assert_string_equal(lg_cell_published(t, 0, 1, words), "100. (−8.0)");
    assert_string_equal(lg_cell_published(t, 0, 3, words), "");
    assert_non_null(strstr(t->title, "‡"));
}

/* The remark on the setup compares the values of the runs with those of the study. It omits width and batch, which the
 * sweep file does not set. */
static void what_differs_from_the_study(void **state) {
    (void)state;
    assert_string_equal(lg_report_setup_diff(report),
                        "steps 1,000 instead of 2,000,000, longest training length 4 instead of 40, scores over 4 of "
                        "the lengths 5..8 instead of 460 of 41..500, runs per cell 6 instead of 30");
}

static void set_setups(const lg_setup *b) {
    for (size_t i = 0; i < report->layout->row_count; i++) report->rows[i].setup = *b;
    for (size_t i = 0; i < report->layout->column_count; i++) report->columns[i].setup = *b;
}

/* If the setup is that of the study, there is no remark. A single larger or smaller value is enough for a remark. */
static void each_difference_is_reported(void **state) {
    lg_study study = *report->study; /* gets as many runs per cell as the sweep */
    lg_setup b = study.setup;
    (void)state;
    study.seeds = 6, study.rates = 1;
    report->study = &study;
    set_setups(&b);
    assert_string_equal(lg_report_setup_diff(report), "");
    assert_null(strstr(table(&lg_table_best)->title, "‡"));
    b.last = 100, b.lengths = 60;
    set_setups(&b);
    assert_string_equal(lg_report_setup_diff(report),
                        "scores over 60 of the lengths 41..100 instead of 460 of 41..500");
    assert_non_null(strstr(table(&lg_table_best)->title, "‡"));
    b = study.setup, b.width = 128;
    set_setups(&b);
    report->columns[0].setup.width = 32;
    assert_string_equal(lg_report_setup_diff(report), "width 32 to 128 instead of 64");
}

static void horizons_are_means(void **state) {
    const lg_table *t = table(&lg_table_horizon);
    (void)state;
    assert_int_equal(t->row_count, 10);
    assert_string_equal(t->rows[4].group, "token accuracy at least 90 %");
    assert_cell(t, 2, 0, "7 (1..8) [1e-3]"); /* the seeds reach 75 % up to the lengths 4, 8 and 8 */
    assert_cell(t, 4, 0, "4 [1e-3]");        /* only the best run of the other rate reaches 90 % */
    assert_cell(t, 4, 3, "4 (1/6) [1e-4]");
    assert_cell(t, 5, 3, "to do");
    for (size_t i = 0; i < t->row_count; i++)
        for (size_t j = 0; j < t->column_count; j++) {
            const lg_summary *s = &lg_table_cell(t, i, j)->summary;
            assert_false(s->low < 0 || s->high > 8); /* 8: the longest tested length */
        }
}

/* The map has a row for each task and a column for each scheme, at the rate with the better mean. */
static void a_map_of_all_scores(void **state) {
    (void)state;
    lg_error err = {0};
    assert_true(lg_figure_map.suits(report));
    lg_plot *p = lg_plot_make(&lg_figure_map, report, &err);
    const lg_panel *panel = &p->figure.panels[0];
    assert_true(p->figure.panel_count == 1 && panel->side == SCHEMES && panel->rows == 2);
    assert_string_equal(panel->x_names[1], "R relative");
    assert_string_equal(panel->y_names[1], "bucket_sort");
    assert_true(fabs(panel->image[0] - 75) < 1e-9); /* as in the table of means */
    assert_true(fabs(panel->image[3] - 50) < 1e-9); /* mean of one run */
    assert_true(isnan(panel->image[SCHEMES + 3]));  /* no run */
    assert_string_equal(panel->texts[0].text, "75.0");
    assert_string_equal(panel->texts[1].text, "61–85"); /* its interval */
    assert_string_equal(panel->texts[7].text, "");
    assert_true(panel->text_count == 16 && !*panel->texts[2 * (SCHEMES + 3)].text);
    assert_true(p->figure.scale_max == 100);
    report->layout->row_count = 1;
    assert_false(lg_figure_map.suits(report));
    report->layout->row_count = 2;
}

static void each_length_of_the_best_mean(void **state) {
    const lg_table *t = table(&lg_table_lengths);
    (void)state;
    assert_true(t->row_count == 2 * SCHEMES && t->column_count == 8);
    assert_string_equal(t->rows[5].group, "bucket_sort");
    assert_string_equal(t->rows[5].label, "R relative");
    assert_string_equal(t->columns[4].label, "5");
    assert_cell(t, 0, 3, "100.0 [1e-3]"); /* equal runs have no interval */
    assert_cell(t, 0, 4, "75.0 (61.0..85.2) [1e-3]");
    assert_cell(t, 2, 7, "79.0 (64.4..88.7) [1e-3]");
    assert_cell(t, 3, 4, "50.0 (1/6) [1e-4]");
    assert_true(lg_table_cell(t, 2, 7)->best && !lg_table_cell(t, 0, 7)->best);
    for (size_t i = 0; i < SCHEMES; i++) assert_false(lg_table_cell(t, i, 3)->best); /* a tie has no best score */
    at(1, 0, 0, 0)->point_count = 7;
    assert_false(lg_table_suits(&lg_table_lengths, report));
}

/* All runs have zero loss and full accuracy within the training lengths, except that losses of one column are
 * raised. */
static void what_is_learned_beside_what_is_reached(void **state) {
    (void)state;
    for (int seed = 0; seed < SEEDS; seed++)
        for (int n = 0; n < 4; n++) ((lg_point *)at(0, 1, 1, seed)->points)[n].values[CROSS_ENTROPY] = 0.5 * seed;
    const lg_table *t = table(&lg_table_reach);
    assert_true(t->row_count == 2 * SCHEMES && t->column_count == 3);
    assert_non_null(strstr(t->caption, "its 95 % interval (Wilson; Student's t for losses)"));
    assert_string_equal(t->rows[5].group, "bucket_sort");
    assert_string_equal(t->rows[5].label, "R relative");
    assert_cell(t, 0, 0, "0.0000 [1e-3]");
    assert_cell(t, 1, 0, "0.5000 (0.0000..1.7421) [1e-3]");
    assert_cell(t, 1, 1, "100.0 [1e-3]");
    assert_cell(t, 1, 2, "77.0 (62.7..86.9) [1e-3]");
    assert_cell(t, 2, 2, "79.0 (64.4..88.7) [1e-3]");
    assert_cell(t, 7, 2, "to do");
    /* columns have the ranks 2 4 2 2 by loss, and 2 3 4 1 by score */
    assert_non_null(strstr(t->notes[0], "even_pairs: Rank correlation (Spearman)"));
    assert_non_null(strstr(t->notes[0], "lengths and a good metric beyond them: -0.26."));
    memset((int *)report->trained, 0, manifest->run_count * sizeof *report->trained); /* training lengths are unknown */
    assert_false(lg_table_suits(&lg_table_reach, report));
}

static void assert_script(const lg_plot *p, const char *wanted, const char *unwanted) {
    char *text = figure_script(p);
    if (!strstr(text, wanted)) fail_msg("no \"%s\" in\n%s", wanted, text);
    if (strstr(text, unwanted)) fail_msg("%s in %s", unwanted, text);
    free(text);
}

static void points_of_columns(void **state) {
    (void)state;
    lg_error err = {0};
    assert_true(lg_figure_reach.suits(report));
    const lg_plot *p = lg_plot_make(&lg_figure_reach, report, &err);
    assert_true(p->figure.panel_count == 2 && p->figure.curve_count == SCHEMES && p->figure.x_log == 0);
    const lg_curve *c = &p->figure.panels[0].curves[1];
    assert_true(c->count == 1 && c->x[0] == 0 && fabs(c->y[0] - 77) < 1e-9 && c->style.dash == 0);
    assert_true(fabs(*c->low - 72) < 1e-9 && fabs(*c->high - 82) < 1e-9);
    assert_null(p->figure.panels[0].curves[3].low); /* a single run has no error bar */
    assert_script(p, "using 4:12:(0):($13-$12) with vectors nohead", "filledcurves");
    for (int k = 0; k < SCHEMES; k++) { /* markers of columns with the same encoding differ */
        const lg_style *style = &p->figure.panels[0].curves[k].style;
        assert_string_equal(style->colour, report->styles[k].colour);
        assert_int_equal(style->marker == report->styles[k].marker, k < 3);
    }
    assert_int_equal(p->figure.panels[1].curves[3].count, 0);
    for (int task = 0; task < 2; task++)
        for (int scheme = 0; scheme < SCHEMES; scheme++)
            for (int i = 0; i < RATES * SEEDS; i++)
                if (at(task, scheme, 0, i)->points)
                    ((lg_point *)at(task, scheme, 0, i)->points)[1].values[CROSS_ENTROPY] = 0.4;
    p = lg_plot_make(&lg_figure_reach, report, &err);
    assert_true(p->figure.x_log == 10 && fabs(p->figure.panels[1].curves[0].x[0] - 0.1) < 1e-15);
}

static void assert_row(const lg_table *t, size_t row, const char *const *wanted) {
    for (size_t j = 0; j < t->column_count; j++) assert_cell(t, row, j, wanted[j]);
}

/* Differences are averaged within each task: the statistical unit is the task. */
static void paired_over_tasks(void **state) {
    const lg_table *t = table(&lg_table_pairs);
    (void)state;
    assert_int_equal(t->row_count, 6);
    assert_string_equal(t->rows[0].label, "none − R relative");
    assert_row(t, 0,
               (const char *const[]){"task", "2", "5", "−2.0", "", "", "", "",
                                     "no interval: all differences are equal"}); /* one pair has a diverged run */
    assert_int_equal(lg_table_cell(t, 0, 3)->run_count, 10);
    assert_int_equal(lg_table_cell(t, 0, 3)->runs[1], at(0, 1, 1, 0) - results.runs);
    lg_report_free(report);
    for (int seed = 0; seed < SEEDS; seed++) end(at(0, 1, 1, seed), 0.9 + 0.03 * seed);
    lg_error err = {0};
    assert_non_null(report = lg_report_new(NULL, &results, folder->folder, NULL, &err));
    /* The mean differences are -18 in even_pairs and -2 in bucket_sort. Their mean is -10. The interval reaches 12.706
     * * 8 to both sides, and is cut off at -100. */
    t = table(&lg_table_pairs);
    assert_row(t, 0, (const char *const[]){"task", "2", "5", "−10.0", "−100.0", "91.6", "0.50000", "0.50000", ""});
}

/* With one task, seeds are the statistical unit. With three seeds p is at least 0.25, however far the interval is from
 * 0. */
static void paired_over_seeds_of_one_task(void **state) {
    static const char *const where[] = {"task=even_pairs"};
    static const lg_report_layout asked = {.where = where, .where_count = 1};
    lg_error err = {0};
    (void)state;
    for (int seed = 0; seed < SEEDS; seed++) end(at(0, 1, 1, seed), 0.9 + 0.02 * seed); /* 20, 12, 19 above column 0 */
    lg_report_free(report);
    assert_non_null(report = lg_report_new(NULL, &results, folder->folder, &asked, &err));
    const lg_table *t = table(&lg_table_pairs);
    assert_row(t, 0,
               (const char *const[]){"seed", "3", "3", "−17.0", "−27.8", "−6.2", "0.25000", "0.25000",
                                     "undecided: too few seeds for p below 0.05"});
    assert_row(t, 2, (const char *const[]){"seed", "1", "1", "20.0", "", "", "", "", "no interval: one seed"});
}

/* Compares a cell without its interval. */
static void assert_value(const lg_table *t, size_t row, size_t column, const char *wanted) {
    char words[LG_CELL_WORDS];
    lg_cell_words(t, row, column, words);
    words[strcspn(words, " ")] = '\0';
    assert_string_equal(words, wanted);
}

static void assert_ranks(size_t row, const char *label, const char *const *wanted, const char *const *published) {
    const lg_table *t = table(&lg_table_rank);
    char words[LG_CELL_WORDS];
    assert_string_equal(t->rows[row].label, label);
    for (size_t j = 0; j < SCHEMES; j++) {
        assert_value(t, row, j, wanted[j]);
        assert_string_equal(lg_cell_published(t, row, j, words), published ? published[j] : "");
    }
}

/* In even_pairs, only seeds 0 and 2 have runs in all columns, and two columns are tied in seed 0. Some studies break
 * ties by the order of their columns. Their numbers are shown only beside rankings with the same rule and columns. */
static void ranks_over_rows_and_seeds(void **state) {
    static const lg_study_column columns[] = {
        {"standard", "none"}, {"randomized", "relative"}, {"randomized", "sinusoid"}, {"unsorted", "sinusoid"}, {0}};
    static const char scores[] = "rank,all,0.5,0.5,0.7,0.6\n"
                                 "rank,even,0.3,0.4,-,0.6\n"
                                 "rank,even_pairs,0.9,-,-,0.1\n";
    static const lg_study_group groups[] = {{"even", "even_pairs odd_pairs"}, {0}};
    static const char *const none[] = {"", "", "", ""}, *const average[] = {"0.31", "0.39", "0.75", "0.63"},
                             *const three[] = {"0.45", "0.70", "", "0.67"},
                             *const best[] = {"0.33", "0.42", "0.75", "0.63"},
                             *const first[] = {"0.33", "0.38", "0.75", "0.63"};
    lg_error err = {0};
    lg_study study = *report->study;
    (void)state;
    end(at(0, 0, 1, 0), 0.72), end(at(0, 3, 1, 0), 0.9), end(at(0, 3, 1, 2), 0.3);
    lg_report_free(report);
    assert_non_null(report = lg_report_new(NULL, &results, folder->folder, NULL, &err));
    study.columns = columns, study.scores = scores, study.groups = groups, study.ties = LG_TIES_FIRST;
    report->study = &study;
    assert_ranks(0, "even_pairs", average, NULL);
    assert_ranks(1, "bucket_sort", none, NULL);
    assert_ranks(2, "even, ties: in the order of columns", first,
                 (const char *const[]){"0.3 (+0.03)", "0.4 (−0.03)", "", "0.6 (+0.03)"});
    assert_ranks(3, "all", average, NULL);
    assert_ranks(4, "all, ties: the best of their ranks", best, NULL);
    assert_ranks(5, "all, ties: in the order of columns", first,
                 (const char *const[]){"0.5 (−0.17)", "0.5 (−0.13)", "0.7 (+0.05)", "0.6 (+0.03)"});
    study.ties = LG_TIES_AVERAGE;
    assert_ranks(0, "even_pairs", average, (const char *const[]){"0.9 (−0.59)", "", "", "0.1 (+0.53)"});
    assert_ranks(2, "even", average, (const char *const[]){"0.3 (+0.01)", "0.4 (−0.01)", "", "0.6 (+0.03)"});
    study.ties = LG_TIES_FIRST;
    study.columns = columns + 1;
    assert_ranks(5, "all, ties: in the order of columns", first, NULL);
    report->layout->cells[2].count = 0; /* as if the column had no runs of even_pairs */
    assert_ranks(0, "even_pairs", three, NULL);
}

/* If rankings average over tasks, a column without runs of a task is omitted from that task's ranking only, even if it
 * is the first column. Rows of a study that group tasks are not used. In bucket_sort, one run of the second column has
 * diverged. */
static void ranks_of_tasks_that_a_column_lacks(void **state) {
    static const char *const where[] = {"lr=1e-3", "scheme=none,R relative,sorted"};
    static const lg_report_layout asked = {"lr", "scheme", "task,seed", NULL, where, 2, NULL};
    static const lg_study_group groups[] = {{"even", "even_pairs odd_pairs"}, {0}};
    static const char *const wanted[][SCHEMES - 1] = {
        {"0.33", "0.63", "0.88"}, {"0.42", "0.75", "1.00"}, {"0.33", "0.63", "0.88"}}; /* ranks of the tasks' means */
    lg_error err = {0};
    (void)state;
    end(at(1, 1, 1, 0), 0.99);
    for (int without = 0; without < 3; without++) {
        lg_report_free(report);
        assert_non_null(report = lg_report_new(NULL, &results, folder->folder, &asked, &err));
        lg_study study = *report->study;
        study.groups = groups;
        report->study = &study;
        lg_cell_runs *c = &report->layout->cells[without == 1 ? 2 : 0];
        assert_true(c->count == 6 && c->group_count == 1);
        if (without > 0) c->count = c->groups->count = 3; /* as if the column had no runs of bucket_sort */
        const lg_table *t = table(&lg_table_rank);
        assert_int_equal(t->row_count, 4);
        assert_string_equal(t->rows[1].label, "all");
        for (size_t j = 0; j < SCHEMES - 1; j++) assert_value(t, 0, j, wanted[without][j]);
    }
}

static void what_sorting_gains(void **state) {
    const lg_table *t = table(&lg_table_sorting);
    (void)state;
    assert_cell(t, 0, 0, "50.0 (1/6) [1e-4]");
    assert_cell(t, 0, 1, "79.0 (64.4..88.7) [1e-3]");
    assert_cell(t, 0, 2, "29.0");
    assert_cell(t, 1, 2, "");
    assert_false(lg_table_suits(&lg_table_geometric, report));
}

/* Comparison tables are defined by data. The columns of this table are:
 * - the best of all models that no other column names;
 * - one named model;
 * - the gain of this model over the best;
 * - a mean. */
static void comparisons_are_data(void **state) {
    lg_comparison_column columns[] = {
        {.label = "others", .value = LG_COMPARE_BEST},
        {.label = "one", .value = LG_COMPARE_BEST, .positions = "randomized", .encoding = "relative"},
        {.label = "gain", .value = LG_COMPARE_GAIN},
        {.label = "mean", .value = LG_COMPARE_MEAN, .positions = "unsorted"},
        {0}};
    lg_comparison x = {.title = "Own", .caption = "", .columns = columns, .gain = "One", .published_gain = "1.5"};
    const lg_table_kind kind = {.name = "own", .comparison = &x};
    (void)state;
    assert_true(lg_table_suits(&kind, report));
    const lg_table *best = table(&lg_table_best), *mean = table(&lg_table_mean), *t = table(&kind);
    assert_int_equal(t->column_count, 4);
    for (size_t i = 0; i < t->row_count; i++) { /* columns: none, R relative, sorted, unsorted */
        const double others = fmax(lg_table_cell(best, i, 0)->value, lg_table_cell(best, i, 2)->value);
        assert_float_equal(lg_table_cell(t, i, 0)->value, others, 1e-9);
        assert_float_equal(lg_table_cell(t, i, 1)->value, lg_table_cell(best, i, 1)->value, 1e-9);
        assert_float_equal(lg_table_cell(t, i, 2)->value, lg_table_cell(best, i, 1)->value - others, 1e-9);
    }
    assert_float_equal(lg_table_cell(t, 0, 3)->value, lg_table_cell(mean, 0, 3)->value, 1e-9);
    assert_non_null(strstr(t->notes[0], "One "));
    assert_non_null(strstr(t->notes[0], "over 2 rows."));
    x.study = "randpe-2023";
    assert_non_null(strstr(table(&kind)->notes[0], "over 2 rows (published: 1.5)."));
    x.study = "nope-2023";
    assert_non_null(strstr(table(&kind)->notes[0], "over 2 rows."));
    columns[1].encoding = "rope";
    assert_false(lg_table_suits(&kind, report));
}

static const lg_table *own_table(size_t i) {
    lg_error err = {0};
    const lg_table_kind *const *all = lg_report_tables(report, &err);
    size_t count = 0;
    while (lg_table_kinds[count]) count++;
    assert_true(all && all[count] && all[count + 1] && !all[count + 2]);
    assert_true(lg_table_suits(all[count + i], report));
    return table(all[count + i]);
}

/* A comparison table that the sweep file defines. The table can use all columns of the layout. Each of its columns uses
 * only the runs with the labels that it names. */
static void comparisons_of_the_sweep_file(void **state) {
    const lg_table *t = own_table(0);
    (void)state;
    assert_string_equal(t->name, "mine");
    assert_string_equal(t->title, "My own");
    assert_non_null(strstr(t->caption, "none: the best mean and its 95 % interval over seeds of runs with scheme=none; "
                                       "others: the best of runs with scheme=R relative,sorted,unsorted; gain: "));
    assert_int_equal(t->row_count, 2);
    assert_cell(t, 0, 0, "75.0 (61.0..85.2) [1e-3]");
    assert_cell(t, 0, 1, "94.0 (13/18) [sorted, 1e-4]"); /* 12 runs of the first two columns, one of the last */
    assert_cell(t, 0, 2, "19.0");                        /* a best run minus a mean has no interval */
    assert_cell(t, 0, 3, "62.0 (14.4..94.0) [R relative, 1e-4]");
    assert_cell(t, 0, 4, "running"); /* one run at this rate is running, another is planned */
    assert_cell(t, 1, 1, "94.0 (11/18) [sorted, 1e-4]");
    assert_cell(t, 1, 4, "to do");
    assert_true(!lg_table_cell(t, 0, 1)->best && !lg_table_cell(t, 0, 0)->best && !lg_table_cell(t, 0, 2)->best);
    assert_int_equal(lg_table_cell(t, 0, 1)->from, at(0, 2, 0, 0) - results.runs);
    assert_int_equal(lg_table_cell(t, 0, 1)->summary.count, 13);
    assert_int_equal(lg_table_cell(t, 0, 3)->run_count, 3);
}

static void rows_of_a_comparison_are_filtered(void **state) {
    const lg_table *t = own_table(1);
    (void)state;
    assert_string_equal(t->title, "sorted-bucket");
    assert_int_equal(t->row_count, 1);
    assert_string_equal(t->rows[0].label, "bucket_sort");
    assert_cell(t, 0, 0, "75.0 (61.0..85.2) [1e-3]");
    assert_cell(t, 0, 1, "79.0 (64.4..88.7) [1e-3]");
    assert_cell(t, 0, 2, "4.0");
    assert_string_equal(t->notes[0], "Only runs with task=bucket_sort.");
}

/* If tasks are columns, a comparison of several columns would choose the best of scores of different tasks. So reports
 * have no such table. */
static void comparisons_are_within_a_task(void **state) {
    lg_error err = {0};
    const lg_report_layout asked = {.rows = "scheme", .columns = "task"};
    size_t count = 0;
    (void)state;
    while (lg_table_kinds[count]) count++;
    lg_report *r = lg_report_new(NULL, &results, folder->folder, &asked, &err);
    const lg_table_kind *const *all = r ? lg_report_tables(r, &err) : NULL;
    assert_non_null(all);
    assert_false(lg_table_suits(all[count], r));
    assert_true(lg_table_suits(all[count + 1], r));
    const lg_table *t = lg_table_make(all[count + 1], r, &err);
    assert_non_null(t);
    assert_int_equal(t->row_count, 2); /* none, sorted */
    lg_report_free(r);
}

/* For cross-entropy, in nats, lower is better, and numbers have three digits. A gain is still the second value minus
 * the first. */
static void comparisons_follow_the_metric(void **state) {
    lg_error err = {0};
    const lg_report_layout asked = {.metric = "cross_entropy"};
    (void)state;
    at(0, 0, 0, 0)->scores[CROSS_ENTROPY] = 0.5, at(0, 0, 0, 1)->scores[CROSS_ENTROPY] = 0.75;
    at(0, 1, 0, 0)->scores[CROSS_ENTROPY] = 0.25;
    lg_report_free(report);
    assert_non_null(report = lg_report_new(NULL, &results, folder->folder, &asked, &err));
    const lg_table *t = own_table(0);
    assert_true(t->lower_is_better);
    assert_string_equal(t->metric, "cross_entropy");
    assert_cell(t, 0, 2, "−0.375"); /* lowest value of the other models, minus the mean of 0.5 and 0.75 */
}

static void times_and_ratios(void **state) {
    const lg_table *t = table(&lg_table_time);
    char words[LG_CELL_WORDS];
    (void)state;
    assert_string_equal(t->rows[0].group, "minutes per run");
    assert_string_equal(lg_row_unit(t, 1), "minutes");
    assert_string_equal(lg_row_unit(t, 2), "steps per second");
    assert_string_equal(lg_row_unit(t, 4), "");
    assert_cell(t, 0, 0, "1.67");
    assert_cell(t, 2, 0, "10.0");
    assert_cell(t, 4, 1, "1.00");
    lg_cell *c = lg_table_cell(t, 2, 0);
    assert_int_equal(c->digits, 1);
    c->value = 1477.9, c->summary.low = 1291.8, c->summary.high = 1663.9, c->digits = -1;
    assert_cell(t, 2, 0, "1480 (1290..1660)");
    assert_string_equal(lg_cell_published(t, 4, 1, words), "2.03 (−1.03)"); /* 1.75 / 0.86 hours; own minus published */
}

/* Only two runs have experts. Both are in the first cell. */
static void loads_of_experts(void **state) {
    static const double even[] = {0.25, 0.25, 0.25, 0.25, 0.5, 0.5, 0, 0}, one[] = {0, 0, 1, 0, 0, 0, 0, 1};
    (void)state;
    assert_false(lg_table_suits(&lg_table_experts, report));
    at(0, 0, 0, 0)->load = (lg_load_record){2, 4, 0.25, even};
    at(0, 0, 1, 2)->load = (lg_load_record){2, 4, 0.75, one};
    assert_true(lg_table_suits(&lg_table_experts, report));
    const lg_table *t = table(&lg_table_experts);
    assert_string_equal(t->rows[2].group, "effective number of experts");
    assert_cell(t, 0, 0, "68.8 (0.6..99.9)"); /* 37.5 and 100 */
    assert_cell(t, 2, 0, "2.0 (0.0..14.7)");  /* 3 and 1 */
    assert_cell(t, 4, 0, "50.0 (0.6..99.4)");
    assert_cell(t, 0, 1, "no experts");
    assert_cell(t, 1, 3, "to do");
}

static void every_run_is_listed(void **state) {
    const lg_table *t = table(&lg_table_runs);
    (void)state;
    assert_int_equal(t->row_count, 48);
    assert_string_equal(t->rows[0].label, manifest->runs[0].id);
    assert_cell(t, 19, 1, "unsorted");
    assert_cell(t, 19, 4, "failed");
    assert_cell(t, 19, 9, "no memory");
}

/* ---- published numbers ---- */

static lg_published_value number(const char *name, const char *task, int column) {
    return lg_study_value(report->study, name, task, column, report->arena);
}

static void words_of_papers(void **state) {
    (void)state;
    lg_published_value n = number("best", "stack_manipulation", 7);
    assert_true(n.low == 77.9 && n.high == 77.9 && isnan(n.spread) && !n.guessed);
    n = number("best", "reverse_string", 6);
    assert_true(n.low == 75 && n.high == 76);
    assert_true(lg_published_value_difference(&n, 75.5) == 0 && lg_published_value_difference(&n, 74) == -1);
    assert_true(lg_published_value_difference(&n, 77) == 1);
    n = number("mean", "reverse_string", 7);
    assert_true(n.low == 77.1 && n.spread == 6.6 && n.guessed);
    assert_string_equal(n.text, "~77.1 ± 6.6");
    n = number("mean", "missing_duplicate_string", 9);
    assert_true(n.low == 73.2 && n.spread == 1 && n.guessed);
    assert_string_equal(n.text, "~73.2 ± 1?");
    n = number("geometric", "modular_arithmetic", 3);
    assert_true(n.low == 27.2 && isnan(n.spread));
    n = number("mean", "stack_manipulation", 9);
    assert_false(lg_published_value_is(&n));
    n = number("best", "no_task", 0);
    assert_false(lg_published_value_is(&n));
}

/* A study of scratchpad formats has numbers for data with steps. A study of encodings has numbers for data without
 * steps. */
static void columns_of_a_study(void **state) {
    lg_run_attributes f = lg_no_run_attributes;
    f.positions = "standard", f.encoding = "t5", f.attention = "softmax", f.scratchpad = "no_rest";
    const lg_study *steps = lg_study_find("nope-2023-scratchpad"), *encodings = lg_study_find("nope-2023"),
                   *encoders = lg_study_find("randpe-2023"), *networks = lg_study_find("chomsky-2023");
    (void)state;
    assert_int_equal(lg_study_column_of(steps, &f), 6);
    assert_int_equal(lg_study_column_of(encodings, &f), -1);
    f.scratchpad = "none";
    assert_int_equal(lg_study_column_of(steps, &f), 0);
    assert_int_equal(lg_study_column_of(encodings, &f), 2);
    f.encoding = "rope";
    assert_int_equal(lg_study_column_of(steps, &f), 0);
    assert_int_equal(lg_study_column_of(encoders, &f), 4);
    f.positions = "randomized";
    assert_int_equal(lg_study_column_of(steps, &f), -1);
    assert_int_equal(lg_study_column_of(networks, &f), -1);
}

/* A study may have a column for a recurrent network. If it has none, the network does not count as a Transformer
 * without positions. */
static void networks_of_a_study(void **state) {
    static const struct {
        const char *cell, *store;
        int column;
    } cases[] = {{"elman", "none", 0}, {"elman", "stack", 1},     {"elman", "tape", 2}, {"", "", 3},
                 {"lstm", "none", 4},  {"elman", "nd_stack", -1}, {"lstm", "tape", -1}};
    lg_run_attributes f = lg_no_run_attributes;
    (void)state;
    f.positions = "standard", f.encoding = "none", f.attention = "softmax", f.scratchpad = "none";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        f.cell = cases[i].cell, f.store = cases[i].store;
        assert_int_equal(lg_study_column_of(lg_study_find("chomsky-2023"), &f), cases[i].column);
        assert_int_equal(lg_study_column_of(lg_study_find("randpe-2023"), &f), *f.cell == '\0' ? 0 : -1);
    }
}

static size_t count_columns(const lg_study *s) {
    size_t count = 0;
    while (s->columns[count].positions) count++;
    return count;
}

/* Asserts that every cell of a study's row can be parsed. Returns the number of cells with a number. */
static size_t read_row(const lg_study *s, const study_row *row) {
    const size_t cells = study_row_count(row);
    size_t dashes = 0, read = 0;
    for (const char *c = row->cells; *c != '\0'; c++) dashes += *c == '-';
    for (int i = 0; i < (int)cells; i++) {
        const lg_published_value n = lg_study_value(s, row->table, row->task, i, report->arena);
        read += lg_published_value_is(&n);
    }
    const bool sorting = !strcmp(row->table, "sorting"), geometric = !strcmp(row->table, "geometric");
    assert_int_equal(cells, sorting ? 2 : geometric ? 4 : count_columns(s));
    assert_int_equal(read, cells - dashes);
    return read;
}

static void all_words_of_papers(void **state) {
    static const struct {
        const char *name;
        size_t numbers;
    } wanted[] = {{"chomsky-2023", 6 * 5 + 1},
                  {"nope-2023", 17 * 5 + 4 * 5},
                  {"nope-2023-scratchpad", 4 * 8 + 2 * 6},
                  {"randpe-2023", 165 + 164 + 30 + 59 + 129}};
    const size_t count = sizeof wanted / sizeof *wanted;
    (void)state;
    for (size_t i = 0; i < count; i++) {
        const lg_study *s = lg_study_find(lg_study_name(i));
        const char *at = s->scores;
        size_t numbers = 0;
        study_row row;
        assert_string_equal(s->name, wanted[i].name);
        while (study_row_next(&at, &row)) numbers += row.curve ? 0 : read_row(s, &row);
        assert_int_equal(numbers, wanted[i].numbers);
        assert_int_equal(*at, '\0');
    }
    assert_null(lg_study_name(count));
}

static bool is_entry(const char *axis, const char *name) {
    lg_error err = {0};
    return lg_value_check(NULL, axis, name, axis, &err);
}

static bool is_group(const lg_study *s, const char *label) {
    bool found = false;
    for (const lg_study_group *g = s->groups; g && g->label; g++) found |= !strcmp(g->label, label);
    return found;
}

/* The names in a study's columns and rows must be names of entries. Otherwise the study's numbers would never be
 * shown. */
static void all_names_of_papers(void **state) {
    (void)state;
    for (size_t i = 0; lg_study_name(i); i++) {
        const lg_study *s = lg_study_find(lg_study_name(i));
        for (const lg_study_column *c = s->columns; c->positions; c++) {
            assert_true(is_entry("positions", c->positions) && (!c->encoding || is_entry("encoding", c->encoding)));
            assert_true(!c->cell || (is_entry("cell", c->cell) && is_entry("store", c->store)));
        }
        const char *row_at = s->scores;
        size_t groups = 0;
        study_row row;
        while (study_row_next(&row_at, &row))
            if (!strcmp(row.table, "rank") && (!strcmp(row.task, "all") || is_group(s, row.task)))
                groups++;
            else
                assert_true(is_entry("data", row.task));
        assert_true(groups > 0 || !s->groups);
        for (const lg_study_group *g = s->groups; g && g->label; g++) {
            char tasks[256];
            snprintf(tasks, sizeof tasks, "%s", g->tasks);
            assert_true(strlen(g->tasks) < sizeof tasks);
            for (char *at = tasks, *t; (t = strsep(&at, " "));) {
                if (!is_entry("data", t)) fail_msg("%s: no data %s", g->label, t);
            }
        }
    }
}

/* ---- styles ---- */

static bool is_another_look(const lg_style *a, const lg_style *b) {
    return strcmp(a->colour, b->colour) || a->marker != b->marker;
}

static void styles_are_distinct(void **state) {
    lg_run_attributes f[20];
    lg_style s[20];
    (void)state;
    for (size_t i = 0; i < 20; i++) f[i] = lg_no_run_attributes;
    lg_styles_choose(f, 20, s);
    for (size_t i = 0; i < 20; i++)
        for (size_t k = 0; k < i; k++) assert_true(is_another_look(&s[i], &s[k]) && s[i].dash == 1);
    for (size_t i = 0; i < 20; i++) /* all but the last share one encoding, so there are too few markers */
        f[i].encoding = f[i].named = i < 19 ? "relative" : "none", f[i].positions = "randomized";
    lg_styles_choose(f, 20, s);
    for (size_t i = 0; i < 20; i++)
        for (size_t k = 0; k < i; k++) assert_true(is_another_look(&s[i], &s[k]));
    assert_string_equal(report->styles[1].colour, "#D55E00"); /* relative, randomized */
    assert_int_equal(report->styles[1].dash, 1);
    assert_string_equal(report->styles[2].colour, report->styles[3].colour);
    assert_int_not_equal(report->styles[2].dash, report->styles[3].dash);
}

/* Columns may differ in more axes. The dash still depends only on the positions, and no two columns look the same. */
static void dashes_are_of_positions(void **state) {
    static const char *const encodings[] = {"rope", "alibi", "t5"}, *const positions[] = {"standard", "randomized"};
    enum { BLOCKS = 9, COUNT = 3 * 2 * BLOCKS };
    lg_run_attributes f[COUNT];
    lg_style s[COUNT];
    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        f[i] = lg_no_run_attributes;
        f[i].encoding = f[i].named = encodings[i / BLOCKS / 2], f[i].positions = positions[i / BLOCKS % 2];
    }
    lg_styles_choose(f, COUNT, s);
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(s[i].dash, i / BLOCKS % 2 ? 1 : 2);
        for (size_t k = 0; k < i; k++) assert_true(s[i].dash != s[k].dash || is_another_look(&s[i], &s[k]));
        assert_string_equal(s[i].colour, s[i - i % (2 * BLOCKS)].colour);         /* depends on the encoding alone */
        if (i / BLOCKS % 2) assert_false(is_another_look(&s[i], &s[i - BLOCKS])); /* pairs differ in the dash alone */
    }
    assert_string_equal(s[0].colour, "#CC79A7");                            /* rope, as everywhere */
    for (size_t i = 0; i < COUNT; i++) f[i].encoding = f[i].named = "none"; /* an encoding without positions */
    lg_styles_choose(f, COUNT, s);
    assert_true(s[0].dash == 2 && s[BLOCKS].dash == 1);
    lg_styles_choose(f, BLOCKS, s);
    assert_true(s[0].dash == 1 && is_another_look(&s[0], &s[1]));
}

/* Single runs have the styles of columns. If there are few runs, each has its own colour. */
static void styles_of_configs(void **state) {
    lg_config *f[3];
    lg_style s[3];
    (void)state;
    for (int i = 0; i < 3; i++) {
        assert_int_equal(lg_config_new(context, &f[i]), LG_OK);
        assert_int_equal(lg_config_set(f[i], "encoding", "relative", LG_FLAG, "a test"), LG_OK);
    }
    assert_int_equal(lg_config_set(f[1], "positions", "randomized", LG_FLAG, "a test"), LG_OK);
    assert_int_equal(lg_config_styles(context, f, 2, s), LG_OK);
    assert_string_not_equal(s[0].colour, s[1].colour);
    assert_true(s[0].dash == 2 && s[1].dash == 1);
    assert_int_equal(lg_config_set(f[2], "encoding", "alibi", LG_FLAG, "a test"), LG_OK);
    assert_int_equal(lg_config_styles(context, f, 3, s), LG_OK);
    assert_string_equal(s[0].colour, "#D55E00"); /* relative, as everywhere */
    assert_string_equal(s[2].colour, "#009E73"); /* alibi */
    assert_string_not_equal(s[1].colour, s[0].colour);
    assert_string_not_equal(s[1].colour, s[2].colour);
    assert_true(s[0].dash == 2 && s[1].dash == 1);
    assert_int_equal(lg_config_set(f[0], "positions", "randomized", LG_FLAG, "a test"), LG_OK);
    assert_int_equal(lg_config_styles(context, f, 2, s), LG_OK);
    assert_string_not_equal(s[0].colour, s[1].colour);
    assert_true(s[0].dash == 1 && s[1].dash == 1);
    for (int i = 0; i < 3; i++) lg_config_free(f[i]);
}

/* The plan of a sweep file, and results in which nothing is done. */
static lg_manifest *plan_of(const char *name, const char *text, lg_results *results_of_it) {
    lg_error err = {0};
    const char *path = scratch_path(folder, name);
    assert_true(lg_file_write_text(path, text, &err));
    lg_manifest *m = lg_grid_read(path, NULL, &err);
    assert_true(m && lg_results_new(results_of_it, m, &err));
    return m;
}

/* A run of `include:` with additional options is not grouped with runs without them. If its label sets the same
 * options, it is one more seed of the runs with this label. */
static void own_options_are_a_choice(void **state) {
    lg_error err = {0};
    lg_results r;
    (void)state;
    lg_manifest *m = plan_of("own.yaml",
                             "grid: {task: [even_pairs], scheme: {none: {encoding: none}}, seed: [1, 2]}\n"
                             "include:\n"
                             "  - {task: even_pairs, scheme: none, seed: 3..4, set: {train.lr: 1e-2}}\n"
                             "  - {task: even_pairs, scheme: rope, seed: 1, set: {encoding: rope}}\n"
                             "  - {task: even_pairs, scheme: [none, rope], seed: 5}\n",
                             &r);
    lg_arena *arena = lg_arena_new();
    assert_non_null(arena);
    static const lg_report_layout nothing;
    const lg_layout *l = lg_layout_make(&r, &nothing, &nothing, arena, &err);
    assert_non_null(l);
    const lg_cell_runs *none = lg_cell_runs_at(l, 0, 0), *rope = lg_cell_runs_at(l, 0, 1);
    assert_int_equal(none->group_count, 2);
    assert_int_equal(none->groups[0].count, 3); /* seeds 1, 2, 5 */
    assert_int_equal(none->groups[1].count, 2);
    assert_int_equal(rope->group_count, 1);
    assert_int_equal(rope->groups[0].count, 2);
    lg_arena_free(arena);
    lg_results_free(&r);
    lg_manifest_free(m);
}

/* If a value alone does not show which axis it belongs to, labels name the axis. */
static void choices_name_their_axis(void **state) {
    lg_error err = {0};
    lg_results r;
    (void)state;
    lg_manifest *m = plan_of("choice.yaml",
                             "grid: {task: [even_pairs], encoding: [rope, relative], positions.L: [512, 1024]}\n"
                             "set: {positions: randomized, eval.lengths: 1..9}\n"
                             "select: {rows: task, columns: encoding, best: positions.L}\n",
                             &r);
    lg_report *x = lg_report_new(NULL, &r, scratch_path(folder, "none"), NULL, &err);
    lg_plot *p = x ? lg_plot_make(&lg_figure_choice, x, &err) : NULL;
    assert_non_null(p);
    assert_string_equal(p->figure.panels[0].curves[1].label, "positions.L 1024");
    lg_report_free(x);
    lg_results_free(&r);
    lg_manifest_free(m);
}

/* Training lengths may differ between tasks. Within a task they may differ because of `include:`, or because a
 * curriculum grows with the number of steps. If all runs of a panel have the same training length, a figure has a
 * single line for it. */
static void each_row_has_its_length_of_training(void **state) {
    lg_error err = {0};
    lg_results r;
    (void)state;
    lg_manifest *m = plan_of("lengths.yaml",
                             "grid:\n"
                             "  row:\n"
                             "    short: {curriculum.lengths: 1..4}\n"
                             "    long: {curriculum.lengths: 1..6}\n"
                             "    both: {task: bucket_sort, curriculum.lengths: 1..5}\n"
                             "  encoding: [none, rope]\n"
                             "include:\n"
                             "  - {row: both, encoding: alibi, set: {curriculum.lengths: 1..9}}\n"
                             "select: {rows: row, columns: encoding}\n",
                             &r);
    lg_report *x = lg_report_new(NULL, &r, scratch_path(folder, "none"), NULL, &err);
    assert_non_null(x);
    assert_int_equal(lg_report_trained(x), 0);
    assert_int_equal(lg_report_trained_in(x, 0), 4);
    assert_int_equal(lg_report_trained_in(x, 1), 6);
    assert_int_equal(lg_report_trained_in(x, 2), 0);
    assert_int_equal(x->trained[m->run_count - 1], 9);
    lg_plot *p = lg_plot_make(&lg_figure_curves, x, &err);
    assert_non_null(p);
    assert_true(p->figure.panels[0].guide == 4 && p->figure.panels[1].guide == 6);
    assert_true(isnan(p->figure.panels[2].guide) && p->figure.panels[0].mark_count == 0);
    const lg_panel *last = &p->figure.panels[2]; /* the lengths of its runs, in ascending order */
    assert_true(last->mark_count == 2 && last->marks[0] < last->marks[1] && last->marks[1] == 9);
    assert_non_null(strstr(p->caption, "Inputs to the right of the dashed line, or of the last numbered line, are "
                                       "longer than any in training; dotted: chance."));
    lg_report_free(x);
    lg_results_free(&r);
    lg_manifest_free(m);
}

/* Asserts the caption of a figure of a sweep with a single row and no seeds. */
static void assert_caption(const lg_figure_kind *kind, const char *grid, const char *caption, const char *subtitle) {
    lg_error err = {0};
    lg_results r;
    lg_manifest *m = plan_of("captions.yaml", grid, &r);
    lg_report *x = lg_report_new(NULL, &r, scratch_path(folder, "none"), NULL, &err);
    assert_non_null(x);
    const lg_plot *p = lg_plot_make(kind, x, &err);
    assert_non_null(p);
    if (!strstr(p->caption, caption)) fail_msg("no %s in %s", caption, p->caption);
    assert_string_equal(p->figure.subtitle, subtitle);
    lg_report_free(x);
    lg_results_free(&r);
    lg_manifest_free(m);
}

/* Captions describe the lines that are drawn. If there are seeds, they also describe these. */
static void captions_say_what_is_drawn(void **state) {
    const char *lengths = "grid: {curriculum.lengths: [1..4, 1..6]}\n";
    (void)state;
    assert_caption(&lg_figure_curves, lengths,
                   "against input length. Inputs to the right of the last numbered line are longer than any in "
                   "training; dotted: chance.",
                   "one run per column");
    assert_caption(&lg_figure_best_curves, lengths,
                   "for the run with the best score of each column. Inputs to the right of the last",
                   "the best run of each column; such a maximum does not predict the next run");
    assert_caption(&lg_figure_differences, lengths,
                   " minus the token accuracy of lengths 1..4, against input length. Inputs to the right of the "
                   "last numbered line are longer than any in training; dotted: lengths 1..4.",
                   "");
    assert_caption(&lg_figure_reach, lengths, "a point is the run of a column. Dotted: chance.",
                   "the loss at the training lengths, and the metric at longer lengths");
    assert_caption(&lg_figure_differences, "grid: {encoding: [none, rope], seed: 1..2}\n",
                   " minus the token accuracy of none with the same seed, against input length: the mean over seeds, "
                   "and a band from the lowest difference to the highest. Inputs to the right of the dashed line",
                   "the mean over seeds; bands: from the lowest difference to the highest");
}

/* ---- figures ---- */

/* A short curve has markers at all points. A long curve has markers at regular distances; the first marker of each
 * curve is at another point. */
static void marks_of_curves(void **state) {
    static double x[600], y[600];
    lg_error err = {0};
    (void)state;
    lg_plot *p = lg_plot_make(&lg_figure_curves, report, &err);
    assert_non_null(p);
    assert_script(p, "using 1:3 with linespoints pt 5 ps 0.6", "every");
    assert_string_equal(p->figure.level_label, "chance"); /* not the score of the best guess, which may be higher */
    assert_non_null(strstr(p->caption, "; dotted: chance."));
    for (int i = 0; i < 600; i++) x[i] = i, y[i] = 50;
    for (size_t j = 0; j < p->figure.curve_count; j++)
        p->figure.panels[0].curves[j].x = x, p->figure.panels[0].curves[j].y = y,
        p->figure.panels[0].curves[j].count = 600;
    assert_script(p, "every 100::25 using 1:3 with points pt 5", "every 100::100");
}

/* A line break in a name must not end a line of a script, since the rest would be executed. */
static void names_stay_in_their_lines(void **state) {
    lg_error err = {0};
    (void)state;
    lg_plot *p = lg_plot_make(&lg_figure_curves, report, &err);
    assert_non_null(p);
    p->figure.title = "a\nsystem('b')";
    assert_script(p, "# a system('b'). Make", "\nsystem");
    assert_script(p, "set label 'a system(''b'')' at", "\rsystem");
    p->figure.title = "a";
    p->figure.panels[0].curves[0].label = "c\r\n\177system('d')";
    assert_script(p, "set label 'c   system(''d'')' at", "\177");
}

static void assert_band(const lg_plot *p, size_t panel, size_t curve, double mean, double low, double high) {
    const lg_curve *c = &p->figure.panels[panel].curves[curve];
    assert_int_equal(c->count, 8);
    assert_float_equal(c->y[0], 100, 1e-9);
    assert_float_equal(c->y[7], mean, 1e-9);
    assert_float_equal(c->low[7], low, 1e-9);
    assert_float_equal(c->high[7], high, 1e-9);
}

/* Bands are drawn at the rate with the best mean. Diverged runs are skipped, and a single run has a band of zero
 * width. */
static void bands_of_seeds(void **state) {
    lg_error err = {0};
    (void)state;
    assert_true(lg_figure_curves.suits(report));
    lg_plot *p = lg_plot_make(&lg_figure_curves, report, &err);
    assert_non_null(p);
    assert_band(p, 0, 0, 75, 70, 80);
    assert_band(p, 0, 3, 50, 50, 50);
    assert_band(p, 1, 1, 77, 72, 82);
    assert_int_equal(p->figure.panels[1].curves[3].count, 0);
    assert_script(p, "using 1:6:7 with filledcurves fc rgb", "using 1:14:15");
}

/* If seeds were tested at different lengths, each seed counts at the lengths at which it was tested. */
static void bands_of_other_lengths(void **state) {
    static const lg_point few[] = {POINT(1, 1), POINT(8, 0.1), POINT(9, 0.25)};
    lg_error err = {0};
    (void)state;
    at(0, 0, 1, 0)->points = few, at(0, 0, 1, 0)->point_count = 3;
    lg_plot *p = lg_plot_make(&lg_figure_curves, report, &err);
    assert_non_null(p);
    const lg_curve *c = &p->figure.panels[0].curves[0];
    assert_int_equal(c->count, 9);
    assert_float_equal(c->y[1], 100, 1e-9);
    assert_float_equal(c->y[7], (10 + 80 + 75) / 3.0, 1e-9);
    assert_float_equal(c->low[7], 10, 1e-9);
    assert_float_equal(c->x[8], 9, 0);
    assert_true(fabs(c->y[8] - 25) < 1e-9 && fabs(c->low[8] - 25) < 1e-9 && fabs(c->high[8] - 25) < 1e-9);
}

/* Differences are between runs of the same seed. A pair of runs counts only at lengths at which both were tested. */
static void differences_to_the_first_column(void **state) {
    static const lg_point few[] = {POINT(1, 1), POINT(8, 0.1), POINT(9, 0.25)};
    lg_error err = {0};
    (void)state;
    assert_true(lg_figure_differences.suits(report));
    at(0, 1, 1, 0)->points = few, at(0, 1, 1, 0)->point_count = 3;
    lg_plot *p = lg_plot_make(&lg_figure_differences, report, &err);
    assert_non_null(p);
    assert_int_equal(p->figure.curve_count, report->layout->column_count - 1);
    assert_string_equal(p->figure.level_label, "none");
    assert_string_equal(p->figure.y_label, "difference, points"); /* however long the column's name is */
    const lg_panel *panel = &p->figure.panels[0];
    const lg_curve *c = &panel->curves[0];
    assert_string_equal(c->label, "R relative");
    assert_int_equal(c->count, 9);
    const double changed = 10 - 100 * at(0, 0, 1, 0)->points[7].values[0];
    assert_float_equal(c->low[7], changed, 1e-9);
    assert_float_equal(c->high[7], 2, 1e-9);
    assert_float_equal(c->y[7], (changed + 2 + 2) / 3, 1e-9);
    assert_float_equal(c->y[6], 100 * (at(0, 1, 1, 1)->points[6].values[0] - at(0, 0, 1, 1)->points[6].values[0]),
                       1e-9);
    assert_true(isnan(c->y[8]));
    assert_true(panel->level == 0 && panel->y_low < changed && panel->y_high > 2 && panel->y_step == 0);
}

/* The y axis includes the bands. The data file of a panel has a line for each length, with the values and bands of all
 * columns. */
static void data_of_bands(void **state) {
    char *text;
    size_t size;
    lg_error err = {0};
    (void)state;
    lg_plot *p = lg_plot_make(&lg_figure_curves, report, &err);
    assert_non_null(p);
    for (size_t i = 0; i < p->figure.panel_count; i++) p->figure.panels[i].level = 100;
    lg_plot_frame(p);
    for (size_t i = 0; i < p->figure.panel_count; i++) /* all panels have the same range */
        assert_true(p->figure.panels[i].y_low == p->figure.panels[0].y_low && p->figure.panels[i].y_high == 102);
    assert_true(p->figure.panels[1].y_low < 70);
    FILE *to = open_memstream(&text, &size);
    lg_figure_write_data(&p->figure, 1, to);
    fclose(to);
    assert_non_null(strstr(text, "unsorted: token accuracy in %,none: lowest,none: highest,R relative: lowest,"));
    assert_non_null(strstr(text, "\r\n8,75,77,79,,70,80,72,82,74,84,,\r\n"));
    free(text);
}

static void assert_text(const char *text, const char *wanted) {
    if (!strstr(text, wanted)) {
        fputs(text, stderr);
        fail();
    }
}

/* Seeds were validated at different times. Their mean and range are drawn at three times: 12, 24 and 36 seconds. All
 * seeds reached these times, and values between validations are interpolated linearly. A column with one finished run
 * shows its validations. */
static void seeds_at_common_times(void **state) {
    static const lg_progress_point tests[SEEDS][4] = {
        {PROGRESS(100, 10, 0.2), PROGRESS(200, 20, 0.4), PROGRESS(300, 40, 0.8)},
        {PROGRESS(100, 12, 0.1), PROGRESS(200, 24, 0.5), PROGRESS(300, 36, 0.9)},
        {PROGRESS(100, 8, 0), PROGRESS(200, 16, 0.4), PROGRESS(300, 32, 0.6), PROGRESS(400, 44, 0.9)}};
    lg_error err = {0};
    char *text;
    size_t size;
    (void)state;
    for (int seed = 0; seed < SEEDS; seed++)
        at(0, 0, 1, seed)->progress = tests[seed], at(0, 0, 1, seed)->progress_count = seed == 2 ? 4 : 3;
    lg_plot *p = lg_plot_make(&lg_figure_efficiency, report, &err);
    assert_non_null(p);
    FILE *to = open_memstream(&text, &size);
    lg_figure_write_data(&p->figure, 0, to);
    lg_figure_write_script(&p->figure, LG_FIGURE_SVG, to);
    for (size_t i = 0; i < p->note_count; i++) fprintf(to, "%s\n", p->notes[i]);
    fclose(to);
    assert_text(text, "unsorted: score: mean token accuracy in %,none: lowest,none: highest,R relative: lowest,");
    assert_text(text, "\r\n1,12,18,50,60,50,60,50,60,10,24,60,60,60,60,,\r\n");
    assert_text(text, "\r\n2,24,49.3333333,100,95,100,95,100,95,48,50,95,95,95,95,,\r\n");
    assert_text(text, "\r\n3,36,77.3333333,,,,,,,70,90,,,,,,\r\n");
    assert_text(text, "using 2:10:11 with filledcurves");
    assert_text(text, "using 4:12:13 with filledcurves");
    assert_text(text, "\nbucket_sort, R relative: 90 % after 100 seconds of training (the mean of 2 seeds).\n");
    assert_text(text, "\neven_pairs, unsorted: 90 % after 100 seconds of training (one run).\n");
    assert_null(strstr(text, "even_pairs, unsorted: 90 % after 100 seconds of training (the mean"));
    assert_null(strstr(text, "even_pairs, none: 90 % after 36 "));
    free(text);
}

/* ---- files ---- */

static lg_sweep *sweep; /* the sweep above, opened with a registry */

static int open_registry(void **state) {
    lg_error err = {0};
    bool made;
    if (open_report(state) != 0 || lg_sweep_open(context, folder->folder, &sweep) != LG_OK) return -1;
    lg_registry *r = lg_registry_open(folder->folder, manifest, &made, &err);
    if (!r || !lg_registry_rebuild(r, &results, &err)) return -1;
    lg_registry_close(r);
    return 0;
}

static int close_registry(void **state) {
    lg_sweep_free(sweep);
    return close_report(state);
}

static void count(void *user, const lg_report_file *f) {
    int *counts = user;
    counts[!strcmp(f->kind, "picture")]++;
    assert_true(scratch_has(f->path));
}

static void write_to(const char *name, lg_report_options w, int counts[2]) {
    char dir[512];
    snprintf(dir, sizeof dir, "%s/%s", folder->folder, name);
    w.dir = dir;
    if (lg_report_write(sweep, &w, count, counts) != LG_OK) fail_msg("%s", lg_error_text(context));
}

static void same_bytes_again(void **state) {
    char command[1200];
    int first[2] = {0}, second[2] = {0};
    (void)state;
    write_to("a", (lg_report_options){0}, first);
    write_to("b", (lg_report_options){0}, second);
    assert_true(first[0] == second[0] && first[1] == second[1] && first[0] > 30);
    snprintf(command, sizeof command, "diff -r '%s/a' '%s/b'", folder->folder, folder->folder);
    assert_int_equal(system(command), 0);
}

static void only_what_is_asked_for(void **state) {
    int counts[2] = {0};
    (void)state;
    write_to("c", (lg_report_options){.tables = "best, pairs,"}, counts);
    assert_int_equal(counts[0], 2 * 4 + 1);
    counts[0] = 0;
    write_to("d", (lg_report_options){.tables = "", .figures = "efficiency", .scripts = true}, counts);
    assert_int_equal(counts[0], 2 + 1 + 1); /* data of each panel, a script, the index */
    assert_int_equal(counts[1], 0);
}

static bool is_there(const char *name) {
    lg_file_kind kind;
    assert_true(lg_file_get_kind(scratch_path(folder, name), &kind, NULL));
    return kind != LG_ABSENT;
}

/* Tables and figures of best runs have "best" in their names, and are only made on request. */
static void best_runs_are_named_so(void **state) {
    int counts[2] = {0};
    (void)state;
    write_to("f", (lg_report_options){.tables = "best", .figures = "best_curves,curves", .scripts = true}, counts);
    assert_true(is_there("f/tables/best.md") && is_there("f/figures/best_curves.gp"));
    assert_true(is_there("f/figures/curves.gp"));
    assert_non_null(strstr(table(&lg_table_best)->title, "Best of 6 runs"));
    lg_error err = {0};
    assert_non_null(strstr(lg_plot_make(&lg_figure_best_curves, report, &err)->figure.title, "best of 6 runs"));
}

/* A report of all tables and figures removes old ones that it does not make. A report of some tables or figures changes
 * no other file. */
static void leftovers_of_an_earlier_report(void **state) {
    static const char *const old[] = {"e/tables/geometric.md", "e/figures/choice.svg", "e/figures/choice-01-a.csv"};
    enum { OLD = sizeof old / sizeof *old };
    int counts[2] = {0};
    (void)state;
    write_to("e", (lg_report_options){.tables = "best", .scripts = true}, counts);
    assert_true(lg_file_make_directory(scratch_path(folder, "e/figures"), NULL));
    assert_true(lg_file_write_text(scratch_path(folder, "e/tables/own.md"), "x", NULL));
    for (int i = 0; i < OLD; i++) assert_true(lg_file_write_text(scratch_path(folder, old[i]), "x", NULL));
    write_to("e", (lg_report_options){.tables = "mean", .scripts = true}, counts);
    for (int i = 0; i < OLD; i++) assert_true(is_there(old[i]));
    write_to("e", (lg_report_options){.scripts = true}, counts);
    for (int i = 0; i < OLD; i++) assert_false(is_there(old[i]));
    assert_true(is_there("e/tables/mine.md")); /* a table of the sweep file */
    assert_true(is_there("e/tables/own.md") && is_there("e/tables/mean.md") && is_there("e/figures/curves.gp"));
    assert_false(is_there("e/tables/best.md") || is_there("e/figures/best_curves.gp")); /* made only if named */
}

static void assert_refused(lg_report_options w, const char *words) {
    assert_fails(context, lg_report_write(sweep, &w, NULL, NULL), LG_USAGE, words);
}

static void wrong_names(void **state) {
    (void)state;
    assert_refused((lg_report_options){.tables = "best,maen"},
                   "--tables maen: there is no such table; did you mean mean?");
    assert_refused((lg_report_options){.tables = "geometric"},
                   "with rows task, columns scheme and metric token_accuracy; change --rows, --columns, ");
    assert_refused((lg_report_options){.figures = "best"},
                   "--figures best: there is no such figure; there are curves, ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(best_of_all, open_report, close_report),
        cmocka_unit_test_setup_teardown(runs_without_a_place_are_reported, open_report, close_report),
        cmocka_unit_test_setup_teardown(gain_in_words, open_report, close_report),
        cmocka_unit_test_setup_teardown(gains_of_another_study, open_report, close_report),
        cmocka_unit_test_setup_teardown(mean_of_the_best_rate, open_report, close_report),
        cmocka_unit_test_setup_teardown(seeds_that_solve_or_fail, open_report, close_report),
        cmocka_unit_test_setup_teardown(published_beside, open_report, close_report),
        cmocka_unit_test_setup_teardown(what_differs_from_the_study, open_report, close_report),
        cmocka_unit_test_setup_teardown(each_difference_is_reported, open_report, close_report),
        cmocka_unit_test_setup_teardown(horizons_are_means, open_report, close_report),
        cmocka_unit_test_setup_teardown(a_map_of_all_scores, open_report, close_report),
        cmocka_unit_test_setup_teardown(each_length_of_the_best_mean, open_report, close_report),
        cmocka_unit_test_setup_teardown(seeds_at_common_times, open_report, close_report),
        cmocka_unit_test_setup_teardown(what_is_learned_beside_what_is_reached, open_report, close_report),
        cmocka_unit_test_setup_teardown(points_of_columns, open_report, close_report),
        cmocka_unit_test_setup_teardown(paired_over_tasks, open_report, close_report),
        cmocka_unit_test_setup_teardown(paired_over_seeds_of_one_task, open_report, close_report),
        cmocka_unit_test_setup_teardown(ranks_over_rows_and_seeds, open_report, close_report),
        cmocka_unit_test_setup_teardown(ranks_of_tasks_that_a_column_lacks, open_report, close_report),
        cmocka_unit_test_setup_teardown(what_sorting_gains, open_report, close_report),
        cmocka_unit_test_setup_teardown(comparisons_are_data, open_report, close_report),
        cmocka_unit_test_setup_teardown(comparisons_of_the_sweep_file, open_report, close_report),
        cmocka_unit_test_setup_teardown(rows_of_a_comparison_are_filtered, open_report, close_report),
        cmocka_unit_test_setup_teardown(comparisons_are_within_a_task, open_report, close_report),
        cmocka_unit_test_setup_teardown(comparisons_follow_the_metric, open_report, close_report),
        cmocka_unit_test_setup_teardown(times_and_ratios, open_report, close_report),
        cmocka_unit_test_setup_teardown(loads_of_experts, open_report, close_report),
        cmocka_unit_test_setup_teardown(every_run_is_listed, open_report, close_report),
        cmocka_unit_test_setup_teardown(words_of_papers, open_report, close_report),
        cmocka_unit_test(columns_of_a_study),
        cmocka_unit_test(networks_of_a_study),
        cmocka_unit_test_setup_teardown(all_words_of_papers, open_report, close_report),
        cmocka_unit_test_setup_teardown(all_names_of_papers, open_report, close_report),
        cmocka_unit_test_setup_teardown(styles_are_distinct, open_report, close_report),
        cmocka_unit_test(dashes_are_of_positions),
        cmocka_unit_test_setup_teardown(styles_of_configs, open_report, close_report),
        cmocka_unit_test(own_options_are_a_choice),
        cmocka_unit_test(choices_name_their_axis),
        cmocka_unit_test_setup_teardown(captions_say_what_is_drawn, open_report, close_report),
        cmocka_unit_test_setup_teardown(marks_of_curves, open_report, close_report),
        cmocka_unit_test_setup_teardown(names_stay_in_their_lines, open_report, close_report),
        cmocka_unit_test(each_row_has_its_length_of_training),
        cmocka_unit_test_setup_teardown(bands_of_seeds, open_report, close_report),
        cmocka_unit_test_setup_teardown(differences_to_the_first_column, open_report, close_report),
        cmocka_unit_test_setup_teardown(bands_of_other_lengths, open_report, close_report),
        cmocka_unit_test_setup_teardown(data_of_bands, open_report, close_report),
        cmocka_unit_test_setup_teardown(same_bytes_again, open_registry, close_registry),
        cmocka_unit_test_setup_teardown(best_runs_are_named_so, open_registry, close_registry),
        cmocka_unit_test_setup_teardown(only_what_is_asked_for, open_registry, close_registry),
        cmocka_unit_test_setup_teardown(leftovers_of_an_earlier_report, open_registry, close_registry),
        cmocka_unit_test_setup_teardown(wrong_names, open_registry, close_registry),
    };
    return cmocka_run_group_tests(tests, open_sweep, close_sweep);
}
