/* bootstrap.c: see bootstrap.h. */
#include "run/bootstrap.h"

#include <math.h>
#include <stdlib.h>

#include "config/describe.h"
#include "metric/metric.h"

bool lg_bootstrap_open(lg_bootstrap *b, const lg_values *v, int64_t sequences, int resamples, lg_error *err) {
    const lg_key root = lg_key_root((uint64_t)lg_int(v, "eval.seed"));
    *b = (lg_bootstrap){.resamples = resamples,
                        .key = lg_key_fold(lg_key_fold(root, LG_KEY_EVAL), LG_KEY_RESAMPLE),
                        .metric = lg_metric_index(lg_metric_of(v)),
                        .capacity = (size_t)sequences};
    b->sequences = malloc(b->capacity * sizeof *b->sequences);
    b->values = malloc((size_t)resamples * sizeof *b->values);
    return (b->sequences && b->values) ||
           lg_fail(err, LG_FAILED, "out of memory: %d resamples of %zu sequences", resamples, b->capacity);
}

void lg_bootstrap_close(lg_bootstrap *b) {
    free(b->sequences);
    free(b->values);
    *b = (lg_bootstrap){0};
}

void lg_bootstrap_add(void *bootstrap, const lg_sequence_sums *x) {
    lg_bootstrap *b = bootstrap;
    if (b->count < b->capacity) b->sequences[b->count++] = *x;
}

/* Draws a resample and returns its metric. Sequences are drawn separately for each position sample, so that each
 * position sample keeps its number of sequences (stratified bootstrap). */
static double resample(const lg_bootstrap *b, lg_random *r) {
    lg_totals sum = {0};
    double values[LG_METRICS];
    for (size_t first = 0, end; first < b->count; first = end) {
        for (end = first; end < b->count && b->sequences[end].position_sample == b->sequences[first].position_sample;)
            end++;
        for (size_t i = first; i < end; i++)
            lg_totals_add(&sum, &b->sequences[first + lg_random_below(r, (uint32_t)(end - first))]);
    }
    lg_totals_finish(&sum, values);
    return values[b->metric];
}

static int ascending(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* A quantile of sorted numbers, interpolated linearly. */
static double quantile(const double *x, int count, double fraction) {
    const double at = fraction * (count - 1);
    const int i = (int)at;
    if (i + 1 < count && x[i] == x[i + 1]) return x[i]; /* both may be infinite */
    return i + 1 < count ? x[i] + (at - i) * (x[i + 1] - x[i]) : x[i];
}

bool lg_bootstrap_interval(lg_bootstrap *b, int length, double *low, double *high, lg_error *err) {
    const lg_key key = lg_key_fold(b->key, (uint64_t)length);
    if (b->count == 0) return lg_fail_permanent(err, "length %d: no sequences to resample", length);
    for (int i = 0; i < b->resamples; i++) {
        lg_random r = lg_random_from(lg_key_fold(key, (uint64_t)i));
        b->values[i] = resample(b, &r);
    }
    qsort(b->values, (size_t)b->resamples, sizeof *b->values, ascending);
    *low = quantile(b->values, b->resamples, 0.025);
    *high = quantile(b->values, b->resamples, 0.975);
    b->count = 0;
    return true;
}
