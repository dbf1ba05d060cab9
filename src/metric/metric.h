/* metric.h: metrics: numbers made of the sums of marks. All metrics of an evaluation are computed and kept; one of them
 * is chosen (the axis `metric`) for scores, tables, figures and the best checkpoint. */
#ifndef LG_METRIC_METRIC_H
#define LG_METRIC_METRIC_H

#include "base/registry.h"
#include "lengthen/metric.h"
#include "metric/mark.h"

typedef struct lg_metric {
    LG_ENTRY;
    lg_metric_info info;           /* without the name */
    bool of_steps;                 /* of those before answers: most data have none (lg_metric_applies) */
    bool of_texts;                 /* of what a model says, as people write it: measured if one is chosen */
    bool mean_of_position_samples; /* each position sample weighs the same; else each sequence */
    double (*value)(const double sums[LG_SUMS]); /* NaN where the sums say nothing; NULL: `of_base` of the base */
    const struct lg_metric *base;                /* the metric that it is a function of, which is none itself; NULL */
    double (*of_base)(double value);             /* increasing, or decreasing, and NaN of NaN alone */
} lg_metric;

enum {
#define METRIC(name) LG_METRIC_##name,
#include "metric/metrics.def"
#undef METRIC
    LG_METRICS /* how many they are: arrays [LG_METRICS] have their values */
};

#define METRIC(name) extern const lg_metric lg_metric_##name;
#include "metric/metrics.def"
#undef METRIC

extern const lg_metric *const lg_metrics[LG_METRICS + 1]; /* ends with NULL; those of an array [LG_METRICS] in order */
size_t lg_metric_index(const lg_metric *m);
const lg_metric *lg_metric_measured(const lg_metric *m); /* its base, or itself: what is made of sums */
bool lg_metric_is_optional(const lg_metric *m);          /* may an evaluation lack it: is it of steps or of texts? */

/* Marks of one length, added position sample by position sample. Zeros to begin with. */
typedef struct lg_totals {
    lg_mark all, present; /* sums of the position samples that are complete, and of the present one */
    double sum[LG_METRICS];
    int64_t count[LG_METRICS]; /* over position samples of which the metric is a number */
} lg_totals;

void lg_totals_add(lg_totals *t, const lg_mark *x);
void lg_totals_finish(lg_totals *t, double values[LG_METRICS]); /* all metrics, in the order of lg_metrics */

#endif
