/* figure.h: figures of curves, point sets and images, as data, gnuplot script and pictures. Exported for the program,
 * but not part of the stable interface. */
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

/* The style of a curve. A column of a sweep has the same style in every figure. */
typedef struct lg_style {
    const char *colour; /* "#0072B2" */
    int dash;           /* 1 solid, 2 dashed, 3 dotted, 4 dash-dotted; 0: points without a line */
    int marker;         /* 0 to 11: shapes, the last six of them open; 12: a cross; -1: none */
} lg_style;
lg_style lg_style_at(size_t i); /* style number i: solid lines that differ in colour and marker */
/* Styles of the first `capacity` columns of a sweep's reports; *count: number of columns. */
lg_status lg_report_styles(lg_sweep *s, size_t capacity, lg_style *styles, size_t *count);
/* Styles of runs with these configs, as if each config were a column of a sweep. */
lg_status lg_config_styles(lg_context *c, lg_config *const *configs, size_t count, lg_style *styles);

typedef struct lg_curve {
    const char *label; /* legend text; "": not in the legend */
    lg_style style;
    size_t count;             /* number of points; 0: this panel lacks the curve */
    const double *x, *y;      /* [count] */
    const double *low, *high; /* [count]: lower and upper edge of a band around the curve; NULL: no band */
} lg_curve;

typedef struct lg_panel_text {
    const char *text; /* to the right of the point, or centred on it in front of everything else */
    double x, y;
    bool centred, light; /* light: white, for dark backgrounds */
} lg_panel_text;

/* In the texts of figures, panels and curves, NULL is the same as "". */
typedef struct lg_panel {
    const char *title, *subtitle; /* texts above the panel */
    const char *row;              /* heading of the row of panels that begins here */
    const char *name;             /* part of the name of its data file; NULL: the title */
    lg_curve *curves;             /* [curve_count] of the figure */
    double guide, level;          /* guide: x of a vertical line, which is dashed if there are curves and thin on an
                                     image; level: y of a dotted horizontal line; NaN: no such line */
    const double *marks;          /* [mark_count], ascending: thin dotted lines at these x, labelled with the number */
    size_t mark_count;
    double x_low, x_high, y_low, y_high; /* axis ranges; low = high: fit all points */
    double y_step;                       /* distance of ticks; 0: automatic */
    const double *image;                 /* [rows, side], right and down from (x_low, y_high); NULL: none */
    size_t side, rows;                   /* elements per row; number of rows, 0: same as side */
    double pixel, split;                 /* for images: width of an element in axis units; position on both axes of two
                                            thin lines, 0: no lines */
    const char *const *x_names;          /* [side], for images: labels of elements instead of numbers; NULL: none */
    const char *const *y_names;          /* [rows] */
    lg_panel_text *texts;                /* [text_count] */
    size_t text_count;
} lg_panel;

typedef struct lg_figure {
    const char *name; /* base name of its files: NAME.svg */
    const char *title, *subtitle, *x_label, *y_label;
    const char *guide_label, *level_label; /* labels of the guide and level lines of the panels */
    const char *scale_label;               /* for images: the quantity shown as colour */
    double scale_max;                      /* for images: value of the darkest colour; 0: 1 */
    int x_log, y_log;                      /* base of a logarithmic axis, 2 or 10; 0: linear */
    size_t columns;                        /* panels side by side; 0: automatic */
    double panel_width, panel_height;      /* in pixels, inside the axes; 0: automatic */
    size_t points_max;                     /* larger point sets are thinned evenly when drawn; 0: no limit */
    bool shared_x;                         /* data files have one ascending x column for all curves */
    bool mark_all;                         /* markers on every point, even of long curves */
    bool end_labels;                       /* with one panel: labels at the ends of curves, unless there are too many */
    bool one_file;                         /* data of all panels in NAME.csv; otherwise one file per panel */
    lg_panel *panels;                      /* [panel_count], row by row */
    size_t panel_count, curve_count;       /* no curves: images */
} lg_figure;

/* Sets the x range of each panel to its points. With shared_x, the axis becomes logarithmic if lengths grow
 * geometrically, such as 64, 128, 256. */
void lg_figure_frame_x(lg_figure *f);
/* Sets the y range of a panel whose curves show a metric in its unit of display. The range includes the bands of the
 * curves. If the metric has a maximum, the range is from below the lowest point and the level to that maximum;
 * otherwise it is from the metric's minimum to above the highest point. */
void lg_panel_frame_y(lg_panel *panel, size_t curve_count, size_t metric);

enum { LG_FIGURE_SVG = 1, LG_FIGURE_PDF = 2, LG_FIGURE_PNG = 4, LG_FIGURE_ALL = 7, LG_FIGURE_SCRIPT_ONLY = 8 };
/* Writes the data of a figure (CSV) and NAME.gp, the gnuplot script for these formats, into an existing folder, and
 * runs gnuplot unless LG_FIGURE_SCRIPT_ONLY is set. If gnuplot is missing: LG_FAILED, after data and script are
 * written. `each` may be NULL. LG_USAGE: the name is not a file name in the folder. */
lg_status lg_figure_write(lg_context *c, const lg_figure *f, const char *folder, int formats, lg_report_fn each,
                          void *user);
/* Runs gnuplot on a script in its folder, as a child process. The pictures contain no date. */
lg_status lg_gnuplot(lg_context *c, const char *folder, const char *script);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
