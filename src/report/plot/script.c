/* script.c: writes the gnuplot script of a figure. Panels and legend have separate areas on the page, so that the
 * legend never covers data. One script draws all formats in turn. */
#include <string.h>

#include "api/figure.h"
#include "base/quote.h"
#include "report/plot/canvas.h"

enum { FORMATS = 3 };
static const char *const endings[FORMATS] = {"svg", "pdf", "png"}; /* in the order of LG_FIGURE_SVG... */

/* ---- formats ---- */

/* Opens the output file. For SVG images sed adds image-rendering:pixelated, because gnuplot has no setting for how
 * viewers scale images. */
static void write_output(const lg_canvas *g, int format) {
    char name[LG_DATA_NAME];
    snprintf(name, sizeof name, "%s.%s", g->f->name, endings[format]);
    fputs("set output ", g->to);
    if (g->form == LG_FORM_IMAGES && format == 0) {
        fputs("'| sed \"s/<image /<image style=''image-rendering:pixelated'' /\" > ", g->to);
        lg_quote_gnuplot_word(g->to, name);
        fputc('\'', g->to);
    } else {
        lg_quote_gnuplot_file(g->to, name);
    }
}

/* Font sizes as variables of the script, because terminals use different units. */
static void write_sizes(const lg_canvas *g, double size) {
    fprintf(g->to, "large = ',%.1f'; medium = ',%.1f'; small = ',%.1f'; tiny = ',%.1f'; ", 1.35 * size, 1.1 * size,
            0.86 * size, 0.6 * size);
}

static void write_format(const lg_canvas *g, int format) {
    static const char *const terminals[FORMATS] = {
        "svg size %.0f,%.0f font 'sans-serif,%.1f'", "pdfcairo size %.2fin,%.2fin font 'sans-serif,%.1f'",
        "pngcairo size %.0f,%.0f font 'sans-serif,%.1f' fontscale 2 linewidth 2 pointscale 2"};
    static const double scales[FORMATS] = {1, 0.01, 2}, fonts[FORMATS] = {1, 0.733, 0.8};
    fputs("set terminal ", g->to);
    fprintf(g->to, terminals[format], scales[format] * g->width, scales[format] * g->height,
            fonts[format] * LG_CANVAS_FONT);
    if (g->form == LG_FORM_POINTS) fputs(" rounded", g->to); /* round line ends, for dots */
    fputs(" background '#ffffff'; ", g->to);
    write_sizes(g, fonts[format] * LG_CANVAS_FONT);
    write_output(g, format);
}

/* ---- the page ---- */

static void write_style(const lg_canvas *g) {
    fputs("set encoding utf8\nset datafile separator comma\nset key off\n", g->to);
    if (g->form == LG_FORM_CURVES)
        fputs("set border 3 lw 1 lc rgb '#9a9a9a'\nset grid ytics lt 1 lw 0.7 lc rgb '#e4e4e4'\n", g->to);
    else
        fputs("set border 15 lw 0.7 lc rgb '#9a9a9a'\n", g->to);
    fputs("set tics nomirror out scale 0.6 textcolor rgb '#444444'\n", g->to);
    if (g->f->x_log > 0) fprintf(g->to, "set logscale x %d\n", g->f->x_log);
    if (g->f->y_log > 0) fprintf(g->to, "set logscale y %d\n", g->f->y_log);
}

static void write_titles(const lg_canvas *g) {
    const lg_figure *f = g->f;
    const double bottom = g->height - g->legend_height;
    lg_canvas_label(g, f->title, 16, 22, "left font large");
    lg_canvas_label(g, f->subtitle, 16, 44, "left textcolor rgb '#666666'");
    const double panels = (double)g->columns * (g->panel_width + g->between) - g->between;
    lg_canvas_label(g, f->x_label, g->left + panels / 2, bottom - LG_CANVAS_AXIS + 8, "center textcolor rgb '#444444'");
    lg_canvas_label(g, f->y_label, 14, LG_CANVAS_ABOVE + (bottom - LG_CANVAS_ABOVE - LG_CANVAS_AXIS) / 2,
                    "center rotate by 90 textcolor rgb '#444444'");
}

static void write_page(const lg_canvas *g) {
    fputs("set multiplot\n", g->to);
    write_titles(g);
    lg_canvas_legend(g);
    for (size_t i = 0; i < g->f->panel_count; i++) lg_canvas_panel(g, i);
    fputs("unset multiplot\nunset output\n", g->to);
}

/* Writes the whole script. It ends with `unset output`, which waits for the program that a pipe writes to; gnuplot does
 * not wait when it exits. */
void lg_figure_write_script(const lg_figure *f, int formats, FILE *to) {
    const lg_canvas g = lg_canvas_measure(f, to);
    formats &= LG_FIGURE_ALL;
    const bool several = formats & (formats - 1);
    fputs("# ", to);
    lg_quote_comment(to, f->title);
    fprintf(to, ". Make the picture%s again, in this folder: gnuplot %s.gp\n", several ? "s" : "", f->name);
    write_style(&g);
    if (several) fprintf(to, "do for [format in \"");
    for (int k = 0; several && k < FORMATS; k++)
        if (formats & 1 << k) fprintf(to, "%s%s", formats & ((1 << k) - 1) ? " " : "", endings[k]);
    if (several) fputs("\"] {\n", to);
    for (int k = 0; k < FORMATS; k++) {
        if (!(formats & 1 << k)) continue;
        if (several) fprintf(to, "if (format eq '%s') { ", endings[k]);
        write_format(&g, k);
        fputs(several ? " }\n" : "\n", to);
    }
    write_page(&g);
    if (several) fputs("}\n", to);
}
