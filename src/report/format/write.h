/* write.h: a whole report on the disk. */
#ifndef LG_REPORT_FORMAT_WRITE_H
#define LG_REPORT_FORMAT_WRITE_H

#include "api/report.h"
#include "base/text.h"
#include "report/figures.h"
#include "report/format/table.h"
#include "run/session.h"

/* The tables and figures of a report, in the order of the lists. */
typedef struct lg_report_items {
    const lg_table_kind **tables; /* end with NULL */
    const lg_figure_kind **figures;
    const char *missing; /* names of those that the sweep asks for, but has no runs for yet, between commas; "" */
} lg_report_items;

/* Of all kinds of tables, then figures, that there always are; NULL beyond the last. */
const char *lg_report_name(size_t i);

/* Chooses by the options, else by the `reports:` of the sweep, else by what suits its runs. LG_USAGE: an unknown name,
 * or one for which the sweep has no runs. */
bool lg_report_items_choose(const lg_report *r, const lg_report_options *w, lg_report_items *out, lg_error *err);

typedef struct lg_printer {
    lg_context *context;
    const lg_report *report;
    const char *dir;
    const char *finding; /* the sentence with which report.md opens */
    bool whole;          /* all that there is, and not some of it by name: leftovers of an earlier report go */
    bool scripts;        /* gnuplot is not run */
    bool no_gnuplot;     /* it is not installed: one warning */
    lg_report_fn each;
    void *user;
    FILE *index; /* report.md, as it grows */
} lg_printer;

/* What stands before and after tables and figures in report.md. */
void lg_index_begin(const lg_report *r, const char *finding, FILE *to);
void lg_index_end(const lg_report *r, const lg_report_items *items, FILE *to);

bool lg_print_report(lg_printer *p, const lg_report_items *items, lg_error *err);

#endif
