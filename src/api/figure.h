/* figure.h: curves, point sets and images as data, script and pictures. For the program, which shares the library
 * with others: no part of its stable interface, but exported. */
#ifndef LG_API_FIGURE_H
#define LG_API_FIGURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/report.h"
#include "api/sweep.h"
#include "lengthen.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

/* How a curve is drawn; that of a column of a sweep is the same in every figure. */
typedef struct lg_style {
    const char *colour; /* "#0072B2" */
    int dash;           /* 1 solid, 2 dashed, 3 dotted, 4 dash-dotted; 0: points without a line */
    int marker;         /* 0 to 11: shapes, the last six of them open; 12: a cross; -1: none */
} lg_style;
lg_style lg_style_at(size_t i); /* of curves that are distinguished by their order alone: solid, by colour and marker */
/* Of the columns of a sweep's reports, the first `capacity` ones; *count: how many there are. */
lg_status lg_report_styles(lg_sweep *s, size_t capacity, lg_style *styles, size_t *count);
/* The same for runs with these configs, as if each were a column. */
lg_status lg_config_styles(lg_context *c, lg_config *const *configs, size_t count, lg_style *styles);

typedef struct lg_curve {
    const char *label; /* in the legend; "": not there */
    lg_style style;
    size_t count;             /* of points; 0: this panel lacks the curve */
    const double *x, *y;      /* [count] */
    const double *low, *high; /* [count]: a band around it; NULL: none */
} lg_curve;

typedef struct lg_panel_text {
    const char *text; /* begins right of the point, or has it in its middle, before all else that is drawn */
    double x, y;
    bool centred, light; /* light: white, on dark ground */
} lg_panel_text;

/* In all of these records NULL is the same as "". */
typedef struct lg_panel {
    const char *title, *subtitle; /* above it */
    const char *row;              /* heading of the row of panels that begins with this one */
    const char *name;             /* part of the name of its data; NULL: the title */
    lg_curve *curves;             /* [curve_count] of the figure */
    double guide, level;          /* a line at this x, dashed or thin, a dotted one at this y; NaN: none */
    const double *marks;          /* [mark_count], ascending: thin dotted lines at these x, with the number */
    size_t mark_count;
    double x_low, x_high, y_low, y_high; /* of the axes; low = high: around all points */
    double y_step;                       /* between numbers on the axis; 0: chosen */
    const double *image;                 /* [rows, side], right and down from (x_low, y_high); NULL: none */
    size_t side, rows;                   /* elements of a row; rows, 0: as many */
    double pixel, split;                 /* width of an element on the axes; thin lines at this x and y, 0: none */
    const char *const *x_names;          /* [side], of an image: beside its elements, in place of numbers; NULL */
    const char *const *y_names;          /* [rows] */
    lg_panel_text *texts;                /* [text_count] */
    size_t text_count;
} lg_panel;

typedef struct lg_figure {
    const char *name; /* of its files: NAME.svg */
    const char *title, *subtitle, *x_label, *y_label;
    const char *guide_label, *level_label; /* what those lines of the panels are */
    const char *scale_label;               /* of images: what is shown as a colour */
    double scale_max;                      /* of images: the darkest colour; 0: 1 */
    int x_log, y_log;                      /* base of a logarithmic axis, 2 or 10; 0: a linear one */
    size_t columns;                        /* panels side by side; 0: chosen */
    double panel_width, panel_height;      /* in pixels, inside of the axes; 0: chosen */
    size_t points_max;                     /* sets of more points are drawn in part, evenly spaced; 0: no limit */
    bool shared_x;                         /* the data has one column of x for all curves, in ascending order */
    bool mark_all;                         /* a mark on every point of a curve, also on long ones */
    bool end_labels;                       /* of one panel: labels stand where curves end, unless they are too many */
    bool one_file;                         /* the data of all panels in NAME.csv; else in a file for each panel */
    lg_panel *panels;                      /* [panel_count], row by row */
    size_t panel_count, curve_count;       /* no curves: images */
} lg_figure;

/* The x axis of each panel: around its points, where shared_x is set logarithmic if lengths multiply, as 64, 128, 256.
 */
void lg_figure_frame_x(lg_figure *f);
/* The y axis for curves of a metric, in its unit, with their bands: from below the lowest point and the level to the
 * top of the metric's range, or where that has none, from its bottom to above the highest point. */
void lg_panel_frame_y(lg_panel *panel, size_t curve_count, size_t metric);

enum { LG_FIGURE_SVG = 1, LG_FIGURE_PDF = 2, LG_FIGURE_PNG = 4, LG_FIGURE_ALL = 7, LG_FIGURE_SCRIPT_ONLY = 8 };
/* Writes the data of a figure (CSV) and NAME.gp, the gnuplot script that draws it in these formats, into a folder that
 * exists, and has gnuplot draw them unless LG_FIGURE_SCRIPT_ONLY is set. Without gnuplot: LG_FAILED, after data and
 * script are written. `each` may be NULL. LG_USAGE: a name that is no file name in the folder. */
lg_status lg_figure_write(lg_context *c, const lg_figure *f, const char *folder, int formats, lg_report_fn each,
                          void *user);
/* Runs gnuplot on a script in its folder, as a program of its own. The pictures that it makes have no date in them. */
lg_status lg_gnuplot(lg_context *c, const char *folder, const char *script);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
