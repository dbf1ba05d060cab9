/* report.h: reports of a sweep: tables, figures and a page in a browser. For the program, which shares the library
 * with others: no part of its stable interface, but exported. */
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

extern const struct lg_schema lg_table_schema; /* of the file tables/NAME.json of a report (output/schema.h) */

/* A table or a figure of a report. */
typedef struct lg_report_item {
    const char *name, *summary;
    const char *source; /* the table or figure of a paper that it reproduces, or "" */
    bool figure;
} lg_report_item;
size_t lg_report_count(void);
lg_report_item lg_report_at(size_t i); /* tables first */

/* How a report lays out the axes of a grid: lists of names with commas ("encoding,positions"), "task" or "train.lr" or
 * a short name. Rows and columns are products of axes; over `mean` scores are averaged; of `best` the label with the
 * best result is taken, and named. An axis that is in none of them goes where the sweep file's `select:` has it; else
 * the task has the rows, seeds are averaged, a learning rate is chosen by best, and the others are columns while there
 * are at most 24 of them and `columns` is NULL; what is left is chosen by best. Rates alone are columns. */
typedef struct lg_report_layout {
    const char *rows, *columns, *mean, *best; /* NULL: not said */
    const char *const *where; /* "seed=1..3", "task=even_pairs,bucket_sort": only runs with these labels */
    size_t where_count;
    const char *metric; /* "exact_match"; NULL: that of the sweep file's `select:`, or of its runs */
} lg_report_layout;

/* Zeros: the tables and figures that the sweep file names, else all for which there are runs, into SWEEP/report. */
typedef struct lg_report_options {
    const char *dir;     /* made if missing */
    const char *tables;  /* comma-separated names; "": none; NULL: those of the sweep, none if only figures are given */
    const char *figures; /* likewise */
    bool scripts;        /* write data and script of figures, do not run gnuplot */
    lg_report_layout layout; /* zeros: as the sweep file says, or by default */
} lg_report_options;

/* A run that was evaluated. */
typedef struct lg_evaluated {
    const char *run;      /* its directory, or the file of a model */
    const char *name;     /* what people call it */
    const char *variant;  /* "as trained", "window"; NULL: all are evaluated in one way */
    lg_config *config;    /* of the run, without the variant */
    const double *scores; /* [LG_METRICS_MAX]: of its test */
} lg_evaluated;
/* What the scores say, in one sentence like that of a report, from `out`: which choices score highest; or with
 * variants, how much each scores above or below the first. "": there is nothing to compare. */
lg_status lg_evaluated_finding(lg_context *c, const lg_evaluated *all, size_t count, char *out, size_t size);

/* A file that was written. */
typedef struct lg_report_file {
    const char *path, *name; /* DIR/tables/best.md, "best" */
    const char *kind;        /* "table", "data", "script", "picture", "index" */
    const char *finding;     /* of the index: the sentence with which it opens; else NULL */
} lg_report_file;
typedef void (*lg_report_fn)(void *user, const lg_report_file *f);

/* Writes report.md, which opens with what was found in one sentence, tables/NAME.md, .tex, .csv and .json, and
 * figures/NAME.svg, .pdf and .png with data and script beside them, from the plan and the present results, finished or
 * not. The same results make the same bytes.
 * Without gnuplot there are no pictures, and a warning goes to the log. Where neither tables nor figures are named,
 * files of those that an earlier report had, and this one has not, are removed. `each` may be NULL. */
lg_status lg_report_write(lg_sweep *s, const lg_report_options *w, lg_report_fn each, void *user);

typedef enum lg_page_kind {
    LG_PAGE_FILE,   /* a self-contained HTML file */
    LG_PAGE_STATIC, /* the same without JavaScript: tables and pictures */
    LG_PAGE_LIVE,   /* HTML for a server: fetches api/page (LG_PAGE_DATA) and subscribes to api/events */
    LG_PAGE_DATA    /* JSON, "lengthen.page/2", described in web/src/data.ts */
} lg_page_kind;
/* Makes a page from the plan and the present results. layout: as for lg_report_write; NULL: as the sweep file says, or
 * by default; a reader can lay out the curves in other ways. figures: a folder whose .svg files it shows; NULL: none.
 * *text is to be freed by free(); *size is without the NUL at its end. FILE and LIVE need a library built with Node.js
 * (lg_page_has_script), else they are LG_FAILED. */
lg_status lg_page_make(lg_sweep *s, lg_page_kind kind, const lg_report_layout *layout, const char *figures, char **text,
                       size_t *size);
bool lg_page_has_script(void);
/* Writes LG_PAGE_FILE, or LG_PAGE_STATIC without Node.js. */
lg_status lg_page_write(lg_sweep *s, const lg_report_layout *layout, const char *figures, const char *path);

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif

#endif
