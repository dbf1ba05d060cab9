/* data.c: writes the data of a figure as CSV, with the values and units of its axes. Curves that share x have a line
 * for each x; other curves have a pair of columns each. Images are written row by row, after comments that name the
 * values. If columns and rows have names, comments list these names too. */
#include <math.h>

#include "api/figure.h"
#include "base/quote.h"
#include "report/format/table.h"
#include "report/plot/figure.h"

/* ---- column heads ---- */

static void write_head(FILE *to, const char *label, const char *what) {
    char text[512];
    snprintf(text, sizeof text, "%s%s%s", label, *label && *what ? ": " : "", what);
    lg_quote_csv(to, text);
}

static void write_next_head(FILE *to, const char *label, const char *what) {
    fputc(',', to);
    write_head(to, label ? label : "", what ? what : "");
}

/* In a file of several blocks, names the block of a panel. */
static void begin_block(const lg_figure *f, size_t panel, FILE *to) {
    bool first = true;
    if (!lg_figure_in_one_file(f) || f->panel_count == 1) return;
    for (size_t i = 0; i < panel; i++) first &= lg_panel_is_empty(f, i);
    fputs(first ? "# " : "\r\n\r\n# ", to);
    lg_quote_comment(to, lg_panel_name(&f->panels[panel]));
    fputs(lg_figure_form_of(f) == LG_FORM_IMAGES ? "\r\n" : ": ", to);
}

/* ---- values ---- */

static void write_value(FILE *to, double x) {
    fputc(',', to);
    if (isfinite(x)) fprintf(to, "%.9g", x + 0.0);
}

/* The index of the first point at or after x; x ascends. */
static size_t point_from(const lg_curve *c, double x) {
    size_t low = 0, high = c->count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (c->x[middle] < x)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The smallest x above `after` in any curve. */
static bool next_x(const lg_figure *f, const lg_panel *panel, double after, double *next) {
    *next = INFINITY;
    for (size_t i = 0; i < f->curve_count; i++) {
        const lg_curve *c = &panel->curves[i];
        const size_t k = point_from(c, nextafter(after, INFINITY));
        if (k < c->count) *next = fmin(*next, c->x[k]);
    }
    return isfinite(*next);
}

/* values: y of the curve or a border of its band; NULL gives NaN. */
static double value_at(const lg_curve *c, const double *values, double x) {
    const size_t k = point_from(c, x);
    return values && k < c->count && c->x[k] == x ? values[k] : NAN;
}

static bool has_bands(const lg_figure *f) {
    for (size_t i = 0; i < f->panel_count; i++)
        for (size_t k = 0; k < f->curve_count; k++)
            if (f->panels[i].curves[k].low) return true;
    return false;
}

static void write_band_heads(const lg_figure *f, const lg_panel *panel, FILE *to) {
    for (size_t i = 0; i < f->curve_count; i++) {
        write_next_head(to, panel->curves[i].label, "lowest");
        write_next_head(to, panel->curves[i].label, "highest");
    }
}

/* ---- curves that share x ---- */

static void write_shared(const lg_figure *f, const lg_panel *panel, FILE *to) {
    const bool bands = has_bands(f);
    write_head(to, f->x_label ? f->x_label : "x", "");
    for (size_t i = 0; i < f->curve_count; i++) write_next_head(to, panel->curves[i].label, f->y_label);
    if (bands) write_band_heads(f, panel, to);
    fputs("\r\n", to);
    for (double x = -INFINITY; next_x(f, panel, x, &x);) {
        fprintf(to, "%.9g", x);
        for (const lg_curve *c = panel->curves; c < panel->curves + f->curve_count; c++)
            write_value(to, value_at(c, c->y, x));
        for (const lg_curve *c = panel->curves; bands && c < panel->curves + f->curve_count; c++) {
            write_value(to, value_at(c, c->low, x));
            write_value(to, value_at(c, c->high, x));
        }
        fputs("\r\n", to);
    }
}

/* ---- curves with their own x: columns of x and y, then of bands ---- */

static void write_pair_heads(const lg_figure *f, const lg_panel *panel, FILE *to) {
    fputs("point", to);
    for (size_t i = 0; i < f->curve_count; i++) {
        write_next_head(to, panel->curves[i].label, f->x_label);
        write_next_head(to, panel->curves[i].label, f->y_label);
    }
    if (has_bands(f)) write_band_heads(f, panel, to);
    fputs("\r\n", to);
}

static void write_pairs(const lg_figure *f, const lg_panel *panel, FILE *to) {
    const lg_curve *end = panel->curves + f->curve_count;
    const bool bands = has_bands(f);
    size_t most = 0;
    write_pair_heads(f, panel, to);
    for (const lg_curve *c = panel->curves; c < end; c++)
        if (c->count > most) most = c->count;
    for (size_t k = 0; k < most; k++) {
        fprintf(to, "%zu", k + 1);
        for (const lg_curve *c = panel->curves; c < end; c++) {
            write_value(to, k < c->count ? c->x[k] : NAN);
            write_value(to, k < c->count ? c->y[k] : NAN);
        }
        for (const lg_curve *c = panel->curves; bands && c < end; c++) {
            write_value(to, c->low && k < c->count ? c->low[k] : NAN);
            write_value(to, c->high && k < c->count ? c->high[k] : NAN);
        }
        fputs("\r\n", to);
    }
}

/* ---- images ---- */

/* "# columns: none, rope", with "; " between names, because names may contain commas. */
static void write_names(const char *what, const char *const *names, size_t count, FILE *to) {
    if (!names) return;
    fprintf(to, "# %s: ", what);
    for (size_t i = 0; i < count; i++) fputs(i > 0 ? "; " : "", to), lg_quote_comment(to, names[i]);
    fputs("\r\n", to);
}

static void write_image(const lg_figure *f, const lg_panel *panel, FILE *to) {
    const size_t rows = panel->rows ? panel->rows : panel->side;
    write_names("values", &f->scale_label, f->scale_label ? 1 : 0, to);
    write_names("columns", panel->x_names, panel->side, to);
    write_names("rows", panel->y_names, rows, to);
    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < panel->side; j++)
            fprintf(to, "%.9g%s", panel->image[i * panel->side + j] + 0.0, j + 1 < panel->side ? "," : "\r\n");
}

void lg_figure_write_data(const lg_figure *f, size_t panel, FILE *to) {
    begin_block(f, panel, to);
    if (lg_figure_form_of(f) == LG_FORM_IMAGES)
        write_image(f, &f->panels[panel], to);
    else
        (f->shared_x ? write_shared : write_pairs)(f, &f->panels[panel], to);
}
