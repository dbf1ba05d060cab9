/* point_sets.c: the picture of `analyze activations`: a row for each run, a column for each layer; each length has
 * a colour and a shape of its own. Of a large cloud evenly spaced points are drawn; the data file has all of them. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cli/analyze/analyze.h"
#include "cli/analyze/box.h"
#include "cli/ui/figure.h"

enum {
    LEFT = 66,
    RIGHT = 20,
    TOP = 100,
    HEAD = 30,
    CAPTION = 40,
    GAP = 44,
    BELOW = 34,
    MOST = 230,
    DRAWN = 251,
    TURNS = 8
};

/* Blue for the length that the plane was fitted to, orange for the next one, as in the study; half of it shines
 * through. */
static const char *const colours[CLI_ANALYZE_LENGTHS] = {"#0072B2", "#E69F00", "#009E73", "#CC79A7",
                                                         "#D55E00", "#56B4E9", "#000000", "#0072B2",
                                                         "#E69F00", "#009E73", "#CC79A7", "#D55E00"};
static const int shapes[CLI_ANALYZE_LENGTHS] = {7, 9, 5, 11, 13, 15, 6, 8, 4, 10, 12, 14}; /* of gnuplot */

const char *cli_layer_name(int layer, char out[24]) {
    if (layer == 0) return strcpy(out, "embedding");
    return snprintf(out, 24, "block %d", layer - 1), out;
}

typedef struct grid {
    int columns;
    double side;
} grid;

/* The height of a run: its name, captions above the panels, numbers below them. */
static double row_block(const grid *g) {
    return HEAD + CAPTION + g->side + BELOW;
}

static grid measure_grid(const cli_analysis *a, const cli_layers *x, cli_picture *p) {
    grid g = {0};
    for (size_t i = 0; i < x->count; i++)
        if (x->layer[i].map.layers > g.columns) g.columns = x->layer[i].map.layers;
    g.side = (p->width - LEFT - RIGHT + GAP) / g.columns - GAP;
    if (g.side > MOST) g.side = MOST;
    p->height = TOP + (double)a->count * row_block(&g) + 24;
    return g;
}

/* ---- data: for each layer of each run a block for each length ---- */

/* DRAWN points of a cloud; it is no multiple of the tokens of a sequence. */
static bool is_drawn(const lg_point_set *c, size_t point) {
    return c->points <= DRAWN || point * DRAWN / c->points != (point + 1) * DRAWN / c->points;
}

static int write_data(const cli_analysis *a, const cli_picture *p, const cli_layers *x) {
    FILE *to = cli_picture_open(p, p->data);
    if (!to) return LG_FAILED;
    for (size_t i = 0; i < x->count; i++)
        for (size_t k = 0; k < a->length_count; k++) {
            const lg_point_set *c = &x->layer[i].clouds[k];
            fprintf(to, "%s# x,y,drawn of run %zu of %zu, layer %d, length %d\r\n", i + k ? "\r\n\r\n" : "",
                    x->layer[i].run + 1, a->count, x->layer[i].map.layer, c->length);
            for (size_t j = 0; j < c->points; j++)
                fprintf(to, "%.5g,%.5g,%d\r\n", c->at[2 * j], c->at[2 * j + 1], is_drawn(c, j));
        }
    return cli_picture_close(to, p, p->data);
}

/* ---- script ---- */

static void write_legend(FILE *to, const cli_analysis *a, const cli_picture *p, int *label) {
    char text[80];
    for (size_t i = 0; i < a->length_count; i++) {
        const double x = LEFT + 12 + 150 * (double)i;
        snprintf(text, sizeof text, "length %d", a->lengths[i]);
        cli_box_text(to, p, label, x, 76, 0.87, "#444444", text);
        fprintf(to, "set label %d offset 0.8,-0.25 point pt %d ps 0.8 lc rgb '%s'\n", *label, shapes[i], colours[i]);
    }
    snprintf(text, sizeof text, "up to %d points of each", DRAWN);
    cli_box_text(to, p, label, LEFT + 12 + 150 * (double)a->length_count, 80, 0.76, "#666666", text);
}

static void write_labels(FILE *to, const cli_analysis *a, const cli_picture *p, const cli_layers *x, const grid *g,
                         int *label) {
    char text[200];
    cli_box_text(to, p, label, LEFT, 24, 1.25, "#000000", cli_figure_title(a->c, a->curves, a->count, "activations"));
    snprintf(text, sizeof text, "activations of %s tokens, in the plane of their principal components at length %d",
             x->slots, a->lengths[0]);
    cli_box_text(to, p, label, LEFT, 48, 0.87, "#666666", text);
    write_legend(to, a, p, label);
    for (size_t i = 0; i < a->count; i++)
        cli_box_axis(to, p, label, 18, TOP + (double)i * row_block(g) + HEAD + CAPTION + g->side / 2, true,
                     "second component");
    cli_box_axis(to, p, label, LEFT + (g->columns * (g->side + GAP) - GAP) / 2,
                 TOP + (double)a->count * row_block(g) + 2, false, "first component");
}

