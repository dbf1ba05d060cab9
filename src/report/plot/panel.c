/* panel.c: writes one panel of a figure's script: curves, point sets, or an image. */
#include <math.h>

#include "api/figure.h"
#include "base/quote.h"
#include "report/plot/canvas.h"

enum {
    MARK = 18,    /* least pixels per point of a curve whose points all have markers */
    MARKS = 6,    /* markers on a curve with more points */
    TURNS = 8,    /* rounds in which point sets are drawn */
    ELEMENT = 20, /* an image element of at least this many pixels has room for a name in normal letters */
    LETTER = 12,  /* the same for small letters */
    LEAST = 8,    /* the same for tiny letters; smaller elements have numbers instead of names */
    SMALL = 30    /* most elements per side of a small image */
};

/* ---- positions and texts ---- */

static void write_place(const lg_canvas *g, size_t i) {
    const double left = lg_canvas_panel_x(g, i), top = lg_canvas_panel_y(g, i);
    fprintf(g->to,
            "set lmargin at screen %.5f\nset rmargin at screen %.5f\nset tmargin at screen %.5f\nset bmargin at "
            "screen %.5f\n",
            lg_canvas_across(g, left), lg_canvas_across(g, left + g->panel_width), lg_canvas_up(g, top),
            lg_canvas_up(g, top + g->panel_height));
}

static void write_titles(const lg_canvas *g, const lg_panel *panel, size_t i) {
    const double x = lg_canvas_panel_x(g, i), y = lg_canvas_panel_y(g, i), middle = x + g->panel_width / 2;
    if (lg_canvas_has(panel->row)) lg_canvas_label(g, panel->row, x, y - g->head - 12, "left font medium");
    if (lg_canvas_has(panel->title)) lg_canvas_label(g, panel->title, middle, y - g->head + 12, "center");
    if (lg_canvas_has(panel->subtitle))
        lg_canvas_label(g, panel->subtitle, middle, y - 13, "center font small textcolor rgb '#444444'");
}

static void write_texts(const lg_canvas *g, const lg_panel *panel) {
    for (size_t i = 0; i < panel->text_count; i++) {
        if (!lg_canvas_has(panel->texts[i].text)) continue;
        fputs("set label ", g->to);
        lg_quote_gnuplot(g->to, panel->texts[i].text);
        fprintf(g->to, " at first %.6g, first %.6g %s font small textcolor rgb '%s' noenhanced\n", panel->texts[i].x,
                panel->texts[i].y, panel->texts[i].centred ? "center front" : "offset 0.8,0 left",
                panel->texts[i].light     ? "#ffffff"
                : panel->texts[i].centred ? "#000000"
                                          : "#666666");
    }
}

/* ---- lines across the panel ---- */

/* Elements of an image without a value are grey. */
static void write_ground(const lg_canvas *g) {
    fputs(
        "set object rectangle from graph 0, graph 0 to graph 1, graph 1 behind fillcolor rgb '#d0d0d0' fillstyle solid "
        "noborder\n",
        g->to);
}

/* Draws the guide and shades the area left of it; images get a line instead (write_split). */
static void write_guide(const lg_canvas *g, const lg_panel *panel) {
    const double x = panel->guide;
    if (g->form == LG_FORM_IMAGES && isfinite(x)) write_ground(g);
    if (g->form == LG_FORM_IMAGES || !isfinite(x) || x <= panel->x_low || x >= panel->x_high) return;
    fprintf(g->to,
            "set object rectangle from graph 0, graph 0 to first %g, graph 1 behind fillcolor rgb '#f4f4f4' fillstyle "
            "solid noborder\nset arrow from first %g, graph 0 to first %g, graph 1 nohead " LG_CANVAS_GUIDE " back\n",
            x, x, x);
    if (!g->end_labels || !lg_canvas_has(g->f->guide_label)) return;
    fputs("set label ", g->to);
    lg_quote_gnuplot(g->to, g->f->guide_label);
    fprintf(g->to, " at first %g, graph 1 offset 0,0.6 left font small textcolor rgb '#666666' noenhanced\n", x);
}

