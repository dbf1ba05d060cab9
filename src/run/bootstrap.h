/* bootstrap.h: the 95 % confidence interval of a metric (percentile bootstrap over sequences). Sequences are resampled
 * with replacement from those of the evaluation (Efron 1979, "Bootstrap methods: another look at the jackknife"). The
 * metric of each resample is computed from the summed statistics, as in the evaluation, and the interval contains the
 * middle 95 % of these values. A resample is a pure function of (eval.seed, length, number of the resample). */
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
    lg_sequence_sums *sequences; /* statistics of the sequences of the current length */
    size_t count, capacity;
    double *values; /* [resamples] */
} lg_bootstrap;

/* sequences: maximum number of sequences of a length. Call lg_bootstrap_close even after a failure. */
bool lg_bootstrap_open(lg_bootstrap *b, const lg_values *v, int64_t sequences, int resamples, lg_error *err);
void lg_bootstrap_close(lg_bootstrap *b);
void lg_bootstrap_add(void *b, const lg_sequence_sums *x); /* for lg_trainer_on_sequence */
/* Computes the interval from the sequences added since the last call; fails if there are none. */
bool lg_bootstrap_interval(lg_bootstrap *b, int length, double *low, double *high, lg_error *err);

#endif
