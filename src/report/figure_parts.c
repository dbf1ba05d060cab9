/* figure_parts.c: functions that all figures of reports share; see figures.h. */
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "api/figure.h"
#include "report/figures.h"
#include "report/reading.h"

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
    const double scale = lg_metric_at(p->metric).scale;
    double *x = lg_plot_alloc(p, r->point_count * sizeof *x), *y = lg_plot_alloc(p, r->point_count * sizeof *y);
    if (p->failed) return;
    for (size_t i = 0; i < r->point_count; i++)
        x[i] = r->points[i].length, y[i] = scale * r->points[i].values[p->metric];
    c->x = x, c->y = y, c->count = r->point_count;
}

/* For a row whose runs differ in their longest training length: marks each of these lengths. */
static void mark_trained(lg_plot *p, lg_panel *panel, const lg_report *r, size_t row) {
    double *marks = lg_plot_alloc(p, r->manifest->run_count * sizeof *marks);
    size_t count = 0;
    if (!marks) return;
    for (size_t i = 0; i < r->manifest->run_count; i++) {
        size_t k = 0;
        if (r->layout->row_of[i] != (int)row || r->trained[i] <= 0) continue;
        while (k < count && marks[k] < r->trained[i]) k++;
        if (k < count && marks[k] == r->trained[i]) continue;
        memmove(&marks[k + 1], &marks[k], (count++ - k) * sizeof *marks);
        marks[k] = r->trained[i];
    }
    panel->marks = marks, panel->mark_count = count;
}

void lg_panel_of_row(lg_plot *p, lg_panel *panel, const lg_report *r, size_t row) {
    const lg_run_attributes *f = &r->rows[row];
    panel->title = r->layout->rows[row];
    panel->level = lg_report_chance(r, f);
    const int trained = lg_report_trained_in(r, row);
    if (trained > 0)
        panel->guide = trained;
    else
        mark_trained(p, panel, r, row);
}

void lg_panel_curve(lg_plot *p, lg_panel *panel, size_t curve, const char *label, lg_style style, const lg_report *r,
                    size_t run) {
    lg_curve *c = &panel->curves[curve];
    *c = (lg_curve){.label = label, .style = style};
    if (run != LG_NO_RUN) fill_curve(p, c, &r->results->runs[run]);
}

const char *lg_plot_title(lg_plot *p) {
    const char *title = lg_metric_at(p->metric).title;
    return lg_plot_text(p, "%c%s by length", toupper((unsigned char)*title), title + 1);
}

static bool has_marks(const lg_report *r, size_t row) {
    if (lg_report_trained_in(r, row) > 0) return false;
    for (size_t i = 0; i < r->manifest->run_count; i++)
        if (r->layout->row_of[i] == (int)row && r->trained[i] > 0) return true;
    return false;
}

/* Describes the lines that lg_panel_of_row draws; "" if no panel has one. */
static const char *name_trained(const lg_report *r) {
    bool lines = false, marks = false;
    for (size_t i = 0; i < r->layout->row_count; i++) {
        lines |= lg_report_trained_in(r, i) > 0;
        marks |= has_marks(r, i);
    }
    if (!lines) return marks ? "last numbered line" : "";
    return marks ? "dashed line, or of the last numbered line," : "dashed line";
}

const char *lg_plot_lines(lg_plot *p, const lg_report *r, const char *level) {
    const char *trained = name_trained(r);
    if (!*trained) return *level ? lg_plot_text(p, " Dotted: %s.", level) : "";
    return lg_plot_text(p, " Inputs to the right of the %s are longer than any in training%s%s.", trained,
                        *level ? "; dotted: " : "", level);
}

const char *lg_plot_averaged(lg_plot *p, const lg_report *r) {
    return *r->layout->over ? lg_plot_text(p, " over %s", r->layout->over) : "";
}

void lg_plot_readings(lg_plot *p, const lg_report *r) {
    const char *readings = lg_report_readings(r);
    if (!readings) p->failed = true;
    if (!readings || *readings == '\0') return;
    p->figure.subtitle = lg_plot_text(p, "%s; %s", p->figure.subtitle, readings);
    lg_plot_note(p, "The same targets of the text are scored at every length: %s.", readings);
}

const char *lg_plot_level(const lg_plot *p) {
    return lg_metric_at(p->metric).has_chance ? "chance" : "";
}

void lg_plot_by_metric(lg_plot *p, const char *before) {
    const lg_metric_info m = lg_metric_at(p->metric);
    p->figure.y_label = lg_plot_text(p, "%s%s", before, m.label);
    p->figure.y_log = m.logarithmic ? 10 : 0;
    p->figure.level_label = lg_plot_level(p);
}

void lg_plot_by_length(lg_plot *p) {
    p->figure.x_label = "input length";
    p->figure.guide_label = "longest training length";
    lg_plot_by_metric(p, "");
    p->figure.shared_x = true;
}

/* ---- limits ---- */

/* All panels use the largest tick distance of any panel. */
void lg_plot_share_y(lg_plot *p) {
    double low = INFINITY, high = -INFINITY, step = 0;
    for (const lg_panel *x = p->figure.panels; x < p->figure.panels + p->figure.panel_count; x++)
        low = fmin(low, x->y_low), high = fmax(high, x->y_high), step = fmax(step, x->y_step);
    for (lg_panel *x = p->figure.panels; x < p->figure.panels + p->figure.panel_count; x++)
        x->y_low = low, x->y_high = high, x->y_step = step;
}

void lg_plot_frame(lg_plot *p) {
    lg_figure_frame_x(&p->figure);
    for (size_t i = 0; i < p->figure.panel_count; i++)
        lg_panel_frame_y(&p->figure.panels[i], p->figure.curve_count, p->metric);
    lg_plot_share_y(p);
}
