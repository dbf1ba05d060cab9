/* test_layout.c: how a report lays out each axis of a grid: by default, on request, and as the current sweep file
 * asks. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "api/report.h"
#include "api/sweep.h"
#include "base/file.h"
#include "metrics.h"
#include "report/report.h"
#include "scratch.h"
#include "sweep/plan/grid.h"

#define GRID                                                                                                           \
    "set: {model: {width: 8, heads: 2}}\n"                                                                             \
    "grid: {task: [even_pairs, bucket_sort], encoding: [sinusoid, relative], positions: [standard, randomized],"       \
    " lr: [1e-3, 1e-2], seed: 1..3}\n"

enum { TASKS = 2, ENCODINGS = 2, POSITIONS = 2, RATES = 2, SEEDS = 3 };

static void *folder;
static lg_manifest *manifest;
static lg_results results;

static void write_sweep(const char *more) {
    char text[1024];
    snprintf(text, sizeof text, "%s%s", GRID, more);
    assert_true(lg_file_write_text(scratch_path(folder, "sweep.yaml"), text, NULL));
}

/* Opens a sweep whose scores identify their run. Later tasks, encodings, positions and rates score higher; seeds differ
 * a little. */
static int open_sweep(void **state) {
    lg_error err = {0};
    (void)state;
    if (scratch_open(&folder) != 0) return -1;
    write_sweep("");
    manifest = lg_grid_read(scratch_path(folder, "sweep.yaml"), NULL, &err);
    if (!manifest || !lg_results_new(&results, manifest, &err)) return -1;
    for (size_t i = 0; i < manifest->run_count; i++) {
        const int *l = manifest->runs[i].labels;
        results.runs[i].state = LG_RUN_DONE;
        results.runs[i].scores[ACCURACY] = 0.4 * l[0] + 0.2 * l[1] + 0.1 * l[2] + 0.05 * l[3] + 0.01 * l[4];
    }
    return 0;
}

static int close_sweep(void **state) {
    (void)state;
    lg_results_free(&results);
    lg_manifest_free(manifest);
    return scratch_close(&folder);
}

static lg_report *lay_out(const lg_report_layout *asked, lg_error *err) {
    char dir[1024];
    snprintf(dir, sizeof dir, "%s", scratch_path(folder, "."));
    return lg_report_new(NULL, &results, dir, asked, err);
}

static void assert_refused(lg_report_layout asked, const char *words) {
    lg_error err = {0};
    assert_null(lay_out(&asked, &err));
    assert_int_equal(err.code, LG_USAGE);
    if (!strstr(err.text, words)) fail_msg("'%s' is not in '%s'", words, err.text);
}

static lg_report *must(lg_report_layout asked) {
    lg_error err = {0};
    lg_report *r = lay_out(&asked, &err);
    if (!r) fail_msg("%s", err.text);
    return r;
}

/* By default, every axis has rows or columns, with two exceptions: seeds are averaged, and the best rate is chosen. */
static void all_axes_are_laid_out(void **state) {
    (void)state;
    lg_report *r = must((lg_report_layout){0});
    const lg_layout *l = r->layout;
    assert_string_equal(l->row_axis, "task");
    assert_string_equal(l->column_axis, "encoding, positions");
    assert_string_equal(l->averaged, "seed");
    assert_string_equal(l->others, "lr");
    assert_int_equal(l->row_count, TASKS);
    assert_int_equal(l->column_count, ENCODINGS * POSITIONS);
    assert_string_equal(l->columns[1], "sinusoid, randomized");
    const lg_cell_runs *p = lg_cell_runs_at(l, 1, 3);
    assert_int_equal(p->count, RATES * SEEDS);
    assert_int_equal(p->group_count, RATES);
    assert_int_equal(p->chosen->count, SEEDS);
    assert_string_equal(lg_layout_winner(l, r->manifest, p->best, r->arena), "1e-2");
    lg_report_free(r);
}

