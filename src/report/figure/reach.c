/* reach.c: do models that learn faster extrapolate further? A point for each column: the loss at training lengths and
 * the metric at longer ones. */
#include <math.h>
#include <string.h>

#include "api/figure.h"
#include "report/plot/style.h"
#include "report/reach.h"
#include "report/tested.h"

/* A point has the colour of its column's curve. Columns of one colour, whose curves differ in dashes or markers, get
 * different markers; the first such column keeps the marker of its curve. */
static lg_style point_style(const lg_report *r, size_t column) {
    const lg_style *style = &r->styles[column];
    int before = 0, first = style->marker;
    for (size_t j = column; j-- > 0;)
        if (!strcmp(r->styles[j].colour, style->colour)) before++, first = r->styles[j].marker;
    return (lg_style){style->colour, 0, lg_style_marker(first, before)};
}

/* The sum and range of a number over the finished runs of a group. */
static lg_spread spread_of(const lg_report *r, const lg_group *g, lg_run_number number) {
    lg_spread all = {0};
    for (size_t i = 0; g && i < g->count; i++)
        if (lg_is_done(r->results, g->runs[i])) lg_spread_add(&all, number(r, g->runs[i], 0));
    return all;
}

static void fill_panel(const lg_report *r, lg_plot *p, size_t row) {
    lg_panel *panel = &p->figure.panels[row];
    panel->title = r->layout->rows[row];
    panel->level = lg_report_chance(r, &r->rows[row]);
    for (size_t j = 0; j < p->figure.curve_count; j++) {
        const lg_group *g = lg_cell_runs_at(r->layout, row, j)->chosen;
        const lg_spread loss = spread_of(r, g, lg_reach_loss), beyond = spread_of(r, g, lg_reach_beyond);
        double *at = lg_plot_alloc(p, 4 * sizeof *at);
        lg_curve *c = &panel->curves[j];
        if (!at) return;
        *c = (lg_curve){.label = r->layout->columns[j], .style = point_style(r, j)};
        if (loss.count == 0 || beyond.count == 0) continue;
        at[0] = loss.sum / (double)loss.count, at[1] = beyond.sum / (double)beyond.count;
        at[2] = beyond.low, at[3] = beyond.high;
        c->x = at, c->y = at + 1, c->count = 1;
        if (beyond.count > 1) c->low = at + 2, c->high = at + 3;
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
    p->figure.subtitle = lg_plot_text(p, "the loss at the training lengths, and the metric at longer lengths%s%s",
                                      *averaged ? "; means" : "",
                                      *averaged ? lg_plot_text(p, "%s, bars: lowest to highest", averaged) : "");
    p->figure.x_label = "cross-entropy at training lengths";
    p->figure.columns = r->layout->row_count < 3 ? r->layout->row_count : 3;
    lg_plot_by_metric(p, "beyond: ");
    p->caption =
        lg_plot_text(p,
                     "The %s beyond the training lengths against the cross-entropy at the training lengths, after the "
                     "same number of steps: a point is %s of a column%s.%s",
                     lg_metric_at(p->metric).title, *averaged ? lg_plot_text(p, "the mean%s", averaged) : "the run",
                     *averaged ? ", and a bar spans its lowest to its highest run" : "",
                     *lg_plot_level(p) ? " Dotted: chance." : "");
    if (!lg_plot_size(p, r->layout->row_count, r->layout->column_count)) return;
    for (size_t i = 0; i < p->figure.panel_count && !p->failed; i++) fill_panel(r, p, i);
    p->figure.x_log = losses_are_positive(p) ? 10 : 0;
    lg_plot_frame(p);
}

const lg_figure_kind lg_figure_reach = {
    .name = "reach",
    .summary = "the metric beyond the training lengths against the loss at the training lengths",
    .source = "",
    .suits = lg_reach_is_known,
    .fill = fill_figure,
};
