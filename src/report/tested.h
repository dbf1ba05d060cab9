/* tested.h: the tested runs of a group of seeds, and the lengths at which they were tested. */
#ifndef LG_REPORT_TESTED_H
#define LG_REPORT_TESTED_H

#include "api/figure.h"
#include "report/figures.h"

const lg_run_result *lg_tested_run(const lg_report *r, const lg_group *g, size_t i); /* run i of the group, or NULL */
size_t lg_count_tested(const lg_report *r, const lg_group *g);                       /* of a group, which may be NULL */
/* The report's metric of a run at this length, in the metric's unit; NaN if the run was not tested at this length or
 * the metric is not finite. */
double lg_tested_at(const lg_report *r, const lg_run_result *x, int length);

/* The sum and the range of several values; all zeros at first. */
typedef struct lg_spread {
    size_t count;
    double sum, low, high;
} lg_spread;
void lg_spread_add(lg_spread *s, double value); /* ignores NaN */

/* Fills a curve with the mean and the range at each length at which a run of the group was tested; `spread` collects
 * the values of a length. */
typedef lg_spread (*lg_spread_fn)(const void *user, int length);
void lg_plot_spreads(lg_plot *p, lg_curve *c, const lg_report *r, const lg_group *g, lg_spread_fn spread,
                     const void *user);
/* Like lg_plot_spreads, for the metric itself over the runs of the group that were tested at each length. Draws nothing
 * if g is NULL. */
void lg_plot_seeds(lg_plot *p, lg_curve *c, const lg_report *r, const lg_group *g);

#endif
