/* best_curves.c: a metric against length, with a panel for each row and a curve for the best run of each column, as in
 * Figure 4 of Ruoss et al. 2023. */
#include "api/figure.h"
#include "report/figures.h"

static bool suits_report(const lg_report *r) {
    if (r->layout->averages_tasks) return false;
    for (size_t i = 0; i < r->manifest->run_count; i++)
        if (r->results->runs[i].point_count > 1) return true;
    return false;
}

static void fill_panel(const lg_report *r, lg_plot *p, size_t row) {
    lg_panel *panel = &p->figure.panels[row];
    lg_panel_of_row(p, panel, r, row);
    for (size_t j = 0; j < r->layout->column_count; j++)
        lg_panel_curve(p, panel, j, r->layout->columns[j], r->styles[j], r, lg_cell_runs_at(r->layout, row, j)->best);
}

/* The largest number of runs in a cell. */
static size_t most_runs(const lg_report *r) {
    size_t most = 0;
    for (size_t i = 0; i < r->layout->row_count * r->layout->column_count; i++)
        if (r->layout->cells[i].count > most) most = r->layout->cells[i].count;
    return most;
}

static void fill_figure(const lg_report *r, lg_plot *p) {
    p->figure.title = lg_plot_text(p, "%s, best of %zu runs", lg_plot_title(p), most_runs(r));
    p->figure.subtitle = "the best run of each column; such a maximum does not predict the next run";
    lg_plot_by_length(p);
    p->caption =
        lg_plot_text(p, "The %s against input length, for the run with the best score of each column.%s%s",
                     lg_metric_at(p->metric).title, lg_plot_lines(p, r, lg_plot_level(p)), lg_plot_crosses(p, r));
    lg_plot_readings(p, r);
    if (!lg_plot_columns(p, r)) return;
    for (size_t i = 0; i < p->figure.panel_count && !p->failed; i++) fill_panel(r, p, i);
    lg_plot_published(p, r);
    lg_plot_frame(p);
}

const lg_figure_kind lg_figure_best_curves = {
    .name = "best_curves",
    .summary = "a metric against length, the best run of each column",
    .source = "Ruoss et al. 2023, Figure 4",
    .by_name = true,
    .suits = suits_report,
    .fill = fill_figure,
};