/* A layout has the requested rows and columns. On each remaining axis, the best label is chosen. The axis of tasks is
 * an exception: its labels become rows. */
static void layouts_are_asked_for(void **state) {
    (void)state;
    lg_report *r = must((lg_report_layout){.columns = "lr", .rows = "encoding"});
    assert_string_equal(r->layout->row_axis, "task, encoding");
    assert_string_equal(r->layout->column_axis, "lr");
    assert_string_equal(r->layout->others, "positions");
    assert_int_equal(r->layout->row_count, TASKS * ENCODINGS);
    assert_string_equal(r->layout->rows[1], "even_pairs, relative");
    lg_report_free(r);
    r = must((lg_report_layout){.rows = "lr,encoding", .columns = "positions"}); /* labels follow this order */
    assert_string_equal(r->layout->row_axis, "task, lr, encoding");
    assert_string_equal(r->layout->rows[0], "even_pairs, lr 1e-3, sinusoid");
    lg_report_free(r);
    static const char *const one_task[] = {"task=bucket_sort"};
    r = must((lg_report_layout){.rows = "encoding", .where = one_task, .where_count = 1});
    assert_string_equal(r->layout->row_axis, "encoding");
    assert_int_equal(r->layout->row_count, ENCODINGS);
    lg_report_free(r);
    r = must((lg_report_layout){.columns = "task", .rows = "positions,train.lr", .mean = "train.seed,encoding"});
    assert_string_equal(r->layout->columns[1], "bucket_sort");
    assert_string_equal(r->layout->averaged, "encoding, seed");
    assert_string_equal(r->layout->others, "");
    assert_int_equal(lg_cell_runs_at(r->layout, 0, 0)->chosen->count, ENCODINGS * SEEDS);
    lg_report_free(r);
}

/* A cell that averages several tasks has a mean, but neither a best run nor a task. */
static void tasks_that_are_averaged_have_no_best(void **state) {
    (void)state;
    lg_report *r = must((lg_report_layout){.columns = "encoding", .mean = "task,seed"});
    assert_true(r->layout->averages_tasks);
    assert_string_equal(r->layout->rows[0], "all tasks");
    assert_true(isnan(r->rows[0].chance) && !r->rows[0].order_invariant && *r->rows[0].task == '\0');
    assert_true(lg_cell_runs_at(r->layout, 0, 0)->best == LG_NO_RUN);
    assert_true(isfinite(lg_cell_runs_at(r->layout, 0, 0)->chosen->mean));
    lg_report_free(r);
    static const char *const one_task[] = {"task=bucket_sort"};
    r = must((lg_report_layout){.columns = "encoding", .mean = "task,seed", .where = one_task, .where_count = 1});
    assert_false(r->layout->averages_tasks);
    assert_string_equal(r->layout->rows[0], "bucket_sort");
    lg_report_free(r);
    r = must((lg_report_layout){.rows = "encoding", .columns = "task"}); /* each row has both tasks, each cell one */
    assert_true(!r->layout->averages_tasks && isnan(r->rows[0].chance));
    assert_true(lg_cell_runs_at(r->layout, 0, 0)->best != LG_NO_RUN);
    lg_report_free(r);
}

/* Tasks are recognized by their labels, whatever the axis is called. */
static void tasks_of_any_axis_are_never_chosen(void **state) {
    (void)state;
    lg_error err = {0};
    lg_results jobs;
    assert_true(lg_file_write_text(scratch_path(folder, "jobs.yaml"),
                                   "grid: {job: {pairs: {task: even_pairs}, sort: {task: bucket_sort}}, lr: [1e-3, "
                                   "1e-2], positions: [standard]}\n",
                                   NULL));
    lg_manifest *m = lg_grid_read(scratch_path(folder, "jobs.yaml"), NULL, &err);
    if (!m || !lg_results_new(&jobs, m, &err)) fail_msg("%s", err.text);
    assert_true(lg_grid_axis_sets_task(&m->axes[0]));
    assert_false(lg_grid_axis_sets_task(&m->axes[1]));
    lg_report *r = lg_report_new(NULL, &jobs, "/nowhere", &(lg_report_layout){0}, &err);
    if (!r) fail_msg("%s", err.text);
    assert_string_equal(r->layout->row_axis, "job");
    lg_report_free(r);
    assert_null(lg_report_new(NULL, &jobs, "/nowhere", &(lg_report_layout){.best = "job"}, &err));
    assert_non_null(strstr(err.text, "scores of different tasks cannot be compared"));
    lg_results_free(&jobs);
    lg_manifest_free(m);
}

