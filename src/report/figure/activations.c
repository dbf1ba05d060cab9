/* activations.c: the activations of each layer at a training length and at a much longer one, as in Figure 5 of Ruoss
 * et al. 2023: projected onto the first two principal components of the activations at the training length. */
#include <math.h>

#include "api/figure.h"
#include "report/models.h"

enum { SEQUENCES = 30, MAX_POINTS = 6000 }; /* sequences analyzed; points drawn per length (the paper has 4,500) */

static void copy_points(lg_plot *p, lg_curve *c, const lg_point_set *cloud) {
    double *x = lg_plot_alloc(p, cloud->points * sizeof *x), *y = lg_plot_alloc(p, cloud->points * sizeof *y);
    if (p->failed) return;
    for (size_t i = 0; i < cloud->points; i++) x[i] = cloud->at[2 * i], y[i] = cloud->at[2 * i + 1];
    c->x = x, c->y = y, c->count = cloud->points;
}

static const char *layer_name(lg_plot *p, size_t layer) {
    return layer == 0 ? "embedding" : lg_plot_text(p, "block %zu", layer - 1);
}

static void on_layer(void *user, const lg_layer_map *m) {
    const lg_model_drawing *d = user;
    lg_panel *panel = &d->plot->figure.panels[d->model * d->plot->figure.columns + (size_t)m->layer];
    for (size_t k = 0; k < m->set_count && k < LG_MODEL_LENGTHS; k++)
        copy_points(d->plot, &panel->curves[k], &m->sets[k]);
    if (d->plot->failed) return;
    const char *layer = layer_name(d->plot, (size_t)m->layer);
    const double *shares = m->explained, overlap = m->sets[1].overlap;
    panel->subtitle = lg_plot_text(d->plot, "overlap %.2f", overlap);
    panel->title = lg_plot_text(d->plot, "%s: one point", layer);
    if (!isfinite(shares[0])) return;
    panel->title = lg_plot_text(d->plot, "%s: %.0f + %.0f %%", layer, 100 * shares[0], 100 * shares[1]);
    lg_plot_note(d->plot, "%s, %s: overlap %.4f, explained variance %.1f %% and %.1f %%.", d->models->labels[d->model],
                 layer, overlap, 100 * shares[0], 100 * shares[1]);
}

static void name_panels(const lg_models *m, lg_plot *p) {
    static const lg_style styles[LG_MODEL_LENGTHS] = {{"#0072B2", 0, 0}, {"#E69F00", 0, 2}};
    for (size_t i = 0; i < p->figure.panel_count; i++) {
        lg_panel *panel = &p->figure.panels[i];
        if (i % p->figure.columns == 0) panel->row = m->labels[i / p->figure.columns];
        panel->name = lg_plot_text(p, "%s-%s", m->labels[i / p->figure.columns], layer_name(p, i % p->figure.columns));
        for (size_t k = 0; k < LG_MODEL_LENGTHS; k++)
            panel->curves[k] = (lg_curve){.label = lg_plot_text(p, "length %d", m->lengths[k]), .style = styles[k]};
    }
}

static void note_left_out(lg_plot *p) {
    size_t most = 0;
    for (size_t i = 0; i < p->figure.panel_count; i++)
        for (size_t k = 0; k < LG_MODEL_LENGTHS; k++)
            if (p->figure.panels[i].curves[k].count > most) most = p->figure.panels[i].curves[k].count;
    if (most > MAX_POINTS)
        lg_plot_note(p, "The figure has at most %d of the %zu points of a length; the data files have all.", MAX_POINTS,
                     most);
}

static lg_status analyze_model(lg_run *run, lg_model_drawing *d) {
    return lg_analyze_activations(run, d->models->lengths, LG_MODEL_LENGTHS, SEQUENCES, LG_SLOTS_INPUT, on_layer, d);
}

static void fill_figure(const lg_report *r, lg_plot *p) {
    const lg_models m = lg_models_choose(r);
    p->failed = p->failed || m.failed;
    p->figure.columns = (size_t)m.blocks + 1;
    p->figure.points_max = MAX_POINTS;
    p->figure.title = "Activations of each layer";
    p->figure.subtitle =
        lg_plot_text(p, "%s: in the plane of the first two principal components at length %d", m.row, m.lengths[0]);
    p->figure.x_label = "first component";
    p->figure.y_label = "second component";
    p->caption = lg_plot_text(p,
                              "Activations of the input tokens in each layer of the best models on %s, %d sequences of "
                              "length %d, as in training, and %d of length %d, in the plane of the first two principal "
                              "components of the shorter sequences. Above each panel: the share of variance that each "
                              "component explains, and the overlap of both sets (Bhattacharyya coefficient, 1 if they "
                              "are equal).",
                              m.row, SEQUENCES, m.lengths[0], SEQUENCES, m.lengths[1]);
    if (!lg_plot_size(p, m.count * p->figure.columns, LG_MODEL_LENGTHS)) return;
    name_panels(&m, p);
    lg_models_draw(&m, r, p, analyze_model);
    note_left_out(p);
}

const lg_figure_kind lg_figure_activations = {
    .name = "activations",
    .summary = "activations of the best models, layer by layer, at two lengths",
    .source = "Ruoss et al. 2023, Figure 5",
    .suits = lg_models_suit,
    .fill = fill_figure,
};
