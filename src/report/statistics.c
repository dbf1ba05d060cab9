/* statistics.c: moments, quantiles and ranks; see statistics.h. Formula numbers are those of the NIST Handbook of
 * Mathematical Functions. Student's distribution is the regularized incomplete beta function (8.17), computed from its
 * continued fraction 8.17.22 by the method of Lentz (1976). */
#include "report/statistics.h"

#include <math.h>
#include <stdlib.h>

/* ---- moments ---- */

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double lg_mean(const double *values, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += values[i];
    return sum / (double)count;
}

static double squares_about(double mean, const double *values, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += (values[i] - mean) * (values[i] - mean);
    return sum;
}

const lg_range lg_amounts = {0, INFINITY};

/* Sets Wilson's interval of the mean, computed from p, the mean as a share of the range. variance: the squared standard
 * error of the mean. */
static void set_wilson(lg_summary *s, lg_range range, double t, double variance) {
    const double width = range.high - range.low, p = (s->mean - range.low) / width, spread = p * (1 - p);
    const double each = spread > 0 ? t * t * variance / (width * width) / spread : 0; /* t^2 / trials */
    const double middle = (p + each / 2) / (1 + each), half = sqrt(each * (spread + each / 4)) / (1 + each);
    s->low = range.low + width * fmax(middle - half, 0);
    s->high = range.low + width * fmin(middle + half, 1);
}

static void set_interval(lg_summary *s, lg_range range) {
    const double n = (double)s->count, t = lg_student_quantile(0.975, n - 1);
    const double variance = s->sample_sd * s->sample_sd / n;
    if (isfinite(range.low) && isfinite(range.high)) {
        set_wilson(s, range, t, variance);
        return;
    }
    s->low = fmax(s->mean - t * sqrt(variance), range.low);
    s->high = fmin(s->mean + t * sqrt(variance), range.high);
}

lg_summary lg_summarize(double *values, size_t count, lg_range range) {
    lg_summary s = {count, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    if (count == 0) return s;
    qsort(values, count, sizeof *values, by_value); /* sorting also makes sums independent of the order of runs */
    s.mean = lg_mean(values, count);
    s.min = values[0];
    s.max = values[count - 1];
    s.median = (values[(count - 1) / 2] + values[count / 2]) / 2;
    if (count < 2) return s;
    s.sample_sd = sqrt(squares_about(s.mean, values, count) / (double)(count - 1));
    if (s.sample_sd > 1e-12 * fmax(fabs(s.min), fabs(s.max))) set_interval(&s, range); /* else equal up to rounding */
    return s;
}

/* ---- distributions of Student and of chi squared ---- */

static double away_from_zero(double x) {
    return fabs(x) < 1e-300 ? 1e-300 : x;
}

/* The fraction 1 / (1 + d1 / (1 + d2 / (1 + ...))) of 8.17.22. */
static double beta_fraction(double a, double b, double x) {
    double c = 1, d = 1 / away_from_zero(1 - (a + b) * x / (a + 1)), value = d, change = 2;
    for (int m = 1; m < 1000 && fabs(change - 1) > 1e-16; m++) {
        const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
        d = 1 / away_from_zero(1 + even * d), c = away_from_zero(1 + even / c);
        value *= c * d;
        const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
        d = 1 / away_from_zero(1 + odd * d), c = away_from_zero(1 + odd / c);
        change = c * d;
        value *= change;
    }
    return value;
}

/* lgamma would store the sign in a global variable. */
static double log_gamma(double x) {
    int sign;
    return lgamma_r(x, &sign);
}

/* The share of the beta distribution (a, b) below x. The fraction converges fast only on one side of the mode; the
 * other side uses the symmetry. */
static double beta_below(double a, double b, double x) {
    if (x <= 0 || x >= 1) return x <= 0 ? 0 : 1;
    if (x > (a + 1) / (a + b + 2)) return 1 - beta_below(b, a, 1 - x);
    const double front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log(x) + b * log1p(-x));
    return front * beta_fraction(a, b, x) / a;
}

double lg_student_cdf(double t, double freedom) {
    const double tail = beta_below(freedom / 2, 0.5, freedom / (freedom + t * t)) / 2;
    return t > 0 ? 1 - tail : tail;
}

/* The share of the gamma distribution of this shape below x, by the series 8.11.4. */
static double gamma_below(double shape, double x) {
    if (x > shape + 12 * sqrt(shape) + 60) return 1; /* the first term would underflow */
    double term = exp(shape * log(x) - x - log_gamma(shape + 1)), sum = term;
    for (double n = 1; term > 1e-17 * sum && n < 1e6; n++) sum += term *= x / (shape + n);
    return fmin(sum, 1);
}

double lg_chi_square_cdf(double x, double freedom) {
    return x > 0 ? gamma_below(freedom / 2, x / 2) : 0;
}

/* Bisects until the interval is one double wide, in about sixty steps. */
static double invert(double (*cdf)(double x, double freedom), double p, double freedom) {
    double low = -1, high = 1;
    while (cdf(low, freedom) > p) low *= 2;
    while (cdf(high, freedom) < p) high *= 2;
    for (;;) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high) return middle;
        *(cdf(middle, freedom) < p ? &low : &high) = middle;
    }
}

double lg_student_quantile(double p, double freedom) {
    return invert(lg_student_cdf, p, freedom);
}

double lg_chi_square_quantile(double p, double freedom) {
    return invert(lg_chi_square_cdf, p, freedom);
}

/* ---- ranks ---- */

void lg_reciprocal_ranks(const double *values, size_t count, bool lower_is_better, lg_ties ties, double *out) {
    for (size_t i = 0; i < count; i++) {
        size_t better = 0, equal = 0, before = 0;
        for (size_t j = 0; j < count; j++) {
            better += lower_is_better ? values[j] < values[i] : values[j] > values[i];
            equal += values[j] == values[i];
            before += values[j] == values[i] && j < i;
        }
        const double first = (double)better + 1;
        const double rank = ties == LG_TIES_MIN     ? first
                            : ties == LG_TIES_FIRST ? first + (double)before
                                                    : first + (double)(equal - 1) / 2;
        out[i] = isnan(values[i]) ? (double)NAN : 1 / rank;
    }
}

/* ---- rank correlation and horizon ---- */

/* The rank of number i among the pairs without NaN. */
static double rank_among(const double *values, const double *others, size_t count, size_t i) {
    double rank = 1;
    for (size_t k = 0; k < count; k++)
        if (k != i && !isnan(others[k])) rank += values[k] < values[i] ? 1 : values[k] == values[i] ? 0.5 : 0;
    return rank;
}

double lg_rank_correlation(const double *x, const double *y, size_t count) {
    double pairs = 0, xx = 0, yy = 0, xy = 0;
    for (size_t i = 0; i < count; i++) pairs += !isnan(x[i]) && !isnan(y[i]);
    for (size_t i = 0; i < count; i++) {
        if (isnan(x[i]) || isnan(y[i])) continue;
        const double middle = (pairs + 1) / 2;
        const double a = rank_among(x, y, count, i) - middle, b = rank_among(y, x, count, i) - middle;
        xx += a * a, yy += b * b, xy += a * b;
    }
    return pairs >= 3 && xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : (double)NAN;
}

int lg_horizon(const lg_point *points, size_t count, size_t metric, double least) {
    int held = 0;
    for (size_t i = 0; i < count && points[i].values[metric] >= least; i++) held = points[i].length;
    return held;
}
