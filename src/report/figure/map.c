/* map.c: the scores of a sweep as a heat map of the layout's rows and columns. Each cell shows the mean over seeds as a
 * colour and a number, above its 95 % interval, as in the table of means. */
#include <math.h>

#include "api/figure.h"
#include "report/figures.h"
#include "report/format/table.h"

enum { WIDTH = 52, HEIGHT = 30 }; /* pixels of a cell, which holds two lines of numbers */

/* The colour scale needs a metric that is a fraction. */
static bool suits_report(const lg_report *r) {
    const lg_layout *l = r->layout;
    bool any = false;
    for (size_t i = 0; i < l->row_count * l->column_count; i++) any = any || l->cells[i].best != LG_NO_RUN;
    return any && l->row_count > 1 && l->column_count > 1 && !l->averages_tasks && lg_report_is_share(r);
}

/* Two texts: the number and the interval, each empty if there is none. */
static void write_cell(const lg_report *r, lg_plot *p, const lg_cell *c, double x, double y, lg_panel_text texts[2]) {
    const bool range = isfinite(c->summary.low), light = c->value > 0.55 * lg_report_metric(r).scale;
    texts[0] = (lg_panel_text){"", x, range ? y - 0.2 : y, true, light};
    texts[1] = (lg_panel_text){"", x, y + 0.25, true, light};
    if (isfinite(c->value)) texts[0].text = lg_plot_text(p, "%.*f", c->digits, c->value);
    if (range)
        texts[1].text = lg_plot_text(p, "%.*f–%.*f", c->digits - 1, c->summary.low, c->digits - 1, c->summary.high);
}

static void fill_panel(const lg_report *r, lg_plot *p, const lg_table *means) {
    const lg_layout *l = r->layout;
    lg_panel *panel = &p->figure.panels[0];
    const size_t count = l->row_count * l->column_count;
    double *image = lg_plot_alloc(p, count * sizeof *image);
    lg_panel_text *texts = lg_plot_alloc(p, 2 * count * sizeof *texts);
    if (p->failed) return;
    for (size_t i = 0; i < count; i++) {
        image[i] = means->cells[i].value;
        write_cell(r, p, &means->cells[i], (double)(i % l->column_count) + 0.5, (double)(i / l->column_count) + 0.5,
                   &texts[2 * i]);
    }
    panel->image = image, panel->side = l->column_count, panel->rows = l->row_count, panel->pixel = 1;
    panel->x_high = (double)l->column_count, panel->y_low = (double)l->row_count;
    panel->x_names = l->columns, panel->y_names = l->rows;
    panel->texts = texts, panel->text_count = 2 * count;
    panel->name = "scores";
}

static void fill_figure(const lg_report *r, lg_plot *p) {
    const lg_layout *l = r->layout;
    const lg_metric_info m = lg_report_metric(r);
    lg_error err = {0};
    lg_table *means = lg_table_make(&lg_table_mean, r, &err);
    if (!means) {
        p->failed = true;
        return;
    }
    p->figure.title = lg_plot_text(p, "Mean score, %s", m.title);
    p->figure.subtitle = lg_plot_text(p, "%sbeyond the training lengths, if tested; second line: 95 %% interval",
                                      *l->over ? lg_plot_text(p, "over %s, ", l->over) : "");
    p->figure.scale_label = lg_plot_text(p, "%s%s%s", m.title, *m.unit ? m.in : "", m.unit);
    p->figure.scale_max = m.scale;
    p->figure.panel_width = WIDTH * (double)l->column_count;
    p->figure.panel_height = HEIGHT * (double)l->row_count;
    p->caption = lg_plot_text(p, "%s: colours and numbers are %s. Grey squares have no run yet.", lg_report_score(r),
                              lg_table_of_means(means, r, lg_report_range(r), false));
    if (lg_plot_size(p, 1, 0)) fill_panel(r, p, means);
}

const lg_figure_kind lg_figure_map = {
    .name = "map",
    .summary = "mean scores of all rows and columns as a heat map, with their intervals",
    .source = "",
    .suits = suits_report,
    .fill = fill_figure,
};
