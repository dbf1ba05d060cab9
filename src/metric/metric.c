/* metric.c: see metric.h. */
#include "metric/metric.h"

#include <math.h>

const lg_metric *const lg_metrics[] = {
#define METRIC(name) &lg_metric_##name,
#include "metric/metrics.def"
#undef METRIC
    NULL};
_Static_assert(sizeof lg_metrics / sizeof *lg_metrics == LG_METRICS + 1, "LG_METRICS of lengthen.h");

size_t lg_metric_index(const lg_metric *m) {
    size_t i = 0;
    while (lg_metrics[i] != m) i++;
    return i;
}

const lg_metric *lg_metric_measured(const lg_metric *m) {
    return m->base ? m->base : m;
}

bool lg_metric_is_optional(const lg_metric *m) {
    return m->of_steps || m->of_texts;
}

size_t lg_metric_base(size_t metric) {
    return metric < LG_METRICS ? lg_metric_index(lg_metric_measured(lg_metrics[metric])) : metric;
}

double lg_metric_of_base(size_t metric, double value) {
    const lg_metric *m = metric < LG_METRICS ? lg_metrics[metric] : NULL;
    return m && m->base ? m->of_base(value) : value;
}

/* ---- sums ---- */

/* Adds a finished position sample to the means over position samples. Metrics that are NaN in the sample are
 * skipped. */
static void end_position_sample(lg_totals *t) {
    for (size_t i = 0; i < LG_METRICS; i++) {
        if (lg_metrics[i]->base) continue;
        const double x = lg_metrics[i]->value(t->present.sums);
        if (isnan(x)) continue;
        t->sum[i] += x;
        t->count[i]++;
    }
    lg_sequence_sums_add(&t->all, &t->present);
    t->present = (lg_sequence_sums){0};
}

void lg_totals_add(lg_totals *t, const lg_sequence_sums *x) {
    if (x->position_sample != t->present.position_sample) end_position_sample(t);
    t->present.position_sample = x->position_sample;
    lg_sequence_sums_add(&t->present, x);
}

/* Computes the metrics that are functions of other metrics. */
static void derive_values(double values[LG_METRICS]) {
    for (size_t i = 0; i < LG_METRICS; i++)
        if (lg_metrics[i]->base) values[i] = lg_metric_of_base(i, values[lg_metric_base(i)]);
}

void lg_totals_finish(lg_totals *t, double values[LG_METRICS]) {
    end_position_sample(t);
    for (size_t i = 0; i < LG_METRICS; i++) {
        const lg_metric *m = lg_metrics[i];
        if (m->base) continue;
        values[i] = !m->mean_of_position_samples ? m->value(t->all.sums)
                    : t->count[i]                ? t->sum[i] / (double)t->count[i]
                                                 : 0;
    }
    derive_values(values);
}
