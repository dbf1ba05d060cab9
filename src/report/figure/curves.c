/* curves.c: a metric against length, with a panel for each row: the mean over the seeds of each column, and a band from
 * the lowest seed to the highest. Intervals over three seeds would be as wide as the panel; tables show them instead.
 * If there are several choices (such as learning rates, or values of positions.L), the choice with the best mean score
 * is drawn, as in the tables of means. */
#include "api/figure.h"
#include "report/tested.h"

static bool has_curve(const lg_report *r, const lg_group *g) {
    for (size_t i = 0; g && i < g->count; i++) {
        const lg_run_result *x = lg_tested_run(r, g, i);
        if (x && x->point_count > 1) return true;
    }
    return false;
}

static bool suits_report(const lg_report *r) {
    const lg_layout *l = r->layout;
    for (size_t i = 0; i < l->row_count * l->column_count; i++)
        if (has_curve(r, l->cells[i].chosen)) return true;
    return false;
}

static bool has_bands(const lg_report *r) {
    const lg_layout *l = r->layout;
    for (size_t i = 0; i < l->row_count * l->column_count; i++)
        if (lg_count_tested(r, l->cells[i].chosen) > 1) return true;
    return false;
}

static void fill_panel(const lg_report *r, lg_plot *p, size_t row) {
    lg_panel *panel = &p->figure.panels[row];
    lg_panel_of_row(p, panel, r, row);
    for (size_t j = 0; j < r->layout->column_count; j++) {
        lg_panel_curve(p, panel, j, r->layout->columns[j], r->styles[j], r, LG_NO_RUN);
        lg_plot_seeds(p, &panel->curves[j], r, lg_cell_runs_at(r->layout, row, j)->chosen);
    }
}

static void fill_figure(const lg_report *r, lg_plot *p) {
    const char *averaged = lg_plot_averaged(p, r);
    const bool bands = has_bands(r);
    p->figure.title = lg_plot_title(p);
    p->figure.subtitle = bands ? lg_plot_text(p, "the mean%s; bands: from the lowest run to the highest", averaged)
                               : "one run per column";
    lg_plot_by_length(p);
    p->caption = lg_plot_text(p, "The %s against input length%s%s%s.%s%s", lg_metric_at(p->metric).title,
                              bands ? ": the mean of each column" : "", bands ? averaged : "",
                              bands ? ", and a band from its lowest run to its highest" : "",
                              lg_plot_lines(p, r, lg_plot_level(p)), lg_plot_crosses(p, r));
    lg_plot_readings(p, r);
    if (*r->layout->others != '\0') lg_plot_note(p, "Chosen by the best mean test score: %s.", r->layout->others);
    if (!lg_plot_columns(p, r)) return;
    for (size_t i = 0; i < p->figure.panel_count && !p->failed; i++) fill_panel(r, p, i);
    lg_plot_published(p, r);
    lg_plot_frame(p);
}

const lg_figure_kind lg_figure_curves = {
    .name = "curves",
    .summary = "a metric against length, mean and range of the seeds",
    .source = "",
    .suits = suits_report,
    .fill = fill_figure,
};
