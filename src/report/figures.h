/* figures.h: a figure of a report while it is made, and the kinds of figure that there are. What it becomes, and how,
 * is in plot/. */
#ifndef LG_REPORT_FIGURES_H
#define LG_REPORT_FIGURES_H

#include "report/report.h"

typedef struct lg_plot {
    lg_figure figure;
    size_t metric; /* of the report */
    const char *caption;
    const char *notes[32];
    size_t note_count;
    lg_arena *arena;
    bool failed; /* sticky: out of memory */
} lg_plot;

/* One kind of figure. */
typedef struct lg_figure_kind {
    const char *name, *summary;
    const char *source;                /* the figure of a paper that it repeats; "" */
    bool by_name;                      /* only in reports that name it */
    bool (*suits)(const lg_report *r); /* are there runs to draw? */
    void (*fill)(const lg_report *r, lg_plot *p);
} lg_figure_kind;

#define FIGURE(name) extern const lg_figure_kind lg_figure_##name;
#include "api/figure.h"
#include "report/figures.def"
#undef FIGURE
extern const lg_figure_kind *const lg_figure_kinds[]; /* ends with NULL */

lg_plot *lg_plot_make(const lg_figure_kind *kind, const lg_report *r, lg_error *err);

/* ---- for those who fill ---- */

bool lg_plot_size(lg_plot *p, size_t panels, size_t curves); /* empty curves; false: failed */
void *lg_plot_alloc(lg_plot *p, size_t bytes);               /* NULL: failed */
const char *lg_plot_text(lg_plot *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
void lg_plot_note(lg_plot *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A panel for a row of the layout: its title, chance, and a line where training ends, or one for each such length. */
void lg_panel_of_row(lg_plot *p, lg_panel *panel, const lg_report *r, size_t row);
/* A curve of a panel: the metric by length of this run, in its unit; empty for LG_NO_RUN. */
void lg_panel_curve(lg_plot *p, lg_panel *panel, size_t curve, const char *label, lg_style style, const lg_report *r,
                    size_t run);
const char *lg_plot_title(lg_plot *p);       /* "Token accuracy by length" */
const char *lg_plot_level(const lg_plot *p); /* what the dotted line of a panel is: "chance", or "" */
/* The last sentence of the caption of a figure by length: where inputs are longer than any in training, as panels show
 * it, and what the dotted line across them is: " Right of the dashed line ...; dotted: chance."; level "": nothing. */
const char *lg_plot_lines(lg_plot *p, const lg_report *r, const char *level);
/* " over seeds", the axes that are averaged over; "": there are none. */
const char *lg_plot_averaged(lg_plot *p, const lg_report *r);
/* How texts are scored, behind the subtitle and in a note. */
void lg_plot_readings(lg_plot *p, const lg_report *r);
/* Empty curves of a panel for each row: one for each column, and after them those that a study has by length. */
bool lg_plot_columns(lg_plot *p, const lg_report *r);
/* Fills those of the study, as crosses, where a panel has curves of ours, at the same multiple of the longest length of
 * training. */
void lg_plot_published(lg_plot *p, const lg_report *r);
const char *lg_plot_crosses(lg_plot *p, const lg_report *r); /* what they are, as a sentence of a caption; "" */
/* Names the axes and lines of a figure of the metric by length. */
void lg_plot_by_length(lg_plot *p);
void lg_plot_by_metric(lg_plot *p, const char *before); /* the y axis alone; before: words of its label */
/* Sets limits around what is drawn: of a metric, as lg_panel_frame_y does, in all panels the same. */
void lg_plot_frame(lg_plot *p);
/* Gives all panels the range of y that holds those of each, so that curves side by side can be compared. */
void lg_plot_share_y(lg_plot *p);

#endif
