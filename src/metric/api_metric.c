/* api_metric.c: implements the metrics of lengthen.h. */
#include <math.h>
#include <string.h>

#include "metric/metric.h"

lg_metric_info lg_metric_at(size_t i) {
    lg_metric_info x = lg_metrics[i]->info;
    x.name = lg_metrics[i]->name;
    x.in = strncmp(x.unit, "per ", 4) ? " in " : " ";
    return x;
}

bool lg_metric_find(const char *name, size_t *out) {
    for (size_t i = 0; name && i < LG_METRICS; i++)
        if (!strcmp(name, lg_metrics[i]->name)) return *out = i, true;
    return false;
}

size_t lg_metric_base(size_t metric) {
    return lg_metric_index(lg_metric_measured(lg_metrics[metric]));
}

double lg_metric_of_base(size_t metric, double value) {
    const lg_metric *m = lg_metrics[metric];
    return m->base ? m->of_base(value) : value;
}

bool lg_metric_better(size_t metric, double a, double b) {
    if (isnan(a) || isnan(b)) return isnan(b) && !isnan(a);
    return lg_metrics[metric]->info.lower_is_better ? a < b : a > b;
}
