/* efficiency.c: score against training time, as in Figure 2 of Ruoss et al. 2023. Validations (eval.every) give the
 * points; the clock stands still while they run. */
#include <math.h>

#include "report/figures.h"

#define GOAL 0.9 /* what the paper asks when it compares times */

static const struct unit {
    const char *name;
    double seconds;
} units[] = {{"hours", 3600}, {"minutes", 60}, {"seconds", 1}};

static bool suits_report(const lg_report *r) {
    if (r->layout->averages_tasks) return false;
    for (size_t i = 0; i < r->manifest->run_count; i++)
        if (r->results->runs[i].progress_count > 1) return true;
    return false;
}

/* The run with the best score, or, while none has finished, the one whose last test is best. */
static size_t choose_run(const lg_report *r, const lg_cell_runs *p) {
    size_t best = p->best;
    const size_t metric = r->results->metric;
    double score = NAN;
    for (size_t i = 0; i < p->count && p->best == LG_NO_RUN; i++) {
        const lg_run_result *x = &r->results->runs[p->runs[i]];
        const double last = x->progress_count == 0 ? NAN : x->progress[x->progress_count - 1].scores[metric];
        if (lg_metric_better(metric, last, score)) score = last, best = p->runs[i];
    }
    return best;
}

static const struct unit *choose_unit(const lg_report *r) {
    double longest = 0;
    for (size_t i = 0; i < r->manifest->run_count; i++) {
        const lg_run_result *x = &r->results->runs[i];
        if (x->progress_count > 0) longest = fmax(longest, x->progress[x->progress_count - 1].seconds);
    }
    const struct unit *u = units;
    while (u->seconds > 1 && longest < 2 * u->seconds) u++;
    return u;
}

static void fill_curve(lg_plot *p, lg_curve *c, const lg_run_result *r, double unit) {
    double *x = lg_plot_alloc(p, r->progress_count * sizeof *x), *y = lg_plot_alloc(p, r->progress_count * sizeof *y);
    for (size_t i = 0; i < r->progress_count && !p->failed; i++)
        x[i] = r->progress[i].seconds / unit, y[i] = lg_metric_at(p->metric).scale * r->progress[i].scores[p->metric];
    if (!p->failed) c->x = x, c->y = y, c->count = r->progress_count;
}

/* When a run first has the goal, in seconds; infinite if never. */
static double time_to_goal(const lg_run_result *r, size_t metric) {
    for (size_t i = 0; i < r->progress_count; i++)
        if (r->progress[i].scores[metric] >= GOAL) return r->progress[i].seconds;
    return INFINITY;
}

static void fill_panel(const lg_report *r, lg_plot *p, size_t row, const struct unit *u) {
    lg_panel *panel = &p->figure.panels[row];
    panel->title = r->layout->rows[row];
    panel->level = lg_report_chance(r, &r->rows[row]);
    for (size_t j = 0; j < p->figure.curve_count; j++) {
        const size_t run = choose_run(r, lg_cell_runs_at(r->layout, row, j));
        panel->curves[j] = (lg_curve){.label = r->layout->columns[j], .style = r->styles[j]};
        if (run == LG_NO_RUN) continue;
        const lg_run_result *x = &r->results->runs[run];
        fill_curve(p, &panel->curves[j], x, u->seconds);
        const double goal = lg_report_is_share(r) ? time_to_goal(x, p->metric) : INFINITY;
        if (isfinite(goal))
            lg_plot_note(p, "%s, %s: %g %% after %.4g %s of training.", panel->title, panel->curves[j].label,
                         100 * GOAL, goal / u->seconds, u->name);
    }
}

static void fill_figure(const lg_report *r, lg_plot *p) {
    const struct unit *u = choose_unit(r);
    p->figure.title = "Score by training time";
    p->figure.subtitle = "validations of the best run of each column; their time is not counted";
    p->figure.x_label = lg_plot_text(p, "%s of training", u->name);
    lg_plot_by_metric(p, "score: mean ");
    p->figure.mark_all = true;
    p->caption =
        lg_plot_text(p,
                     "%s. It is drawn against the time spent in training alone, of the run with the best score "
                     "of each column.",
                     lg_report_score(r));
    if (!lg_plot_size(p, r->layout->row_count, r->layout->column_count)) return;
    for (size_t i = 0; i < p->figure.panel_count && !p->failed; i++) fill_panel(r, p, i, u);
    lg_plot_frame(p);
    for (size_t i = 0; i < p->figure.panel_count; i++)
        p->figure.panels[i].x_low = 0, p->figure.panels[i].x_high *= 1.02;
}

const lg_figure_kind lg_figure_efficiency = {
    .name = "efficiency",
    .summary = "score against training time",
    .source = "Ruoss et al. 2023, Figure 2",
    .suits = suits_report,
    .fill = fill_figure,
};
