/* figure_parts.c: see figures.h: what all figures of reports have in common. */
#include <math.h>
#include <stdarg.h>

#include "report/figures.h"

/* ---- building ---- */

void *lg_plot_alloc(lg_plot *p, size_t bytes) {
    void *memory = p->failed ? NULL : lg_arena_alloc(p->arena, bytes + 1);
    if (!memory) p->failed = true;
    return memory;
}

bool lg_plot_size(lg_plot *p, size_t panels, size_t curves) {
    p->figure.panels = lg_plot_alloc(p, panels * sizeof *p->figure.panels);
    lg_curve *all = lg_plot_alloc(p, panels * curves * sizeof *all);
    if (p->failed) return false;
    p->figure.panel_count = panels, p->figure.curve_count = curves;
    for (size_t i = 0; i < panels; i++)
        p->figure.panels[i] = (lg_panel){.curves = &all[i * curves], .guide = NAN, .level = NAN};
    return true;
}

static const char *text_of(lg_plot *p, const char *format, va_list words) {
    const char *text = p->failed ? NULL : lg_arena_vprintf(p->arena, format, words);
    if (!text) p->failed = true;
    return text ? text : "";
}

const char *lg_plot_text(lg_plot *p, const char *format, ...) {
    va_list words;
    va_start(words, format);
    const char *text = text_of(p, format, words);
    va_end(words);
    return text;
}

void lg_plot_note(lg_plot *p, const char *format, ...) {
    if (p->note_count == sizeof p->notes / sizeof *p->notes) return;
    va_list words;
    va_start(words, format);
    p->notes[p->note_count++] = text_of(p, format, words);
    va_end(words);
}

static void fill_curve(lg_plot *p, lg_curve *c, const lg_run_result *r) {
    double *x = lg_plot_alloc(p, r->point_count * sizeof *x), *y = lg_plot_alloc(p, r->point_count * sizeof *y);
    if (p->failed) return;
    for (size_t i = 0; i < r->point_count; i++) x[i] = r->points[i].length, y[i] = 100 * r->points[i].accuracy;
    c->x = x, c->y = y, c->count = r->point_count;
}

void lg_panel_of_row(lg_panel *panel, const lg_report *r, size_t row) {
    const lg_run_attributes *f = &r->rows[row];
    panel->title = r->layout->rows[row];
    panel->level = 100 * f->chance;
    if (lg_report_trained(r) > 0) panel->guide = lg_report_trained(r);
}

void lg_panel_curve(lg_plot *p, lg_panel *panel, size_t curve, const char *label, lg_style style, const lg_report *r,
                    size_t run) {
    lg_curve *c = &panel->curves[curve];
    *c = (lg_curve){.label = label, .style = style};
    if (run != LG_NO_RUN) fill_curve(p, c, &r->results->runs[run]);
}

void lg_plot_by_length(lg_plot *p) {
    p->figure.x_label = "input length";
    p->figure.y_label = "token accuracy in %";
    p->figure.guide_label = "longest length of training";
    p->figure.level_label = "chance";
    p->figure.shared_x = true;
}

/* ---- limits ---- */

static void frame_x(const lg_plot *p, lg_panel *panel) {
    panel->x_low = INFINITY, panel->x_high = -INFINITY;
    for (size_t i = 0; i < p->figure.curve_count; i++)
        for (size_t k = 0; k < panel->curves[i].count; k++) {
            panel->x_low = fmin(panel->x_low, panel->curves[i].x[k]);
            panel->x_high = fmax(panel->x_high, panel->curves[i].x[k]);
        }
    if (!(panel->x_low < panel->x_high)) panel->x_low = 0, panel->x_high = fmax(panel->x_high, 1);
}

static double lowest_at(const lg_curve *c, size_t k) {
    return c->low ? c->low[k] : c->y[k];
}

static void frame_y(const lg_plot *p, lg_panel *panel) {
    double low = isfinite(panel->level) ? panel->level : 100;
    for (size_t i = 0; i < p->figure.curve_count; i++)
        for (size_t k = 0; k < panel->curves[i].count; k++) low = fmin(low, lowest_at(&panel->curves[i], k));
    panel->y_low = fmax(0, 10 * floor((low - 3) / 10));
    panel->y_high = 102;
    panel->y_step = panel->y_low < 45 ? 20 : 10;
}

void lg_plot_frame(lg_plot *p) {
    for (size_t i = 0; i < p->figure.panel_count; i++) {
        frame_x(p, &p->figure.panels[i]);
        frame_y(p, &p->figure.panels[i]);
    }
}
