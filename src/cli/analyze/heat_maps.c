/* heat_maps.c: the picture of `analyze attention`: a heat map for each matrix, a row for each run and length, a
 * column for each block, one scale for all. Blue from light to dark reads the same in grey and to colour-blind readers.
 */
#include <stdio.h>

#include "cli/analyze/analyze.h"
#include "cli/analyze/box.h"
#include "cli/ui/figure.h"

enum { LEFT = 92, RIGHT = 84, TOP = 92, HEAD = 30, GAP = 8, TICS = 24, MOST = 230, NARROW = 80 };

/* Sides of the panels, in pixels, and rows of them. */
typedef struct grid {
    int columns;
    double side;
} grid;

/* The height of a run: its name, and a panel with numbers below for each length. */
static double row_block(const cli_analysis *a, const grid *g) {
    return HEAD + (double)a->length_count * (g->side + TICS);
}

static grid measure_grid(const cli_analysis *a, const cli_heats *x, cli_picture *p) {
    grid g = {0};
    for (size_t i = 0; i < x->count; i++)
        if (x->heat[i].map.blocks > g.columns) g.columns = x->heat[i].map.blocks;
    g.side = (p->width - LEFT - RIGHT) / g.columns - GAP;
    if (g.side > MOST) g.side = MOST;
    p->cells = true;
    p->height = TOP + (double)a->count * row_block(a, &g) + 28;
    return g;
}

/* ---- data ---- */

/* Ten-thousandths are more than a picture shows, and a fifth of the bytes. */
static void write_matrix(FILE *to, const lg_attention_map *m) {
    for (int i = 0; i < m->tokens; i++)
        for (int j = 0; j < m->tokens; j++)
            fprintf(to, "%d%s", (int)(10000 * m->weights[(size_t)i * (size_t)m->tokens + (size_t)j] + 0.5),
                    j + 1 < m->tokens ? "," : "\r\n");
}

static int write_data(const cli_analysis *a, const cli_picture *p, const cli_heats *x) {
    FILE *to = cli_picture_open(p, p->data);
    if (!to) return LG_FAILED;
    for (size_t i = 0; i < x->count; i++) {
        const cli_heat *h = &x->heat[i];
        fprintf(
            to,
            "%s# run %zu of %zu, length %d, block %d: rows are queries, columns keys; weights in ten-thousandths\r\n",
            i ? "\r\n\r\n" : "", h->run + 1, a->count, h->map.length, h->map.block);
        write_matrix(to, &h->map);
    }
    return cli_picture_close(to, p, p->data);
}

/* ---- script ---- */

static void write_style(FILE *to, const cli_picture *p, double most) {
    fprintf(to, "set palette defined (0 '#ffffff', 0.12 '#dbe7f3', 0.3 '#9dc0e0', 0.55 '#4a86bd', 0.8 '#1c4f8c', "
                "1 '#071d42')\n");
    fprintf(to, "set cbrange [0:%g]\nset cbtics %g scale 0.4 textcolor rgb '#444444' font ',%g'\n", most, most / 4,
            0.8 * p->size);
    fprintf(to, "set border 15 lw 0.7 lc rgb '#9a9a9a'\n");
}

static void write_labels(FILE *to, const cli_analysis *a, const cli_picture *p, const cli_heats *x, const grid *g) {
    char text[160];
    int label = 0;
    double y = TOP;
    cli_box_text(to, p, &label, LEFT, 24, 1.25, "#000000", cli_figure_title(a->c, a->curves, a->count, "attention"));
    snprintf(text, sizeof text, "weights of attention, %s of all heads",
             *x->heads == 'm' && x->heads[1] == 'a' ? "the largest" : "the mean");
    cli_box_text(to, p, &label, LEFT, 48, 0.87, "#666666", text);
    for (int b = 0; b < g->columns; b++) {
        snprintf(text, sizeof text, "block %d", b);
        cli_box_text(to, p, &label, LEFT + b * (g->side + GAP), TOP - 12, 0.87, "#444444", text);
    }
    for (size_t i = 0; i < a->count; i++, y += row_block(a, g)) {
        cli_box_text(to, p, &label, LEFT, y + HEAD / 2, 0.95, "#000000", a->curves[i].label);
        for (size_t k = 0; k < a->length_count; k++) {
            snprintf(text, sizeof text, "n = %d", a->lengths[k]);
            const double top = y + HEAD + (double)k * (g->side + TICS);
            cli_box_text(to, p, &label, 10, top + 9, 0.8, "#444444", text);
            cli_box_axis(to, p, &label, 20, top + g->side / 2, true, "query, token");
        }
    }
    cli_box_axis(to, p, &label, LEFT + (g->columns * (g->side + GAP) - GAP) / 2, y + 8, false, "key, token");
}

