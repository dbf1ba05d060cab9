/* block_panels.c: tables and figures of measures of attention over lengths: the mean over blocks and, if there are
 * several blocks, the value of each block. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/analyze/analyze.h"

bool cli_block_values_begin(cli_block_values *v, int blocks, lg_split split, int64_t sequences) {
    bool good = true;
    v->split = split, v->sequences = sequences;
    for (int i = 0; i < CLI_BLOCK_MEASURES; i++)
        good = (v->values[i] = calloc((size_t)blocks, sizeof *v->values[i])) && good;
    return good;
}

void cli_block_values_free(cli_block_values *v) {
    for (int i = 0; i < CLI_BLOCK_MEASURES; i++) free(v->values[i]);
}

static double mean_of(const cli_block_panels *m, const double *values) {
    double sum = 0;
    for (int b = 0; b < m->blocks; b++) sum += values[b];
    return sum / m->blocks;
}

/* ---- table ---- */

enum { MAX_COLUMNS = 8 /* maximum number of columns for blocks */ };

static void print_row(const cli_analysis *a, const cli_block_panels *m, lg_sheet *t, size_t length, size_t run,
                      int columns) {
    const cli_block_values *v = m->at(m->user, length, run);
    lg_sheet_cell(t, "%s", a->curves[run].label);
    lg_sheet_cell(t, "%d", a->lengths[length]);
    lg_sheet_cell(t, "%s", lg_split_name(v->split));
    lg_sheet_cell(t, "%lld", (long long)v->sequences);
    for (int i = 0; i < CLI_BLOCK_MEASURES; i++) lg_sheet_number(t, mean_of(m, v->values[i]), m->digits);
    for (int b = 0; b < columns; b++) lg_sheet_number(t, v->values[m->shown][b], m->digits);
}

void cli_block_table_print(const cli_analysis *a, const cli_block_panels *m) {
    const int columns = m->blocks > 1 && m->blocks <= MAX_COLUMNS ? m->blocks : 0;
    char kinds[8 + MAX_COLUMNS] = "lrlrrr", text[560];
    for (int b = 0; b < columns; b++) strcat(kinds, "r");
    lg_sheet *t = lg_sheet_new(kinds);
    const char *const names[] = {"run", "n", "split", "sequences", m->headings[0], m->headings[1]};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) lg_sheet_cell(t, "%s", names[i]);
    for (int b = 0; b < columns; b++) lg_sheet_cell(t, "block %d", b);
    for (size_t run = m->first; run < a->count; run++)
        for (size_t i = 0; i < a->length_count; i++) print_row(a, m, t, i, run, columns);
    cli_sheet_print(t, stdout);
    snprintf(text, sizeof text, "%s%s%s", m->legend, columns > 0 ? "; blocks: " : "",
             columns > 0 ? m->headings[m->shown] : "");
    cli_legend(text);
}

/* ---- figure ---- */

typedef struct drawing {
    const cli_analysis *a;
    const cli_block_panels *m;
    size_t panels, runs, lengths;
    lg_panel *panel;
    lg_curve *curves; /* [panels, runs] */
    double *x, *y;    /* x [lengths]; y [panels, runs, lengths] */
    char (*titles)[24];
    lg_style *styles; /* of all runs, also of runs that are not drawn */
} drawing;

static bool reserve_drawing(drawing *d) {
    d->panels = d->m->blocks > 1 ? 1 + (size_t)d->m->blocks : 1;
    d->runs = d->a->count - d->m->first, d->lengths = d->a->length_count;
    d->panel = calloc(d->panels, sizeof *d->panel);
    d->curves = calloc(d->panels * d->runs, sizeof *d->curves);
    d->x = calloc(d->lengths, sizeof *d->x);
    d->y = calloc(d->panels * d->runs * d->lengths, sizeof *d->y);
    d->titles = calloc(d->panels, sizeof *d->titles);
    d->styles = calloc(d->a->count, sizeof *d->styles);
    return d->panel && d->curves && d->x && d->y && d->titles && d->styles;
}

static void free_drawing(drawing *d) {
    free(d->panel);
    free(d->curves);
    free(d->x);
    free(d->y);
    free(d->titles);
    free(d->styles);
}

static void fill_curve(const drawing *d, size_t panel, size_t i) {
    const cli_block_panels *m = d->m;
    const size_t run = m->first + i;
    lg_curve *c = &d->curves[panel * d->runs + i];
    double *y = d->y + (panel * d->runs + i) * d->lengths;
    for (size_t k = 0; k < d->lengths; k++) {
        const double *values = m->at(m->user, k, run)->values[m->shown];
        y[k] = panel == 0 ? mean_of(m, values) : values[panel - 1];
    }
    *c = (lg_curve){.label = d->a->curves[run].label, .style = d->styles[run], .count = d->lengths};
    c->x = d->x, c->y = y;
}

/* The upper end of the y axis, which all panels share: above the highest point. */
static double top_of(const drawing *d) {
    double top = 0;
    for (size_t i = 0; i < d->panels * d->runs * d->lengths; i++)
        if (isfinite(d->y[i])) top = fmax(top, d->y[i]);
    return top > 0 ? 1.05 * top : 1;
}

static void fill_panels(const drawing *d) {
    int trained[2];
    lg_analyze_lengths(d->a->runs[0], trained);
    for (size_t i = 0; i < d->lengths; i++) d->x[i] = d->a->lengths[i];
    for (size_t p = 0; p < d->panels; p++) {
        for (size_t i = 0; i < d->runs; i++) fill_curve(d, p, i);
        snprintf(d->titles[p], sizeof *d->titles, p ? "block %d" : "mean over blocks", (int)p - 1);
        d->panel[p] = (lg_panel){.title = d->panels > 1 ? d->titles[p] : NULL, .guide = trained[0], .level = NAN};
        d->panel[p].name = d->titles[p];
        d->panel[p].curves = d->curves + p * d->runs;
        d->panel[p].x_low = d->lengths > 1 ? d->x[0] : d->x[0] - 1, d->panel[p].x_high = d->x[d->lengths - 1];
    }
    for (size_t p = 0; p < d->panels; p++) d->panel[p].y_high = top_of(d);
}

int cli_block_panels_draw(const cli_analysis *a, const cli_block_panels *m) {
    drawing d = {.a = a, .m = m};
    if (!cli_flag_on(&a->c->args, "figure")) return LG_OK;
    int status = reserve_drawing(&d) ? cli_figure_styles(a->c, a->curves, a->count, d.styles)
                                     : cli_fail(LG_FAILED, "out of memory: a figure");
    if (status == LG_OK) {
        fill_panels(&d);
        lg_figure f = {.panels = d.panel, .panel_count = d.panels, .curve_count = d.runs, .subtitle = m->subtitle};
        f.title = cli_figure_title(a->c, a->curves, a->count, m->title);
        f.x_label = "length", f.y_label = m->y_label;
        f.guide_label = "longest training length";
        f.shared_x = true;
        f.end_labels = d.panels == 1;
        status = cli_figure_draw(a->c, &f);
    }
    free_drawing(&d);
    return status;
}
