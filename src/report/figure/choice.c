/* choice.c: what one choice beside the columns does to the curves, as Figure 3 of Ruoss et al. 2023 shows for L: a
 * panel for each row, a curve for the best run with each value. */
#include <string.h>

#include "report/figures.h"

/* Do the columns say nothing but what encoding a model has? Then other figures compare them. */
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

/* The axis whose values are compared: one that is neither row, seed nor learning rate; first of all one that is no
 * column. -1: there is none with several values. */
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

static bool is_in_row(const lg_report *r, size_t run, size_t row) {
    return r->layout->row_of[run] == (int)row;
}

/* The best run of a row with a value on the axis. */
static size_t best_run(const lg_report *r, size_t row, int axis, int value) {
    size_t best = LG_NO_RUN;
    for (size_t i = 0; i < r->manifest->run_count; i++) {
        if (r->manifest->runs[i].labels[axis] != value || !is_in_row(r, i, row)) continue;
        if (lg_is_done(r->results, i)) best = lg_better_run(r->results, best, i);
    }
    return best;
}

static void fill_panel(const lg_report *r, lg_plot *p, size_t row, int axis) {
    const lg_grid_axis *a = &r->manifest->axes[axis];
    lg_panel *panel = &p->figure.panels[row];
    lg_panel_of_row(p, panel, r, row);
    for (size_t j = 0; j < p->figure.curve_count; j++)
        lg_panel_curve(p, panel, j, lg_plot_text(p, "%s %s", a->name, a->choices[j].label), lg_style_at(j), r,
                       best_run(r, row, axis, (int)j));
}

static void fill_figure(const lg_report *r, lg_plot *p) {
    const int axis = choice_axis(r);
    const lg_grid_axis *a = &r->manifest->axes[axis];
    p->figure.title = lg_plot_text(p, "%s and %s", lg_plot_title(p), a->name);
    p->figure.subtitle = "the best run with each value";
    lg_plot_by_length(p);
    p->caption = lg_plot_text(p,
                              "The %s against the length of the input, for each value of %s: of the run with the best "
                              "score among all others that have it.",
                              lg_metric_at(p->metric).title, a->name);
    if (!lg_plot_size(p, r->layout->row_count, a->count)) return;
    for (size_t i = 0; i < p->figure.panel_count && !p->failed; i++) fill_panel(r, p, i, axis);
    lg_plot_frame(p);
}

const lg_figure_kind lg_figure_choice = {
    .name = "choice",
    .summary = "a metric against length, the best run with each value of another axis",
    .source = "Ruoss et al. 2023, Figure 3",
    .suits = suits_report,
    .fill = fill_figure,
};
