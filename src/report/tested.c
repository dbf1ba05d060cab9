/* tested.c: collects test results of groups of runs; see tested.h. */
#include "report/tested.h"

#include <math.h>

#include "api/figure.h"

const lg_run_result *lg_tested_run(const lg_report *r, const lg_group *g, size_t i) {
    const lg_run_result *x = &r->results->runs[g->runs[i]];
    return lg_is_done(r->results, g->runs[i]) && x->point_count > 0 ? x : NULL;
}

size_t lg_count_tested(const lg_report *r, const lg_group *g) {
    size_t n = 0;
    for (size_t i = 0; g && i < g->count; i++) n += lg_tested_run(r, g, i) ? 1 : 0;
    return n;
}

/* The first point of a run at this length or a longer one; lengths ascend. NULL without one. */
static const lg_point *point_from(const lg_run_result *x, int length) {
    size_t low = 0, high = x->point_count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (x->points[middle].length < length)
            low = middle + 1;
        else
            high = middle;
    }
    return low < x->point_count ? &x->points[low] : NULL;
}

/* The shortest length above `after` at which a run of the group was tested; 0 without one. */
static int next_length(const lg_report *r, const lg_group *g, int after) {
    int next = 0;
    for (size_t i = 0; i < g->count; i++) {
        const lg_run_result *x = lg_tested_run(r, g, i);
        const lg_point *p = x ? point_from(x, after + 1) : NULL;
        if (p && (next == 0 || p->length < next)) next = p->length;
    }
    return next;
}

double lg_tested_at(const lg_report *r, const lg_run_result *x, int length) {
    const lg_point *p = point_from(x, length);
    const double y = p && p->length == length ? lg_report_metric(r).scale * p->values[r->results->metric] : (double)NAN;
    return isfinite(y) ? y : (double)NAN;
}

void lg_spread_add(lg_spread *s, double value) {
    if (isnan(value)) return;
    s->low = s->count == 0 ? value : fmin(s->low, value);
    s->high = s->count == 0 ? value : fmax(s->high, value);
    s->sum += value;
    s->count++;
}

void lg_plot_spreads(lg_plot *p, lg_curve *c, const lg_report *r, const lg_group *g, lg_spread_fn spread,
                     const void *user) {
    size_t count = 0;
    for (int length = 0; (length = next_length(r, g, length)) > 0;) count++;
    double *all = lg_plot_alloc(p, 4 * count * sizeof *all);
    if (!all) return;
    double *x = all, *y = x + count, *low = y + count, *high = low + count;
    for (int k = 0, length = 0; (length = next_length(r, g, length)) > 0; k++) {
        const lg_spread of = spread(user, length);
        x[k] = length;
        y[k] = of.count > 0 ? of.sum / (double)of.count : (double)NAN;
        low[k] = of.count > 0 ? of.low : (double)NAN;
        high[k] = of.count > 0 ? of.high : (double)NAN;
    }
    c->x = x, c->y = y, c->low = low, c->high = high, c->count = count;
}

typedef struct seeds {
    const lg_report *report;
    const lg_group *group;
} seeds;

static lg_spread spread_of_seeds(const void *user, int length) {
    const seeds *s = user;
    lg_spread all = {0};
    for (size_t i = 0; i < s->group->count; i++) {
        const lg_run_result *x = lg_tested_run(s->report, s->group, i);
        if (x) lg_spread_add(&all, lg_tested_at(s->report, x, length));
    }
    return all;
}

void lg_plot_seeds(lg_plot *p, lg_curve *c, const lg_report *r, const lg_group *g) {
    const seeds s = {r, g};
    if (lg_count_tested(r, g) > 0) lg_plot_spreads(p, c, r, g, spread_of_seeds, &s);
}
