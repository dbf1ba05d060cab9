/* activations.c: where the activations of each layer lie, at a length of training and far beyond it, as in Figure 5 of
 * Ruoss et al. 2023: in the plane of the first two principal components of the short sequences. */
#include <math.h>

#include "report/models.h"

enum { SEQUENCES = 30, MOST = 400 }; /* looked at; points that are drawn of each cloud */

/* Evenly many of the points. */
static void thin(lg_plot *p, lg_curve *c, const lg_point_set *cloud) {
    const size_t count = cloud->points < MOST ? cloud->points : MOST;
    double *x = lg_arena_alloc(p->arena, (count + 1) * sizeof *x),
           *y = lg_arena_alloc(p->arena, (count + 1) * sizeof *y);
    if (!x || !y) p->failed = true;
    for (size_t i = 0; i < count && !p->failed; i++) {
        const size_t from = i * cloud->points / count;
        x[i] = cloud->at[2 * from], y[i] = cloud->at[2 * from + 1];
    }
    if (!p->failed) c->x = x, c->y = y, c->count = count;
}

static void frame(const lg_plot *p, lg_panel *panel) {
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (size_t k = 0; k < p->curve_count; k++)
        for (size_t i = 0; i < panel->curves[k].count; i++) {
            low[0] = fmin(low[0], panel->curves[k].x[i]), high[0] = fmax(high[0], panel->curves[k].x[i]);
            low[1] = fmin(low[1], panel->curves[k].y[i]), high[1] = fmax(high[1], panel->curves[k].y[i]);
        }
    const double width = high[0] - low[0], least = width > 0 ? 0.1 * width : 1; /* a flat cloud is a line */
    const double margin[2] = {0.05 * fmax(width, least), fmax(0.05 * (high[1] - low[1]), least / 2)};
    panel->x_low = low[0] - margin[0], panel->x_high = high[0] + margin[0];
    panel->y_low = low[1] - margin[1], panel->y_high = high[1] + margin[1];
}

static const char *layer_name(lg_plot *p, size_t layer) {
    return layer == 0 ? "embedding" : lg_plot_text(p, "block %zu", layer - 1);
}

static void on_layer(void *user, const lg_layer_map *m) {
    const lg_model_drawing *d = user;
    lg_panel *panel = &d->plot->panels[d->model * d->plot->across + (size_t)m->layer];
    for (size_t k = 0; k < m->set_count && k < LG_MODEL_LENGTHS; k++) thin(d->plot, &panel->curves[k], &m->sets[k]);
    if (d->plot->failed) return;
    frame(d->plot, panel);
    const char *layer = layer_name(d->plot, (size_t)m->layer);
    const double *shares = m->explained, overlap = m->sets[1].overlap;
    if (!isfinite(shares[0])) {
        panel->title = lg_plot_text(d->plot, "%s: one point, overlap %.2f", layer, overlap);
        return;
    }
    panel->title =
        lg_plot_text(d->plot, "%s: %.0f + %.0f %%, overlap %.2f", layer, 100 * shares[0], 100 * shares[1], overlap);
    lg_plot_note(d->plot, "%s, %s: overlap %.4f, explained variance %.1f %% and %.1f %%.", d->models->labels[d->model],
                 layer, overlap, 100 * shares[0], 100 * shares[1]);
}

static void name_panels(const lg_models *m, lg_plot *p) {
    static const lg_style styles[LG_MODEL_LENGTHS] = {{"#0072B2", 1, 0}, {"#E69F00", 1, 2}};
    for (size_t i = 0; i < p->panel_count; i++) {
        lg_panel *panel = &p->panels[i];
        if (i % p->across == 0) panel->side = m->labels[i / p->across];
        panel->file = lg_plot_text(p, "%s-%s", m->labels[i / p->across], layer_name(p, i % p->across));
        panel->x_high = panel->y_high = 1;
        for (size_t k = 0; k < LG_MODEL_LENGTHS; k++)
            panel->curves[k] = (lg_curve){.label = lg_plot_text(p, "length %d", m->lengths[k]), .style = styles[k]};
    }
}

static lg_status look(lg_run *run, lg_model_drawing *d) {
    return lg_analyze_activations(run, d->models->lengths, LG_MODEL_LENGTHS, SEQUENCES, LG_SLOTS_INPUT, on_layer, d);
}

static void fill(const lg_report *r, lg_plot *p) {
    const lg_models m = lg_models_choose(r);
    p->kind = LG_PLOT_POINTS;
    p->across = (size_t)m.blocks + 1;
    p->title = "Activations of each layer";
    p->below =
        lg_plot_text(p, "%s: in the plane of the first two principal components at length %d", m.row, m.lengths[0]);
    p->x_label = "first component";
    p->y_label = "second component";
    p->caption = lg_plot_text(p,
                              "Activations of the input tokens in each layer of the best models on %s, %d sequences of "
                              "length %d, as in training, and %d of length %d, in the plane of the first two principal "
                              "components of the short ones (up to %d points of each are drawn). Above each: the "
                              "shares of their variance that the two components show, and the overlap, the "
                              "Bhattacharyya coefficient of both clouds, 1 where they agree.",
                              m.row, SEQUENCES, m.lengths[0], SEQUENCES, m.lengths[1], MOST);
    if (!lg_plot_size(p, m.count * p->across, LG_MODEL_LENGTHS)) return;
    name_panels(&m, p);
    lg_models_draw(&m, r, p, look);
}

const lg_figure_kind lg_figure_activations = {
    .name = "activations",
    .summary = "activations of the best models, layer by layer, at two lengths",
    .source = "Ruoss et al. 2023, Figure 5",
    .suits = lg_models_suit,
    .fill = fill,
};