/* Skips a number that would touch the one to its left. */
static void write_marks(const lg_canvas *g, const lg_panel *panel) {
    double right = -INFINITY;
    for (size_t i = 0; i < panel->mark_count; i++) {
        char text[LG_CANVAS_NUMBER];
        const double x = panel->marks[i], at = lg_canvas_place(g, panel, x);
        if (!(x >= panel->x_low && x <= panel->x_high)) continue;
        fprintf(g->to, "set arrow from first %g, graph 0 to first %g, graph 1 nohead " LG_CANVAS_MARK " back\n", x, x);
        const double width = LG_CANVAS_DIGIT * (double)lg_canvas_number(x, text);
        if (at - width / 2 < right) continue;
        fprintf(g->to, "set label '%s' at first %g, graph 1 offset 0,0.6 center font small textcolor rgb '#666666'\n",
                text, x);
        right = at + width / 2;
    }
}

static void write_level(const lg_canvas *g, const lg_panel *panel) {
    const double y = panel->level;
    if (!isfinite(y)) return;
    fprintf(g->to, "set arrow from graph 0, first %g to graph 1, first %g nohead " LG_CANVAS_LEVEL " back\n", y, y);
    if (!g->end_labels || !lg_canvas_has(g->f->level_label)) return;
    fputs("set label ", g->to);
    lg_quote_gnuplot(g->to, g->f->level_label);
    fprintf(g->to, " at graph 1, first %g offset -0.4,-0.55 right font small textcolor rgb '#8a8a8a' noenhanced\n", y);
}

/* Draws the lines that split an image: a vertical line at the guide, and a line across each axis at panel->split. */
static void write_split(const lg_canvas *g, const lg_panel *panel) {
    static const char look[] = "nohead front lw 0.6 lc rgb '#9a9a9a'";
    const double at = panel->split, x = panel->guide;
    if (g->form == LG_FORM_IMAGES && isfinite(x) && x > panel->x_low && x < panel->x_high)
        fprintf(g->to, "set arrow from first %g, graph 0 to first %g, graph 1 %s\n", x, x, look);
    if (at <= 0) return;
    fprintf(g->to, "set arrow from first %g, graph 0 to first %g, graph 1 %s\n", at, at, look);
    fprintf(g->to, "set arrow from graph 0, first %g to graph 1, first %g %s\n", at, at, look);
}

/* ---- axes ---- */

/* Writes tick positions and labels. gnuplot would choose others, some of them outside an image. */
static void write_numbers(const lg_canvas *g, const lg_panel *panel, char axis) {
    const lg_ticks t = lg_canvas_ticks(g, panel, axis);
    char text[LG_CANVAS_NUMBER];
    fprintf(g->to, "set %ctics (", axis);
    for (size_t i = 0; i < t.count; i++) {
        lg_canvas_number(t.at[i], text);
        fprintf(g->to, "%s'%s' %.9g", i > 0 ? ", " : "", text, t.at[i] + 0.0);
    }
    fputs(axis == 'x' ? ") offset 0,0.3\n" : ")\n", g->to);
}

/* Writes names centred on the elements of an image; smaller elements get smaller letters. */
static void write_names(const lg_canvas *g, char axis, const char *const *names, size_t count, double size,
                        double step) {
    const double element = size / (double)count;
    fprintf(g->to, "set %ctics (", axis);
    for (size_t i = 0; i < count; i++) {
        if (i > 0) fputs(", ", g->to);
        lg_quote_gnuplot_format(g->to, names[i]);
        fprintf(g->to, " %.9g", ((double)i + 0.5) * step);
    }
    fprintf(g->to, ") noenhanced scale 0%s%s\n",
            element < LETTER    ? " font tiny"
            : element < ELEMENT ? " font small"
                                : "",
            axis == 'x' && g->upright ? " rotate by 90 right" : "");
}

static bool has_room(const lg_canvas *g, const lg_panel *panel) {
    return g->panel_width >= LEAST * (double)panel->side && g->panel_height >= LEAST * (double)panel->rows;
}

