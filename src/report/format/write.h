/* write.h: a whole report on the disk. */
#ifndef LG_REPORT_FORMAT_WRITE_H
#define LG_REPORT_FORMAT_WRITE_H

#include "base/text.h"
#include "report/format/table.h"
#include "report/figures.h"
#include "run/session.h"

/* What goes into a report, in the order of the lists; unwanted entries are left out. */
typedef struct lg_contents {
    const lg_table_kind **tables; /* end with NULL */
    const lg_figure_kind **figures;
    const char *missing; /* names of those that the sweep asks for, but has no runs for yet, between commas; "" */
} lg_contents;

/* Chooses by the wish, by what the sweep says, or by what suits its runs. LG_USAGE for a name that is none, or asks for
 * what the sweep has not. */
bool lg_contents_choose(const lg_report *r, const lg_report_options *w, lg_contents *out, lg_error *err);

typedef struct lg_printer {
    lg_context *context;
    const lg_report *report;
    const char *dir;
    bool scripts; /* no pictures */
    bool blind;   /* gnuplot is not here: said once */
    lg_report_fn each;
    void *user;
    FILE *index; /* report.md, as it grows */
} lg_printer;

/* What stands before and after tables and figures in report.md. */
void lg_index_begin(const lg_report *r, FILE *to);
void lg_index_end(const lg_report *r, const lg_contents *contents, FILE *to);

bool lg_print_report(lg_printer *p, const lg_contents *contents, lg_error *err);

#endif