static void runs_are_filtered(void **state) {
    (void)state;
    static const char *const where[] = {"seed=2..3", "encoding=relative"};
    lg_report *r = must((lg_report_layout){.where = where, .where_count = 2});
    assert_int_equal(r->layout->tally.planned, TASKS * POSITIONS * RATES * 2);
    assert_int_equal(r->layout->column_count, POSITIONS);
    assert_string_equal(r->layout->columns[0], "standard");
    assert_int_equal(lg_cell_runs_at(r->layout, 0, 0)->count, RATES * 2);
    assert_string_equal(r->layout->roles.filter, "seed=2..3; encoding=relative");
    lg_report_free(r);
}

static void wrong_layouts_are_refused(void **state) {
    (void)state;
    static const char *const no_axis[] = {"sead=1"}, *const no_label[] = {"seed=9"}, *const no_rule[] = {"seed"},
                             *const twice[] = {"seed=1", "train.seed=2"};
    assert_refused((lg_report_layout){.rows = "tsk"},
                   "--rows: the grid has no axis 'tsk'; its axes are task, encoding");
    assert_refused((lg_report_layout){.rows = "task", .columns = "task"}, "the axis task is already used for rows");
    assert_refused((lg_report_layout){.best = "task"}, "scores of different tasks cannot be compared");
    assert_refused((lg_report_layout){.where = no_axis, .where_count = 1}, "--where: the grid has no axis 'sead'");
    assert_refused((lg_report_layout){.where = no_label, .where_count = 1}, "the axis seed has no label '9'");
    assert_refused((lg_report_layout){.where = no_rule, .where_count = 1}, "expected AXIS=LABEL");
    assert_refused((lg_report_layout){.where = twice, .where_count = 2}, "filtered twice");
}

/* Reports use the layout in the sweep file, which users may edit at any time. Flags override this layout. */
static void the_sweep_file_lays_out(void **state) {
    (void)state;
    write_sweep("title: Anew\nselect: {rows: [task, lr], columns: positions, best: encoding, where: {seed: [1, 3]}}\n");
    lg_report *r = must((lg_report_layout){0});
    assert_string_equal(r->manifest->title, "Anew");
    assert_string_equal(r->layout->row_axis, "task, lr");
    assert_string_equal(r->layout->others, "encoding");
    assert_int_equal(r->layout->tally.planned, TASKS * ENCODINGS * POSITIONS * RATES * 2);
    lg_report_free(r);
    r = must((lg_report_layout){.columns = "lr"});
    assert_string_equal(r->layout->column_axis, "lr");
    assert_string_equal(r->layout->row_axis, "task");
    lg_report_free(r);
    write_sweep("select: {rows: [task, {a: b}]}\n");
    assert_refused((lg_report_layout){0}, "sweep.yaml:");
    write_sweep("select: {rows: tsk}\n");
    assert_refused((lg_report_layout){0}, "select: rows: the grid has no axis 'tsk'");
    assert_true(lg_file_remove(scratch_path(folder, "sweep.yaml"), NULL));
    r = must((lg_report_layout){0}); /* the layout of the plan */
    assert_string_equal(r->layout->column_axis, "encoding");
    assert_string_equal(r->layout->others, "positions, lr");
    lg_report_free(r);
}

