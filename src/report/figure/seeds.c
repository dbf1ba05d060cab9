/* seeds.c: a metric against length over all seeds of a column: their mean, and a band from the lowest to the highest.
 * Of several choices (a rate, an L) it is the one with the best mean score, as in the tables of means. */
#include "report/tested.h"

typedef struct column {
    const lg_report *report;
    const lg_group *group;
} column;

static bool suits_report(const lg_report *r) {
    const lg_layout *l = r->layout;
    for (size_t i = 0; i < l->row_count * l->column_count; i++)
        if (lg_count_tested(r, l->cells[i].chosen) > 1) return true;
    return false;
}

/* Of the runs that have been tested at this length: mostly all. */
static lg_spread judge_length(const void *user, int length) {
    const column *c = user;
    lg_spread all = {0};
    for (size_t i = 0; i < c->group->count; i++) {
        const lg_run_result *x = lg_tested_run(c->report, c->group, i);
        if (x) lg_spread_add(&all, lg_tested_at(c->report, x, length));
    }
    return all;
}

static void fill_panel(const lg_report *r, lg_plot *p, size_t row) {
    lg_panel *panel = &p->figure.panels[row];
    lg_panel_of_row(p, panel, r, row);
    for (size_t j = 0; j < r->layout->column_count; j++) {
        const column c = {r, lg_cell_runs_at(r->layout, row, j)->chosen};
        lg_panel_curve(p, panel, j, r->layout->columns[j], r->styles[j], r, LG_NO_RUN);
        if (lg_count_tested(r, c.group) > 0) lg_plot_spreads(p, &panel->curves[j], r, c.group, judge_length, &c);
    }
}

static void fill_figure(const lg_report *r, lg_plot *p) {
    const char *averaged = lg_plot_averaged(p, r);
    p->figure.title = lg_plot_text(p, "%s, all seeds", lg_plot_title(p));
    p->figure.subtitle = lg_plot_text(p, "the mean%s; bands: from the lowest run to the highest", averaged);
    lg_plot_by_length(p);
    p->caption = lg_plot_text(p,
                              "The %s against the length of the input: the mean of each column%s, and a "
                              "band from its lowest run to its highest.%s%s",
                              lg_metric_at(p->metric).title, averaged, lg_plot_lines(p, r, lg_plot_level(p)),
                              lg_plot_crosses(p, r));
    if (*r->layout->others != '\0') lg_plot_note(p, "Chosen by the best mean score: %s.", r->layout->others);
    if (!lg_plot_columns(p, r)) return;
    for (size_t i = 0; i < p->figure.panel_count && !p->failed; i++) fill_panel(r, p, i);
    lg_plot_published(p, r);
    lg_plot_frame(p);
}

const lg_figure_kind lg_figure_seeds = {
    .name = "seeds",
    .summary = "a metric against length, mean and range of the seeds",
    .source = "",
    .suits = suits_report,
    .fill = fill_figure,
};
