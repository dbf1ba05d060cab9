/* api_figure.c: implements lg_figure_write. */
#include <math.h>
#include <string.h>

#include "api/figure.h"
#include "api/report.h"
#include "api/text.h"
#include "base/atomic_file.h"
#include "base/text.h"
#include "config/context.h"
#include "report/plot/figure.h"

/* ---- files ---- */

static void tell_file(const char *folder, const char *file, const lg_figure *f, const char *kind, lg_report_fn each,
                      void *user) {
    char path[4600];
    snprintf(path, sizeof path, "%s/%s", folder, file);
    const lg_report_file x = {path, f->name, kind, NULL};
    if (each) each(user, &x);
}

static bool write_data(const lg_figure *f, const char *folder, size_t panel, const char *name, lg_error *err) {
    lg_atomic_file d;
    if (!lg_atomic_file_open(&d, err)) return false;
    const size_t end = lg_figure_in_one_file(f) ? f->panel_count : panel + 1;
    for (size_t i = panel; i < end; i++)
        if (end == panel + 1 || !lg_panel_is_empty(f, i)) lg_figure_write_data(f, i, d.to);
    return lg_atomic_file_close(&d, true, folder, name, err);
}

static bool write_script(const lg_figure *f, const char *folder, int formats, const char *name, lg_error *err) {
    lg_atomic_file d;
    if (!lg_atomic_file_open(&d, err)) return false;
    lg_figure_write_script(f, formats, d.to);
    return lg_atomic_file_close(&d, true, folder, name, err);
}

bool lg_figure_write_files(const lg_figure *f, const char *folder, int formats, lg_report_fn each, void *user,
                           lg_error *err) {
    char name[LG_DATA_NAME];
    for (size_t i = 0; i < f->panel_count; i++) {
        lg_figure_data_name(f, i, name);
        if (!write_data(f, folder, i, name, err)) return false;
        tell_file(folder, name, f, "data", each, user);
        if (lg_figure_in_one_file(f)) break;
    }
    snprintf(name, sizeof name, "%s.gp", f->name);
    if (!write_script(f, folder, formats, name, err)) return false;
    tell_file(folder, name, f, "script", each, user);
    return true;
}

void lg_figure_tell_pictures(const lg_figure *f, const char *folder, int formats, lg_report_fn each, void *user) {
    static const char *const endings[] = {"svg", "pdf", "png"};
    char name[LG_DATA_NAME];
    for (int k = 0; k < 3; k++) {
        if (!(formats & 1 << k)) continue;
        snprintf(name, sizeof name, "%s.%s", f->name, endings[k]);
        tell_file(folder, name, f, "picture", each, user);
    }
}

/* ---- axes ---- */

static void frame_panel_x(const lg_figure *f, lg_panel *panel) {
    panel->x_low = INFINITY, panel->x_high = -INFINITY;
    for (size_t i = 0; i < f->curve_count; i++)
        for (size_t k = 0; k < panel->curves[i].count; k++) {
            panel->x_low = fmin(panel->x_low, panel->curves[i].x[k]);
            panel->x_high = fmax(panel->x_high, panel->curves[i].x[k]);
        }
    if (panel->x_low < panel->x_high) return;
    const double x = panel->x_high; /* the only x of all points; -infinity: there are no points */
    if (f->x_log)
        panel->x_low = x > 0 ? x / 2 : 0.5, panel->x_high = x > 0 ? 2 * x : 2;
    else
        panel->x_low = 0, panel->x_high = fmax(x, 1);
}

/* Are there several lengths, each at least 1.5 times the one before? */
static bool lengths_multiply(const lg_figure *f) {
    size_t most = 0;
    for (size_t i = 0; i < f->panel_count; i++)
        for (size_t j = 0; j < f->curve_count; j++) {
            const lg_curve *c = &f->panels[i].curves[j];
            if (c->count > most) most = c->count;
            if (c->count > 0 && c->x[0] <= 0) return false;
            for (size_t k = 1; k < c->count; k++)
                if (c->x[k] < 1.5 * c->x[k - 1]) return false;
        }
    return most > 2;
}

void lg_figure_frame_x(lg_figure *f) {
    const double margin = 1.08; /* margin of a logarithmic axis: room for the guide */
    if (f->shared_x && lengths_multiply(f)) f->x_log = 2;
    for (size_t i = 0; i < f->panel_count; i++) {
        frame_panel_x(f, &f->panels[i]);
        if (f->x_log) f->panels[i].x_low /= margin, f->panels[i].x_high *= margin;
    }
}

/* The largest number that is at most x and is 1, 2 or 5 times a power of 10; x > 0. */
static double readable_below(double x) {
    const double unit = pow(10, floor(log10(x)));
    return unit * (x < 2 * unit ? 1 : x < 5 * unit ? 2 : 5);
}

void lg_panel_frame_y(lg_panel *panel, size_t curve_count, size_t metric) {
    const lg_metric_info m = lg_metric_at(metric);
    const double top = m.scale * m.high, tenth = top / 10;
    double low = isfinite(panel->level) ? panel->level : top, high = m.scale * m.low;
    for (size_t i = 0; i < curve_count; i++) {
        const lg_curve *c = &panel->curves[i];
        for (size_t k = 0; k < c->count; k++) {
            if (!isfinite(c->y[k])) continue;
            low = fmin(low, fmin(c->y[k], c->low ? c->low[k] : c->y[k]));
            high = fmax(high, fmax(c->y[k], c->high ? c->high[k] : c->y[k]));
        }
    }
    panel->y_low = isfinite(top) ? fmax(m.scale * m.low, tenth * floor((low - 0.3 * tenth) / tenth)) : m.scale * m.low;
    panel->y_high = isfinite(top) ? 1.02 * top : high > panel->y_low ? panel->y_low + 1.05 * (high - panel->y_low) : 1;
    if (m.logarithmic && isfinite(low)) panel->y_low = fmax(panel->y_low, readable_below(low));
    if (m.logarithmic)
        panel->y_high = high > panel->y_low ? panel->y_low * pow(high / panel->y_low, 1.05) : 2 * panel->y_low;
    panel->y_step = isinf(top) ? 0 : panel->y_low < 4.5 * tenth ? 2 * tenth : tenth;
}

/* ---- lg_figure_write ---- */

static bool check_name(const char *name, lg_error *err) {
    char shown[LG_SHOWN];
    if (name && *name && !strchr(name, '/') && !lg_text_has_control(name, "") && strlen(name) <= 250) return true;
    return lg_fail(err, LG_USAGE, "a figure cannot be named '%s'; give a file name without its ending",
                   lg_text_shown(name ? name : "", shown));
}

lg_status lg_figure_write(lg_context *c, const lg_figure *f, const char *folder, int formats, lg_report_fn each,
                          void *user) {
    lg_error *err = lg_context_begin(c);
    char script[LG_DATA_NAME];
    if (!(formats & LG_FIGURE_ALL)) formats |= LG_FIGURE_ALL;
    const locale_t before = lg_text_enter_plain(); /* the host program's locale must not change number formats */
    const bool good = check_name(f->name, err) && lg_figure_write_files(f, folder, formats, each, user, err);
    lg_text_leave_plain(before);
    if (!good || formats & LG_FIGURE_SCRIPT_ONLY) return err->code;
    snprintf(script, sizeof script, "%s.gp", f->name);
    if (lg_gnuplot(c, folder, script) == LG_OK) lg_figure_tell_pictures(f, folder, formats, each, user);
    return err->code;
}
