/* plot.c: see plot.h: what all figures have in common. */
#include "report/plot/plot.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "report/format/table.h"

/* ---- building ---- */

static void *take(lg_plot *p, size_t bytes) {
    void *memory = p->failed ? NULL : lg_arena_alloc(p->arena, bytes + 1);
    if (!memory) p->failed = true;
    return memory;
}

bool lg_plot_size(lg_plot *p, size_t panels, size_t curves) {
    p->panels = take(p, panels * sizeof *p->panels);
    lg_curve *all = take(p, panels * curves * sizeof *all);
    if (p->failed) return false;
    p->panel_count = panels, p->curve_count = curves;
    for (size_t i = 0; i < panels; i++)
        p->panels[i] = (lg_panel){.title = "", .side = "", .curves = &all[i * curves], .guide = NAN, .level = NAN};
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

void lg_curve_of_run(lg_plot *p, lg_curve *c, const lg_run_result *r) {
    double *x = take(p, r->point_count * sizeof *x), *y = take(p, r->point_count * sizeof *y);
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
    if (run != LG_NO_RUN) lg_curve_of_run(p, c, &r->results->runs[run]);
}

void lg_plot_by_length(lg_plot *p) {
    p->x_label = "input length";
    p->y_label = "token accuracy in %";
    p->guide = "longest length of training";
    p->level = "chance";
    p->shared = true;
}

/* ---- limits ---- */

static void frame_x(const lg_plot *p, lg_panel *panel) {
    panel->x_low = INFINITY, panel->x_high = -INFINITY;
    for (size_t i = 0; i < p->curve_count; i++)
        for (size_t k = 0; k < panel->curves[i].count; k++) {
            panel->x_low = fmin(panel->x_low, panel->curves[i].x[k]);
            panel->x_high = fmax(panel->x_high, panel->curves[i].x[k]);
        }
    if (!(panel->x_low < panel->x_high)) panel->x_low = 0, panel->x_high = fmax(panel->x_high, 1);
}

static double lowest(const lg_curve *c, size_t k) {
    return c->low ? c->low[k] : c->y[k];
}

static void frame_y(const lg_plot *p, lg_panel *panel) {
    double low = isfinite(panel->level) ? panel->level : 100;
    for (size_t i = 0; i < p->curve_count; i++)
        for (size_t k = 0; k < panel->curves[i].count; k++) low = fmin(low, lowest(&panel->curves[i], k));
    panel->y_low = fmax(0, 10 * floor((low - 3) / 10));
    panel->y_high = 102;
}

void lg_plot_frame(lg_plot *p) {
    for (size_t i = 0; i < p->panel_count; i++) {
        frame_x(p, &p->panels[i]);
        frame_y(p, &p->panels[i]);
    }
}

/* ---- data ---- */

/* A label as a part of a file's name: letters, digits and few marks are kept. */
void lg_plot_data_name(const lg_plot *p, size_t panel, char out[96]) {
    size_t at = (size_t)snprintf(out, 96, "%s", p->name);
    const char *label = p->panels[panel].file ? p->panels[panel].file : p->panels[panel].title;
    if (p->panel_count > 1) at += (size_t)snprintf(out + at, 96 - at, "-%02zu-", panel + 1);
    for (; p->panel_count > 1 && *label != '\0' && at < 80; label++)
        out[at++] = isalnum((unsigned char)*label) || strchr("_.-", *label) ? *label : '-';
    snprintf(out + at, 96 - at, ".csv");
}

static void write_value(FILE *to, double x) {
    fputc(',', to);
    if (isfinite(x)) fprintf(to, "%.9g", x + 0.0);
}

/* The curves begin anew at every line: their points are few, and each curve remembers where it was. */
static bool next_x(const lg_plot *p, const lg_panel *panel, double after, double *next) {
    *next = INFINITY;
    for (size_t i = 0; i < p->curve_count; i++) {
        const lg_curve *c = &panel->curves[i];
        size_t low = 0, high = c->count;
        while (low < high) { /* x ascends: the first above `after` */
            const size_t middle = (low + high) / 2;
            *(c->x[middle] > after ? &high : &low) = c->x[middle] > after ? middle : middle + 1;
        }
        if (low < c->count) *next = fmin(*next, c->x[low]);
    }
    return isfinite(*next);
}

/* values: y of the curve, or a border of its band; NULL: NaN. */
static double value_at(const lg_curve *c, const double *values, double x) {
    size_t low = 0, high = c->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        *(c->x[middle] >= x ? &high : &low) = c->x[middle] >= x ? middle : middle + 1;
    }
    return values && low < c->count && c->x[low] == x ? values[low] : NAN;
}

static void write_band_heads(const char *label, FILE *to) {
    char head[256];
    snprintf(head, sizeof head, "%s: lowest", label);
    fputc(',', to), lg_write_csv(to, head);
    snprintf(head, sizeof head, "%s: highest", label);
    fputc(',', to), lg_write_csv(to, head);
}

static void write_shared(const lg_plot *p, const lg_panel *panel, FILE *to) {
    lg_write_csv(to, p->x_label);
    for (size_t i = 0; i < p->curve_count; i++) fputc(',', to), lg_write_csv(to, panel->curves[i].label);
    for (size_t i = 0; p->bands && i < p->curve_count; i++) write_band_heads(panel->curves[i].label, to);
    fputs("\r\n", to);
    for (double x = -INFINITY; next_x(p, panel, x, &x);) {
        fprintf(to, "%.9g", x);
        for (const lg_curve *c = panel->curves; c < panel->curves + p->curve_count; c++)
            write_value(to, value_at(c, c->y, x));
        for (const lg_curve *c = panel->curves; p->bands && c < panel->curves + p->curve_count; c++) {
            write_value(to, value_at(c, c->low, x));
            write_value(to, value_at(c, c->high, x));
        }
        fputs("\r\n", to);
    }
}

/* A column of x and one of y for each curve. */
static void write_pairs(const lg_plot *p, const lg_panel *panel, FILE *to) {
    size_t most = 0;
    fputs("point", to);
    for (size_t i = 0; i < p->curve_count; i++) {
        const lg_curve *c = &panel->curves[i];
        char head[256];
        snprintf(head, sizeof head, "%s: %s", c->label, p->x_label);
        fputc(',', to), lg_write_csv(to, head);
        snprintf(head, sizeof head, "%s: %s", c->label, p->y_label);
        fputc(',', to), lg_write_csv(to, head);
        if (c->count > most) most = c->count;
    }
    fputs("\r\n", to);
    for (size_t k = 0; k < most; k++) {
        fprintf(to, "%zu", k + 1);
        for (size_t i = 0; i < p->curve_count; i++) {
            const lg_curve *c = &panel->curves[i];
            write_value(to, k < c->count ? c->x[k] : NAN);
            write_value(to, k < c->count ? c->y[k] : NAN);
        }
        fputs("\r\n", to);
    }
}

static void write_image(const lg_panel *panel, FILE *to) {
    for (size_t i = 0; i < panel->side_count; i++)
        for (size_t j = 0; j < panel->side_count; j++)
            fprintf(to, "%.3g%s", panel->image[i * panel->side_count + j] + 0.0,
                    j + 1 < panel->side_count ? "," : "\r\n");
}

void lg_plot_write_data(const lg_plot *p, size_t panel, FILE *to) {
    if (p->kind == LG_PLOT_IMAGES)
        write_image(&p->panels[panel], to);
    else
        (p->shared ? write_shared : write_pairs)(p, &p->panels[panel], to);
}
