/* test_report_published.c: published scores at single lengths. They can be read and agree with published scores over
 * all lengths. Tables and figures show them for sweeps that train on other lengths. */
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
#include "figure_script.h"
#include "metrics.h"
#include "report/figures.h"
#include "report/format/table.h"
#include "report/plot/figure.h"
#include "runs.h"
#include "study_rows.h"
#include "sweep/plan/grid.h"

/* Three tasks. For "half", only a part of the study's lengths is tested. For "unknown", no scores by length are
 * published. "same" has the study's lengths. The last encoding is not in the study. */
static const char file[] = "base: decoder-tiny\n"
                           "set: {metric: exact_match}\n"
                           "grid:\n"
                           "  task:\n"
                           "    half: {data: sort_single, curriculum.lengths: 2..4, eval.lengths: 2..8}\n"
                           "    unknown: {data: reverse_mc, curriculum.lengths: 2..5, eval.lengths: 2..10}\n"
                           "    same: {data: copy_rsc, curriculum.lengths: 2..20, eval.lengths: 2..24}\n"
                           "  encoding: [sinusoid, none, shaw]\n"
                           "  seed: 1..2\n"
                           "select: {rows: task, columns: encoding, seeds: seed, metric: exact_match}\n"
                           "published: nope-2023\n";

enum { ENCODINGS = 3, SEEDS = 2, TASKS = 3 };

static lg_manifest *manifest;
static lg_results results;
static lg_report *report;

/* Ends a run with scores that identify it: at length n, 0.5 + 0.1 encoding + 0.02 seed + 0.01 n. */
static void end(lg_run_result *r, int encoding, int seed, int longest) {
    lg_point *points = lg_arena_alloc(results.arena, (size_t)longest * sizeof *points);
    for (int n = 2; n <= longest; n++)
        points[n - 2] = (lg_point){n, {[EXACT_MATCH] = 0.5 + 0.1 * encoding + 0.02 * seed + 0.01 * n}};
    *r = lg_result_planned();
    r->state = LG_RUN_DONE, r->scores[EXACT_MATCH] = 0.5 + 0.1 * encoding, r->step = r->steps = 100;
    r->points = points, r->point_count = (size_t)longest - 1;
}

/* All runs are done, except those of the last task with the last encoding. */
static void fill(void) {
    static const int longest[TASKS] = {8, 10, 24};
    for (int task = 0; task < TASKS; task++)
        for (int encoding = 0; encoding < ENCODINGS; encoding++)
            for (int seed = 0; seed < SEEDS; seed++)
                if (task < 2 || encoding < 2)
                    end(&results.runs[(task * ENCODINGS + encoding) * SEEDS + seed], encoding, seed, longest[task]);
}

static void open_file(const char *text) {
    lg_error err = {0};
    const char *path = scratch_path(folder, "sweep.yaml");
    assert_true(lg_file_write_text(path, text, &err));
    manifest = lg_grid_read(path, NULL, &err);
    if (!manifest || !lg_results_new(&results, manifest, &err)) fail_msg("%s", err.text);
}

static void report_as(const lg_report_layout *asked) {
    lg_error err = {0};
    lg_report_free(report);
    report = lg_report_new(NULL, &results, folder->folder, asked, &err);
    if (!report) fail_msg("%s", err.text);
}

static int open_sweep(void **state) {
    if (runs_open(state) != 0) return -1;
    open_file(file);
    fill();
    report_as(NULL);
    return 0;
}

static int close_sweep(void **state) {
    lg_report_free(report);
    report = NULL;
    lg_results_free(&results);
    lg_manifest_free(manifest);
    return runs_close(state);
}

static const lg_table *table(void) {
    lg_error err = {0};
    assert_true(lg_table_suits(&lg_table_published_lengths, report));
    const lg_table *t = lg_table_make(&lg_table_published_lengths, report, &err);
    if (!t) fail_msg("%s", err.text);
    return t;
}

static void assert_cell(const lg_table *t, size_t row, size_t column, const char *ours, const char *published) {
    char words[LG_CELL_WORDS];
    assert_string_equal(lg_cell_words(t, row, column, words), ours);
    assert_string_equal(lg_cell_published(t, row, column, words), published);
}

