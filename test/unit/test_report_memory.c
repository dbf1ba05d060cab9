/* test_report_memory.c: memory runs out at one allocation after another while a report is made. Each failure gives a
 * message, nothing crashes, and results that are returned are complete. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "alloc_fail_after.h"
#include "api/figure.h"
#include "api/sweep.h"
#include "base/file.h"
#include "metrics.h"
#include "report/figures.h"
#include "report/format/table.h"
#include "report/plot/figure.h"
#include "scratch.h"
#include "sweep/plan/grid.h"
#include "sweep/plan/presentation.h"

static const char file[] = "set: {train.steps: 1000, curriculum.lengths: 1..4, eval.lengths: 1..8}\n"
                           "grid:\n"
                           "  task: [even_pairs, bucket_sort]\n"
                           "  scheme:\n"
                           "    relative: {encoding: relative}\n"
                           "    sorted: {encoding: sinusoid, positions: randomized}\n"
                           "    unsorted: {encoding: sinusoid, positions: unsorted}\n"
                           "    geometric: {attention: geometric, encoding: none}\n"
                           "  seed: 0..2\n"
                           "select: {rows: task, columns: scheme, seeds: seed}\n"
                           "published: randpe-2023\n"
                           "note: small\n"
                           "compare:\n"
                           "  own:\n"
                           "    where: {task: even_pairs}\n"
                           "    columns:\n"
                           "      - {label: sinusoid, where: {scheme: [sorted, unsorted]}}\n"
                           "      - {label: relative, where: {scheme: relative}, take: mean}\n"
                           "      - {label: gain, take: gain}\n";

/* Scores by length, for the columns relative and sorted. The real study has none, so a changed copy is used. */
static const char curves[] = "standard relative none,even_pairs,8,4:99,8:98.,16:50\n"
                             "randomized sinusoid none,even_pairs,8,8:~97±2,16:-\n";
static char scores[8192];
static lg_study study;

static lg_presentation shown; /* tables of the sweep file, read before memory is limited */
static lg_manifest *manifest;
static lg_results results;

static void fill(void) {
    static const lg_point points[] = {POINT(2, 1), POINT(4, 0.9), POINT(8, 0.7)};
    static const lg_progress_point progress[] = {PROGRESS(500, 50, 0.6), PROGRESS(1000, 100, 0.95)};
    for (size_t i = 0; i < manifest->run_count; i++) {
        lg_run_result *r = &results.runs[i];
        if (i % 5 == 4) continue;
        r->state = LG_RUN_DONE, r->scores[ACCURACY] = 0.5 + 0.01 * (double)i, r->step = r->steps = 1000, r->seconds = 9;
        r->points = points, r->point_count = 3, r->progress = progress, r->progress_count = 2;
    }
}

static int open_sweep(void **state) {
    lg_error err = {0};
    if (scratch_open(state) != 0) return -1;
    scratch *folder = *state;
    const char *path = scratch_path(folder, "sweep.yaml");
    manifest = lg_file_write_text(path, file, &err) ? lg_grid_read(path, NULL, &err) : NULL;
    if (!manifest || !lg_results_new(&results, manifest, &err)) return -1;
    fill();
    study = *lg_study_find("randpe-2023");
    if (snprintf(scores, sizeof scores, "%s%s", study.scores, curves) >= (int)sizeof scores) return -1;
    study.scores = scores;
    return !lg_presentation_read(folder->folder, manifest, manifest->arena, &shown, &err);
}

static int close_sweep(void **state) {
    lg_results_free(&results);
    lg_manifest_free(manifest);
    return scratch_close(state);
}

/* Writes a table in all formats. If writing succeeds, the text must be complete. */
static bool write_table(const lg_table *t) {
    bool good = true;
    for (const lg_table_format *f = lg_table_formats; f->ending; f++) {
        char *text = NULL;
        size_t size = 0;
        FILE *to = open_memstream(&text, &size);
        if (!to) return false;
        good &= f->write(t, to) && !ferror(to);
        good &= fclose(to) == 0;
        free(text);
    }
    return good;
}

static bool write_plot(const lg_plot *p) {
    char *text = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&text, &size);
    if (!to) return false;
    for (size_t i = 0; i < p->figure.panel_count; i++) lg_figure_write_data(&p->figure, i, to);
    lg_figure_write_script(&p->figure, LG_FIGURE_ALL, to);
    const bool good = !ferror(to) && fclose(to) == 0;
    free(text);
    return good;
}

/* Makes a report with all its tables and figures, with at most `allocations` allocations. Returns true if these
 * suffice. */
static bool make_with(long allocations) {
    lg_error err = {0};
    left = allocations;
    lg_report *r = lg_report_new(NULL, &results, "sweep", NULL, &err);
    if (r) r->comparisons = shown.comparisons, r->comparison_count = shown.comparison_count;
    if (r) r->study = &study;
    const lg_table_kind *const *kind = r ? lg_report_tables(r, &err) : NULL;
    bool good = kind;
    for (; good && *kind; kind++) {
        const lg_table *t = lg_table_make(*kind, r, &err);
        good = t && write_table(t);
    }
    for (const lg_figure_kind *const *k = lg_figure_kinds; good && *k; k++) {
        if (!(*k)->suits(r)) continue;
        const lg_plot *p = lg_plot_make(*k, r, &err);
        good = p && write_plot(p);
    }
    lg_report_free(r);
    left = -1;
    if (err.code != LG_OK) {
        assert_int_equal(err.code, LG_FAILED);
        assert_non_null(strstr(err.text, " memory"));
        assert_false(good);
    }
    return good;
}

static void memory_runs_out(void **state) {
    long enough = 1;
    (void)state;
    if (!CAN_REFUSE) skip();
    while (!make_with(enough)) enough += 1 + enough / 30;
    assert_true(enough > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_runs_out)};
    return cmocka_run_group_tests(tests, open_sweep, close_sweep);
}
