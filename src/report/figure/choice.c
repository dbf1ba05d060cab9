/* choice.c: the effect of an axis on the curves, as Figure 3 of Ruoss et al. 2023 shows it for L (positions.L). There
 * is a panel for each row, and in it a curve for each value of the axis: the mean over seeds. */
#include <math.h>
#include <string.h>

#include "api/figure.h"
#include "report/tested.h"

/* Do the columns differ only in encoding, positions or attention? Then other figures compare them. */
static bool columns_are_encodings(const lg_report *r) {
    for (size_t i = 0; i < r->layout->column_count; i++)
        for (size_t k = 0; k < i; k++) {
            const lg_run_attributes *a = &r->columns[i], *b = &r->columns[k];
            if (!strcmp(a->encoding, b->encoding) && !strcmp(a->positions, b->positions) &&
                !strcmp(a->attention, b->attention))
                return false;
        }
    return true;
}

/* The axis whose values are compared: the first axis with several values, except rows, axes that are averaged over, the
 * learning rate, and columns that other figures compare; -1: none. */
static int choice_axis(const lg_report *r) {
    const lg_manifest *m = r->manifest;
    for (int i = 0; i < (int)m->axis_count; i++) {
        const lg_axis_role role = r->layout->roles.role[i];
        if (role == LG_ROLE_ROWS || role == LG_ROLE_MEAN || m->axes[i].count < 2) continue;
        if (!strcmp(lg_key_full_name(m->axes[i].name), "train.lr")) continue;
        if (role == LG_ROLE_COLUMNS && columns_are_encodings(r)) continue;
        return i;
    }
    return -1;
}

static bool suits_report(const lg_report *r) {
    return !r->layout->averages_tasks && choice_axis(r) >= 0;
}

/* Among the groups of a row with this value on the axis, the one with the best mean; NULL without any. */
static const lg_group *best_group(const lg_report *r, size_t row, int axis, int value) {
    const lg_group *best = NULL;
    for (size_t j = 0; j < r->layout->column_count; j++) {
        const lg_cell_runs *cell = lg_cell_runs_at(r->layout, row, j);
        for (size_t i = 0; i < cell->group_count; i++) {
            const lg_group *g = &cell->groups[i];
            if (r->manifest->runs[g->runs[0]].labels[axis] != value) continue;
            if (lg_metric_better(r->results->metric, g->mean, best ? best->mean : (double)NAN)) best = g;
        }
    }
    return best;
}

/* Labels that are encodings get the colours of their encodings. */
static lg_style *choose_styles(const lg_report *r, lg_plot *p, size_t axis) {
    const size_t count = r->manifest->axes[axis].count;
    lg_run_attributes *labels = lg_plot_alloc(p, count * sizeof *labels);
    lg_style *styles = lg_plot_alloc(p, count * sizeof *styles);
    lg_error err = {0};
    if (styles && !lg_run_attributes_of_labels(r->manifest, axis, p->arena, labels, &err)) p->failed = true;
    if (!p->failed) lg_styles_choose(labels, count, styles);
    return styles;
}

static void fill_panel(const lg_report *r, lg_plot *p, size_t row, int axis, const lg_style *styles) {
    const lg_grid_axis *a = &r->manifest->axes[axis];
    lg_panel *panel = &p->figure.panels[row];
    lg_panel_of_row(p, panel, r, row);
    for (size_t j = 0; j < p->figure.curve_count; j++) {
        const char *label = lg_plot_text(p, "%s %s", a->name, a->choices[j].label);
        lg_panel_curve(p, panel, j, label, styles[j], r, LG_NO_RUN);
        lg_plot_seeds(p, &panel->curves[j], r, best_group(r, row, axis, (int)j));
    }
}

static void fill_figure(const lg_report *r, lg_plot *p) {
    const int axis = choice_axis(r);
    const lg_grid_axis *a = &r->manifest->axes[axis];
    const char *averaged = lg_plot_averaged(p, r);
    p->figure.title = lg_plot_text(p, "%s and %s", lg_plot_title(p), a->name);
    p->figure.subtitle =
        *averaged ? lg_plot_text(p, "the mean%s; bands: from the lowest run to the highest", averaged) : "";
    lg_plot_by_length(p);
    p->caption =
        lg_plot_text(p,
                     "The %s against input length for each value of %s, at the best mean score with that "
                     "value%s%s.",
                     lg_metric_at(p->metric).title, a->name, *averaged ? ": the mean" : "",
                     *averaged ? lg_plot_text(p, "%s, and a band from its lowest run to its highest", averaged) : "");
    const lg_style *styles = choose_styles(r, p, (size_t)axis);
    if (!lg_plot_size(p, r->layout->row_count, a->count)) return;
    for (size_t i = 0; i < p->figure.panel_count && !p->failed; i++) fill_panel(r, p, i, axis, styles);
    lg_plot_frame(p);
}

const lg_figure_kind lg_figure_choice = {
    .name = "choice",
    .summary = "a metric against length, the mean over seeds with each value of another axis",
    .source = "Ruoss et al. 2023, Figure 3",
    .suits = suits_report,
    .fill = fill_figure,
};