/* Above a panel: its layer, what the axes show, how far the clouds overlap. */
static void write_head(FILE *to, const cli_analysis *a, const cli_picture *p, const lg_layer_map *m, const cli_box *b,
                       int *label) {
    char text[160], name[24];
    cli_layer_name(m->layer, name);
    if (isfinite(m->explained[0]))
        snprintf(text, sizeof text, "%s: %.0f + %.0f %%", name, 100 * m->explained[0], 100 * m->explained[1]);
    else
        snprintf(text, sizeof text, "%s: one point", name);
    cli_box_text(to, p, label, b->x, b->y - 27, 0.76, "#444444", text);
    int at = snprintf(text, sizeof text, a->length_count > 1 ? "overlap" : " ");
    for (size_t i = 1; i < m->set_count && at < (int)sizeof text; i++)
        at += snprintf(text + at, sizeof text - (size_t)at, "%s %.2f", i > 1 ? "," : "", m->sets[i].overlap);
    cli_box_text(to, p, label, b->x, b->y - 10, 0.76, "#444444", text);
}

/* Two to five numbers on an axis: more do not fit. */
static double tic_step(double range) {
    const double least = range / 5, unit = pow(10, floor(log10(least)));
    return unit * (least <= 2 * unit ? 2 : least <= 5 * unit ? 5 : 10);
}

/* Both ranges hold all clouds, with a margin; where all points are the same they are of length 1. */
static void write_ranges(FILE *to, const lg_layer_map *m) {
    for (int axis = 0; axis < 2; axis++) {
        double low = INFINITY, high = -INFINITY;
        for (size_t i = 0; i < m->set_count; i++)
            for (size_t j = 0; j < m->sets[i].points; j++) {
                low = fmin(low, m->sets[i].at[2 * j + (size_t)axis]);
                high = fmax(high, m->sets[i].at[2 * j + (size_t)axis]);
            }
        const double margin = high - low > 1e-9 ? 0.06 * (high - low) : 0.5;
        fprintf(to, "set %crange [%.5g:%.5g]\nset %ctics %g\n", "xy"[axis], low - margin, high + margin, "xy"[axis],
                tic_step(high - low + 2 * margin));
    }
}

/* Clouds are drawn by turns, an eighth of their points at a time, so that no cloud covers the others. */
static void write_plot(FILE *to, const cli_analysis *a, const cli_picture *p, size_t block) {
    fprintf(to, "plot ");
    for (size_t turn = 0; turn < TURNS; turn++)
        for (size_t i = 0; i < a->length_count; i++) {
            if (turn + i > 0) fprintf(to, ", \\\n    ");
            cli_picture_name(to, p->data);
            fprintf(to, " index %zu every %d::%zu using ($3 > 0 ? $1 : 1/0):2 with points pt %d ps 0.35 lc rgb '#60%s'",
                    block + i, TURNS, turn, shapes[i], colours[i] + 1);
        }
    fprintf(to, "\nunset label\n");
}

int cli_layers_draw(const cli_analysis *a, cli_picture *p, void *layers) {
    const cli_layers *x = layers;
    const grid g = measure_grid(a, x, p);
    int status = write_data(a, p, x), label = 0;
    FILE *to = status == LG_OK ? cli_picture_open(p, p->script) : NULL;
    if (!to) return LG_FAILED;
    cli_picture_begin(to, p, "Activations in the plane of their principal components");
    fprintf(to,
            "set border 15 lw 0.7 lc rgb '#9a9a9a'\nset tics out nomirror scale 0.4 textcolor rgb '#666666' "
            "font ',%g'\nset xtics offset 0,0.5\nset multiplot\n",
            0.72 * p->size);
    write_labels(to, a, p, x, &g, &label);
    for (size_t i = 0; i < x->count; i++) {
        const cli_layer *l = &x->layer[i];
        const double y = TOP + (double)l->run * row_block(&g);
        const cli_box b = {LEFT + l->map.layer * (g.side + GAP), y + HEAD + CAPTION, g.side, g.side};
        if (!l->map.layer) cli_box_text(to, p, &label, LEFT, y + HEAD / 2, 0.95, "#000000", a->curves[l->run].label);
        write_head(to, a, p, &l->map, &b, &label);
        cli_box_set(to, p, &b);
        write_ranges(to, &l->map);
        write_plot(to, a, p, i * a->length_count);
    }
    cli_picture_end(to);
    return cli_picture_close(to, p, p->script);
}
