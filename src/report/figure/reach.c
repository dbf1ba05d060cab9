/* reach.c: does what learns faster reach further? A point for each column: the loss at the lengths of training, and the
 * metric at longer ones. */
#include <math.h>
#include <string.h>

#include "report/figures.h"
#include "report/plot/style.h"
#include "report/reach.h"

/* The colour of a column is that of its curves; points of one colour, whose curves differ in their dashes or marks,
 * have marks of their own, beginning with that of the first. */
static lg_style point_style(const lg_report *r, size_t column) {
    const lg_style *style = &r->styles[column];
    int before = 0, first = style->marker;
    for (size_t j = column; j-- > 0;)
        if (!strcmp(r->styles[j].colour, style->colour)) before++, first = r->styles[j].marker;
    return (lg_style){style->colour, 0, lg_style_marker(first, before)};
}

/* Over the runs that are done; NaN: there are none. */
static double group_mean(const lg_report *r, const lg_group *g, lg_run_number number) {
    double sum = 0, count = 0;
    for (size_t i = 0; g && i < g->count; i++)
        if (lg_is_done(r->results, g->runs[i])) sum += number(r, g->runs[i], 0), count++;
    return count > 0 ? sum / count : (double)NAN;
}

static void fill_panel(const lg_report *r, lg_plot *p, size_t row) {
    lg_panel *panel = &p->figure.panels[row];
    panel->title = r->layout->rows[row];
    panel->level = lg_report_chance(r, &r->rows[row]);
    for (size_t j = 0; j < p->figure.curve_count; j++) {
        const lg_cell_runs *cell = lg_cell_runs_at(r->layout, row, j);
        double *at = lg_plot_alloc(p, 2 * sizeof *at);
        if (!at) return;
        at[0] = group_mean(r, cell->chosen, lg_reach_loss);
        at[1] = group_mean(r, cell->chosen, lg_reach_beyond);
        panel->curves[j] = (lg_curve){.label = r->layout->columns[j], .style = point_style(r, j)};
        if (!isnan(at[0]) && !isnan(at[1]))
            panel->curves[j].x = at, panel->curves[j].y = at + 1, panel->curves[j].count = 1;
    }
}

/* A loss of 0 has no logarithm. */
static bool losses_are_positive(const lg_plot *p) {
    for (size_t i = 0; i < p->figure.panel_count; i++)
        for (size_t j = 0; j < p->figure.curve_count; j++) {
            const lg_curve *c = &p->figure.panels[i].curves[j];
            if (c->count > 0 && !(*c->x > 0)) return false;
        }
    return true;
}

static void fill_figure(const lg_report *r, lg_plot *p) {
    p->figure.title = "In range and beyond";
    const char *averaged = lg_plot_averaged(p, r);
    p->figure.subtitle = lg_plot_text(p, "the loss at lengths of training, and the metric at longer ones%s%s",
                                      *averaged ? "; means" : "", averaged);
    p->figure.x_label = "cross-entropy at lengths of training";
    p->figure.columns = r->layout->row_count < 3 ? r->layout->row_count : 3;
    lg_plot_by_metric(p, "beyond: ");
    p->caption =
        lg_plot_text(p,
                     "The %s at lengths beyond those of training, against the cross-entropy within, after the "
                     "same number of steps: a point is %s of a column.%s",
                     lg_metric_at(p->metric).title, *averaged ? lg_plot_text(p, "the mean%s", averaged) : "the run",
                     *lg_plot_level(p) ? " Dotted: chance." : "");
    if (!lg_plot_size(p, r->layout->row_count, r->layout->column_count)) return;
    for (size_t i = 0; i < p->figure.panel_count && !p->failed; i++) fill_panel(r, p, i);
    p->figure.x_log = losses_are_positive(p) ? 10 : 0;
    lg_plot_frame(p);
}

const lg_figure_kind lg_figure_reach = {
    .name = "reach",
    .summary = "the metric beyond the lengths of training against the loss within",
    .source = "",
    .suits = lg_reach_is_known,
    .fill = fill_figure,
};
