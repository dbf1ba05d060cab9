/* legend.c: the legend of a figure, below its panels or at the ends of its curves, and the colour scale of its
 * images. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "api/figure.h"
#include "report/plot/canvas.h"

/* ---- entries ---- */

/* Shortens a label to this many letters (20 to 190) by cutting out its middle. */
static const char *fit(const char *label, double letters, char out[200]) {
    const size_t size = strlen(label), most = letters < 20 ? 20 : letters > 190 ? 190 : (size_t)letters;
    if (size <= most) return label;
    size_t head = most * 2 / 3, tail = size - (most - head - 3);
    while (head > 0 && ((unsigned char)label[head] & 0xc0) == 0x80) head--;
    while (((unsigned char)label[tail] & 0xc0) == 0x80) tail++;
    snprintf(out, 200, "%.*s...%s", (int)head, label, label + tail);
    return out;
}

static void write_entry(const lg_canvas *g, double x, double y, const char *text, const char *line, const char *mark) {
    char room[200];
    if (lg_canvas_has(line))
        fprintf(g->to, "set arrow from screen %.5f, screen %.5f to screen %.5f, screen %.5f nohead %s\n",
                lg_canvas_across(g, x), lg_canvas_up(g, y), lg_canvas_across(g, x + LG_CANVAS_SAMPLE),
                lg_canvas_up(g, y), line);
    if (lg_canvas_has(mark)) lg_canvas_label(g, "", x + LG_CANVAS_SAMPLE / 2.0, y, mark);
    const double at = x + LG_CANVAS_SAMPLE + 10;
    const bool fits = g->end_labels || g->entries_across > 1; /* the layout gives labels enough width */
    lg_canvas_label(g, fits ? text : fit(text, (g->width - at) / LG_CANVAS_DIGIT, room), at, y, "left");
}

static bool has_dots(const lg_canvas *g, size_t curve) {
    for (size_t i = 0; i < g->f->panel_count; i++)
        if (lg_curve_is_dots(g->f, &g->f->panels[i].curves[curve])) return true;
    return false;
}

static void write_curve_entry(const lg_canvas *g, double x, double y, size_t curve) {
    const lg_curve *c = lg_canvas_find_curve(g, curve);
    const lg_style dot = {c->style.colour, 0, 0}, *style = has_dots(g, curve) ? &dot : &c->style;
    char line[96] = "", mark[96] = "";
    if (style->dash > 0) lg_canvas_line(style, 0, line);
    if (style->marker >= 0)
        snprintf(mark, sizeof mark, "point pt %d ps 0.7 lc rgb '%s'", lg_canvas_marker(style), style->colour);
    write_entry(g, x, y, c->label, line, mark);
}

/* ---- below the panels ---- */

static double entry_x(const lg_canvas *g, size_t index) {
    return g->left + (double)(index % g->entries_across) * g->entry_width;
}

static double entry_y(const lg_canvas *g, size_t index) {
    return g->height - g->legend_height + 10 + LG_CANVAS_ENTRY * (0.5 + (double)(index / g->entries_across));
}

/* The style of the guide in the legend, or of the marks if no panel has a guide. */
static const char *guide_look(const lg_figure *f) {
    bool marks = false;
    for (size_t i = 0; i < f->panel_count; i++) {
        if (isfinite(f->panels[i].guide)) return LG_CANVAS_GUIDE;
        marks |= f->panels[i].mark_count > 0;
    }
    return marks ? LG_CANVAS_MARK : LG_CANVAS_GUIDE;
}

static void write_below(const lg_canvas *g) {
    const lg_figure *f = g->f;
    size_t index = 0;
    for (size_t i = 0; i < f->curve_count; i++) {
        if (!lg_canvas_find_curve(g, i)) continue;
        write_curve_entry(g, entry_x(g, index), entry_y(g, index), i);
        index++;
    }
    const char *const labels[] = {f->guide_label, lg_canvas_level_label(f)}, *const lines[] = {guide_look(f),
                                                                                               LG_CANVAS_LEVEL};
    for (size_t i = 0; i < 2; i++) {
        if (!lg_canvas_has(labels[i])) continue;
        write_entry(g, entry_x(g, index), entry_y(g, index), labels[i], lines[i], "");
        index++;
    }
}

/* ---- at the ends of curves ---- */

/* The height at which a curve ends, as a fraction of the panel's height: the mean over its last twentieth. */
static double end_of(const lg_canvas *g, const lg_curve *c) {
    const size_t n = c->count / 20 + 1;
    double sum = 0;
    for (size_t k = c->count - n; k < c->count; k++) sum += lg_canvas_fraction(g, &g->f->panels[0], c->y[k]);
    return sum / (double)n;
}

/* Pushes ascending heights apart so that neighbours stay `gap` apart and none is above 1. */
static void spread_heights(double *at, size_t count, double gap) {
    for (size_t k = 1; k < count; k++) at[k] = fmax(at[k], at[k - 1] + gap);
    double limit = 1;
    for (size_t k = count; k-- > 0; limit = at[k] - gap) at[k] = fmin(at[k], limit);
}

static void write_ends(const lg_canvas *g) {
    const lg_panel *panel = &g->f->panels[0];
    double at[LG_CANVAS_ENDS];
    size_t order[LG_CANVAS_ENDS], count = 0;
    for (size_t i = 0; i < g->f->curve_count; i++) {
        if (!lg_canvas_find_curve(g, i)) continue;
        const double y = end_of(g, &panel->curves[i]);
        size_t k = count++;
        for (; k > 0 && at[k - 1] > y; k--) at[k] = at[k - 1], order[k] = order[k - 1];
        at[k] = y, order[k] = i;
    }
    spread_heights(at, count, LG_CANVAS_ENTRY / g->panel_height);
    for (size_t k = 0; k < count; k++)
        write_curve_entry(g, lg_canvas_panel_x(g, 0) + g->panel_width + 8,
                          lg_canvas_panel_y(g, 0) + g->panel_height * (1 - at[k]), order[k]);
}

/* ---- images ---- */

/* The colour scale of images: white to dark, so that it is also readable in grey. */
static void write_scale(const lg_canvas *g) {
    const double y = g->height - g->legend_height + 14, max = g->f->scale_max > 0 ? g->f->scale_max : 1;
    fprintf(g->to,
            "set palette defined (0 '#ffffff', 0.15 '#c6dbef', 0.5 '#4292c6', 1 '#08306b')\nset cbrange [0:%.9g]\n",
            max);
    fprintf(g->to, "set colorbox horizontal user origin screen %.5f, screen %.5f size screen %.5f, screen %.5f\n",
            lg_canvas_across(g, g->left), lg_canvas_up(g, y), lg_canvas_across(g, 220), 12 / g->height);
    fprintf(g->to, "set format cb '%%.3g'\nset cbtics %.9g offset 0,0.4\n", max / 4);
    lg_canvas_label(g, g->f->scale_label, g->left + 240, y - 6, "left");
}

void lg_canvas_legend(const lg_canvas *g) {
    (g->form == LG_FORM_IMAGES ? write_scale : g->end_labels ? write_ends : write_below)(g);
}
