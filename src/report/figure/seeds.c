/* seeds.c: a metric against length over all seeds of a column: their mean, and a band from the lowest to the highest.
 * Of several choices (a rate, an L) it is the one with the best mean score, as in the tables of means. */
#include <math.h>

#include "report/figures.h"

/* Run i of a group, if it has been tested; NULL. */
static const lg_run_result *tested_run(const lg_report *r, const lg_group *g, size_t i) {
    const lg_run_result *x = &r->results->runs[g->runs[i]];
    return lg_is_done(r->results, g->runs[i]) && x->point_count > 0 ? x : NULL;
}

static size_t count_tested(const lg_report *r, const lg_group *g) {
    size_t n = 0;
    for (size_t i = 0; g && i < g->count; i++) n += tested_run(r, g, i) ? 1 : 0;
    return n;
}

static bool suits_report(const lg_report *r) {
    const lg_layout *l = r->layout;
    for (size_t i = 0; i < l->row_count * l->column_count; i++)
        if (count_tested(r, l->cells[i].chosen) > 1) return true;
    return false;
}

/* The first point of a run at this length or a longer one; lengths ascend. NULL: there is none. */
static const lg_point *point_from(const lg_run_result *x, int length) {
    size_t low = 0, high = x->point_count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (x->points[middle].length < length)
            low = middle + 1;
        else
            high = middle;
    }
    return low < x->point_count ? &x->points[low] : NULL;
}

/* The shortest length above `after` that some run of the group was tested at; 0: there is none. */
static int next_length(const lg_report *r, const lg_group *g, int after) {
    int next = 0;
    for (size_t i = 0; i < g->count; i++) {
        const lg_run_result *x = tested_run(r, g, i);
        const lg_point *p = x ? point_from(x, after + 1) : NULL;
        if (p && (next == 0 || p->length < next)) next = p->length;
    }
    return next;
}

/* Mean, lowest and highest in the unit of the metric, of the runs that have been tested at this length: mostly all. */
static void judge_length(const lg_report *r, const lg_group *g, int length, double out[3]) {
    double sum = 0, low = INFINITY, high = -INFINITY;
    size_t n = 0;
    for (size_t i = 0; i < g->count; i++) {
        const lg_run_result *x = tested_run(r, g, i);
        const lg_point *p = x ? point_from(x, length) : NULL;
        if (!p || p->length != length) continue;
        const double y = lg_report_metric(r).scale * p->values[r->results->metric];
        if (!isfinite(y)) continue;
        sum += y, n++;
        low = fmin(low, y), high = fmax(high, y);
    }
    out[0] = n > 0 ? sum / (double)n : (double)NAN;
    out[1] = n > 0 ? low : (double)NAN;
    out[2] = n > 0 ? high : (double)NAN;
}

static void fill_curve(lg_plot *p, lg_curve *c, const lg_report *r, const lg_group *g) {
    size_t count = 0;
    for (int length = 0; (length = next_length(r, g, length)) > 0;) count++;
    double *all = lg_arena_alloc(p->arena, 4 * count * sizeof *all);
    if (!all) {
        p->failed = true;
        return;
    }
    double *x = all, *y = x + count, *low = y + count, *high = low + count;
    for (int k = 0, length = 0; (length = next_length(r, g, length)) > 0; k++) {
        double of[3];
        judge_length(r, g, length, of);
        x[k] = length, y[k] = of[0], low[k] = of[1], high[k] = of[2];
    }
    c->x = x, c->y = y, c->low = low, c->high = high, c->count = count;
}

static void fill_panel(const lg_report *r, lg_plot *p, size_t row) {
    lg_panel *panel = &p->figure.panels[row];
    lg_panel_of_row(panel, r, row);
    for (size_t j = 0; j < p->figure.curve_count; j++) {
        const lg_group *g = lg_cell_runs_at(r->layout, row, j)->chosen;
        lg_panel_curve(p, panel, j, r->layout->columns[j], r->styles[j], r, LG_NO_RUN);
        if (count_tested(r, g) > 0) fill_curve(p, &panel->curves[j], r, g);
    }
}

static void fill_figure(const lg_report *r, lg_plot *p) {
    p->figure.title = lg_plot_text(p, "%s, all seeds", lg_plot_title(p));
    p->figure.subtitle = "the mean over seeds; bands: from the lowest seed to the highest";
    lg_plot_by_length(p);
    p->caption = lg_plot_text(p,
                              "The %s against the length of the input: the mean over the seeds of each column, and a "
                              "band from the lowest of them to the highest. Right of the dashed line inputs are longer "
                              "than any in training%s.",
                              lg_metric_at(p->metric).title, lg_plot_guess(p));
    if (*r->layout->others != '\0') lg_plot_note(p, "Chosen by the best mean score: %s.", r->layout->others);
    if (!lg_plot_size(p, r->layout->row_count, r->layout->column_count)) return;
    for (size_t i = 0; i < p->figure.panel_count && !p->failed; i++) fill_panel(r, p, i);
    lg_plot_frame(p);
}

const lg_figure_kind lg_figure_seeds = {
    .name = "seeds",
    .summary = "a metric against length, mean and range of the seeds",
    .source = "",
    .suits = suits_report,
    .fill = fill_figure,
};
