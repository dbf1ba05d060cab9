/* horizon.c: the length horizon: the longest length up to which a model stays at or above a threshold. */
#include <math.h>

#include "report/format/table.h"

static const int thresholds[] = {50, 75, 90, 95, 99};
enum { THRESHOLDS = sizeof thresholds / sizeof *thresholds };

/* Thresholds need a metric that is a fraction. */
static bool suits_report(const lg_report *r) {
    return r->manifest->run_count > 0 && !r->layout->averages_tasks && lg_report_is_share(r);
}

static double horizon_of(const lg_report *r, size_t run, double percent) {
    const lg_run_result *x = &r->results->runs[run];
    return x->point_count == 0 ? NAN : lg_horizon(x->points, x->point_count, r->results->metric, percent / 100);
}

/* From 0 to the longest length at which these runs were tested. */
static lg_range range_of(const lg_report *r, const lg_cell_runs *p) {
    lg_range range = {0, 0};
    for (size_t i = 0; i < p->count; i++) {
        const lg_run_result *x = &r->results->runs[p->runs[i]];
        if (x->point_count > 0) range.high = fmax(range.high, x->points[x->point_count - 1].length);
    }
    return range;
}

static void fill_cell(const lg_report *r, lg_table *t, size_t row, size_t column, size_t k) {
    const lg_cell_runs *p = lg_cell_runs_at(r->layout, row, column);
    lg_cell *c = lg_table_cell(t, k * r->layout->row_count + row, column);
    lg_cell_of_group(t, c, r, p, (lg_measure){horizon_of, thresholds[k], range_of(r, p)});
}

static void fill_table(const lg_report *r, lg_table *t) {
    const size_t rows = r->layout->row_count;
    t->title = "Length horizon";
    lg_table_set_metric(t, r);
    t->unit = "input tokens";
    t->caption = lg_table_text(
        t,
        "The longest tested length up to which every tested length has at least this %s; 0 if the shortest tested "
        "length does not: %s.",
        lg_report_metric(r).title, lg_table_of_means(t, r, (lg_range){0, 0}, false));
    if (!lg_table_grid(t, r, THRESHOLDS, 0)) return;
    for (size_t k = 0; k < THRESHOLDS; k++) {
        const char *group = lg_table_text(t, "%s at least %d %%", lg_report_metric(r).title, thresholds[k]);
        for (size_t i = 0; i < rows; i++) t->rows[k * rows + i].group = group;
        for (size_t i = 0; i < rows; i++)
            for (size_t j = 0; j < t->column_count; j++) fill_cell(r, t, i, j, k);
    }
    lg_table_mark_columns(t, r);
    lg_table_explain(t, r);
}

const lg_table_kind lg_table_horizon = {
    .name = "horizon",
    .summary = "longest length up to which the metric stays above 50, 75, 90, 95 and 99 %",
    .source = "",
    .suits = suits_report,
    .fill = fill_table,
};
