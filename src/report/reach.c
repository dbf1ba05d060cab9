/* reach.c: see reach.h. */
#include "report/reach.h"

#include <limits.h>
#include <math.h>

static double mean_between(const lg_report *r, size_t run, size_t metric, int first, int last) {
    const lg_run_result *x = &r->results->runs[run];
    double sum = 0, count = 0;
    for (size_t i = 0; i < x->point_count; i++)
        if (x->points[i].length >= first && x->points[i].length <= last) sum += x->points[i].values[metric], count++;
    return count > 0 ? sum / count : (double)NAN;
}

double lg_reach_in_range(const lg_report *r, size_t run, size_t metric) {
    return mean_between(r, run, metric, 0, lg_report_trained(r));
}

double lg_reach_beyond(const lg_report *r, size_t run, size_t metric) {
    return mean_between(r, run, metric, lg_report_trained(r) + 1, INT_MAX);
}

double lg_reach_mean(const lg_report *r, const lg_cell_runs *p, lg_reach_of number, size_t metric) {
    double sum = 0, count = 0;
    for (size_t i = 0; p->chosen && i < p->chosen->count; i++)
        if (lg_is_done(r->results, p->chosen->runs[i])) sum += number(r, p->chosen->runs[i], metric), count++;
    return count > 0 ? sum / count : (double)NAN;
}

size_t lg_reach_loss(void) {
    size_t metric = 0;
    lg_metric_find("cross_entropy", &metric);
    return metric;
}

bool lg_reach_is_known(const lg_report *r) {
    if (r->layout->averages_tasks || lg_report_trained(r) == 0) return false;
    for (size_t i = 0; i < r->manifest->run_count; i++)
        if (!isnan(lg_reach_in_range(r, i, lg_reach_loss())) && !isnan(lg_reach_beyond(r, i, r->results->metric)))
            return true;
    return false;
}
