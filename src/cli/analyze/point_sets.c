/* point_sets.c: draws the figure of `analyze activations`: a row per run and a column per layer; each length has its
 * own colour and shape. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"
#include "cli/ui/figure.h"

enum {
    MAX_POINTS = 6000, /* points drawn per length; more are thinned out */
    MAX_OVERLAPS = 4   /* overlaps listed above a panel */
};

const char *cli_layer_name(int layer, char out[24]) {
    if (layer == 0) return strcpy(out, "embedding");
    return snprintf(out, 24, "block %d", layer - 1), out;
}

/* Blue for the length to which the plane was fitted, and orange for the next one, as in Ruoss et al. 2023. */
static lg_style style_of(size_t length) {
    static const size_t colours[CLI_ANALYZE_LENGTHS] = {0, 4, 2, 3, 1, 5, 6, 0, 4, 2, 3, 1};
    static const int markers[CLI_ANALYZE_LENGTHS] = {0, 2, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11};
    return (lg_style){lg_style_at(colours[length]).colour, 0, markers[length]};
}

/* ---- texts ---- */

typedef struct names {
    char title[64], subtitle[96], name[160];
} names;

/* Lists the overlap of each length with the first length. If there are many, lists only the lowest and the highest. */
static void write_overlaps(const lg_layer_map *m, char *out, size_t capacity) {
    double low = INFINITY, high = -INFINITY;
    size_t at = 0;
    for (size_t i = 1; i < m->set_count; i++) {
        low = fmin(low, m->sets[i].overlap), high = fmax(high, m->sets[i].overlap);
        if (m->set_count <= MAX_OVERLAPS + 1)
            at += (size_t)snprintf(out + at, capacity - at, "%s%.2f", i > 1 ? ", " : "overlap ", m->sets[i].overlap);
    }
    if (m->set_count > MAX_OVERLAPS + 1) snprintf(out, capacity, "overlap %.2f to %.2f", low, high);
}

static void name_panel(const cli_analysis *a, const cli_layer *l, names *n) {
    const lg_layer_map *m = &l->map;
    char layer[24];
    cli_layer_name(m->layer, layer);
    snprintf(n->name, sizeof n->name, "%s, %s", a->curves[l->run].label, layer);
    if (isfinite(m->explained[0]))
        snprintf(n->title, sizeof n->title, "%s: %.0f + %.0f %%", layer, 100 * m->explained[0], 100 * m->explained[1]);
    else
        snprintf(n->title, sizeof n->title, "%s: one point", layer);
    write_overlaps(m, n->subtitle, sizeof n->subtitle);
}

/* ---- panels ---- */

/* Splits the pairs into all x, then all y; NULL: out of memory. */
static double *split_points(const lg_point_set *set) {
    double *x = calloc(2 * set->points + 1, sizeof *x);
    for (size_t i = 0; x && i < set->points; i++) x[i] = set->at[2 * i], x[set->points + i] = set->at[2 * i + 1];
    return x;
}

static bool fill_panel(const cli_analysis *a, const cli_layer *l, lg_panel *panel, names *n) {
    name_panel(a, l, n);
    panel->title = n->title, panel->subtitle = n->subtitle, panel->name = n->name;
    if (l->map.layer == 0) panel->row = a->curves[l->run].label;
    for (size_t k = 0; k < l->map.set_count; k++) {
        lg_curve *c = &panel->curves[k];
        double *points = split_points(&l->sets[k]);
        if (!points) return false;
        c->x = points, c->y = points + l->sets[k].points, c->count = l->sets[k].points;
    }
    return true;
}

static bool fill_panels(const cli_analysis *a, const cli_layers *x, const lg_figure *f, names *n) {
    for (size_t i = 0; i < x->count; i++) {
        const cli_layer *l = &x->layer[i];
        if (!fill_panel(a, l, &f->panels[l->run * f->columns + (size_t)l->map.layer], &n[i])) return false;
    }
    return true;
}

/* Memory of all panels, to be freed. */
typedef struct memory {
    lg_curve *curves;
    names *names;
    char (*labels)[24];
} memory;

static bool make_panels(const cli_analysis *a, const cli_layers *x, lg_figure *f, memory *m) {
    f->curve_count = a->length_count;
    for (size_t i = 0; i < x->count; i++)
        if ((size_t)x->layer[i].map.layers > f->columns) f->columns = (size_t)x->layer[i].map.layers;
    f->panel_count = a->count * f->columns;
    f->panels = calloc(f->panel_count + 1, sizeof *f->panels);
    m->curves = calloc(f->panel_count * f->curve_count + 1, sizeof *m->curves);
    m->names = calloc(x->count + 1, sizeof *m->names);
    m->labels = calloc(f->curve_count + 1, sizeof *m->labels);
    if (!f->panels || !m->curves || !m->names || !m->labels) return false;
    for (size_t k = 0; k < f->curve_count; k++) snprintf(m->labels[k], sizeof *m->labels, "length %d", a->lengths[k]);
    for (size_t i = 0; i < f->panel_count; i++) {
        f->panels[i] = (lg_panel){.curves = &m->curves[i * f->curve_count], .guide = NAN, .level = NAN};
        for (size_t k = 0; k < f->curve_count; k++)
            f->panels[i].curves[k] = (lg_curve){.label = m->labels[k], .style = style_of(k)};
    }
    return true;
}

static size_t most_points(const lg_figure *f) {
    size_t most = 0;
    for (size_t i = 0; i < f->panel_count; i++)
        for (size_t k = 0; k < f->curve_count; k++)
            if (f->panels[i].curves[k].count > most) most = f->panels[i].curves[k].count;
    return most;
}

static void free_panels(lg_figure *f, memory *m) {
    for (size_t i = 0; m->curves && i < f->panel_count * f->curve_count; i++) free((double *)m->curves[i].x);
    free(f->panels);
    free(m->curves);
    free(m->names);
    free(m->labels);
}

int cli_layers_draw(const cli_analysis *a, const cli_layers *x) {
    char subtitle[200];
    lg_figure f = {.points_max = MAX_POINTS, .subtitle = subtitle};
    memory m = {0};
    if (!cli_flag_on(&a->c->args, "figure")) return LG_OK;
    int status = make_panels(a, x, &f, &m) && fill_panels(a, x, &f, m.names)
                     ? LG_OK
                     : cli_fail(LG_FAILED, "out of memory: a figure");
    if (status == LG_OK) {
        const size_t most = most_points(&f);
        int at = snprintf(subtitle, sizeof subtitle,
                          "activations of %s tokens, in the plane of their principal components at length %d", x->slots,
                          a->lengths[0]);
        if (most > MAX_POINTS)
            snprintf(subtitle + at, sizeof subtitle - (size_t)at, "; up to %d points of %zu", MAX_POINTS, most);
        f.title = cli_figure_title(a->c, a->curves, a->count, "activations");
        f.x_label = "first component", f.y_label = "second component";
        status = cli_figure_draw(a->c, &f);
    }
    free_panels(&f, &m);
    return status;
}
