/* metric.h: metrics, which are functions of additive sums (sequence_sums.h). An evaluation computes and stores all
 * metrics. The axis `metric` chooses the metric that is used for scores, tables, figures and the best checkpoint. */
#ifndef LG_METRIC_METRIC_H
#define LG_METRIC_METRIC_H

#include "base/entry.h"
#include "lengthen/metric.h"
#include "metric/sequence_sums.h"

typedef struct lg_metric {
    LG_ENTRY;
    lg_metric_info info;           /* does not include the name */
    bool of_steps;                 /* scores the steps before an answer, which most data do not have (lg_metric_applies)
                                    * */
    bool of_texts;                 /* scores answers as text; measured only if a metric of texts is chosen */
    bool mean_of_position_samples; /* each position sample has equal weight; false: each sequence has equal weight */
    double (*value)(const double sums[LG_SUMS]); /* NaN if the sums are empty; NULL: use `of_base` */
    const struct lg_metric *base;                /* this metric is a function of `base`, which has no base itself; NULL:
                                                  * no base */
    double (*of_base)(double value);             /* strictly monotonic; NaN only for NaN */
} lg_metric;

enum {
#define METRIC(name) LG_METRIC_##name,
#include "metric/metrics.def"
#undef METRIC
    LG_METRICS /* number of metrics, the size of value arrays */
};

#define METRIC(name) extern const lg_metric lg_metric_##name;
#include "metric/metrics.def"
#undef METRIC

extern const lg_metric *const lg_metrics[LG_METRICS + 1]; /* ends with NULL; value arrays have the same order */
size_t lg_metric_index(const lg_metric *m);
const lg_metric *lg_metric_measured(const lg_metric *m); /* the base metric, or m itself */
bool lg_metric_is_optional(const lg_metric *m);          /* scores steps or texts, so that not every evaluation has it
                                                          * */

/* Accumulates the sums for one sequence length, one position sample after another. Must be zeroed before first use. */
typedef struct lg_totals {
    lg_sequence_sums all, present; /* all: sums of finished position samples; present: sums of the current one */
    double sum[LG_METRICS];
    int64_t count[LG_METRICS]; /* position samples added to `sum`: only those in which the metric is not NaN */
} lg_totals;

void lg_totals_add(lg_totals *t, const lg_sequence_sums *x);
void lg_totals_finish(lg_totals *t, double values[LG_METRICS]); /* all metrics, in the order of lg_metrics */

#endif
