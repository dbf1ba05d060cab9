/* plot_script.c: the gnuplot script of a figure. Panels and legend have places of their own on the page, so that no
 * legend covers data; one script draws all three formats, one after another. */
#include <math.h>
#include <string.h>

#include "report/plot.h"

/* In units of the SVG: pixels. */
enum {
    LEFT = 78,    /* of the page: for the numbers of the first panel and the name of the axis */
    RIGHT = 24,   /* of the page */
    ABOVE = 66,   /* of the page: title and what stands below it */
    HEAD = 26,    /* of a panel: its title */
    FOOT = 36,    /* of a panel: its numbers */
    BETWEEN = 40, /* panels: the numbers of the right one */
    AXIS = 24,    /* below the panels: the name of the axis */
    ENTRY = 22,   /* height of a line of the legend */
    SAMPLE = 46,  /* of a line, in the legend */
    LETTER = 8,   /* width of a letter, about */
    SIZE = 14,    /* of letters */
    MARKS = 5,    /* on a curve of many points */
    MANY = 100,   /* points: a thin line */
    NUMBER = 52   /* width that a number below the axis takes */
};

typedef struct page {
    const lg_plot *p;
    FILE *to;
    size_t columns, rows;
    double panel_width, panel_height; /* of the area inside the axes */
    double width, height;
    size_t entries_across, entries_down;
    double entry_width, legend_height;
} page;

void lg_write_quoted(FILE *to, const char *text) {
    fputc('\'', to);
    for (; *text != '\0'; text++) fputs(*text == '\'' ? "''" : (char[]){*text, '\0'}, to);
    fputc('\'', to);
}

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

static void measure_legend(page *g) {
    size_t widest;
    const size_t count = entries(g->p, &widest);
    g->entry_width = SAMPLE + 14 + (double)(LETTER * widest) + 16;
    g->entries_across = (size_t)fmax(1, floor((g->width - LEFT - RIGHT) / g->entry_width));
    if (g->entries_across > count) g->entries_across = count > 0 ? count : 1;
    g->entries_down = (count + g->entries_across - 1) / g->entries_across;
    g->legend_height = (double)(ENTRY * g->entries_down) + 20;
}

static page measure(const lg_plot *p, FILE *to) {
    page g = {.p = p, .to = to};
    const size_t n = p->panel_count;
    g.columns = n <= 1 ? 1 : n <= 4 ? 2 : n <= 9 ? 3 : 4;
    g.rows = (n + g.columns - 1) / g.columns;
    g.panel_width = n == 1 ? 720 : n <= 4 ? 420 : 270;
    g.panel_height = n == 1 ? 380 : n <= 4 ? 260 : 165;
    g.width = LEFT + RIGHT + (double)g.columns * g.panel_width + (double)(g.columns - 1) * BETWEEN;
    measure_legend(&g);
    g.height = ABOVE + (double)g.rows * (HEAD + g.panel_height + FOOT) + AXIS + g.legend_height;
    return g;
}

/* ---- the page ---- */

/* A place on the page in gnuplot's units: shares, from the bottom. */
static double across(const page *g, double x) {
    return x / g->width;
}

static double up(const page *g, double y) {
    return 1 - y / g->height;
}

static void write_terminals(const page *g) {
    const char *name = g->p->name;
    fprintf(g->to, "array terminals[3]\n");
    fprintf(g->to,
            "terminals[1] = \"set terminal svg size %.0f,%.0f font 'sans-serif,%d' background '#ffffff'; set output "
            "'%s.svg'\"\n",
            g->width, g->height, SIZE, name);
    fprintf(g->to,
            "terminals[2] = \"set terminal pdfcairo size %.2fin,%.2fin font 'sans-serif,%.1f' background '#ffffff'; "
            "set output '%s.pdf'\"\n",
            g->width / 100, g->height / 100, SIZE * 0.733, name);
    fprintf(g->to,
            "terminals[3] = \"set terminal pngcairo size %.0f,%.0f font 'sans-serif,%.1f' fontscale 2 linewidth 2 "
            "pointscale 2 background '#ffffff'; set output '%s.png'\"\n",
            2 * g->width, 2 * g->height, SIZE * 0.8, name);
}