static void write_axes(const lg_canvas *g, const lg_panel *panel) {
    fprintf(g->to, "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n", panel->x_low, panel->x_high, panel->y_low,
            panel->y_high);
    if (panel->x_names && panel->y_names && has_room(g, panel)) {
        write_ground(g);
        write_names(g, 'x', panel->x_names, panel->side, g->panel_width, panel->pixel);
        write_names(g, 'y', panel->y_names, panel->rows, g->panel_height, panel->pixel);
    } else {
        write_numbers(g, panel, 'x');
        write_numbers(g, panel, 'y');
        if (panel->x_names) fputs("set xtics norotate font small\nset ytics font small\n", g->to);
    }
}

/* ---- plot commands ---- */

typedef struct source {
    char name[LG_DATA_NAME];
    size_t block; /* index in a file of several blocks; empty panels have no block */
} source;

/* Names the data of a panel. Skips the head line of a file of curves or points, unless the file has several blocks:
 * there this line is a comment. */
static void write_source(const lg_canvas *g, const source *s) {
    lg_quote_gnuplot_file(g->to, s->name);
    if (lg_figure_in_one_file(g->f) && g->f->panel_count > 1)
        fprintf(g->to, " index %zu", s->block);
    else if (g->form != LG_FORM_IMAGES)
        fputs(" skip 1", g->to);
}

static void begin_part(const lg_canvas *g, size_t drawn) {
    fputs(drawn == 0 ? "plot " : ", \\\n     ", g->to);
}

/* On a short curve every point has a marker. On a long curve markers are evenly spaced, and shifted from curve to
 * curve, so that they remain distinct where curves overlap. */
static void write_curve(const lg_canvas *g, const lg_curve *c, size_t index, const source *s) {
    const lg_figure *f = g->f;
    const size_t x = f->shared_x ? 1 : 2 * index + 2, y = f->shared_x ? index + 2 : 2 * index + 3;
    const size_t count = c->count, interval = count / MARKS, offset = index * interval / f->curve_count;
    char line[96];
    lg_canvas_line(&c->style, count, line);
    write_source(g, s);
    fprintf(g->to, " using %zu:%zu with ", x, y);
    if (c->style.dash == 0)
        fprintf(g->to, "points pt %d ps 0.7 lc rgb '%s'", lg_canvas_marker(&c->style), c->style.colour);
    else if (c->style.marker < 0)
        fprintf(g->to, "lines %s", line);
    else if (f->mark_all || MARK * (double)count <= g->panel_width)
        fprintf(g->to, "linespoints pt %d ps 0.6 %s", lg_canvas_marker(&c->style), line);
    else {
        fprintf(g->to, "lines %s, \\\n     ", line);
        write_source(g, s);
        fprintf(g->to, " every %zu::%zu using %zu:%zu with points pt %d ps 0.7 lc rgb '%s'", interval, offset, x, y,
                lg_canvas_marker(&c->style), c->style.colour);
    }
}

/* Bands are below all curves. In greyscale the curve inside identifies its band. */
static void write_band(const lg_canvas *g, const lg_curve *c, size_t index, const source *s) {
    const size_t curves = g->f->curve_count, x = g->f->shared_x ? 1 : 2 * index + 2,
                 low = (g->f->shared_x ? curves : 2 * curves) + 2 * index + 2;
    write_source(g, s);
    fprintf(g->to, " using %zu:%zu:%zu with filledcurves fc rgb '%s' fs transparent solid 0.2 noborder", x, low,
            low + 1, c->style.colour);
}

static size_t write_curves(const lg_canvas *g, const lg_panel *panel, const source *s) {
    size_t drawn = 0;
    for (size_t k = 0; k < g->f->curve_count; k++)
        if (panel->curves[k].low) begin_part(g, drawn++), write_band(g, &panel->curves[k], k, s);
    for (size_t k = 0; k < g->f->curve_count; k++)
        if (panel->curves[k].count > 0) begin_part(g, drawn++), write_curve(g, &panel->curves[k], k, s);
    return drawn;
}

/* Markers of a point set. Large sets use dots: a dot is a line so short that it looks like a point. In an SVG, all dots
 * of a set form one path, which takes a seventh of the bytes that markers would take. */
