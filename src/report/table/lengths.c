/* lengths.c: the metric at single lengths: the numbers behind the curves. */
#include <math.h>

#include "report/format/table.h"

enum { SHOWN = 10 }; /* the table shows at most this many lengths */

/* A tested run; NULL without one. */
static const lg_run_result *find_tested(const lg_report *r) {
    for (size_t i = 0; i < r->manifest->run_count; i++)
        if (r->results->runs[i].point_count > 0) return &r->results->runs[i];
    return NULL;
}

static bool has_lengths_of(const lg_run_result *a, const lg_run_result *b) {
    if (a->point_count != b->point_count) return false;
    for (size_t k = 0; k < a->point_count; k++)
        if (a->points[k].length != b->points[k].length) return false;
    return true;
}

/* All finished runs must have been tested at the same lengths. */
static bool suits_report(const lg_report *r) {
    const lg_run_result *first = find_tested(r);
    for (size_t i = 0; first && i < r->manifest->run_count; i++) {
        const lg_run_result *x = &r->results->runs[i];
        if (lg_is_done(r->results, i) && !has_lengths_of(x, first)) return false;
    }
    return first && !r->layout->averages_tasks;
}

/* The lengths to show: all, or evenly spaced ones from the shortest to the longest. */
static size_t choose_lengths(const lg_run_result *x, int out[SHOWN]) {
    const size_t count = x->point_count < SHOWN ? x->point_count : SHOWN;
    for (size_t k = 0; k < count; k++)
        out[k] = x->points[count > 1 ? k * (x->point_count - 1) / (count - 1) : 0].length;
    return count;
}

/* ---- cells ---- */

static const lg_point *point_at(const lg_run_result *x, int length) {
    for (size_t i = 0; i < x->point_count; i++)
        if (x->points[i].length == length) return &x->points[i];
    return NULL;
}

static double value_at(const lg_report *r, size_t run, double length) {
    const lg_point *p = point_at(&r->results->runs[run], (int)length);
    return p ? lg_report_metric(r).scale * p->values[r->results->metric] : (double)NAN;
}

static void fill_cell(const lg_report *r, lg_table *t, lg_cell *c, const lg_cell_runs *p, int length) {
    lg_cell_of_group(t, c, r, p, (lg_measure){value_at, length, lg_report_range(r)});
    c->digits = lg_report_metric(r).digits;
}

/* The task of a row or, if columns are tasks, of a column. */
static const char *task_of(const lg_report *r, size_t row, size_t column) {
    return *r->rows[row].task ? r->rows[row].task : r->columns[column].task;
}

/* The table has a row for each column of the layout, grouped by the layout's rows if there are several. If the layout
 * has a single column, the table has a row for each row of the layout. */
static void fill_rows(const lg_report *r, lg_table *t, const int *lengths, size_t count) {
    const lg_layout *l = r->layout;
    const bool single = l->column_count == 1, grouped = !single && *l->row_axis;
    const char **tasks = lg_arena_alloc(t->arena, (t->row_count + 1) * sizeof *tasks);
    if (!tasks) {
        t->failed = true;
        return;
    }
    for (size_t i = 0; i < l->row_count; i++)
        for (size_t j = 0; j < l->column_count; j++) {
            const size_t row = i * l->column_count + j;
            tasks[row] = task_of(r, i, j);
            t->rows[row].label = single ? l->rows[i] : l->columns[j];
            t->rows[row].group = grouped ? l->rows[i] : "";
            for (size_t k = 0; k < count; k++)
                fill_cell(r, t, lg_table_cell(t, row, k), lg_cell_runs_at(l, i, j), lengths[k]);
        }
    for (size_t i = 0; i < l->row_count && !single; i++)
        lg_table_mark_rows(t, i * l->column_count, l->column_count, tasks);
    if (single) lg_table_mark_rows(t, 0, l->row_count, tasks);
}

static void fill_table(const lg_report *r, lg_table *t) {
    const lg_layout *l = r->layout;
    const lg_metric_info m = lg_report_metric(r);
    int lengths[SHOWN];
    const size_t count = choose_lengths(find_tested(r), lengths);
    t->title = "By length";
    t->caption = lg_table_text(t, "The %s%s%s at single lengths: %s; the best of each length in bold.", m.title,
                               *m.unit ? m.in : "", m.unit, lg_table_of_means(t, r, lg_report_range(r), false));
    lg_table_set_metric(t, r);
    if (!lg_table_size(t, l->row_count * l->column_count, count)) return;
    t->corner = l->column_count == 1 ? l->row_axis : l->column_axis;
    for (size_t k = 0; k < count; k++) t->columns[k].label = lg_table_text(t, "%d", lengths[k]);
    fill_rows(r, t, lengths, count);
    lg_table_drop_rows(t);
    lg_table_explain(t, r);
}

const lg_table_kind lg_table_lengths = {
    .name = "lengths",
    .summary = "the metric at single lengths, up to ten of them",
    .source = "",
    .suits = suits_report,
    .fill = fill_table,
};
