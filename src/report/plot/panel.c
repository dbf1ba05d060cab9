/* panel.c: one panel of a figure in its script: curves, clouds of points, or an image. */
#include <math.h>
#include <string.h>

#include "report/plot/canvas.h"

enum {
    FEW = 25,    /* points of a curve that all have marks */
    MARKS = 6,   /* on a curve of more */
    TURNS = 8,   /* in which clouds are drawn */
    NUMBER = 52, /* width that a number below the axis takes */
    LINE = 36,   /* height of one beside it */
    SMALL = 30   /* elements of a side of an image */
};

static void write_place(const lg_canvas *g, size_t i) {
    const double left = g->left + (double)(i % g->columns) * (g->panel_width + g->between),
                 top = LG_CANVAS_ABOVE + (double)(i / g->columns) * (g->head + g->panel_height + g->foot) + g->head;
    fprintf(g->to,
            "set lmargin at screen %.5f\nset rmargin at screen %.5f\nset tmargin at screen %.5f\nset bmargin at "
            "screen %.5f\n",
            lg_canvas_across(g, left), lg_canvas_across(g, left + g->panel_width), lg_canvas_up(g, top),
            lg_canvas_up(g, top + g->panel_height));
}

static void write_lines(const lg_canvas *g, const lg_panel *panel) {
    if (isfinite(panel->guide) && panel->guide > panel->x_low && panel->guide < panel->x_high)
        fprintf(g->to, "set arrow from first %g, graph 0 to first %g, graph 1 nohead " LG_CANVAS_GUIDE " back\n",
                panel->guide, panel->guide);
    if (isfinite(panel->level))
        fprintf(g->to, "set arrow from graph 0, first %g to graph 1, first %g nohead " LG_CANVAS_LEVEL " back\n",
                panel->level, panel->level);
}

/* Every point of a short curve has its mark. Those of a long one stand at equal distances, and the marks of curves that
 * run together apart from one another. */
static void write_curve(const lg_canvas *g, const lg_curve *c, size_t index, const char *data) {
    const lg_plot *p = g->p;
    const size_t x = p->shared ? 1 : 2 * index + 2, y = p->shared ? index + 2 : 2 * index + 3;
    const size_t interval = c->count / MARKS, offset = index * interval / p->curve_count;
    const int marker = lg_canvas_marker(&c->style);
    char line[96];
    lg_canvas_line(&c->style, c->count, line);
    lg_write_quoted(g->to, data);
    if (p->steps || c->count <= FEW) {
        fprintf(g->to, " skip 1 using %zu:%zu with linespoints pt %d ps 0.6 %s", x, y, marker, line);
        return;
    }
    fprintf(g->to, " skip 1 using %zu:%zu with lines %s, \\\n     ", x, y, line);
    lg_write_quoted(g->to, data);
    fprintf(g->to, " skip 1 every %zu::%zu using %zu:%zu with points pt %d ps 0.7 lc rgb '%s'", interval, offset, x, y,
            marker, c->style.colour);
}

/* Every so many of a cloud's points, from one on: clouds are drawn by turns, so that none covers the other. */
static void write_points(const lg_canvas *g, const lg_curve *c, size_t index, size_t turn, const char *data) {
    lg_write_quoted(g->to, data);
    fprintf(g->to, " skip 1 every %d::%zu using %zu:%zu with points pt %d ps 0.25 lc rgb '%s'", TURNS, turn,
            2 * index + 2, 2 * index + 3, lg_canvas_marker(&c->style), c->style.colour);
}

/* The distance of numbers on an axis, of those that are easily read, so that so many fit. */
static double tic_step(double range, double fit) {
    const double least = range / fit, unit = pow(10, floor(log10(least)));
    return unit * (least <= unit ? 1 : least <= 2 * unit ? 2 : least <= 5 * unit ? 5 : 10);
}