static void write_marks_of(const lg_canvas *g, const lg_panel *panel, const lg_curve *c, size_t index) {
    const size_t x = 2 * index + 2;
    if (lg_curve_is_dots(g->f, c))
        fprintf(g->to, "using %zu:%zu:(%.3g):(0) with vectors nohead lw 1.5", x, x + 1,
                0.1 * (panel->x_high - panel->x_low) / g->panel_width);
    else
        fprintf(g->to, "using %zu:%zu with points pt %d ps %s", x, x + 1, lg_canvas_marker(&c->style),
                c->count > 1 ? "0.35" : "0.8");
    fprintf(g->to, " lc rgb '#60%s'", c->style.colour + 1);
}

/* A vertical bar from the lowest to the highest value. */
static void write_bar(const lg_canvas *g, const lg_curve *c, size_t index, const source *s) {
    const size_t low = 2 * g->f->curve_count + 2 * index + 2;
    write_source(g, s);
    fprintf(g->to, " using %zu:%zu:(0):($%zu-$%zu) with vectors nohead lw 0.8 lc rgb '#90%s'", 2 * index + 2, low,
            low + 1, low, c->style.colour + 1);
}

/* Draws point sets in rounds, a part of each at a time, so that none covers the others; colours are half transparent. A
 * single point is larger. Bars are below the points. */
static size_t write_points(const lg_canvas *g, const lg_panel *panel, const source *s) {
    size_t drawn = 0;
    for (size_t k = 0; k < g->f->curve_count; k++)
        if (panel->curves[k].low) begin_part(g, drawn++), write_bar(g, &panel->curves[k], k, s);
    for (size_t turn = 0; turn < TURNS; turn++)
        for (size_t k = 0; k < g->f->curve_count; k++) {
            const lg_curve *c = &panel->curves[k];
            const size_t step = lg_curve_step(g->f, c);
            if (c->count <= turn * step) continue;
            begin_part(g, drawn++);
            write_source(g, s);
            fprintf(g->to, " every %zu::%zu ", TURNS * step, turn * step);
            write_marks_of(g, panel, c, k);
        }
    return drawn;
}

/* Row i of the data is the i-th row from above; the top left corner of the image is at (x_low, y_high). Viewers blur
 * small images, so these are drawn as rectangles; a large image would have too many. */
static size_t write_image(const lg_canvas *g, const lg_panel *panel, const source *s) {
    if (panel->side == 0) return 0;
    fputs("plot ", g->to);
    write_source(g, s);
    fprintf(g->to, " matrix using (%.9g+%.9g*($1+0.5)):(%.9g+%.9g*($2+0.5))", panel->x_low, panel->pixel, panel->y_high,
            panel->pixel);
    if (panel->side == 1 || panel->rows == 1) /* gnuplot cannot draw images of one row or column */
        fprintf(g->to, ":(%.9g):(%.9g):3 with boxxyerror fillcolor palette fillstyle solid noborder", panel->pixel / 2,
                panel->pixel / 2);
    else
        fprintf(g->to, ":3 with image%s", panel->side <= SMALL ? " pixels" : "");
    return 1;
}

void lg_canvas_panel(const lg_canvas *g, size_t i) {
    static size_t (*const write[])(const lg_canvas *, const lg_panel *, const source *) = {
        [LG_FORM_CURVES] = write_curves, [LG_FORM_POINTS] = write_points, [LG_FORM_IMAGES] = write_image};
    const lg_panel framed = lg_canvas_framed(g->f, i), *panel = &framed;
    source s = {0};
    if (lg_panel_is_empty(g->f, i) && !panel->title) return;
    for (size_t k = 0; k < i; k++) s.block += !lg_panel_is_empty(g->f, k);
    lg_figure_data_name(g->f, i, s.name);
    write_place(g, i);
    write_axes(g, panel);
    write_titles(g, panel, i);
    write_guide(g, panel);
    write_marks(g, panel);
    write_level(g, panel);
    write_split(g, panel);
    write_texts(g, panel);
    if (write[g->form](g, panel, &s) == 0)
        fputs("set label 'nothing to show yet' at graph 0.5, graph 0.5 center textcolor rgb '#8a8a8a'\nplot NaN",
              g->to);
    fputs("\nunset arrow\nunset label\nunset object\n", g->to);
    if (g->form == LG_FORM_IMAGES) fputs("unset colorbox\n", g->to);
}
