/* geometric.c: geometric attention beside the best encoding, as in Table 5 of Ruoss et al. 2023. */
#include <math.h>
#include <string.h>

#include "report/format/table.h"

enum { BEST, BEST_GEOMETRIC, MEAN, MEAN_GEOMETRIC, COLUMNS };

static bool is_geometric(const lg_report *r, size_t column) {
    return !strcmp(r->columns[column].attention, "geometric");
}

/* The column of geometric attention; -1: none. */
static int geometric_column(const lg_report *r) {
    for (size_t i = 0; i < r->layout->column_count; i++)
        if (is_geometric(r, i)) return (int)i;
    return -1;
}

static bool suits_report(const lg_report *r) {
    return geometric_column(r) >= 0;
}

static double best_score(const lg_report *r, const lg_cell_runs *p) {
    return p->best == LG_NO_RUN ? NAN : r->results->runs[p->best].score;
}

static double best_mean(const lg_report *r, const lg_cell_runs *p) {
    (void)r;
    return !p->chosen ? NAN : p->chosen->mean;
}

/* The place of the best encoding in a row; NULL while there is none. */
static const lg_cell_runs *best_other(const lg_report *r, size_t row,
                                      double (*of)(const lg_report *, const lg_cell_runs *)) {
    const lg_cell_runs *best = NULL;
    for (size_t j = 0; j < r->layout->column_count; j++) {
        const lg_cell_runs *p = lg_cell_runs_at(r->layout, row, j);
        if (is_geometric(r, j) || !isfinite(of(r, p))) continue;
        if (!best || of(r, p) > of(r, best)) best = p;
    }
    return best;
}

static void fill_best(const lg_report *r, lg_table *t, size_t row, int column, const lg_cell_runs *p) {
    lg_cell *c = lg_table_cell(t, row, (size_t)column);
    if (p) {
        lg_cell_set_runs(t, c, r, p);
        c->summary = lg_cell_summary(t, r, p->runs, p->count, lg_run_score, 0);
        c->value = c->summary.max;
    }
    lg_cell_compare(t, c, r, "geometric", row, column);
}

static void fill_mean(const lg_report *r, lg_table *t, size_t row, int column, const lg_cell_runs *p) {
    lg_cell *c = lg_table_cell(t, row, (size_t)column);
    if (p) lg_cell_group(t, c, r, p);
    lg_cell_compare(t, c, r, "geometric", row, column);
}

static void fill_row(const lg_report *r, lg_table *t, size_t row) {
    const lg_cell_runs *geometric = lg_cell_runs_at(r->layout, row, (size_t)geometric_column(r));
    fill_best(r, t, row, BEST, best_other(r, row, best_score));
    fill_best(r, t, row, BEST_GEOMETRIC, geometric);
    fill_mean(r, t, row, MEAN, best_other(r, row, best_mean));
    fill_mean(r, t, row, MEAN_GEOMETRIC, geometric);
}

static void fill_table(const lg_report *r, lg_table *t) {
    static const char *const labels[] = {"best encoding", "geometric", "best mean of an encoding", "geometric mean"};
    t->title = "Geometric attention";
    t->unit = "%";
    t->caption =
        "Geometric attention, which knows order without any encoding, beside the best of all other columns: the "
        "best score in %, and mean ± deviation over seeds at the best choice.";
    if (!lg_table_of_rows(t, r, labels, COLUMNS)) return;
    for (size_t i = 0; i < t->row_count; i++) fill_row(r, t, i);
    lg_table_mark(t, BEST, 2);
    lg_table_mark(t, MEAN, 2);
    lg_table_explain(t, r);
}

const lg_table_kind lg_table_geometric = {
    .name = "geometric",
    .summary = "geometric attention beside the best encoding",
    .source = "Ruoss et al. 2023, Table 5",
    .suits = suits_report,
    .fill = fill_table,
};