/* ---- tables ---- */

static void lengths_at_the_same_multiple(void **state) {
    static const char *const labels[] = {"(9 of 8)",  "5 of 4 (10 of 8)", "(11 of 8)", "6 of 4 (12 of 8)",
                                         "(13 of 8)", "7 of 4 (14 of 8)", "(15 of 8)", "8 of 4 (16 of 8)",
                                         "20 of 20",  "21 of 20",         "24 of 20",  "28 of 20",
                                         "32 of 20",  "36 of 20",         "40 of 20"};
    const lg_table *t = table();
    (void)state;
    assert_int_equal(t->row_count, sizeof labels / sizeof *labels);
    for (size_t i = 0; i < t->row_count; i++) {
        assert_string_equal(t->rows[i].label, labels[i]);
        assert_string_equal(t->rows[i].group, i < 8 ? "half" : "same");
    }
    assert_non_null(strstr(t->title, "‡"));
    assert_non_null(strstr(t->notes[0], "no interpolation"));
}

/* The sweep's scores are means of two seeds. At lengths that the sweep did not test, cells have only the published
 * score. */
static void ours_beside_the_study(void **state) {
    const lg_table *t = table();
    (void)state;
    assert_cell(t, 0, 0, "", "67.");
    assert_cell(t, 1, 0, "56.0 (43.3..67.9)", "14. (+41.0)");
    assert_cell(t, 1, 1, "66.0 (52.6..77.2)", "100. (−34.0)");
    assert_cell(t, 1, 2, "76.0 (61.5..86.2)", "");
    assert_true(lg_table_cell(t, 1, 2)->best && !lg_table_cell(t, 1, 1)->best);
    assert_cell(t, 7, 0, "59.0 (46.1..70.8)", "0. (+58.0)");
    assert_cell(t, 10, 0, "75.0 (60.7..85.4)", "0 (+75.0)");
    assert_cell(t, 10, 1, "85.0 (68.5..93.7)", "99 (−14.0)");
    assert_cell(t, 10, 2, "to do", "");
    assert_cell(t, 11, 1, "", "99");
    assert_int_equal(lg_table_cell(t, 1, 0)->run_count, SEEDS);
}

/* A column that combines several encodings has no published scores. A column of one encoding has published scores,
 * whatever axis its label belongs to. */
static void columns_of_several_encodings(void **state) {
    static const char *const where[] = {"encoding=none"};
    static const lg_report_layout several = {"task", "seed", NULL, "encoding", NULL, 0, NULL},
                                  rows = {"task,encoding", "seed", NULL, NULL, NULL, 0, NULL},
                                  one = {"task", "seed", NULL, NULL, where, 1, NULL},
                                  tokens = {NULL, NULL, NULL, NULL, NULL, 0, "token_accuracy"};
    (void)state;
    report_as(&several);
    assert_false(lg_table_suits(&lg_table_published_lengths, report));
    report_as(&rows);
    assert_false(lg_table_suits(&lg_table_published_lengths, report));
    report_as(&one);
    assert_cell(table(), 1, 0, "65.0", "100. (−35.0)");
    report_as(&tokens);
    assert_false(lg_table_suits(&lg_table_published_lengths, report));
}

/* If the runs of a row have different training lengths, "beyond training" is decided for each run by its own training
 * length. */
static void rows_of_several_lengths(void **state) {
    (void)state;
    lg_report_free(report);
    report = NULL;
    lg_results_free(&results);
    lg_manifest_free(manifest);
    open_file("base: decoder-tiny\n"
              "set: {metric: exact_match, data: sort_single, encoding: none, eval.lengths: 2..10}\n"
              "grid: {curriculum.lengths: [2..4, 2..8], seed: 1}\n"
              "select: {columns: curriculum.lengths, metric: exact_match}\n"
              "published: nope-2023\n");
    end(&results.runs[0], 0, 0, 10), end(&results.runs[1], 0, 0, 10);
    report_as(NULL);
    const lg_table *t = table();
    assert_string_equal(t->rows[1].label, "(10 of 8)");
    assert_cell(t, 0, 0, "", "100.");
    assert_cell(t, 0, 1, "59.0", "100. (−41.0)");
    assert_cell(t, 1, 0, "55.0", "100. (−45.0)");
    assert_cell(t, 1, 1, "60.0", "100. (−40.0)");
}

