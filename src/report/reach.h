/* reach.h: what a model has learned of the lengths of training, beside what it does with longer ones: the table and the
 * figure `reach`. */
#ifndef LG_REPORT_REACH_H
#define LG_REPORT_REACH_H

#include "report/report.h"

/* Have runs been tested at lengths of training and at longer ones? */
bool lg_reach_is_known(const lg_report *r);
/* Means over the tested lengths: the cross-entropy at those of training, and the metric, in its unit, there and at
 * longer ones. NaN: the run has none. They are lg_run_number. */
double lg_reach_loss(const lg_report *r, size_t run, double about);
double lg_reach_in_range(const lg_report *r, size_t run, double about);
double lg_reach_beyond(const lg_report *r, size_t run, double about);

#endif
