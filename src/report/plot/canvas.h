/* canvas.h: the page of a figure while its script is written: where things are, in units of the SVG, pixels. Private
 * to the plot_*.c files. */
#ifndef LG_REPORT_PLOT_CANVAS_H
#define LG_REPORT_PLOT_CANVAS_H

#include "report/plot/plot.h"

typedef struct lg_canvas {
    const lg_plot *p;
    FILE *to;
    size_t columns, rows;
    double panel_width, panel_height; /* of the area inside the axes */
    double between, head, foot;       /* panels: beside, above and below that area */
    double left; /* for the numbers of the first panel, the name of its row, and that of the axis */
    double width, height;
    size_t entries_across, entries_down;
    double entry_width, legend_height;
} lg_canvas;

enum {
    LG_CANVAS_LEFT = 78, /* for the numbers of the first panel and the name of the axis */
    LG_CANVAS_RIGHT = 24,
    LG_CANVAS_ABOVE = 66, /* title and what stands below it */
};

/* A place on the page in gnuplot's units: shares, from the bottom. */
static inline double lg_canvas_across(const lg_canvas *g, double x) {
    return x / g->width;
}

static inline double lg_canvas_up(const lg_canvas *g, double y) {
    return 1 - y / g->height;
}

/* Text within a line of a script: apostrophes as given, blanks for control characters. */
void lg_canvas_write_line(FILE *to, const char *text, const char *apostrophe);
void lg_canvas_label(const lg_canvas *g, const char *text, double x, double y, const char *look);
/* How lines and marks look: "dashtype 1 lw 2 lc rgb '#000000'", for a curve of so many points. */
void lg_canvas_line(const lg_style *s, size_t points, char out[96]);
int lg_canvas_marker(const lg_style *s);
#define LG_CANVAS_GUIDE "dashtype (9,6) lw 1.4 lc rgb '#C00000'"
#define LG_CANVAS_LEVEL "dashtype (2,5) lw 1.4 lc rgb '#8a8a8a'"

void lg_canvas_panel(const lg_canvas *g, size_t i);

#endif