/* ---- figures ---- */

static const lg_plot *plot(const lg_figure_kind *kind) {
    lg_error err = {0};
    const lg_plot *p = lg_plot_make(kind, report, &err);
    if (!p) fail_msg("%s", err.text);
    return p;
}

static void assert_script(const lg_plot *p, const char *wanted) {
    char *text = figure_script(p);
    if (!strstr(text, wanted)) fail_msg("no \"%s\" in\n%s", wanted, text);
    free(text);
}

/* First come the curves of the sweep's columns. Then come the study's curves, up to the sweep's longest length. */
static void crosses_in_figures(void **state) {
    static const lg_figure_kind *const kinds[] = {&lg_figure_curves, &lg_figure_best_curves};
    (void)state;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const lg_plot *p = plot(kinds[i]);
        assert_int_equal(p->figure.curve_count, ENCODINGS + 2);
        const lg_curve *half = &p->figure.panels[0].curves[ENCODINGS], *same = &p->figure.panels[2].curves[ENCODINGS];
        assert_string_equal(half[0].label, "sinusoid, published");
        assert_string_equal(half[1].label, "none, published");
        assert_string_equal(half[1].style.colour, report->styles[1].colour);
        assert_int_equal(half->count, 8);
        assert_true(half->x[0] == 4.5 && half->y[0] == 67 && half->x[7] == 8 && half->y[7] == 0);
        assert_int_equal(same[1].count, 3);
        assert_true(same[1].x[2] == 24 && same[1].y[2] == 99);
        assert_int_equal(p->figure.panels[1].curves[ENCODINGS].count, 0);
        assert_true(p->figure.panels[0].x_high == 8);
        assert_script(p, "using 1:5 with points pt 2 ps 0.7");
        assert_non_null(strstr(p->caption, "Crosses: Kazemnejad et al. 2023, means of 3 runs"));
    }
}

static void no_crosses_without_a_study(void **state) {
    static const lg_report_layout tokens = {NULL, NULL, NULL, NULL, NULL, 0, "token_accuracy"};
    (void)state;
    report_as(&tokens);
    assert_int_equal(plot(&lg_figure_curves)->figure.curve_count, ENCODINGS);
    assert_null(strstr(plot(&lg_figure_curves)->caption, "Crosses"));
}

/* ---- numbers ---- */

/* Asserts that all numbers of a curve can be parsed. Returns how many there are, and their mean beyond the training
 * lengths. */
static size_t read_curve(const study_row *row, double *mean) {
    size_t lengths = 0, numbers = 0, beyond = 0;
    double sum = 0;
    for (int n = 0; (n = lg_study_curve_next(row->cells, n)) > 0; lengths++) {
        const lg_published_value v = lg_study_curve_value(row->cells, n, report->arena);
        if (!lg_published_value_is(&v)) continue;
        assert_true(v.low >= 0 && v.low <= 100 && !v.guessed);
        numbers++;
        if (n > lg_study_curve_trained(row->cells)) sum += v.low, beyond++;
    }
    assert_int_equal(study_row_count(row), 1 + lengths); /* lengths ascend */
    *mean = sum / (double)beyond;
    return numbers;
}

/* The column of a study that a curve belongs to. The curve names its models by positions, encoding and scratchpad:
 * "standard rope none". */
static int column_of(const lg_study *s, const study_row *row) {
    char words[3][32];
    assert_int_equal(sscanf(row->table, "%31s %31s %31s", words[0], words[1], words[2]), 3);
    lg_run_attributes f = lg_no_run_attributes;
    f.attention = "softmax", f.positions = words[0], f.encoding = words[1], f.scratchpad = words[2];
    const char *cells = lg_study_curve_of(s, &f, row->task);
    assert_non_null(cells);
    assert_memory_equal(cells, row->cells, strlen(row->cells));
    return lg_study_column_of(s, &f);
}

/* A published score over all lengths is the mean of the curve by length if both come from the same figure. Scores that
 * come from logs include further lengths, or more examples. */
