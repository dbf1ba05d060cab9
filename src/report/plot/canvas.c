/* canvas.c: computes the layout of a figure's page; see canvas.h. */
#include "report/plot/canvas.h"

#include <math.h>
#include <string.h>

#include "api/figure.h"
#include "base/quote.h"

enum {
    MANY = 100,   /* curves of more points get a thin line */
    NAMED = 14,   /* pixels per side of a named element of an image, unless the image would become too large */
    IMAGE = 600,  /* most pixels per side of an image that is enlarged for names */
    FEW = 2,      /* with more images than this side by side, the limit is half of IMAGE */
    BETWEEN = 54, /* least pixels between panels side by side */
    GAP = 24      /* the same if the right panel has no numbers or names */
};

/* ---- text ---- */

void lg_canvas_label(const lg_canvas *g, const char *text, double x, double y, const char *look) {
    fputs("set label ", g->to);
    lg_quote_gnuplot(g->to, text);
    fprintf(g->to, " at screen %.5f, screen %.5f %s noenhanced\n", lg_canvas_across(g, x), lg_canvas_up(g, y), look);
}

bool lg_canvas_has(const char *text) {
    return text && *text;
}

/* The width of a text in letters. */
static size_t text_width(const char *text) {
    size_t n = 0;
    for (; text && *text; text++) n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

/* ---- lines and markers ---- */

void lg_canvas_line(const lg_style *s, size_t points, char out[96]) {
    static const char *const dashes[] = {"1", "1", "(9,5)", "(2,4)", "(10,4,2,4)"};
    snprintf(out, 96, "dashtype %s lw %g lc rgb '%s'", dashes[s->dash],
             (s->dash == 1 ? 2 : 1.7) * (points > MANY ? 0.65 : 1), s->colour);
}

int lg_canvas_marker(const lg_style *s) {
    static const int markers[] = {7, 5, 9, 11, 13, 15, 4, 6, 8, 10, 12, 14, 2};
    return markers[s->marker];
}

/* ---- measuring ---- */

const lg_curve *lg_canvas_find_curve(const lg_canvas *g, size_t curve) {
    for (size_t i = 0; i < g->f->panel_count; i++) {
        const lg_curve *c = &g->f->panels[i].curves[curve];
        if (c->count > 0) return lg_canvas_has(c->label) ? c : NULL;
    }
    return NULL;
}

const char *lg_canvas_level_label(const lg_figure *f) {
    for (size_t i = 0; i < f->panel_count; i++) {
        const lg_panel *p = &f->panels[i];
        if (!isfinite(p->level)) continue;
        if (p->y_low == p->y_high || (p->level >= p->y_low && p->level <= p->y_high)) return f->level_label;
    }
    return "";
}

static size_t count_entries(const lg_canvas *g, size_t *widest) {
    const lg_figure *f = g->f;
    size_t count = 0;
    *widest = 0;
    for (size_t i = 0; i < f->curve_count; i++) {
        const lg_curve *c = lg_canvas_find_curve(g, i);
        if (!c) continue;
        const size_t width = text_width(c->label);
        if (width > *widest) *widest = width;
        count++;
    }
    const char *const lines[] = {f->guide_label, lg_canvas_level_label(f)};
    for (size_t i = 0; i < 2 && !g->end_labels; i++) {
        if (!lg_canvas_has(lines[i])) continue;
        if (text_width(lines[i]) > *widest) *widest = text_width(lines[i]);
        count++;
    }
    return count;
}

static void measure_legend(lg_canvas *g) {
    size_t widest;
    const size_t count = count_entries(g, &widest);
    if (g->form == LG_FORM_IMAGES) g->legend_height = LG_CANVAS_SCALE;
    if (g->form == LG_FORM_IMAGES || g->end_labels) return;
    g->entry_width = LG_CANVAS_SAMPLE + 14 + (double)(LG_CANVAS_LETTER * widest) + 16;
    g->entries_across = (size_t)fmax(1, floor((g->width - g->left - g->right) / g->entry_width));
    if (g->entries_across > count) g->entries_across = count > 0 ? count : 1;
    g->entries_down = (count + g->entries_across - 1) / g->entries_across;
    g->legend_height = (double)(LG_CANVAS_ENTRY * g->entries_down) + 20;
}

/* Enlarges images with names, so that each element is as high and wide as a line of small letters. If an image would
 * become too large, only some elements show their names. */
static void enlarge_images(lg_canvas *g) {
    const double most = g->columns <= FEW ? IMAGE : IMAGE / 2;
    for (size_t i = 0; i < g->f->panel_count; i++) {
        const lg_panel *p = &g->f->panels[i];
        if (p->x_names) g->panel_width = fmax(g->panel_width, fmin(NAMED * (double)p->side, most));
        if (p->y_names) g->panel_height = fmax(g->panel_height, fmin(NAMED * (double)p->rows, most));
    }
}

/* The fewer panels there are, the larger they are. Panels with points or images are square. */
static void measure_panels(lg_canvas *g) {
    const lg_figure *f = g->f;
    const size_t n = f->panel_count;
    g->columns = f->columns > 0 ? f->columns : n <= 1 ? 1 : n <= 4 ? 2 : n <= 9 ? 3 : 4;
    g->panel_width = n <= 1 ? 720 : n <= 4 ? 420 : 270;
    g->panel_height = n <= 1 ? 380 : n <= 4 ? 260 : 165;
    if (g->form != LG_FORM_CURVES) g->panel_width = g->panel_height = g->columns <= 3 ? 230 : 200;
    enlarge_images(g);
    if (f->panel_width > 0) g->panel_width = f->panel_width;
    if (f->panel_height > 0) g->panel_height = f->panel_height;
    g->head = 26, g->foot = 36;
    for (size_t i = 0; i < n; i++) {
        if (lg_canvas_has(f->panels[i].subtitle) || (f->panels[i].mark_count > 0 && lg_canvas_has(f->panels[i].title)))
            g->head = 44;
        if (lg_canvas_has(f->panels[i].row)) g->heading = 30;
    }
}

/* The width of the longest name, in pixels. */
static double names_width(const char *const *names, size_t count) {
    size_t widest = 0;
    for (size_t i = 0; names && i < count; i++)
        if (text_width(names[i]) > widest) widest = text_width(names[i]);
    return LG_CANVAS_DIGIT * (double)widest; /* digits and <> are wider than letters */
}

/* The width of the row names or numbers left of a panel. */
static double beside_width(const lg_canvas *g, size_t i) {
    const lg_panel p = lg_canvas_framed(g->f, i);
    if (p.y_names) return names_width(p.y_names, p.rows);
    const lg_ticks t = lg_canvas_ticks(g, &p, 'y');
    return lg_canvas_ticks_width(&t);
}

static void measure_left(lg_canvas *g) {
    g->left = LG_CANVAS_LEFT, g->between = BETWEEN;
    for (size_t i = 0; i < g->f->panel_count; i++) {
        if (lg_panel_is_empty(g->f, i) && !g->f->panels[i].title) continue;
        const double width = beside_width(g, i);
        if (i % g->columns == 0)
            g->left = fmax(g->left, LG_CANVAS_NAMES + width);
        else
            g->between = fmax(g->between, GAP + width);
    }
}

/* Labels at the ends of curves need a line each. */
static void measure_right(lg_canvas *g) {
    size_t widest;
    g->right = 24;
    g->end_labels = g->f->end_labels && g->f->panel_count == 1 && g->f->curve_count <= LG_CANVAS_ENDS &&
                    (double)(LG_CANVAS_ENTRY * g->f->curve_count) < g->panel_height;
    if (g->end_labels && count_entries(g, &widest) > 0)
        g->right = 8 + LG_CANVAS_SAMPLE + 10 + (double)(LG_CANVAS_LETTER * widest) + 16;
}

/* The width needed by the title, the row headings, and the legend or the colour scale. */
static double page_width(const lg_canvas *g) {
    const lg_figure *f = g->f;
    size_t widest;
    const double title = 16 + 11 * (double)text_width(f->title),
                 subtitle = 16 + LG_CANVAS_LETTER * (double)text_width(f->subtitle);
    double least = fmax(title, subtitle);
    for (size_t i = 0; i < f->panel_count; i++)
        if (lg_canvas_has(f->panels[i].row)) least = fmax(least, g->left + 9 * (double)text_width(f->panels[i].row));
    if (g->form == LG_FORM_IMAGES)
        least = fmax(least, g->left + 240 + LG_CANVAS_LETTER * (double)text_width(f->scale_label));
    else if (!g->end_labels && count_entries(g, &widest) > 0)
        least = fmax(least, g->left + LG_CANVAS_SAMPLE + 10 + LG_CANVAS_LETTER * (double)widest);
    return least + 16;
}

/* The extra width needed by panel titles, which may extend over the space between panels. */
static double titles_width(const lg_canvas *g) {
    size_t widest = 0;
    for (size_t i = 0; i < g->f->panel_count; i++) {
        const lg_panel *p = &g->f->panels[i];
        if (text_width(p->title) > widest) widest = text_width(p->title);
        if (text_width(p->subtitle) > widest) widest = text_width(p->subtitle);
    }
    return LG_CANVAS_LETTER * (double)widest - (BETWEEN - GAP);
}

/* Widens panels if the texts above them need more width. Images stay square, so several rows of wider images would make
 * the page too high. In this case only the page is widened, unless panel titles need wider panels. */
static void widen_panels(lg_canvas *g) {
    const double page = page_width(g), of_page = (page - g->width) / (double)g->columns,
                 of_titles = fmax(0, titles_width(g) - g->panel_width),
                 more = g->form == LG_FORM_IMAGES && g->rows > 1 ? of_titles : fmax(of_titles, of_page);
    g->width = fmax(g->width, page - more * (double)g->columns);
    if (more <= 0) return;
    g->width += more * (double)g->columns;
    g->panel_width += more;
    if (g->form == LG_FORM_IMAGES && g->f->panel_height <= 0) g->panel_height += more;
}

/* Column names are below an image, vertical if one is wider than its element. */
static void measure_names(lg_canvas *g) {
    double widest = 0;
    for (size_t i = 0; i < g->f->panel_count; i++) {
        const lg_panel *p = &g->f->panels[i];
        const double width = names_width(p->x_names, p->side);
        widest = fmax(widest, width);
        if (p->x_names && width + LG_CANVAS_LETTER > g->panel_width / (double)p->side) g->upright = true;
    }
    if (g->upright) g->foot = fmax(g->foot, 22 + widest);
}

lg_canvas lg_canvas_measure(const lg_figure *f, FILE *to) {
    lg_canvas g = {.f = f, .to = to, .form = lg_figure_form_of(f)};
    measure_panels(&g);
    measure_left(&g);
    measure_right(&g);
    g.rows = (f->panel_count + g.columns - 1) / g.columns;
    g.width = g.left + g.right + (double)g.columns * g.panel_width + (double)(g.columns - 1) * g.between;
    widen_panels(&g);
    measure_names(&g);
    measure_legend(&g);
    g.height = LG_CANVAS_ABOVE + (double)g.rows * (g.heading + g.head + g.panel_height + g.foot) + LG_CANVAS_AXIS +
               g.legend_height;
    return g;
}

/* ---- positions ---- */

double lg_canvas_panel_x(const lg_canvas *g, size_t panel) {
    return g->left + (double)(panel % g->columns) * (g->panel_width + g->between);
}

double lg_canvas_panel_y(const lg_canvas *g, size_t panel) {
    return LG_CANVAS_ABOVE + (double)(panel / g->columns) * (g->heading + g->head + g->panel_height + g->foot) +
           g->heading + g->head;
}

double lg_canvas_fraction(const lg_canvas *g, const lg_panel *panel, double y) {
    if (g->f->y_log) return log(y / panel->y_low) / log(panel->y_high / panel->y_low);
    return (y - panel->y_low) / (panel->y_high - panel->y_low);
}