static void write_look(const page *g) {
    fputs("set encoding utf8\nset datafile separator comma\nset key off\n"
          "set border 3 lw 1 lc rgb '#9a9a9a'\nset tics nomirror out scale 0.6 textcolor rgb '#444444'\n"
          "set grid ytics lt 1 lw 0.7 lc rgb '#e4e4e4'\n",
          g->to);
}

static void write_label(const page *g, const char *text, double x, double y, const char *look) {
    fputs("set label ", g->to);
    lg_write_quoted(g->to, text);
    fprintf(g->to, " at screen %.5f, screen %.5f %s noenhanced\n", across(g, x), up(g, y), look);
}

static void write_titles(const page *g) {
    const lg_plot *p = g->p;
    const double bottom = g->height - g->legend_height;
    write_label(g, p->title, 16, 22, "left font ',17'");
    write_label(g, p->below, 16, 44, "left textcolor rgb '#666666'");
    write_label(g, p->x_label, LEFT + (g->width - LEFT - RIGHT) / 2, bottom - AXIS + 8,
                "center textcolor rgb '#444444'");
    write_label(g, p->y_label, 14, ABOVE + (bottom - ABOVE - AXIS) / 2, "center rotate by 90 textcolor rgb '#444444'");
}

/* ---- legend ---- */

static const char *const dashes[] = {"1", "1", "(9,5)", "(2,4)", "(10,4,2,4)"};
static const int markers[] = {7, 5, 9, 11, 13, 15, 4};

static double weight(const lg_style *s, size_t points) {
    return (s->dash == 1 ? 2 : 1.7) * (points > MANY ? 0.65 : 1);
}

static void write_entry(const page *g, size_t index, const char *text, const char *line, const char *mark) {
    const double x = LEFT + (double)(index % g->entries_across) * g->entry_width,
                 y = g->height - g->legend_height + 10 + ENTRY * (0.5 + (double)(index / g->entries_across));
    fprintf(g->to, "set arrow from screen %.5f, screen %.5f to screen %.5f, screen %.5f nohead %s\n", across(g, x),
            up(g, y), across(g, x + SAMPLE), up(g, y), line);
    if (*mark != '\0') write_label(g, "", x + SAMPLE / 2.0, y, mark);
    write_label(g, text, x + SAMPLE + 10, y, "left");
}

static void write_legend(const page *g) {
    const lg_plot *p = g->p;
    size_t index = 0;
    char line[96], mark[96];
    for (size_t i = 0; i < p->curve_count; i++) {
        if (!is_drawn(p, i)) continue;
        const lg_style *s = &p->panels[0].curves[i].style;
        snprintf(line, sizeof line, "dashtype %s lw %g lc rgb '%s'", dashes[s->dash], weight(s, 0), s->colour);
        snprintf(mark, sizeof mark, "point pt %d ps 0.7 lc rgb '%s'", markers[s->marker], s->colour);
        write_entry(g, index++, p->panels[0].curves[i].label, line, mark);
    }
    if (*p->guide != '\0') write_entry(g, index++, p->guide, "dashtype (9,6) lw 1.4 lc rgb '#C00000'", "");
    if (*p->level != '\0') write_entry(g, index++, p->level, "dashtype (2,5) lw 1.4 lc rgb '#8a8a8a'", "");
}

/* ---- panels ---- */

static void write_place(const page *g, size_t i) {
    const double left = LEFT + (double)(i % g->columns) * (g->panel_width + BETWEEN),
                 top = ABOVE + (double)(i / g->columns) * (HEAD + g->panel_height + FOOT) + HEAD;
    fprintf(g->to,
            "set lmargin at screen %.5f\nset rmargin at screen %.5f\nset tmargin at screen %.5f\nset bmargin at "
            "screen %.5f\n",
            across(g, left), across(g, left + g->panel_width), up(g, top), up(g, top + g->panel_height));
}