static void write_axes(const lg_canvas *g, const lg_panel *panel) {
    const double wide = g->panel_width / NUMBER, high = g->panel_height / LINE;
    fprintf(g->to, "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\nset xtics %.9g offset 0,0.3\n", panel->x_low,
            panel->x_high, panel->y_low, panel->y_high, tic_step(panel->x_high - panel->x_low, wide));
    if (g->p->kind == LG_PLOT_CURVES)
        fprintf(g->to, "set ytics 0,%d,100\n", panel->y_low < 45 ? 20 : 10);
    else
        fprintf(g->to, "set ytics %.9g\n", tic_step(fabs(panel->y_high - panel->y_low), high));
}

/* The name of a row of panels, left of its first. */
static void write_side(const lg_canvas *g, const lg_panel *panel, size_t i) {
    const double top = LG_CANVAS_ABOVE + (double)(i / g->columns) * (g->head + g->panel_height + g->foot) + g->head;
    if (*panel->side != '\0') lg_canvas_label(g, panel->side, 36, top + g->panel_height / 2, "center rotate by 90");
}

static void begin(const lg_canvas *g, size_t drawn) {
    fputs(drawn == 0 ? "plot " : ", \\\n     ", g->to);
}

/* Under all curves; in grey the curve within tells which it is. */
static void write_band(const lg_canvas *g, const lg_curve *c, size_t index, const char *data) {
    const size_t low = g->p->curve_count + 2 * index + 2;
    lg_write_quoted(g->to, data);
    fprintf(g->to, " skip 1 using 1:%zu:%zu with filledcurves fc rgb '%s' fs transparent solid 0.2 noborder", low,
            low + 1, c->style.colour);
}

static size_t write_curves(const lg_canvas *g, const lg_panel *panel, const char *data) {
    size_t drawn = 0;
    for (size_t k = 0; k < g->p->curve_count; k++)
        if (panel->curves[k].low) begin(g, drawn++), write_band(g, &panel->curves[k], k, data);
    for (size_t k = 0; k < g->p->curve_count; k++)
        if (panel->curves[k].count > 0) begin(g, drawn++), write_curve(g, &panel->curves[k], k, data);
    return drawn;
}

static size_t write_clouds(const lg_canvas *g, const lg_panel *panel, const char *data) {
    size_t drawn = 0;
    for (size_t turn = 0; turn < TURNS; turn++)
        for (size_t k = 0; k < g->p->curve_count; k++)
            if (panel->curves[k].count > turn) begin(g, drawn++), write_points(g, &panel->curves[k], k, turn, data);
    return drawn;
}

/* Row i of the data is query i, from above. Viewers blur the few elements of a small image, so these are drawn as
 * rectangles, of which a large one would have too many. */
static size_t write_image(const lg_canvas *g, const lg_panel *panel, const char *data) {
    if (panel->side_count == 0) return 0;
    fputs("plot ", g->to);
    lg_write_quoted(g->to, data);
    fprintf(g->to, " matrix using (%.9g*($1+0.5)):(%.9g*($2+0.5)):3 with image%s", panel->pixel, panel->pixel,
            panel->side_count <= SMALL ? " pixels" : "");
    return 1;
}

void lg_canvas_panel(const lg_canvas *g, size_t i) {
    const lg_panel *panel = &g->p->panels[i];
    char data[96];
    lg_plot_data_name(g->p, i, data);
    write_place(g, i);
    write_axes(g, panel);
    fputs("set title ", g->to);
    lg_write_quoted(g->to, panel->title);
    fputs(" offset 0,-0.6 noenhanced\n", g->to);
    write_side(g, panel, i);
    write_lines(g, panel);
    size_t (*const write[])(const lg_canvas *, const lg_panel *, const char *) = {
        [LG_PLOT_CURVES] = write_curves, [LG_PLOT_POINTS] = write_clouds, [LG_PLOT_IMAGES] = write_image};
    if (write[g->p->kind](g, panel, data) == 0)
        fputs("set label 'nothing to show yet' at graph 0.5, graph 0.5 center textcolor rgb '#8a8a8a'\nplot NaN",
              g->to);
    fputs("\nunset arrow\nunset label\n", g->to);
    if (g->p->kind == LG_PLOT_IMAGES) fputs("unset colorbox\n", g->to);
}
