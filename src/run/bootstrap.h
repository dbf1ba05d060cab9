/* bootstrap.h: the 95 % confidence interval of a metric (percentile bootstrap over sequences).
 * Sequences are resampled with replacement from those of the evaluation (Efron 1979, "Bootstrap methods: another look
 * at the jackknife"); the metric of each resample is computed from the sums of their marks, as in the evaluation; the
 * interval holds the middle 95 % of them. Resamples are pure functions of (eval.seed, length, number). */
#ifndef LG_RUN_BOOTSTRAP_H
#define LG_RUN_BOOTSTRAP_H

#include "base/error.h"
#include "base/key.h"
#include "config/values.h"
#include "metric/metric.h"

typedef struct lg_bootstrap {
    int resamples;
    lg_key key;
    size_t metric;
    lg_mark *marks; /* of the sequences of the length that is being evaluated */
    size_t count, capacity;
    double *values; /* [resamples] */
} lg_bootstrap;

/* For no more than so many sequences of a length. Close it in any case. */
bool lg_bootstrap_open(lg_bootstrap *b, const lg_values *v, int64_t sequences, int resamples, lg_error *err);
void lg_bootstrap_close(lg_bootstrap *b);
void lg_bootstrap_mark(void *b, const lg_mark *x); /* for lg_trainer_on_sequence */
/* The interval of the sequences marked since the last one; fails where there are none. */
bool lg_bootstrap_interval(lg_bootstrap *b, int length, double *low, double *high, lg_error *err);

#endif
