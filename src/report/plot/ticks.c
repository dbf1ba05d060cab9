/* ticks.c: chooses ticks at readable numbers for the axes of a panel, as many as fit. */
#include <math.h>

#include "api/figure.h"
#include "report/plot/canvas.h"

enum {
    NUMBER = 48, /* first estimate of the width of a number below the axis, in pixels */
    LINE = 36,   /* first estimate of the height of a number beside the axis, in pixels */
    ROOM = 10,   /* least pixels between two numbers below the axis */
    LEAST = 18   /* least pixels of height for a number beside the axis */
};

/* An axis of a panel: its ends, and its length on the page. */
typedef struct scale {
    char axis;
    double low, high, size;
    int base;   /* base of a logarithmic axis; else 0 */
    bool whole; /* ticks only at integers */
} scale;

/* ---- widths ---- */

size_t lg_canvas_number(double x, char out[LG_CANVAS_NUMBER]) {
    return (size_t)snprintf(out, LG_CANVAS_NUMBER, "%.9g", x + 0.0);
}

static double number_width(double x) {
    char text[LG_CANVAS_NUMBER];
    return LG_CANVAS_DIGIT * (double)lg_canvas_number(x, text);
}

double lg_canvas_ticks_width(const lg_ticks *t) {
    double widest = 0;
    for (size_t i = 0; i < t->count; i++) widest = fmax(widest, number_width(t->at[i]));
    return widest;
}

/* ---- spacing ---- */

static double place_on(const scale *s, double x) {
    const double part = s->base > 0 ? log(x / s->low) / log(s->high / s->low) : (x - s->low) / (s->high - s->low);
    return part * s->size;
}

static double room_of(const scale *s, double a, double b) {
    return s->axis == 'x' ? (number_width(a) + number_width(b)) / 2 + ROOM : LEAST;
}

static bool have_room(const scale *s, const lg_ticks *t) {
    for (size_t i = 1; i < t->count; i++)
        if (place_on(s, t->at[i]) - place_on(s, t->at[i - 1]) < room_of(s, t->at[i - 1], t->at[i])) return false;
    return t->count < LG_CANVAS_TICS;
}

static void add_tick(const scale *s, lg_ticks *t, double x) {
    const double edge = 1e-9 * (s->high - s->low);
    if (x >= s->low - edge && x <= s->high + edge && t->count < LG_CANVAS_TICS) t->at[t->count++] = x;
}

/* ---- linear axes ---- */

/* The smallest readable step (1, 2 or 5 times a power of 10) that gives at most `fit` intervals. */
static double easy_step(double range, double fit) {
    const double least = range / fit, unit = pow(10, floor(log10(least)));
    return unit * (least <= unit ? 1 : least <= 2 * unit ? 2 : least <= 5 * unit ? 5 : 10);
}

static lg_ticks count_by(const scale *s, double step) {
    lg_ticks t = {0};
    const double first = ceil(s->low / step - 1e-9);
    for (int i = 0; i <= LG_CANVAS_TICS && (first + i) * step <= s->high + 1e-9 * step; i++)
        add_tick(s, &t, (first + i) * step);
    return t;
}

/* Reduces the number of ticks until they fit, or only two remain. */
static lg_ticks count_evenly(const scale *s) {
    double fit = fmax(1, s->size / (s->axis == 'x' ? NUMBER : LINE));
    for (;; fit *= 0.7) {
        const double step = easy_step(s->high - s->low, fit);
        const lg_ticks t = count_by(s, s->whole ? fmax(1, step) : step);
        if (have_room(s, &t) || t.count <= 2) return t;
    }
}

/* Adds a tick for the first element of an image, if there is room before the multiples of the step. */
static void begin_at_first(const scale *s, lg_ticks *t) {
    const double first = ceil(s->low);
    if (t->count == 0 || t->count == LG_CANVAS_TICS || t->at[0] <= first) return;
    if (place_on(s, t->at[0]) - place_on(s, first) < room_of(s, first, t->at[0])) return;
    for (size_t i = t->count++; i > 0; i--) t->at[i] = t->at[i - 1];
    t->at[0] = first;
}

/* ---- logarithmic axes ---- */

/* Ticks at the largest power of the base that is at most s->low, and at this power times each power of `factor`.
 * per_power 3: also at 2 and 5 times each of these. */
static lg_ticks count_powers(const scale *s, double factor, int per_power) {
    static const double times[] = {1, 2, 5};
    lg_ticks t = {0};
    for (double unit = pow(s->base, floor(log(s->low) / log(s->base) + 1e-9)); unit <= s->high; unit *= factor)
        for (int i = 0; i < per_power; i++) add_tick(s, &t, times[i] * unit);
    return t;
}

/* The ticks of a linear axis, if the ends of a base-10 axis differ by less than a factor of 10 and these ticks fit.
 * Else powers of the base (with base 10, also 2 and 5 times these), thinned until they fit. */
static lg_ticks count_multiplying(const scale *s) {
    lg_ticks t = {0};
    if (!(s->low > 0)) return t;
    if (s->base == 10 && s->high < 10 * s->low) t = count_evenly(s);
    if (t.count > 1 && have_room(s, &t)) return t;
    t = count_powers(s, s->base, s->base == 10 ? 3 : 1);
    for (double factor = s->base; !have_room(s, &t) && t.count > 1; factor *= s->base) t = count_powers(s, factor, 1);
    return t;
}

/* ---- all axes ---- */

/* True for lengths and counts of tokens. */
static bool points_are_whole(const lg_figure *f, const lg_panel *panel) {
    for (size_t k = 0; k < f->curve_count; k++)
        for (size_t i = 0; i < panel->curves[k].count; i++)
            if (panel->curves[k].x[i] != floor(panel->curves[k].x[i])) return false;
    return true;
}

static scale scale_of(const lg_canvas *g, const lg_panel *panel, char axis) {
    const bool x = axis == 'x', image = g->form == LG_FORM_IMAGES;
    const double ends[2] = {x ? panel->x_low : panel->y_low, x ? panel->x_high : panel->y_high};
    return (scale){.axis = axis,
                   .low = fmin(ends[0], ends[1]),
                   .high = fmax(ends[0], ends[1]),
                   .size = x ? g->panel_width : g->panel_height,
                   .base = x ? g->f->x_log : g->f->y_log,
                   .whole = image || (x && g->form == LG_FORM_CURVES && points_are_whole(g->f, panel))};
}

double lg_canvas_place(const lg_canvas *g, const lg_panel *panel, double x) {
    const scale s = scale_of(g, panel, 'x');
    return place_on(&s, x);
}

lg_ticks lg_canvas_ticks(const lg_canvas *g, const lg_panel *panel, char axis) {
    const scale s = scale_of(g, panel, axis);
    if (s.base > 0) return count_multiplying(&s);
    if (axis == 'y' && panel->y_step > 0) return count_by(&s, panel->y_step);
    lg_ticks t = count_evenly(&s);
    if (g->form == LG_FORM_IMAGES) begin_at_first(&s, &t);
    return t;
}