static void write_lines(const page *g, const lg_panel *panel) {
    if (isfinite(panel->guide) && panel->guide > panel->x_low && panel->guide < panel->x_high)
        fprintf(g->to,
                "set arrow from first %g, graph 0 to first %g, graph 1 nohead dashtype (9,6) lw 1.4 lc rgb "
                "'#C00000' back\n",
                panel->guide, panel->guide);
    if (isfinite(panel->level))
        fprintf(g->to,
                "set arrow from graph 0, first %g to graph 1, first %g nohead dashtype (2,5) lw 1.4 lc rgb "
                "'#8a8a8a' back\n",
                panel->level, panel->level);
}

static void write_curve(const page *g, const lg_curve *c, size_t index, const char *data) {
    const lg_plot *p = g->p;
    const size_t x = p->shared ? 1 : 2 * index + 2, y = p->shared ? index + 2 : 2 * index + 3;
    const size_t interval = c->count / MARKS + index; /* marks of curves that run together stand apart */
    lg_write_quoted(g->to, data);
    fprintf(g->to, " skip 1 using %zu:%zu with linespoints pt %d ps %g", x, y, markers[c->style.marker],
            p->steps ? 0.6 : 0.7);
    if (!p->steps && c->count > 2 * MARKS) fprintf(g->to, " pi %zu", interval);
    fprintf(g->to, " dashtype %s lw %g lc rgb '%s'", dashes[c->style.dash], weight(&c->style, c->count),
            c->style.colour);
}

/* The distance of numbers on an axis, of those that are easily read, so that so many fit. */
static double tic_step(double range, double fit) {
    const double least = range / fit, unit = pow(10, floor(log10(least)));
    return unit * (least <= unit ? 1 : least <= 2 * unit ? 2 : least <= 5 * unit ? 5 : 10);
}

static void write_axes(const page *g, const lg_panel *panel) {
    fprintf(g->to, "set xrange [%.9g:%.9g]\nset yrange [%.9g:%.9g]\n", panel->x_low, panel->x_high, panel->y_low,
            panel->y_high);
    fprintf(g->to, "set xtics %.9g offset 0,0.3\nset ytics 0,%d,100\n",
            tic_step(panel->x_high - panel->x_low, g->panel_width / NUMBER), panel->y_low < 45 ? 20 : 10);
}

static void write_panel(const page *g, size_t i) {
    const lg_panel *panel = &g->p->panels[i];
    char data[96];
    size_t drawn = 0;
    lg_plot_data_name(g->p, i, data);
    write_place(g, i);
    write_axes(g, panel);
    fputs("set title ", g->to);
    lg_write_quoted(g->to, panel->title);
    fputs(" offset 0,-0.6 noenhanced\n", g->to);
    write_lines(g, panel);
    for (size_t k = 0; k < g->p->curve_count; k++) {
        if (panel->curves[k].count == 0) continue;
        fputs(drawn++ == 0 ? "plot " : ", \\\n     ", g->to);
        write_curve(g, &panel->curves[k], k, data);
    }
    if (drawn == 0)
        fputs("set label 'no run is finished' at graph 0.5, graph 0.5 center textcolor rgb '#8a8a8a'\n"
              "plot NaN",
              g->to);
    fputs("\nunset arrow\nunset label\n", g->to);
}

void lg_plot_write_script(const lg_plot *p, FILE *to) {
    const page g = measure(p, to);
    fprintf(to, "# %s. Make the pictures again, in this folder: gnuplot %s.gp\n", p->title, p->name);
    write_terminals(&g);
    write_look(&g);
    fputs("do for [k = 1:3] {\neval terminals[k]\nset multiplot\n", to);
    write_titles(&g);
    write_legend(&g);
    for (size_t i = 0; i < p->panel_count; i++) write_panel(&g, i);
    fputs("unset multiplot\n}\nunset output\n", to);
}
