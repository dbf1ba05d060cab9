/* page.h: the page of a sweep: a self-contained HTML file, or its data for a page that asks a server for it. What
 * the script reads is described in web/src/data.ts: "lengthen.page/2".
 *
 * Everything is written to a stream whose failures stay in it; functions return false only when out of memory. */
#ifndef LG_REPORT_PAGE_PAGE_H
#define LG_REPORT_PAGE_PAGE_H

#include <stdio.h>

#include "base/json.h"
#include "report/report.h"

/* A figure to show. */
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

/* The figures of a folder, by name, from the arena: NAME.svg or, where that is large, the NAME.png beside it. A folder
 * that is not there has none. Files that would make the page too large are left out. */
bool lg_page_pictures_read(const char *folder, lg_arena *arena, lg_page_pictures *out, lg_error *err);

void lg_page_write_picture(const lg_page_picture *p, FILE *to); /* as a data: address */

bool lg_page_write_data(const lg_report *r, const lg_page_pictures *pictures, FILE *to, lg_error *err);
/* Title, tables and pictures as HTML, for the page without a script. */
bool lg_page_write_static(const lg_report *r, const lg_page_pictures *pictures, FILE *to, lg_error *err);

/* ---- parts of the data ---- */

/* "selection", "columns", "axes". */
bool lg_page_write_axes(const lg_report *r, lg_json *j, lg_error *err);
bool lg_page_write_runs(const lg_report *r, lg_json *j, lg_error *err);
/* "owned": the choices that options of all runs belong to. "brought", of `runs`: choices on their axes that nobody
 * said, and that are others than an axis has by itself, as data may bring an architecture. */
void lg_page_write_owned(const lg_manifest *m, lg_json *j);
bool lg_page_write_brought(const lg_report *r, lg_json *j, lg_error *err);
/* "training" of runs: see page_training.c. */
bool lg_page_write_training(const lg_report *r, lg_json *j, lg_error *err);
bool lg_page_write_tables(const lg_report *r, lg_json *j, lg_error *err);
/* "bins":{...},"curves" of all runs; see page_curves.c. */
typedef struct lg_page_bins {
    int *first, *last; /* lengths that a number of a curve stands for, ascending */
    size_t count;
} lg_page_bins;
bool lg_page_bins_make(const lg_report *r, lg_arena *arena, lg_page_bins *out);
double lg_page_top(const lg_report *r); /* the value that the largest number of a curve stands for */
void lg_page_write_curve(const lg_run_result *run, size_t metric, double top, const lg_page_bins *bins, FILE *to);

#endif
