/* api_metric.c: the metric functions of lengthen.h. */
#include <math.h>
#include <string.h>

#include "metric/metric.h"

_Static_assert((int)LG_METRICS <= (int)LG_METRICS_MAX, "arrays of lengthen.h must hold all metrics");

size_t lg_metric_count(void) {
    return LG_METRICS;
}

lg_metric_info lg_metric_at(size_t i) {
    if (i >= LG_METRICS)
        return (lg_metric_info){.name = "", .title = "", .label = "", .unit = "", .in = "", .value_unit = ""};
    lg_metric_info x = lg_metrics[i]->info;
    x.name = lg_metrics[i]->name;
    x.pooled = lg_metrics[i]->of_texts;
    x.in = strncmp(x.unit, "per ", 4) ? " in " : " ";
    x.value_unit = x.scale == 1 ? x.unit : "parts of 1";
    return x;
}

bool lg_metric_find(const char *name, size_t *out) {
    for (size_t i = 0; name && out && i < LG_METRICS; i++)
        if (!strcmp(name, lg_metrics[i]->name)) return *out = i, true;
    return false;
}

bool lg_metric_applies(size_t metric, const double *values) {
    if (metric >= LG_METRICS || !values) return false;
    return !lg_metric_is_optional(lg_metrics[metric]) || !isnan(values[metric]);
}

bool lg_metric_better(size_t metric, double a, double b) {
    if (metric >= LG_METRICS) return false;
    if (isnan(a) || isnan(b)) return isnan(b) && !isnan(a);
    return lg_metrics[metric]->info.lower_is_better ? a < b : a > b;
}

const char *lg_step_score_name(size_t i) {
    static const char *const names[LG_STEP_SCORES] = {"count",     "input", "computation", "output",
                                                      "variables", "rest",  "whole"};
    return i < LG_STEP_SCORES ? names[i] : "";
}
