/* tested.h: the runs of a group of seeds that have been tested, and the lengths at which they were. */
#ifndef LG_REPORT_TESTED_H
#define LG_REPORT_TESTED_H

#include "api/figure.h"
#include "report/figures.h"

const lg_run_result *lg_tested_run(const lg_report *r, const lg_group *g, size_t i); /* run i of the group, or NULL */
size_t lg_count_tested(const lg_report *r, const lg_group *g);                       /* of a group, which may be NULL */
/* The metric of the report at this length, in its unit; NaN: it was not tested there, or is no number. */
double lg_tested_at(const lg_report *r, const lg_run_result *x, int length);

/* What several runs have at a length. All zeros: none yet. */
typedef struct lg_spread {
    size_t count;
    double sum, low, high;
} lg_spread;
void lg_spread_add(lg_spread *s, double value); /* NaN: nothing */

/* A curve of one value for each length that some run of the group was tested at: the mean and the range of what `judge`
 * adds up of a length. */
typedef lg_spread (*lg_judge_fn)(const void *user, int length);
void lg_plot_spreads(lg_plot *p, lg_curve *c, const lg_report *r, const lg_group *g, lg_judge_fn judge,
                     const void *user);
/* The same of the metric itself, of the runs of a group that were tested at a length: mostly all. g NULL: nothing. */
void lg_plot_seeds(lg_plot *p, lg_curve *c, const lg_report *r, const lg_group *g);

#endif
