/* differences.c: the metric of each column minus that of the first column at each length, like "BLEU over APE by source
 * length" of Kiyono et al. 2021. Runs are paired by seed; the figure shows the mean difference and a band from the
 * lowest difference to the highest. */
#include <math.h>
#include <string.h>

#include "api/figure.h"
#include "report/tested.h"

/* A column and the first column, in one row. */
typedef struct pair {
    const lg_report *report;
    const lg_group *group, *first;
} pair;

/* The tested run of a group with this lg_layout_seed; NULL without one. */
static const lg_run_result *run_of_seed(const lg_report *r, const lg_group *g, size_t seed) {
    for (size_t i = 0; i < g->count; i++)
        if (lg_layout_seed(r->layout, r->manifest, g->runs[i]) == seed) return lg_tested_run(r, g, i);
    return NULL;
}

/* The first column's run that pairs with run i; NULL if either is missing or not tested. */
static const lg_run_result *run_beside(const pair *p, size_t i) {
    const size_t seed = lg_layout_seed(p->report->layout, p->report->manifest, p->group->runs[i]);
    return lg_tested_run(p->report, p->group, i) ? run_of_seed(p->report, p->first, seed) : NULL;
}

static bool has_pairs(const pair *p) {
    for (size_t i = 0; p->group && p->first && i < p->group->count; i++)
        if (run_beside(p, i)) return true;
    return false;
}

static pair pair_at(const lg_report *r, size_t row, size_t column) {
    return (pair){r, lg_cell_runs_at(r->layout, row, column)->chosen, lg_cell_runs_at(r->layout, row, 0)->chosen};
}

static bool suits_report(const lg_report *r) {
    for (size_t i = 0; i < r->layout->row_count; i++)
        for (size_t j = 1; j < r->layout->column_count; j++) {
            const pair p = pair_at(r, i, j);
            if (!r->layout->averages_tasks && has_pairs(&p)) return true;
        }
    return false;
}

static lg_spread spread_of_length(const void *user, int length) {
    const pair *p = user;
    lg_spread all = {0};
    for (size_t i = 0; i < p->group->count; i++) {
        const lg_run_result *first = run_beside(p, i);
        if (!first) continue;
        lg_spread_add(&all, lg_tested_at(p->report, lg_tested_run(p->report, p->group, i), length) -
                                lg_tested_at(p->report, first, length));
    }
    return all;
}

static void fill_panel(const lg_report *r, lg_plot *p, size_t row) {
    lg_panel *panel = &p->figure.panels[row];
    lg_panel_of_row(p, panel, r, row);
    panel->level = 0;
    for (size_t j = 0; j < p->figure.curve_count; j++) {
        const pair of = pair_at(r, row, j + 1);
        lg_panel_curve(p, panel, j, r->layout->columns[j + 1], r->styles[j + 1], r, LG_NO_RUN);
        if (has_pairs(&of)) lg_plot_spreads(p, &panel->curves[j], r, of.group, spread_of_length, &of);
    }
}

/* Sets limits that contain 0 and all bands. Differences are small, so ticks are chosen for these limits (y_step 0) and
 * not for the range of the metric. */
static void frame_y(const lg_plot *p, lg_panel *panel) {
    panel->y_low = panel->y_high = 0;
    for (size_t j = 0; j < p->figure.curve_count; j++)
        for (size_t k = 0; k < panel->curves[j].count; k++) {
            panel->y_low = fmin(panel->y_low, panel->curves[j].low[k]);
            panel->y_high = fmax(panel->y_high, panel->curves[j].high[k]);
        }
    const double margin = panel->y_high > panel->y_low ? 0.04 * (panel->y_high - panel->y_low) : 1;
    panel->y_low -= margin, panel->y_high += margin, panel->y_step = 0;
}

static void fill_figure(const lg_report *r, lg_plot *p) {
    const char *first = r->layout->columns[0], *averaged = lg_plot_averaged(p, r);
    p->figure.title = lg_plot_text(p, "%s, relative to %s", lg_plot_title(p), first);
    p->figure.subtitle =
        *averaged ? lg_plot_text(p, "the mean%s; bands: from the lowest difference to the highest", averaged) : "";
    lg_plot_by_length(p);
    const lg_metric_info m = lg_metric_at(p->metric);
    const char *unit = strcmp(m.unit, "%") ? m.unit : "points"; /* the title names the metric */
    p->figure.y_label = lg_plot_text(p, "difference%s%s", *unit ? ", " : "", unit);
    p->figure.y_log = 0;
    p->figure.level_label = first;
    p->caption = lg_plot_text(
        p, "The %s of each column minus the %s of %s%s, against input length%s%s%s.%s", m.title, m.title, first,
        *averaged ? lg_plot_text(p, " with the same %s", r->layout->averaged) : "", *averaged ? ": the mean" : "",
        averaged, *averaged ? ", and a band from the lowest difference to the highest" : "",
        lg_plot_lines(p, r, first));
    if (*r->layout->others != '\0') lg_plot_note(p, "Chosen by the best mean test score: %s.", r->layout->others);
    if (!lg_plot_size(p, r->layout->row_count, r->layout->column_count - 1)) return;
    for (size_t i = 0; i < p->figure.panel_count && !p->failed; i++) fill_panel(r, p, i);
    lg_plot_frame(p);
    for (size_t i = 0; i < p->figure.panel_count && !p->failed; i++) frame_y(p, &p->figure.panels[i]);
    lg_plot_share_y(p);
}

const lg_figure_kind lg_figure_differences = {
    .name = "differences",
    .summary = "a metric of each column minus the same metric of the first column, against length",
    .source = "",
    .suits = suits_report,
    .fill = fill_figure,
};
