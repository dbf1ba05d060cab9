/* recorded.c: see recorded.h. */
#include "run/recorded.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "base/text.h"
#include "metric/metric.h"

#define ROUNDING 1e-6 /* a tiny loss may be rounded below 0 by this much */

/* ---- ranges ---- */

static bool refuse(double x, const char *name, const char *wanted, lg_error *err) {
    char value[LG_REAL_TEXT];
    lg_real_text(x, value);
    return lg_fail(err, LG_CORRUPT, "%s is %s (expected %s)", name, value, wanted);
}

/* Fails if a number is out of its range. Quantities without upper bound are times or sums of logarithms. Rounding may
 * bring such a quantity slightly below its lower bound. */
static bool check_range(double x, const char *name, double low, double high, lg_error *err) {
    char wanted[80];
    const double least = isinf(high) ? low - ROUNDING : low;
    if (isnan(x) || (isfinite(x) && x >= least && x <= high)) return true;
    snprintf(wanted, sizeof wanted, isinf(high) ? "a number not below %g" : "a number from %g to %g", low, high);
    return refuse(x, name, wanted, err);
}

bool lg_fraction_check(double x, const char *name, lg_error *err) {
    return check_range(x, name, 0, 1, err);
}

bool lg_amount_check(double x, const char *name, lg_error *err) {
    return check_range(x, name, 0, INFINITY, err);
}

bool lg_count_check(int64_t x, const char *name, int64_t least, int64_t most, lg_error *err) {
    if (x >= least && x <= most) return true;
    return most == INT64_MAX
               ? lg_fail(err, LG_CORRUPT, "%s is %" PRId64 " (expected a number not below %" PRId64 ")", name, x, least)
               : lg_fail(err, LG_CORRUPT, "%s is %" PRId64 " (expected a number from %" PRId64 " to %" PRId64 ")", name,
                         x, least, most);
}

/* ---- JSON ---- */

/* Fails because the value is not a number. The message contains the value, truncated. */
static bool refuse_kind(const json_t *x, const char *name, const char *wanted, lg_error *err) {
    char shown[LG_SHOWN];
    char *text = json_dumps(x, JSON_ENCODE_ANY | JSON_COMPACT);
    lg_fail(err, LG_CORRUPT, "%s is %s (expected %s)", name, !text ? "?" : lg_text_shown(text, shown), wanted);
    free(text);
    return false;
}

bool lg_recorded_real(const json_t *x, const char *name, double *out, lg_error *err) {
    *out = json_is_number(x) ? json_number_value(x) : (double)NAN;
    return !x || json_is_null(x) || json_is_number(x) || refuse_kind(x, name, "a number", err);
}

bool lg_recorded_fraction(const json_t *x, const char *name, double *out, lg_error *err) {
    return lg_recorded_real(x, name, out, err) && lg_fraction_check(*out, name, err);
}

bool lg_recorded_metric(const json_t *x, const char *name, const lg_metric *m, double *out, lg_error *err) {
    return lg_recorded_real(x, name, out, err) && check_range(*out, name, m->info.low, m->info.high, err);
}

bool lg_recorded_derived(double values[LG_METRICS], lg_error *err) {
    bool good = true;
    for (size_t i = 0; i < LG_METRICS; i++) {
        const size_t base = lg_metric_base(i);
        const double made = lg_metric_of_base(i, values[base]);
        char wanted[LG_REAL_TEXT + 48], number[LG_REAL_TEXT];
        if (isnan(values[i])) values[i] = made;
        if (isnan(made) || values[i] == made || fabs(values[i] - made) <= ROUNDING * fmax(1, made)) continue;
        lg_real_text(made, number);
        snprintf(wanted, sizeof wanted, "%s, by %s", number, lg_metrics[base]->name);
        refuse(values[i], lg_metrics[i]->name, wanted, err);
        values[i] = made;
        good = false;
    }
    return good;
}

bool lg_recorded_amount(const json_t *x, const char *name, double *out, lg_error *err) {
    return lg_recorded_real(x, name, out, err) && lg_amount_check(*out, name, err);
}

bool lg_recorded_count(const json_t *x, const char *name, int64_t least, int64_t most, int64_t *out, lg_error *err) {
    *out = json_integer_value(x);
    if (x && !json_is_integer(x)) return refuse_kind(x, name, "a whole number", err);
    return !x || lg_count_check(*out, name, least, most, err);
}