static void curves_of_papers(void **state) {
    static const char *const of_figure[] = {"summation",  "parity_text", "sort_single",
                                            "sort_multi", "polynomial",  "lego_chain"};
    const lg_study *s = lg_study_find("nope-2023");
    const char *at = s->scores;
    size_t numbers = 0, compared = 0;
    study_row row;
    (void)state;
    while (study_row_next(&at, &row)) {
        double mean;
        if (!row.curve) continue;
        const int column = column_of(s, &row);
        numbers += read_curve(&row, &mean);
        for (size_t i = 0; i < sizeof of_figure / sizeof *of_figure; i++) {
            if (strcmp(row.task, of_figure[i])) continue;
            const lg_published_value all = lg_study_value(s, "mean", row.task, column, report->arena);
            if (fabs(mean - all.low - 0.5) > 0.51) fail_msg("%s, %s: %g, %g", row.task, row.table, mean, all.low);
            compared++;
        }
    }
    assert_int_equal(compared, 6 * 5);
    assert_int_equal(numbers, 3 * 5 * 7 + 7 * 5 * 8 + 1 + 10 + 4 * 8 + 3 + 11);
}

static void lengths_between(void **state) {
    static const char curve[] = "20,20:100,21:-,24:9.";
    (void)state;
    assert_int_equal(lg_study_curve_trained(curve), 20);
    assert_int_equal(lg_study_curve_next(curve, 0), 20);
    assert_int_equal(lg_study_curve_next(curve, 21), 24);
    assert_int_equal(lg_study_curve_next(curve, 24), 0);
    for (int n = 19; n < 26; n++) {
        const lg_published_value v = lg_study_curve_value(curve, n, report->arena);
        assert_int_equal(lg_published_value_is(&v), n == 20 || n == 24);
    }
}

static void assert_curve(const char *curve, const char *wanted) {
    assert_non_null(curve);
    assert_memory_equal(curve, wanted, strlen(wanted));
}

/* For addition, the study has scores by length for each encoding with all parts of the scratchpad, and for no other
 * format. */
static void curves_of_models(void **state) {
    lg_run_attributes f = lg_no_run_attributes;
    const lg_study *steps = lg_study_find("nope-2023-scratchpad"), *encodings = lg_study_find("nope-2023");
    const char *at = steps->scores;
    double mean;
    size_t numbers = 0;
    study_row row;
    (void)state;
    while (study_row_next(&at, &row)) numbers += row.curve ? read_curve(&row, &mean) : 0;
    assert_int_equal(numbers, 5 * 8);
    f.positions = "standard", f.encoding = "t5", f.attention = "softmax", f.scratchpad = "full";
    assert_curve(lg_study_curve_of(steps, &f, "addition"), "8,9:98,10:70,11:6,12:0,13:0,14:0,15:0,16:0\n");
    assert_null(lg_study_curve_of(steps, &f, "summation"));
    assert_null(lg_study_curve_of(encodings, &f, "addition"));
    f.scratchpad = "none";
    assert_null(lg_study_curve_of(steps, &f, "addition"));
    assert_curve(lg_study_curve_of(encodings, &f, "addition"), "8,9:78.,10:3.,11:0.,12:0.,13:0.,14:0.,15:0.,16:0.\n");
    assert_null(lg_study_curve_of(lg_study_find("randpe-2023"), &f, "parity_check"));
    assert_null(lg_study_curve_of(NULL, &f, "addition"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lengths_at_the_same_multiple, open_sweep, close_sweep),
        cmocka_unit_test_setup_teardown(ours_beside_the_study, open_sweep, close_sweep),
        cmocka_unit_test_setup_teardown(columns_of_several_encodings, open_sweep, close_sweep),
        cmocka_unit_test_setup_teardown(rows_of_several_lengths, open_sweep, close_sweep),
        cmocka_unit_test_setup_teardown(crosses_in_figures, open_sweep, close_sweep),
        cmocka_unit_test_setup_teardown(no_crosses_without_a_study, open_sweep, close_sweep),
        cmocka_unit_test_setup_teardown(curves_of_papers, open_sweep, close_sweep),
        cmocka_unit_test_setup_teardown(lengths_between, open_sweep, close_sweep),
        cmocka_unit_test_setup_teardown(curves_of_models, open_sweep, close_sweep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
