/* canvas.h: the layout of a figure's page while its script is written, in pixels of the SVG, from the top left. Private
 * to this folder. */
#ifndef LG_REPORT_PLOT_CANVAS_H
#define LG_REPORT_PLOT_CANVAS_H

#include "api/figure.h"
#include "report/plot/figure.h"

typedef struct lg_canvas {
    const lg_figure *f;
    FILE *to;
    lg_figure_form form;
    bool end_labels; /* labels at the ends of curves replace the legend */
    size_t columns, rows;
    double panel_width, panel_height; /* size of the area inside the axes */
    double between;                   /* space between the areas of panels side by side */
    double heading;                   /* space for the heading above a row of panels */
    double head, foot;                /* space above and below the area of each panel */
    double width, height, left, right;
    bool upright; /* are the column names of images vertical? */
    size_t entries_across, entries_down;
    double entry_width, legend_height;
} lg_canvas;

enum {
    LG_CANVAS_LEFT = 78,   /* least width left of the first panel, for its numbers and the axis label */
    LG_CANVAS_NAMES = 44,  /* width left of the first panel, in addition to its row names or numbers */
    LG_CANVAS_ABOVE = 66,  /* height of title and subtitle */
    LG_CANVAS_AXIS = 24,   /* height of the axis label below the panels */
    LG_CANVAS_ENTRY = 22,  /* height of a line of the legend */
    LG_CANVAS_SCALE = 48,  /* height of the colour scale of images, with its numbers */
    LG_CANVAS_SAMPLE = 46, /* width of a line in the legend */
    LG_CANVAS_LETTER = 8,  /* width of a letter, about */
    LG_CANVAS_DIGIT = 9,   /* width of a digit, about */
    LG_CANVAS_FONT = 14,   /* font size */
    LG_CANVAS_ENDS = 64,   /* largest number of labels at the ends of curves */
    LG_CANVAS_TICS = 64,   /* largest number of ticks of an axis */
    LG_CANVAS_NUMBER = 32  /* bytes of a tick label */
};

lg_canvas lg_canvas_measure(const lg_figure *f, FILE *to);
bool lg_canvas_has(const char *text); /* neither NULL nor empty */

/* The ticks of axis 'x' or 'y' of a framed panel, ascending. */
typedef struct lg_ticks {
    double at[LG_CANVAS_TICS];
    size_t count;
} lg_ticks;
lg_ticks lg_canvas_ticks(const lg_canvas *g, const lg_panel *panel, char axis);
double lg_canvas_place(const lg_canvas *g, const lg_panel *panel, double x); /* in pixels from the panel's left edge */
double lg_canvas_ticks_width(const lg_ticks *t);                             /* width of the widest label, in pixels */
size_t lg_canvas_number(double x, char out[LG_CANVAS_NUMBER]);               /* writes x as text; returns the length */
lg_panel lg_canvas_framed(const lg_figure *f, size_t i);                     /* panel i with the limits of its axes */

/* The top left corner of a panel, inside the axes. */
double lg_canvas_panel_x(const lg_canvas *g, size_t panel);
double lg_canvas_panel_y(const lg_canvas *g, size_t panel);

/* Converts positions on the page to gnuplot's units: fractions, from the bottom left. */
static inline double lg_canvas_across(const lg_canvas *g, double x) {
    return x / g->width;
}

static inline double lg_canvas_up(const lg_canvas *g, double y) {
    return 1 - y / g->height;
}

void lg_canvas_label(const lg_canvas *g, const char *text, double x, double y, const char *look);
/* The gnuplot style of lines and markers: "dashtype 1 lw 2 lc rgb '#000000'", for a curve of this many points. */
void lg_canvas_line(const lg_style *s, size_t points, char out[96]);
int lg_canvas_marker(const lg_style *s);
#define LG_CANVAS_GUIDE "dashtype (9,6) lw 1.4 lc rgb '#C00000'"
#define LG_CANVAS_MARK  "dashtype (2,4) lw 1 lc rgb '#C00000'"
#define LG_CANVAS_LEVEL "dashtype (2,5) lw 1.4 lc rgb '#8a8a8a'"

/* The curve with this index in the first panel that has points for it. The legend shows its label and style. NULL if no
 * panel has such points, or if the curve has no label. */
const lg_curve *lg_canvas_find_curve(const lg_canvas *g, size_t curve);
const char *lg_canvas_level_label(const lg_figure *f); /* label of the line at panel.level; "" if no panel shows it */
double lg_canvas_fraction(const lg_canvas *g, const lg_panel *panel, double y); /* place of y: 0 bottom, 1 top */
void lg_canvas_legend(const lg_canvas *g);
void lg_canvas_panel(const lg_canvas *g, size_t i);

#endif
