/* page.h: the page of a sweep, a self-contained HTML file, or its data for a page that a server provides. The format of
 * the data is "lengthen.page/2"; web/src/data.ts describes it.
 *
 * Output goes to a stream, which keeps write errors. Functions return false only when out of memory. */
#ifndef LG_REPORT_PAGE_PAGE_H
#define LG_REPORT_PAGE_PAGE_H

#include <stdio.h>

#include "base/json.h"
#include "report/report.h"

/* A figure on the page. */
typedef struct lg_page_picture {
    const char *name, *title;
    const char *type; /* "image/svg+xml", "image/png" */
    const unsigned char *bytes;
    size_t size;
} lg_page_picture;

typedef struct lg_page_pictures {
    lg_page_picture *list;
    size_t count;
} lg_page_pictures;

/* The figures of a folder, sorted by name, allocated in the arena: NAME.svg or, if that is large, NAME.png beside it. A
 * missing folder has none. Files that would make the page too large are skipped. */
bool lg_page_pictures_read(const char *folder, lg_arena *arena, lg_page_pictures *out, lg_error *err);

void lg_page_write_picture(const lg_page_picture *p, FILE *to); /* writes a data: URL */

bool lg_page_write_data(const lg_report *r, const lg_page_pictures *pictures, FILE *to, lg_error *err);
/* The title, tables and pictures as HTML, for the page without a script. */
bool lg_page_write_static(const lg_report *r, const lg_page_pictures *pictures, FILE *to, lg_error *err);

/* ---- parts of the data ---- */

/* Writes "selection", "columns" and "axes". */
bool lg_page_write_axes(const lg_report *r, lg_json *j, lg_error *err);
bool lg_page_write_runs(const lg_report *r, lg_json *j, lg_error *err);
/* lg_page_write_owned writes "owned": for each option that is set for all runs, the choices to which it belongs.
 * lg_page_write_implied writes "implied": for each run, the choices that differ from the default of their axis although
 * neither the sweep nor the run names them, such as an architecture that the data implies. */
void lg_page_write_owned(const lg_manifest *m, lg_json *j);
bool lg_page_write_implied(const lg_report *r, lg_json *j, lg_error *err);
/* "training" of runs; see page_training.c. */
bool lg_page_write_training(const lg_report *r, lg_json *j, lg_error *err);
bool lg_page_write_tables(const lg_report *r, lg_json *j, lg_error *err);
/* "bins":{...},"curves" of all runs; see page_curves.c. */
typedef struct lg_page_bins {
    int *first, *last; /* range of lengths behind each number of a curve, ascending */
    size_t count;
} lg_page_bins;
bool lg_page_bins_make(const lg_report *r, lg_arena *arena, lg_page_bins *out);
double lg_page_top(const lg_report *r); /* the value that the largest packed number represents */
void lg_page_write_curve(const lg_run_result *run, size_t metric, double top, const lg_page_bins *bins, FILE *to);

#endif
