/* efficiency.c: score against training time, as in Figure 2 of Ruoss et al. 2023. Time spent in validation does not
 * count. Validations occur at fixed steps (eval.every), because a repeated run must write the same lines, but the times
 * of these steps differ between seeds. Seeds are therefore compared at regular times, by linear interpolation between
 * the validations of each seed. */
#include <math.h>

#include "api/figure.h"
#include "report/tested.h"

#define GOAL 0.9 /* the score at which the paper compares times */

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

/* The run to draw if there is no mean: the first finished one of the best choice; if none has finished, the one with
 * the best last validation. */
static size_t choose_run(const lg_report *r, const lg_cell_runs *p) {
    size_t best = LG_NO_RUN;
    const size_t metric = r->results->metric;
    double score = NAN;
    for (size_t i = 0; p->chosen && i < p->chosen->count; i++)
        if (lg_is_done(r->results, p->chosen->runs[i])) return p->chosen->runs[i];
    for (size_t i = 0; i < p->count; i++) {
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

/* ---- seeds ---- */

/* The times at which the seeds of a group are compared. They are evenly spaced in the interval that the validations of
 * every seed cover. There are as many times as the seed with the fewest validations has validations. */
typedef struct checkpoints {
    size_t seeds, count; /* count 0: the seeds share no interval of time */
    double first, last;
} checkpoints;

static const lg_run_result *validated_run(const lg_report *r, const lg_group *g, size_t i) {
    const lg_run_result *x = &r->results->runs[g->runs[i]];
    return lg_is_done(r->results, g->runs[i]) && x->progress_count > 1 ? x : NULL;
}

static checkpoints choose_checkpoints(const lg_report *r, const lg_group *g) {
    checkpoints c = {.last = INFINITY};
    for (size_t i = 0; g && i < g->count; i++) {
        const lg_run_result *x = validated_run(r, g, i);
        if (!x) continue;
        c.first = fmax(c.first, x->progress[0].seconds);
        c.last = fmin(c.last, x->progress[x->progress_count - 1].seconds);
        if (c.seeds++ == 0 || x->progress_count < c.count) c.count = x->progress_count;
    }
    if (c.seeds < 2 || !(c.first < c.last)) c.count = 0;
    return c;
}

static double checkpoint_at(const checkpoints *c, size_t k) {
    const double part = (double)k / (double)(c->count - 1);
    return c->first * (1 - part) + c->last * part;
}

/* Interpolates between the validations before and after the time `seconds`. */
static double score_at(const lg_run_result *x, size_t metric, double seconds) {
    size_t k = 1;
    while (k + 1 < x->progress_count && x->progress[k].seconds < seconds) k++;
    const lg_progress_point *a = &x->progress[k - 1], *b = &x->progress[k];
    const double way = b->seconds > a->seconds ? (seconds - a->seconds) / (b->seconds - a->seconds) : 1;
    return a->scores[metric] + fmin(fmax(way, 0), 1) * (b->scores[metric] - a->scores[metric]);
}

static lg_spread spread_at(const lg_report *r, const lg_group *g, double seconds) {
    lg_spread all = {0};
    for (size_t i = 0; i < g->count; i++) {
        const lg_run_result *x = validated_run(r, g, i);
        if (x) lg_spread_add(&all, score_at(x, r->results->metric, seconds));
    }
    return all;
}

static double mean_of(const lg_spread *s) {
    return s->count > 0 ? s->sum / (double)s->count : (double)NAN;
}

static void fill_mean(const lg_report *r, lg_plot *p, lg_curve *c, const lg_group *g, const checkpoints *at,
                      double unit) {
    double *x = lg_plot_alloc(p, 4 * at->count * sizeof *x), *y = x + at->count, *low = y + at->count,
           *high = low + at->count;
    const double scale = lg_metric_at(p->metric).scale;
    if (!x) return;
    for (size_t k = 0; k < at->count; k++) {
        const lg_spread all = spread_at(r, g, checkpoint_at(at, k));
        x[k] = checkpoint_at(at, k) / unit;
        y[k] = scale * mean_of(&all);
        low[k] = all.count > 0 ? scale * all.low : (double)NAN;
        high[k] = all.count > 0 ? scale * all.high : (double)NAN;
    }
    c->x = x, c->y = y, c->low = low, c->high = high, c->count = at->count;
}

/* ---- the goal ---- */

/* The time in seconds at which a run first reaches the goal; infinite if never. */
static double time_to_goal(const lg_run_result *r, size_t metric) {
    for (size_t i = 0; i < r->progress_count; i++)
        if (r->progress[i].scores[metric] >= GOAL) return r->progress[i].seconds;
    return INFINITY;
}

/* The time in seconds at which the mean over seeds first reaches the goal; only the common times are checked. */
static double mean_time_to_goal(const lg_report *r, const lg_group *g, const checkpoints *at) {
    for (size_t k = 0; k < at->count; k++) {
        const lg_spread all = spread_at(r, g, checkpoint_at(at, k));
        if (mean_of(&all) >= GOAL) return checkpoint_at(at, k);
    }
    return INFINITY;
}

static void note_goal(const lg_report *r, lg_plot *p, const lg_panel *panel, size_t column, double seconds,
                      const struct unit *u, const char *whose) {
    if (lg_report_is_share(r) && isfinite(seconds))
        lg_plot_note(p, "%s, %s: %g %% after %.4g %s of training (%s).", panel->title, panel->curves[column].label,
                     100 * GOAL, seconds / u->seconds, u->name, whose);
}

/* ---- the figure ---- */

static void fill_column(const lg_report *r, lg_plot *p, size_t row, size_t j, const struct unit *u) {
    const lg_panel *panel = &p->figure.panels[row];
    const lg_cell_runs *cell = lg_cell_runs_at(r->layout, row, j);
    const checkpoints at = choose_checkpoints(r, cell->chosen);
    const size_t run = choose_run(r, cell);
    panel->curves[j] = (lg_curve){.label = r->layout->columns[j], .style = r->styles[j]};
    if (run == LG_NO_RUN) return;
    const lg_run_result *x = &r->results->runs[run];
    if (at.count > 0) {
        fill_mean(r, p, &panel->curves[j], cell->chosen, &at, u->seconds);
        note_goal(r, p, panel, j, mean_time_to_goal(r, cell->chosen, &at), u,
                  lg_plot_text(p, "the mean of %zu seeds", at.seeds));
    } else {
        fill_curve(p, &panel->curves[j], x, u->seconds);
        note_goal(r, p, panel, j, time_to_goal(x, p->metric), u, "one run");
    }
}

static void fill_panel(const lg_report *r, lg_plot *p, size_t row, const struct unit *u) {
    lg_panel *panel = &p->figure.panels[row];
    panel->title = r->layout->rows[row];
    panel->level = lg_report_chance(r, &r->rows[row]);
    for (size_t j = 0; j < p->figure.curve_count; j++) fill_column(r, p, row, j, u);
}

static void fill_figure(const lg_report *r, lg_plot *p) {
    const struct unit *u = choose_unit(r);
    p->figure.title = "Score by training time";
    p->figure.subtitle =
        lg_plot_text(p, "on %s; the mean over seeds, bands: from the lowest to the highest", lg_report_validated(r));
    p->figure.x_label = lg_plot_text(p, "%s of training", u->name);
    lg_plot_by_metric(p, "score: mean ");
    p->figure.mark_all = true;
    p->caption = lg_plot_text(
        p,
        "%s. Scores during training are on %s and drawn against training time without validation: the mean over the "
        "seeds of each column, and a band from the lowest seed to the highest, at regular points in time that all "
        "seeds reached. Scores between two validations are interpolated linearly. A column without two finished seeds "
        "shows the validations of one run.",
        lg_report_score(r), lg_report_validated(r));
    if (*r->layout->others != '\0') lg_plot_note(p, "Chosen by the best mean test score: %s.", r->layout->others);
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
