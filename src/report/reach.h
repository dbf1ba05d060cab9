/* reach.h: what a model has learned of the lengths of training, beside what it does with longer ones: the table and the
 * figure `reach`. */
#ifndef LG_REPORT_REACH_H
#define LG_REPORT_REACH_H

#include "report/report.h"

/* Have runs been tested at lengths of training and at longer ones? */
bool lg_reach_is_known(const lg_report *r);
/* The mean of a metric, unscaled, over the tested lengths of training, or over the longer ones. NaN: it has none, or
 * there are none. */
double lg_reach_in_range(const lg_report *r, size_t run, size_t metric);
double lg_reach_beyond(const lg_report *r, size_t run, size_t metric);
/* The mean over the runs of a cell that are done, at its best choice; NaN. */
typedef double (*lg_reach_of)(const lg_report *r, size_t run, size_t metric);
double lg_reach_mean(const lg_report *r, const lg_cell_runs *p, lg_reach_of number, size_t metric);
size_t lg_reach_loss(void); /* the metric cross_entropy */

#endif
