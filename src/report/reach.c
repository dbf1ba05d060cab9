/* reach.c: means at training lengths and beyond; see reach.h. */
#include "report/reach.h"

#include <limits.h>
#include <math.h>

#include "metric/metric.h"

static double mean_between(const lg_report *r, size_t run, size_t metric, int first, int last) {
    const lg_run_result *x = &r->results->runs[run];
    double sum = 0, count = 0;
    for (size_t i = 0; i < x->point_count; i++)
        if (x->points[i].length >= first && x->points[i].length <= last) sum += x->points[i].values[metric], count++;
    return count > 0 ? lg_metric_at(metric).scale * sum / count : (double)NAN;
}

double lg_reach_loss(const lg_report *r, size_t run, double about) {
    (void)about;
    return mean_between(r, run, lg_metric_index(&lg_metric_cross_entropy), 0, r->trained[run]);
}

double lg_reach_in_range(const lg_report *r, size_t run, double about) {
    (void)about;
    return mean_between(r, run, r->results->metric, 0, r->trained[run]);
}

double lg_reach_beyond(const lg_report *r, size_t run, double about) {
    (void)about;
    return mean_between(r, run, r->results->metric, r->trained[run] + 1, INT_MAX);
}

bool lg_reach_is_known(const lg_report *r) {
    if (r->layout->averages_tasks) return false;
    for (size_t i = 0; i < r->manifest->run_count; i++)
        if (r->trained[i] > 0 && !isnan(lg_reach_loss(r, i, 0)) && !isnan(lg_reach_beyond(r, i, 0))) return true;
    return false;
}
