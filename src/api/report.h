/* report.h: reports of a sweep: tables, figures and an HTML page. Exported for the program, but not part of the stable
 * interface. */
#ifndef LG_API_REPORT_H
#define LG_API_REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api/sweep.h"
#include "lengthen.h"

#if defined(__GNUC__)
#pragma GCC visibility push(default) /* the symbols that the shared library exports */
#endif

extern const struct lg_schema lg_table_schema; /* schema of the file tables/NAME.json of a report (output/schema.h) */

/* A table or a figure of a report. */
typedef struct lg_report_item {
    const char *name, *summary;
    const char *source; /* table or figure of a paper that it reproduces, or "" */
    bool figure;
} lg_report_item;
size_t lg_report_count(void);
lg_report_item lg_report_at(size_t i); /* tables first */

/* Layout of the axes of a grid in a report. Members are comma-separated axis names ("encoding,positions"): "task",
 * "train.lr" or a short name. Rows and columns are products of axes; scores are averaged over `mean`. On each axis of
 * `best`, the label with the best result is chosen, and the report names this label. An unlisted axis follows the sweep
 * file's `select:`. By default, tasks are rows, seeds are averaged, and the learning rate is an axis of `best`. If
 * `columns` is NULL, the other axes become columns as long as there are at most 24 columns; the remaining axes become
 * axes of `best`. If the learning rate is the only axis, rates are columns. */
typedef struct lg_report_layout {
    const char *rows, *columns, *mean, *best; /* NULL: unset */
    const char *const *where; /* filters such as "seed=1..3", "task=even_pairs,bucket_sort": only runs with these
                                 labels */
    size_t where_count;
    const char *metric; /* "exact_match"; NULL: the metric of the sweep file's `select:`, or of its runs */
} lg_report_layout;

/* What to write, and where. All zeros: the tables and figures that the sweep file names, or all that have runs, are
 * written into SWEEP/report. */
typedef struct lg_report_options {
    const char *dir;         /* created if missing */
    const char *tables;      /* comma-separated names; "": none; NULL: those of the sweep, or none if only figures are
                                given */
    const char *figures;     /* like `tables`, for figures */
    bool scripts;            /* write data and script of figures without running gnuplot */
    lg_report_layout layout; /* zeros: from the sweep file, or the default */
} lg_report_options;

/* An evaluated run. */
typedef struct lg_evaluated {
    const char *run;      /* its directory, or a model file */
    const char *name;     /* display name */
    const char *variant;  /* how it was evaluated: "as trained", "window"; NULL: all are evaluated in the same way */
    lg_config *config;    /* of the run, without the variant */
    const double *scores; /* [LG_METRICS_MAX]: scores on its test split */
} lg_evaluated;
/* Summarizes scores in one sentence, like the finding of a report: which choices score highest or, with variants, how
 * much each scores above or below the first. "": nothing to compare. */
lg_status lg_evaluated_finding(lg_context *c, const lg_evaluated *all, size_t count, char *out, size_t size);

/* A file that was written. */
typedef struct lg_report_file {
    const char *path, *name; /* DIR/tables/best.md, "best" */
    const char *kind;        /* "table", "data", "script", "picture", "index" */
    const char *finding;     /* for the index: its opening sentence; otherwise NULL */
} lg_report_file;
typedef void (*lg_report_fn)(void *user, const lg_report_file *f);

/* Writes a report of the plan and the present results; the sweep need not be finished. Files: report.md, which opens
 * with a one-sentence finding; tables/NAME.md, .tex, .csv and .json; figures/NAME.svg, .pdf and .png, with their data
 * and script. The same results make the same bytes. Without gnuplot there are no pictures, and a warning goes to the
 * log. If neither tables nor figures are named, outdated table and figure files of an earlier report are removed.
 * `each` may be NULL. */
lg_status lg_report_write(lg_sweep *s, const lg_report_options *w, lg_report_fn each, void *user);

typedef enum lg_page_kind {
    LG_PAGE_FILE,   /* a self-contained HTML file */
    LG_PAGE_STATIC, /* a self-contained HTML file without JavaScript: tables and pictures */
    LG_PAGE_LIVE,   /* HTML for a server: fetches api/page (LG_PAGE_DATA) and subscribes to api/events */
    LG_PAGE_DATA    /* JSON, "lengthen.page/2", described in web/src/data.ts */
} lg_page_kind;
/* Makes a page from the plan and the present results. layout: as for lg_report_write; NULL: from the sweep file, or the
 * default. Readers of the page can rearrange the curves. figures: a folder of .svg files to show; NULL: none. The
 * caller frees *text with free(); *size excludes its final NUL. FILE and LIVE need a library built with Node.js
 * (lg_page_has_script); otherwise the call returns LG_FAILED. */
lg_status lg_page_make(lg_sweep *s, lg_page_kind kind, const lg_report_layout *layout, const char *figures, char **text,
                       size_t *size);
bool lg_page_has_script(void);
/* Writes LG_PAGE_FILE, or LG_PAGE_STATIC if the library was built without Node.js. */
lg_status lg_page_write(lg_sweep *s, const lg_report_layout *layout, const char *figures, const char *path);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