/* Runs of alibi have no label on the axis positions. If that axis has rows or columns, these runs belong to no cell,
 * and there is no row or column of alibi. */
static void no_row_and_no_column_is_empty(void **state) {
    (void)state;
    lg_error err = {0};
    lg_results some;
    const char *path = scratch_path(folder, "some.yaml");
    assert_true(lg_file_write_text(path,
                                   "grid: {encoding: [none, relative, rope], positions: [standard, randomized], seed: "
                                   "1..2}\nexclude: [{encoding: none, positions: randomized}]\n"
                                   "include: [{encoding: alibi, seed: [1, 2]}]\n",
                                   NULL));
    lg_manifest *m = lg_grid_read(path, NULL, &err);
    if (!m || !lg_results_new(&some, m, &err)) fail_msg("%s", err.text);
    static const struct {
        const char *rows, *columns, *best;
        size_t row_count, column_count, unassigned;
    } layouts[] = {{NULL, "encoding,positions", NULL, 1, 5, 2},
                   {"positions", "encoding", NULL, 2, 3, 2},
                   {"encoding", "positions", NULL, 3, 2, 2},
                   {NULL, "encoding", "positions", 1, 4, 0}};
    for (size_t i = 0; i < sizeof layouts / sizeof *layouts; i++) {
        const lg_report_layout asked = {
            .rows = layouts[i].rows, .columns = layouts[i].columns, .best = layouts[i].best};
        lg_report *r = lg_report_new(NULL, &some, "/nowhere", &asked, &err);
        if (!r) fail_msg("%s", err.text);
        assert_int_equal(r->layout->row_count, layouts[i].row_count);
        assert_int_equal(r->layout->column_count, layouts[i].column_count);
        assert_int_equal(r->layout->unassigned, layouts[i].unassigned);
        lg_report_free(r);
    }
    lg_results_free(&some);
    lg_manifest_free(m);
}

/* If there are more columns than fit on a page, only the best label of some axes is shown. */
static void columns_are_bounded(void **state) {
    (void)state;
    lg_error err = {0};
    lg_results many;
    char dir[1024];
    snprintf(dir, sizeof dir, "%s", scratch_path(folder, "."));
    const char *path = scratch_path(folder, "sweep.yaml");
    assert_true(
        lg_file_write_text(path,
                           "grid: {task: [even_pairs], encoding: [sinusoid, relative, rope], width: [8, 16, 32, "
                           "64, 128], heads: [1, 2], blocks: 1..4}\n",
                           NULL));
    lg_manifest *m = lg_grid_read(path, NULL, &err);
    assert_true(m && lg_results_new(&many, m, &err));
    lg_report *r = lg_report_new(NULL, &many, dir, NULL, &err);
    assert_non_null(r);
    assert_int_equal(r->layout->column_count, 15);
    assert_string_equal(r->layout->others, "heads, blocks");
    lg_report_free(r);
    lg_results_free(&many);
    lg_manifest_free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(all_axes_are_laid_out, open_sweep, close_sweep),
        cmocka_unit_test_setup_teardown(layouts_are_asked_for, open_sweep, close_sweep),
        cmocka_unit_test_setup_teardown(tasks_that_are_averaged_have_no_best, open_sweep, close_sweep),
        cmocka_unit_test_setup_teardown(tasks_of_any_axis_are_never_chosen, open_sweep, close_sweep),
        cmocka_unit_test_setup_teardown(runs_are_filtered, open_sweep, close_sweep),
        cmocka_unit_test_setup_teardown(wrong_layouts_are_refused, open_sweep, close_sweep),
        cmocka_unit_test_setup_teardown(the_sweep_file_lays_out, open_sweep, close_sweep),
        cmocka_unit_test_setup_teardown(no_row_and_no_column_is_empty, open_sweep, close_sweep),
        cmocka_unit_test_setup_teardown(columns_are_bounded, open_sweep, close_sweep),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
