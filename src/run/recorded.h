/* recorded.h: reads numbers of run directories and checks their ranges, since no checksum covers those files. For an
 * invalid number the error is LG_CORRUPT, and the message contains the member's name and value; the caller adds file
 * and line. */
#ifndef LG_RUN_RECORDED_H
#define LG_RUN_RECORDED_H

#include <jansson.h>

#include "base/error.h"
#include "metric/metric.h"

/* Reads any number; NaN if it is null or missing. */
bool lg_recorded_real(const json_t *x, const char *name, double *out, lg_error *err);
/* Reads an accuracy or a mean of accuracies: 0 to 1. */
bool lg_recorded_fraction(const json_t *x, const char *name, double *out, lg_error *err);
/* Reads a loss or a time: finite and, up to rounding, not negative. */
bool lg_recorded_amount(const json_t *x, const char *name, double *out, lg_error *err);
/* Reads a value of a metric, which must be in the metric's range. */
bool lg_recorded_metric(const json_t *x, const char *name, const lg_metric *m, double *out, lg_error *err);
/* Completes the metrics that are functions of other metrics. A metric that is missing or infinite (JSON has no
 * infinity) is computed; any other must agree with the computed value. */
bool lg_recorded_derived(double values[LG_METRICS], lg_error *err);
/* Reads an integer from `least` to `most`; 0 if it is missing. */
bool lg_recorded_count(const json_t *x, const char *name, int64_t least, int64_t most, int64_t *out, lg_error *err);
/* Like the functions above, but check a number that does not come from JSON. NaN: missing. */
bool lg_fraction_check(double x, const char *name, lg_error *err);
bool lg_amount_check(double x, const char *name, lg_error *err);
bool lg_count_check(int64_t x, const char *name, int64_t least, int64_t most, lg_error *err);

#endif
