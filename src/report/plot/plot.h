/* plot.h: the one model of a figure: panels of curves, side by side, with one legend below all of them. It becomes data
 * (a CSV file for each panel) and a gnuplot script that draws SVG, PDF and PNG of it. */
#ifndef LG_REPORT_PLOT_PLOT_H
#define LG_REPORT_PLOT_PLOT_H

#include <stdio.h>

#include "report/report.h"

typedef struct lg_curve {
    const char *label;
    lg_style style;
    const double *x, *y;
    const double *low, *high; /* of a band around it; NULL: none */
    size_t count;
} lg_curve;

typedef struct lg_panel {
    const char *title;
    const char *file; /* what tells its data file from those of other panels; NULL: the title */
    lg_curve *curves; /* [curve_count] of the plot; those without points are left out */
    double guide;     /* a dashed line at this x, with its name; NaN: none */
    double level;     /* a dotted line at this y; NaN: none */
    double x_low, x_high, y_low, y_high;
    const char *side;    /* the name of the row of panels that begins here; "" */
    const double *image; /* [side_count, side_count], 0..1, from above; NULL: none */
    size_t side_count;
    double pixel; /* width of one of its elements on the axes */
} lg_panel;

typedef enum lg_plot_kind { LG_PLOT_CURVES, LG_PLOT_POINTS, LG_PLOT_IMAGES } lg_plot_kind;

typedef struct lg_plot {
    lg_plot_kind kind;
    const char *name, *title, *below, *caption;
    const char *x_label, *y_label;
    const char *guide, *level; /* what the lines stand for, in the legend; of images what the colours do; "" */
    bool shared;               /* all curves have points at the same x, so the data has one column of them */
    bool bands;                /* the data of shared x has columns for the bands of all curves */
    size_t across;             /* panels side by side; 0: as many as look well */
    bool steps;                /* mark the points: few, and measured one by one */
    lg_panel *panels;
    size_t panel_count, curve_count;
    const char *notes[32];
    size_t note_count;
    lg_arena *arena;
    bool failed; /* sticky: there was no memory */
} lg_plot;

/* One kind of figure. */
typedef struct lg_figure_kind {
    const char *name, *summary;
    const char *source;                /* the figure of a paper that it repeats; "" */
    bool (*suits)(const lg_report *r); /* are there runs to draw? */
    void (*fill)(const lg_report *r, lg_plot *p);
} lg_figure_kind;

#define FIGURE(name) extern const lg_figure_kind lg_figure_##name;
#include "report/figures.def"
#undef FIGURE
extern const lg_figure_kind *const lg_figure_kinds[]; /* ends with NULL */

lg_plot *lg_plot_make(const lg_figure_kind *kind, const lg_report *r, lg_error *err);

/* ---- for those who fill ---- */

bool lg_plot_size(lg_plot *p, size_t panels, size_t curves); /* empty curves; false: failed */
const char *lg_plot_text(lg_plot *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lg_plot_note(lg_plot *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Accuracies of a run by length, in percent. */
void lg_curve_of_run(lg_plot *p, lg_curve *c, const lg_run_result *r);
/* A panel for a row of the layout: its title, chance, and a line where training ends. */
void lg_panel_of_row(lg_panel *panel, const lg_report *r, size_t row);
/* A curve of a panel: of this run, empty for LG_NO_RUN. */
void lg_panel_curve(lg_plot *p, lg_panel *panel, size_t curve, const char *label, lg_style style, const lg_report *r,
                    size_t run);
/* Names the axes and lines of a figure of accuracies by length. */
void lg_plot_by_length(lg_plot *p);
/* Sets limits around what is drawn: of accuracy, from below chance to 100. */
void lg_plot_frame(lg_plot *p);

/* ---- for those who write ---- */

/* The name of a panel's data file; room for 96. */
void lg_plot_data_name(const lg_plot *p, size_t panel, char out[96]);
void lg_plot_write_data(const lg_plot *p, size_t panel, FILE *to);
void lg_plot_write_script(const lg_plot *p, FILE *to);
void lg_write_quoted(FILE *to, const char *text); /* in gnuplot's single quotes, control characters as blanks */

#endif