/* Thin lines where the input ends, on both axes. */
static void write_border(FILE *to, const lg_attention_map *m) {
    const double at = m->inputs - 0.5, end = m->tokens - 0.5;
    fprintf(to, "set arrow 1 from %g,-0.5 to %g,%g nohead front lw 0.5 lc rgb '#b0b0b0'\n", at, at, end);
    fprintf(to, "set arrow 2 from -0.5,%g to %g,%g nohead front lw 0.5 lc rgb '#b0b0b0'\n", at, end, at);
}

/* The first token beyond the input, and the last, where it is not too narrow for both. */
static void write_tics(FILE *to, const cli_picture *p, const lg_attention_map *m, char axis, bool narrow) {
    fprintf(to, "set %ctics (", axis);
    if (narrow)
        fprintf(to, "%d", m->inputs);
    else
        fprintf(to, "%d, %d", m->inputs, m->tokens - 1);
    fprintf(to, ") out scale 0.4 nomirror %stextcolor rgb '#666666' font ',%g'\n", axis == 'x' ? "offset 0,0.5 " : "",
            0.72 * p->size);
}

static void write_panel(FILE *to, const cli_analysis *a, const cli_picture *p, const cli_heats *x, size_t i,
                        const grid *g) {
    const cli_heat *h = &x->heat[i];
    size_t row = 0;
    while (a->lengths[row] != h->map.length) row++;
    const cli_box b = {LEFT + h->map.block * (g->side + GAP),
                       TOP + (double)h->run * row_block(a, g) + HEAD + (double)row * (g->side + TICS), g->side,
                       g->side};
    cli_box_set(to, p, &b);
    fprintf(to, "set xrange [-0.5:%g]\nset yrange [%g:-0.5]\n", h->map.tokens - 0.5, h->map.tokens - 0.5);
    write_tics(to, p, &h->map, 'x', g->side < NARROW);
    if (h->map.block)
        fprintf(to, "unset ytics\n");
    else
        write_tics(to, p, &h->map, 'y', false);
    write_border(to, &h->map);
    fprintf(to, "plot ");
    cli_picture_name(to, p->data);
    fprintf(to, " index %zu matrix using 1:2:($3/10000.0) with image\nunset label\nunset colorbox\n", i);
}

int cli_heats_draw(const cli_analysis *a, cli_picture *p, void *heats) {
    const cli_heats *x = heats;
    const grid g = measure_grid(a, x, p);
    const double right = LEFT + g.columns * (g.side + GAP) + 8;
    int status = write_data(a, p, x);
    FILE *to = status == LG_OK ? cli_picture_open(p, p->script) : NULL;
    if (!to) return LG_FAILED;
    cli_picture_begin(to, p, "Weights of attention");
    write_style(to, p, x->most);
    fprintf(to, "set colorbox user origin screen %.5f, screen %.5f size screen %.5f, screen %.5f\n", right / p->width,
            1 - (TOP + HEAD + g.side) / p->height, 12 / p->width, g.side / p->height);
    fprintf(to, "set multiplot\n");
    write_labels(to, a, p, x, &g);
    for (size_t i = 0; i < x->count; i++) write_panel(to, a, p, x, i, &g);
    cli_picture_end(to);
    return cli_picture_close(to, p, p->script);
}
