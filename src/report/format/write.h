/* write.h: writes a report to disk. */
#ifndef LG_REPORT_FORMAT_WRITE_H
#define LG_REPORT_FORMAT_WRITE_H

#include "api/report.h"
#include "base/text.h"
#include "report/figures.h"
#include "report/format/table.h"
#include "run/session.h"

/* The tables and figures of a report, in order. */
typedef struct lg_report_items {
    const lg_table_kind **tables; /* both lists are terminated by NULL */
    const lg_figure_kind **figures;
    const char *missing; /* items that the sweep file names and the report lacks, separated by commas; or "" */
} lg_report_items;

/* Name i in the list of all kinds of tables followed by all kinds of figures; NULL past the last. */
const char *lg_report_name(size_t i);

/* Chooses the items that the options name. If they name none, chooses the items of `reports:` in the sweep; without
 * `reports:`, all items that suit the sweep's runs. Fails with LG_USAGE if a name is unknown, or if the sweep has no
 * runs for it. */
bool lg_report_items_choose(const lg_report *r, const lg_report_options *w, lg_report_items *out, lg_error *err);

typedef struct lg_printer {
    lg_context *context;
    const lg_report *report;
    const char *dir;
    const char *finding; /* the sentence at the top of report.md */
    bool whole;          /* the whole report, not a selection by name: removes leftovers of an earlier one */
    bool scripts;        /* only write scripts for gnuplot, do not run it */
    bool no_gnuplot;     /* gnuplot is not installed: warn once */
    lg_report_fn each;
    void *user;
    FILE *index; /* report.md while it is written */
} lg_printer;

/* The parts of report.md before and after the tables and figures. */
void lg_index_begin(const lg_report *r, const char *finding, FILE *to);
void lg_index_end(const lg_report *r, const lg_report_items *items, FILE *to);

bool lg_print_report(lg_printer *p, const lg_report_items *items, lg_error *err);

#endif
