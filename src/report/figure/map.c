/* map.c: the scores of a sweep as a heat map: rows and columns of the layout, with the mean over seeds as a colour. */
#include <math.h>

#include "report/figures.h"

enum { ELEMENT = 20 }; /* pixels of a side */

/* Colours are shares of a whole. */
static bool suits_report(const lg_report *r) {
    const lg_layout *l = r->layout;
    bool any = false;
    for (size_t i = 0; i < l->row_count * l->column_count; i++) any = any || l->cells[i].best != LG_NO_RUN;
    return any && l->row_count > 1 && l->column_count > 1 && !l->averages_tasks && lg_report_is_share(r);
}

/* The mean of a cell in the unit of the metric; NaN: no run of it is done. */
static double mean_of(const lg_report *r, size_t row, size_t column) {
    const lg_group *g = lg_cell_runs_at(r->layout, row, column)->chosen;
    return g && g->done > 0 ? lg_report_metric(r).scale * g->mean : (double)NAN;
}

static void fill_panel(const lg_report *r, lg_plot *p) {
    const lg_layout *l = r->layout;
    lg_panel *panel = &p->figure.panels[0];
    double *image = lg_plot_alloc(p, l->row_count * l->column_count * sizeof *image);
    if (!image) return;
    for (size_t i = 0; i < l->row_count; i++)
        for (size_t j = 0; j < l->column_count; j++) image[i * l->column_count + j] = mean_of(r, i, j);
    panel->image = image, panel->side = l->column_count, panel->rows = l->row_count, panel->pixel = 1;
    panel->x_high = (double)l->column_count, panel->y_low = (double)l->row_count;
    panel->x_names = l->columns, panel->y_names = l->rows;
    panel->name = "scores";
}

static void fill_figure(const lg_report *r, lg_plot *p) {
    const lg_layout *l = r->layout;
    const lg_metric_info m = lg_report_metric(r);
    const char *averaged = lg_plot_averaged(p, r);
    p->figure.title = lg_plot_text(p, "%s, %s", *averaged ? "Mean score" : "Score", m.title);
    p->figure.subtitle = lg_plot_text(p, "%s%sat lengths beyond those of training where there are some",
                                      *averaged ? averaged + 1 : "", *averaged ? ", " : "");
    p->figure.scale_label = lg_plot_text(p, "%s%s%s", m.title, *m.unit ? m.in : "", m.unit);
    p->figure.scale_max = m.scale;
    p->figure.panel_width = ELEMENT * (double)l->column_count;
    p->figure.panel_height = ELEMENT * (double)l->row_count;
    p->caption = lg_plot_text(p, "%s. A colour is the %s%s%s%s; grey squares have no run yet.", lg_report_score(r),
                              *averaged ? "mean" : "score of a cell", averaged,
                              *l->others ? ", at the best mean of all " : "", l->others);
    if (lg_plot_size(p, 1, 0)) fill_panel(r, p);
}

const lg_figure_kind lg_figure_map = {
    .name = "map",
    .summary = "mean scores of all rows and columns as a heat map",
    .source = "",
    .suits = suits_report,
    .fill = fill_figure,
};
