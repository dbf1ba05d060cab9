/* attention.c: draws the attention weights of each block, maximum over heads, as in Figure 6 of Ruoss et al. 2023. An
 * X-shaped map of 2n tokens means that the model reads the input backwards: token t attends to token 2n-1-t. */
#include <math.h>

#include "api/figure.h"
#include "report/models.h"

enum {
    MAX_SIDE = 300, /* pixels drawn per side, enough for all maps of the paper; larger maps are pooled */
    SIDE = 200      /* side of a panel in pixels, unless a map has more */
};

/* Max-pools squares of step x step weights. */
static void pool_weights(const double *weights, int tokens, int step, double *out, size_t side) {
    for (int t = 0; t < tokens; t++)
        for (int s = 0; s < tokens; s++) {
            double *cell = &out[(size_t)(t / step) * side + (size_t)(s / step)];
            *cell = fmax(*cell, weights[(size_t)t * (size_t)tokens + (size_t)s]);
        }
}

static void on_map(void *user, const lg_attention_map *m) {
    const lg_model_drawing *d = user;
    const lg_models *all = d->models;
    const size_t length = m->length == all->lengths[0] ? 0 : 1,
                 index = (d->model * LG_MODEL_LENGTHS + length) * (size_t)all->blocks + (size_t)m->block;
    const int step = (m->tokens + MAX_SIDE - 1) / MAX_SIDE;
    const size_t side = (size_t)((m->tokens + step - 1) / step);
    lg_panel *panel = &d->plot->figure.panels[index];
    double *image = lg_arena_alloc(d->plot->arena, side * side * sizeof *image);
    if (!image) d->plot->failed = true;
    if (!image) return;
    pool_weights(m->weights, m->tokens, step, image, side);
    panel->image = image, panel->side = side, panel->pixel = step;
    if (m->inputs < m->tokens) panel->split = m->inputs - 0.5;
    panel->x_low = panel->y_high = -0.5;
    panel->x_high = panel->y_low = m->tokens - 0.5;
}

static void name_panels(const lg_models *m, lg_plot *p) {
    for (size_t i = 0; i < p->figure.panel_count; i++) {
        const size_t block = i % p->figure.columns, length = i / p->figure.columns % LG_MODEL_LENGTHS,
                     model = i / p->figure.columns / LG_MODEL_LENGTHS;
        p->figure.panels[i].title = lg_plot_text(p, "block %zu", block);
        p->figure.panels[i].name = lg_plot_text(p, "%s-n%d-block-%zu", m->labels[model], m->lengths[length], block);
        if (block == 0) p->figure.panels[i].row = lg_plot_text(p, "%s, n = %d", m->labels[model], m->lengths[length]);
        p->figure.panels[i].x_high = p->figure.panels[i].y_low = 1;
    }
}

/* Gives each element of the largest map at least one pixel. */
static void enlarge_panels(lg_plot *p) {
    size_t most = SIDE;
    for (size_t i = 0; i < p->figure.panel_count; i++)
        if (p->figure.panels[i].side > most) most = p->figure.panels[i].side;
    p->figure.panel_width = p->figure.panel_height = (double)most;
}

/* The colour scale ends at the largest weight. */
static void scale_colours(lg_plot *p) {
    double most = 0;
    for (size_t i = 0; i < p->figure.panel_count; i++) {
        const lg_panel *panel = &p->figure.panels[i];
        for (size_t k = 0; k < panel->side * panel->side; k++) most = fmax(most, panel->image[k]);
    }
    p->figure.scale_max = most;
    p->figure.scale_label = lg_plot_text(p, "attention weight, maximum %.2g", most);
}

static void note_squares(lg_plot *p) {
    for (size_t i = 0; i < p->figure.panel_count; i++) {
        const lg_panel *panel = &p->figure.panels[i];
        if (panel->pixel <= 1) continue;
        lg_plot_note(p, "Maps of more than %d tokens show the maximum of each square of %g x %g weights.", MAX_SIDE,
                     panel->pixel, panel->pixel);
        return;
    }
}

static lg_status analyze_model(lg_run *run, lg_model_drawing *d) {
    return lg_analyze_attention(run, LG_ATTENTION_SELF, d->models->lengths, LG_MODEL_LENGTHS, LG_HEADS_MAX, 0, on_map,
                                d);
}

static void fill_figure(const lg_report *r, lg_plot *p) {
    const lg_models m = lg_models_choose(r);
    p->failed = p->failed || m.failed;
    p->figure.columns = (size_t)m.blocks;
    p->figure.title = "Attention of each block";
    p->figure.subtitle = lg_plot_text(p, "%s: maximum over heads, one sequence of each length", m.row);
    p->figure.x_label = "key (token)";
    p->figure.y_label = "query (token)";
    p->caption = lg_plot_text(p,
                              "Attention weights of the best models on %s, for one sequence of length %d, as in "
                              "training, and one of length %d: the maximum over heads, with queries from top to bottom "
                              "and keys from left to right.",
                              m.row, m.lengths[0], m.lengths[1]);
    if (!lg_plot_size(p, m.count * LG_MODEL_LENGTHS * (size_t)m.blocks, 0)) return;
    name_panels(&m, p);
    lg_models_draw(&m, r, p, analyze_model);
    enlarge_panels(p);
    scale_colours(p);
    note_squares(p);
}

const lg_figure_kind lg_figure_attention = {
    .name = "attention",
    .summary = "attention weights of the best models, block by block",
    .source = "Ruoss et al. 2023, Figure 6",
    .suits = lg_models_suit,
    .fill = fill_figure,
};
