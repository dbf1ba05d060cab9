/* figures.h: the kinds of figure in a report, and the functions that build one. plot/ draws it. */
#ifndef LG_REPORT_FIGURES_H
#define LG_REPORT_FIGURES_H

#include "report/report.h"

typedef struct lg_plot {
    lg_figure figure;
    size_t metric; /* index of the report's metric */
    const char *caption;
    const char *notes[32];
    size_t note_count;
    lg_arena *arena;
    bool failed; /* sticky: out of memory */
} lg_plot;

/* A kind of figure. */
typedef struct lg_figure_kind {
    const char *name, *summary;
    const char *source;                /* the figure of a paper that it reproduces; or "" */
    bool by_name;                      /* true: only reports that name the figure have it */
    bool (*suits)(const lg_report *r); /* does the report have runs to draw? */
    void (*fill)(const lg_report *r, lg_plot *p);
} lg_figure_kind;

#define FIGURE(name) extern const lg_figure_kind lg_figure_##name;
#include "api/figure.h"
#include "report/figures.def"
#undef FIGURE
extern const lg_figure_kind *const lg_figure_kinds[]; /* terminated by NULL */

lg_plot *lg_plot_make(const lg_figure_kind *kind, const lg_report *r, lg_error *err);

/* ---- functions for `fill` ---- */

bool lg_plot_size(lg_plot *p, size_t panels, size_t curves); /* empty curves; false: failed */
void *lg_plot_alloc(lg_plot *p, size_t bytes);               /* NULL: failed */
const char *lg_plot_text(lg_plot *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lg_plot_note(lg_plot *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A panel for a row of the layout, with its title, its chance level and a line at the longest training length. If runs
 * differ in this length, there is a line for each of their lengths. */
void lg_panel_of_row(lg_plot *p, lg_panel *panel, const lg_report *r, size_t row);
/* A curve of a panel: the run's metric by length, in the metric's unit. Empty for LG_NO_RUN. */
void lg_panel_curve(lg_plot *p, lg_panel *panel, size_t curve, const char *label, lg_style style, const lg_report *r,
                    size_t run);
const char *lg_plot_title(lg_plot *p);       /* "Token accuracy by length" */
const char *lg_plot_level(const lg_plot *p); /* the meaning of a panel's dotted line: "chance", or "" */
/* The last sentence of the caption of a figure by length: " Inputs to the right of ...; dotted: chance." It says which
 * line of a panel separates inputs longer than any in training. level: what the dotted line means; "" if there is
 * none. */
const char *lg_plot_lines(lg_plot *p, const lg_report *r, const char *level);
/* " over seeds": the axes that are averaged over; "" without any. */
const char *lg_plot_averaged(lg_plot *p, const lg_report *r);
/* Describes how texts are scored, in the subtitle and in a note. */
void lg_plot_readings(lg_plot *p, const lg_report *r);
/* Empty curves for a panel per row: one for each column, then one for each column with published scores by length. */
bool lg_plot_columns(lg_plot *p, const lg_report *r);
/* Fills the published curves with crosses, at the same multiples of the longest training length and only within the
 * range of our own curves. */
void lg_plot_published(lg_plot *p, const lg_report *r);
const char *lg_plot_crosses(lg_plot *p, const lg_report *r); /* a sentence of the caption; "" without crosses */
/* Labels the axes and lines of a figure that shows the metric by length. */
void lg_plot_by_length(lg_plot *p);
void lg_plot_by_metric(lg_plot *p, const char *before); /* only the y axis; `before` precedes its label */
/* Sets the x limits of each panel with lg_figure_frame_x and its y limits with lg_panel_frame_y; then calls
 * lg_plot_share_y. */
void lg_plot_frame(lg_plot *p);
/* Gives all panels the same y range, which contains the y range of each, so that curves side by side can be
 * compared. */
void lg_plot_share_y(lg_plot *p);

#endif
