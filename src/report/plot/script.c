/* script.c: the gnuplot script of a figure. Panels and legend have places of their own on the page, so that no
 * legend covers data; one script draws all three formats, one after another. */
#include <math.h>
#include <string.h>

#include "report/plot/canvas.h"

enum {
    AXIS = 24,   /* below the panels: the name of the axis */
    ENTRY = 22,  /* height of a line of the legend */
    SAMPLE = 46, /* of a line, in the legend */
    LETTER = 8,  /* width of a letter, about */
    SIZE = 14    /* of letters */
};

static size_t width_of(const char *text) {
    size_t n = 0;
    for (; *text != '\0'; text++) n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

/* ---- measuring ---- */

static bool is_drawn(const lg_plot *p, size_t curve) {
    for (size_t i = 0; i < p->panel_count; i++)
        if (p->panels[i].curves[curve].count > 0) return true;
    return false;
}

static size_t entries(const lg_plot *p, size_t *widest) {
    size_t count = 0;
    *widest = 0;
    for (size_t i = 0; i < p->curve_count; i++) {
        if (!is_drawn(p, i)) continue;
        const size_t width = width_of(p->panels[0].curves[i].label);
        if (width > *widest) *widest = width;
        count++;
    }
    const char *const lines[] = {p->guide, p->level};
    for (size_t i = 0; i < 2; i++) {
        if (*lines[i] == '\0') continue;
        if (width_of(lines[i]) > *widest) *widest = width_of(lines[i]);
        count++;
    }
    return count;
}

static void measure_legend(lg_canvas *g) {
    size_t widest;
    const size_t count = entries(g->p, &widest);
    g->entry_width = SAMPLE + 14 + (double)(LETTER * widest) + 16;
    g->entries_across = (size_t)fmax(1, floor((g->width - g->left - LG_CANVAS_RIGHT) / g->entry_width));
    if (g->entries_across > count) g->entries_across = count > 0 ? count : 1;
    g->entries_down = (count + g->entries_across - 1) / g->entries_across;
    g->legend_height = (double)(ENTRY * g->entries_down) + 20;
}

/* Panels are the larger the fewer there are. */
static void measure_curves(lg_canvas *g) {
    const size_t n = g->p->panel_count;
    g->columns = n <= 1 ? 1 : n <= 4 ? 2 : n <= 9 ? 3 : 4;
    g->panel_width = n <= 1 ? 720 : n <= 4 ? 420 : 270;
    g->panel_height = n <= 1 ? 380 : n <= 4 ? 260 : 165;
    g->left = 78, g->between = 54, g->head = 26, g->foot = 36;
}

/* As many columns as the figure says: its panels are small, and rows belong together. */
static void measure_grid(lg_canvas *g) {
    g->columns = g->p->across;
    g->panel_width = g->p->kind == LG_PLOT_IMAGES ? 170 : 250; /* titles of clouds are long */
    g->panel_height = 170;
    g->left = 104, g->between = 62, g->head = 26, g->foot = 36;
}

/* Wider panels where the line below the title needs them; images stay square. */
static void widen(lg_canvas *g) {
    const double more = 32 + LETTER * (double)width_of(g->p->below) - g->width;
    if (more <= 0) return;
    g->width += more;
    g->panel_width += more / (double)g->columns;
    if (g->p->kind == LG_PLOT_IMAGES) g->panel_height += more / (double)g->columns;
}

static lg_canvas measure(const lg_plot *p, FILE *to) {
    lg_canvas g = {.p = p, .to = to};
    (p->across > 0 ? measure_grid : measure_curves)(&g);
    g.rows = (p->panel_count + g.columns - 1) / g.columns;
    g.width = g.left + LG_CANVAS_RIGHT + (double)g.columns * g.panel_width + (double)(g.columns - 1) * g.between;
    widen(&g);
    measure_legend(&g);
    g.height = LG_CANVAS_ABOVE + (double)g.rows * (g.head + g.panel_height + g.foot) + AXIS + g.legend_height;
    return g;
}

/* ---- the page ---- */

static void write_terminals(const lg_canvas *g) {
    const char *name = g->p->name;
    fprintf(g->to, "array terminals[3]\n");
    fprintf(g->to, "terminals[1] = \"set terminal svg size %.0f,%.0f font 'sans-serif,%d' background '#ffffff'; ",
            g->width, g->height, SIZE);
    if (g->p->kind == LG_PLOT_IMAGES) /* gnuplot cannot say that viewers must not blur its images: the script adds it */
        fprintf(g->to, "set output '| sed \\\"s/<image /<image style=''image-rendering:pixelated'' /\\\" > %s.svg'\"\n",
                name);
    else
        fprintf(g->to, "set output '%s.svg'\"\n", name);
    fprintf(g->to,
            "terminals[2] = \"set terminal pdfcairo size %.2fin,%.2fin font 'sans-serif,%.1f' background '#ffffff'; "
            "set output '%s.pdf'\"\n",
            g->width / 100, g->height / 100, SIZE * 0.733, name);
    fprintf(g->to,
            "terminals[3] = \"set terminal pngcairo size %.0f,%.0f font 'sans-serif,%.1f' fontscale 2 linewidth 2 "
            "pointscale 2 background '#ffffff'; set output '%s.png'\"\n",
            2 * g->width, 2 * g->height, SIZE * 0.8, name);
}

static void write_look(const lg_canvas *g) {
    fputs("set encoding utf8\nset datafile separator comma\nset key off\n"
          "set border 3 lw 1 lc rgb '#9a9a9a'\nset tics nomirror out scale 0.6 textcolor rgb '#444444'\n"
          "set grid ytics lt 1 lw 0.7 lc rgb '#e4e4e4'\n",
          g->to);
}

static void write_titles(const lg_canvas *g) {
    const lg_plot *p = g->p;
    const double bottom = g->height - g->legend_height;
    lg_canvas_label(g, p->title, 16, 22, "left font ',17'");
    lg_canvas_label(g, p->below, 16, 44, "left textcolor rgb '#666666'");
    lg_canvas_label(g, p->x_label, g->left + (g->width - g->left - LG_CANVAS_RIGHT) / 2, bottom - AXIS + 8,
                    "center textcolor rgb '#444444'");
    lg_canvas_label(g, p->y_label, 14, LG_CANVAS_ABOVE + (bottom - LG_CANVAS_ABOVE - AXIS) / 2,
                    "center rotate by 90 textcolor rgb '#444444'");
}

/* ---- legend ---- */

static void write_entry(const lg_canvas *g, size_t index, const char *text, const char *line, const char *mark) {
    const double x = g->left + (double)(index % g->entries_across) * g->entry_width,
                 y = g->height - g->legend_height + 10 + ENTRY * (0.5 + (double)(index / g->entries_across));
    if (*line != '\0')
        fprintf(g->to, "set arrow from screen %.5f, screen %.5f to screen %.5f, screen %.5f nohead %s\n",
                lg_canvas_across(g, x), lg_canvas_up(g, y), lg_canvas_across(g, x + SAMPLE), lg_canvas_up(g, y), line);
    if (*mark != '\0') lg_canvas_label(g, "", x + SAMPLE / 2.0, y, mark);
    lg_canvas_label(g, text, x + SAMPLE + 10, y, "left");
}

static void write_legend(const lg_canvas *g) {
    const lg_plot *p = g->p;
    size_t index = 0;
    char line[96], mark[96];
    for (size_t i = 0; i < p->curve_count; i++) {
        if (!is_drawn(p, i)) continue;
        const lg_style *s = &p->panels[0].curves[i].style;
        lg_canvas_line(s, 0, line);
        snprintf(mark, sizeof mark, "point pt %d ps 0.7 lc rgb '%s'", lg_canvas_marker(s), s->colour);
        write_entry(g, index++, p->panels[0].curves[i].label, p->kind == LG_PLOT_POINTS ? "" : line, mark);
    }
    if (*p->guide != '\0') write_entry(g, index++, p->guide, LG_CANVAS_GUIDE, "");
    if (*p->level != '\0') write_entry(g, index++, p->level, LG_CANVAS_LEVEL, "");
}

/* The colours of images: white to dark, so that they can be read in grey. */
static void write_scale(const lg_canvas *g) {
    const double y = g->height - g->legend_height + 14;
    fprintf(g->to,
            "set palette defined (0 '#ffffff', 0.15 '#c6dbef', 0.5 '#4292c6', 1 '#08306b')\nset cbrange [0:1]\n");
    fprintf(g->to, "set colorbox horizontal user origin screen %.5f, screen %.5f size screen %.5f, screen %.5f\n",
            lg_canvas_across(g, g->left), lg_canvas_up(g, y), lg_canvas_across(g, 220), 12 / g->height);
    fputs("set cbtics 0.5 offset 0,0.4\n", g->to);
    lg_canvas_label(g, g->p->guide, g->left + 240, y - 6, "left");
}

void lg_plot_write_script(const lg_plot *p, FILE *to) {
    const lg_canvas g = measure(p, to);
    fputs("# ", to);
    lg_canvas_write_line(to, p->title, "'");
    fprintf(to, ". Make the pictures again, in this folder: gnuplot %s.gp\n", p->name);
    write_terminals(&g);
    write_look(&g);
    fputs("do for [k = 1:3] {\neval terminals[k]\nset multiplot\n", to);
    write_titles(&g);
    (p->kind == LG_PLOT_IMAGES ? write_scale : write_legend)(&g);
    for (size_t i = 0; i < p->panel_count; i++) lg_canvas_panel(&g, i);
    fputs("unset multiplot\n}\nunset output\n", to);
}
