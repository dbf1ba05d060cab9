/* report.c: collects the data of a sweep's tables and figures; see report.h. */
#include "report/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api/catalogue.h"
#include "api/report.h"
#include "config/axes.h"
#include "config/config.h"
#include "metric/metric.h"
#include "report/reading.h"
#include "report/trained.h"
#include "sweep/plan/presentation.h"

/* ---- attributes of rows and columns ---- */

/* The first run of a row or a column; LG_NO_RUN without one. */
static size_t first_run(const lg_layout *l, size_t index, bool row) {
    const size_t count = row ? l->column_count : l->row_count;
    for (size_t i = 0; i < count; i++) {
        const lg_cell_runs *p = row ? lg_cell_runs_at(l, index, i) : lg_cell_runs_at(l, i, index);
        if (p->count > 0) return p->runs[0];
    }
    return LG_NO_RUN;
}

/* Rows that hold several tasks have no task: no chance level and no published numbers. */
static void forget_task(lg_run_attributes *a) {
    a->task = "";
    a->chance = NAN;
    a->order_invariant = false;
}

static bool rows_hold_tasks(const lg_report *r) {
    return lg_axis_roles_split_tasks(r->manifest, &r->layout->roles, LG_ROLE_COLUMNS) ||
           lg_axis_roles_split_tasks(r->manifest, &r->layout->roles, LG_ROLE_MEAN);
}

static lg_run_attributes *attributes_of_all(lg_report *r, size_t count, bool rows, lg_error *err) {
    lg_run_attributes *f = lg_arena_alloc(r->arena, (count + 1) * sizeof *f);
    for (size_t i = 0; f && i < count; i++) {
        const size_t run = first_run(r->layout, i, rows);
        f[i] = lg_no_run_attributes;
        if (run != LG_NO_RUN && !lg_run_attributes_of(r->manifest, run, r->arena, &f[i], err)) return NULL;
        if (rows && rows_hold_tasks(r)) forget_task(&f[i]);
    }
    return f;
}

/* Is this the default choice on the axis? */
static bool is_default(const char *axis, const char *choice) {
    size_t i = 0;
    while (strcmp(lg_axis_at(i).name, axis)) i++;
    return !strcmp(lg_axis_at(i).fallback, choice);
}

/* Do the rows differ in their encoding or positions? */
static bool rows_hold_encodings(const lg_report *r) {
    for (size_t i = 1; i < r->layout->row_count; i++)
        if (strcmp(r->rows[i].encoding, r->rows[0].encoding) || strcmp(r->rows[i].positions, r->rows[0].positions))
            return true;
    return false;
}

/* Do labels of the axis set the encoding or the positions? */
static bool sets_encodings(const lg_grid_axis *a) {
    for (size_t i = 0; i < a->count; i++)
        for (size_t k = 0; k < a->choices[i].count; k++) {
            const char *key = a->choices[i].pairs[k].key;
            if (!strcmp(key, "encoding") || !strcmp(key, "positions")) return true;
        }
    return false;
}

/* Does a cell choose the best of several encodings or position samplers? */
static bool cells_hold_encodings(const lg_report *r) {
    for (size_t a = 0; a < r->manifest->axis_count; a++)
        if (r->layout->roles.role[a] == LG_ROLE_BEST && sets_encodings(&r->manifest->axes[a])) return true;
    return false;
}

/* If no axis provides the rows, names the single row after its task, or "all tasks". If no axis provides the columns,
 * names the single column:
 * - after the metric if rows differ in encoding or positions
 * - else "all runs" if a cell chooses among encodings or positions
 * - else after its positions and encoding */
static bool name_single(lg_report *r) {
    const lg_run_attributes *f = &r->columns[0];
    const char **column = lg_arena_alloc(r->arena, sizeof *column);
    if (!column) return false;
    const bool usual = is_default("positions", f->positions);
    *column = rows_hold_encodings(r) ? lg_report_metric(r).title
              : cells_hold_encodings(r)
                  ? "all runs"
                  : lg_arena_printf(r->arena, "%s%s%s", usual ? "" : f->positions, usual ? "" : " ", f->named);
    static const char *const all = "all tasks";
    if (*r->layout->row_axis == '\0') r->layout->rows = rows_hold_tasks(r) ? &all : &r->rows[0].task;
    if (*r->layout->column_axis == '\0') r->layout->columns = column;
    return *column;
}

/* Sets the metric of the report. If `name` is NULL, keeps the metric of the plan. */
static bool choose_metric(lg_report *r, const char *name, lg_error *err) {
    return !name || lg_metric_find(lg_axis_first_name("metric", name), &r->shown.metric) ||
           lg_value_check(NULL, "metric", name, "--metric", err);
}

static bool fill_report(lg_report *r, const lg_report_layout *asked, const lg_presentation *p, lg_error *err) {
    static const lg_report_layout nothing;
    const lg_report_layout own = {p->rows, p->columns, p->mean, p->best, p->where, p->where_count, p->metric};
    if (!choose_metric(r, asked && asked->metric ? asked->metric : p->metric, err)) return false;
    r->layout = lg_layout_make(r->results, asked ? asked : &nothing, &own, r->arena, err);
    if (!r->layout) return false;
    r->rows = attributes_of_all(r, r->layout->row_count, true, err);
    r->columns = attributes_of_all(r, r->layout->column_count, false, err);
    r->styles = lg_arena_alloc(r->arena, (r->layout->column_count + 1) * sizeof *r->styles);
    r->trained = lg_trained_lengths(r->manifest, r->arena, err);
    if (!r->rows || !r->columns || !r->styles || !r->trained) return false;
    if (!name_single(r) || !lg_report_check_readings(r, err)) return false;
    lg_styles_choose(r->columns, r->layout->column_count, r->styles);
    r->study = lg_study_find(r->manifest->published);
    r->comparisons = p->comparisons, r->comparison_count = p->comparison_count;
    return true;
}

