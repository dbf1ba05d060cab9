/* reach.h: what a model has learned at training lengths, compared with longer ones, for the table and the figure
 * `reach`. */
#ifndef LG_REPORT_REACH_H
#define LG_REPORT_REACH_H

#include "report/report.h"

/* True if runs have been tested both at training lengths and at longer ones. */
bool lg_reach_is_known(const lg_report *r);
/* Means over the tested lengths, of type lg_run_number: the cross-entropy at training lengths, and the metric in its
 * unit at training lengths and at longer ones. NaN if the run has none. */
double lg_reach_loss(const lg_report *r, size_t run, double about);
double lg_reach_in_range(const lg_report *r, size_t run, double about);
double lg_reach_beyond(const lg_report *r, size_t run, double about);

#endif
