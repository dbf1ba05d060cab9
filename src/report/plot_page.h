/* plot_page.h: the page of a figure while its script is written: where things are, in units of the SVG, pixels. Private
 * to the plot_*.c files. */
#ifndef LG_REPORT_PLOT_PAGE_H
#define LG_REPORT_PLOT_PAGE_H

#include "report/plot.h"

typedef struct lg_page {
    const lg_plot *p;
    FILE *to;
    size_t columns, rows;
    double panel_width, panel_height; /* of the area inside the axes */
    double between, head, foot;       /* panels: beside, above and below that area */
    double left; /* for the numbers of the first panel, the name of its row, and that of the axis */
    double width, height;
    size_t entries_across, entries_down;
    double entry_width, legend_height;
} lg_page;

enum {
    LG_PAGE_LEFT = 78, /* for the numbers of the first panel and the name of the axis */
    LG_PAGE_RIGHT = 24,
    LG_PAGE_ABOVE = 66, /* title and what stands below it */
};

/* A place on the page in gnuplot's units: shares, from the bottom. */
static inline double lg_page_across(const lg_page *g, double x) {
    return x / g->width;
}

static inline double lg_page_up(const lg_page *g, double y) {
    return 1 - y / g->height;
}

void lg_page_label(const lg_page *g, const char *text, double x, double y, const char *look);
/* How lines and marks look: "dashtype 1 lw 2 lc rgb '#000000'", for a curve of so many points. */
void lg_page_line(const lg_style *s, size_t points, char out[96]);
int lg_page_marker(const lg_style *s);
#define LG_PAGE_GUIDE "dashtype (9,6) lw 1.4 lc rgb '#C00000'"
#define LG_PAGE_LEVEL "dashtype (2,5) lw 1.4 lc rgb '#8a8a8a'"

void lg_page_panel(const lg_page *g, size_t i);

#endif