/* Overrides the title, note, study and reports of the plan by those that the sweep file has now. */
static lg_manifest *present(const lg_report *r, const lg_manifest *m, const lg_presentation *p) {
    lg_manifest *shown = lg_arena_alloc(r->arena, sizeof *shown);
    if (!shown) return NULL;
    *shown = *m;
    if (p->title) shown->title = p->title;
    if (p->note) shown->note = p->note;
    if (p->published) shown->published = p->published;
    if (p->reports) shown->reports = p->reports, shown->report_count = p->report_count;
    if (p->found) shown->selection = (lg_selection){-1, -1, -1};
    return shown;
}

lg_report *lg_report_new(lg_context *c, const lg_results *results, const char *sweep, const lg_report_layout *asked,
                         lg_error *err) {
    lg_presentation p = {0};
    lg_arena *arena = lg_arena_new();
    lg_report *r = arena ? lg_arena_alloc(arena, sizeof *r) : NULL;
    if (r) {
        *r = (lg_report){.sweep = sweep, .context = c, .arena = arena};
        r->shown = *results;
        r->results = &r->shown;
        if (lg_presentation_read(sweep, results->manifest, arena, &p, err) &&
            (r->manifest = present(r, results->manifest, &p))) {
            r->shown.manifest = r->manifest;
            if (fill_report(r, asked, &p, err)) return r;
        }
    }
    lg_fail(err, LG_FAILED, "out of memory: a report");
    lg_arena_free(arena);
    return NULL;
}

void lg_report_free(lg_report *r) {
    if (r) lg_arena_free(r->arena);
}

/* ---- queries ---- */

/* The longest training length, if it is the same for all runs of a row (for all runs of the layout if `row` is -1). 0
 * if runs differ in it, or if it is unknown for a run. */
static int common_trained(const lg_report *r, int row) {
    int common = 0;
    for (size_t i = 0; i < r->manifest->run_count; i++) {
        const int at = r->layout->row_of[i];
        if (at < 0 || (row >= 0 && at != row)) continue;
        if (r->trained[i] == 0 || (common > 0 && common != r->trained[i])) return 0;
        common = r->trained[i];
    }
    return common;
}

int lg_report_trained(const lg_report *r) {
    return common_trained(r, -1);
}

int lg_report_trained_in(const lg_report *r, size_t row) {
    return common_trained(r, (int)row);
}

lg_metric_info lg_report_metric(const lg_report *r) {
    return lg_metric_at(r->results->metric);
}

lg_range lg_report_range(const lg_report *r) {
    const lg_metric_info m = lg_report_metric(r);
    return (lg_range){m.scale * m.low, m.scale * m.high};
}

bool lg_report_is_share(const lg_report *r) {
    const lg_metric_info m = lg_report_metric(r);
    return !m.lower_is_better && m.high == 1;
}

const lg_study *lg_report_scores(const lg_report *r) {
    return r->study && r->results->metric == lg_metric_index(r->study->metric) ? r->study : NULL;
}

const char *lg_report_curve(const lg_report *r, size_t row, size_t column) {
    static const char *const keys[] = {"encoding", "positions", "attention", "cell", "store", "data.scratchpad"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (lg_axis_roles_mix(r->manifest, &r->layout->roles, keys[i])) return NULL;
    return lg_study_curve_of(lg_report_scores(r), &r->columns[column], r->rows[row].task);
}

bool lg_report_compares(const lg_report *r) {
    const size_t count = r->layout->column_count;
    if (!lg_axis_roles_split_tasks(r->manifest, &r->layout->roles, LG_ROLE_COLUMNS)) return count > 1;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            if (!strcmp(r->columns[i].task, r->columns[k].task)) return true;
    return false;
}

double lg_report_chance(const lg_report *r, const lg_run_attributes *a) {
    const lg_metric_info m = lg_report_metric(r);
    return m.has_chance ? m.scale * a->chance : (double)NAN;
}

/* Describes the lengths that a score averages over. */
static const char *scored_lengths(const lg_report *r) {
    const lg_run_attributes *f = &r->columns[0];
    const bool all = !strcmp(f->score, "all"), exact = !strcmp(f->score, "paper-exact");
    if (all) return "all tested lengths";
    if (!exact && strcmp(f->score, "first-ood..max")) return f->score;
    const char *beyond = f->above > 0 ? lg_arena_printf(r->arena, "above %d", f->above) : "beyond training";
    return lg_arena_printf(r->arena, "the tested lengths %s%s", beyond ? beyond : "",
                           exact ? ", except the first" : "");
}

const char *lg_report_validated(const lg_report *r) {
    static const char *const words[] = {"", "test records", "validation records at the training lengths",
                                        "test records in some runs, validation records in others"};
    int found = 0;
    for (size_t i = 0; i < r->manifest->run_count; i++) {
        const lg_run_result *x = &r->results->runs[i];
        if (x->progress_count > 0) found |= x->validated == LG_SPLIT_VALIDATION ? 2 : 1;
    }
    return words[found];
}

const char *lg_report_score(const lg_report *r) {
    const lg_metric_info m = lg_report_metric(r);
    const char *lengths = scored_lengths(r);
    if (!lengths) return NULL;
    return lg_arena_printf(r->arena, "Score%s%s, %s is better: the %s %s over %s%s", m.in, m.unit,
                           m.lower_is_better ? "lower" : "higher", m.logarithmic ? "geometric mean" : "mean", m.title,
                           strcmp(r->columns[0].average, "examples") ? "" : "the examples of ", lengths);
}
