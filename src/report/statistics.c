/* statistics.c: see statistics.h. Student's distribution is the regularized incomplete beta function (NIST Handbook of
 * Mathematical Functions 8.17), by its continued fraction 8.17.22 in the evaluation of Lentz (1976). */
#include "report/statistics.h"

#include <math.h>
#include <stdlib.h>

/* ---- moments ---- */

static int by_value(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double mean_of(const double *values, size_t count) {
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

/* Wilson's interval around the share p, whose estimate has this variance. */
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
    lg_summary s = {count, NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    if (count == 0) return s;
    qsort(values, count, sizeof *values, by_value); /* sums, too, do not depend on the order in which runs ended */
    s.mean = mean_of(values, count);
    s.min = values[0];
    s.max = values[count - 1];
    s.median = (values[(count - 1) / 2] + values[count / 2]) / 2;
    if (count < 2) return s;
    const double squares = squares_about(s.mean, values, count);
    s.sd = sqrt(squares / (double)count);
    s.sample_sd = sqrt(squares / (double)(count - 1));
    set_interval(&s, range);
    return s;
}

/* ---- Student's distribution ---- */

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

/* lgamma leaves the sign in a global variable. */
static double log_gamma(double x) {
    int sign;
    return lgamma_r(x, &sign);
}

/* The share of the beta distribution (a, b) below x. The fraction converges fast on one side of the mode. */
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

/* Halves the interval until it is one double wide: sixty steps, each exact. */
double lg_student_quantile(double p, double freedom) {
    double low = -1, high = 1;
    while (lg_student_cdf(low, freedom) > p) low *= 2;
    while (lg_student_cdf(high, freedom) < p) high *= 2;
    for (;;) {
        const double middle = low + (high - low) / 2;
        if (middle <= low || middle >= high) return middle;
        *(lg_student_cdf(middle, freedom) < p ? &low : &high) = middle;
    }
}

/* ---- paired test ---- */

enum { MAX_EXACT = 18 }; /* pairs: all ways of turning these signs are fewer than a million */

/* Sums that differ by rounding alone are equal. */
typedef struct flips {
    const double *differences;
    size_t count;
    double sum, slack;
} flips;

static bool as_far(const flips *f, double sum) {
    return fabs(sum) >= fabs(f->sum) - f->slack;
}

/* Every way once, each from the last by one turned sign (Gray code). */
static double exact_share(const flips *f) {
    const size_t ways = (size_t)1 << f->count;
    size_t hits = 1; /* nothing turned */
    double sum = f->sum;
    for (size_t way = 1; way < ways; way++) {
        const int turned = __builtin_ctzll(way);
        const bool back = (way >> (turned + 1)) & 1;
        sum += (back ? 2 : -2) * f->differences[turned];
        hits += as_far(f, sum);
    }
    return (double)hits / (double)ways;
}

static double drawn_sum(const flips *f, lg_random *random) {
    double sum = 0;
    uint32_t bits = 0;
    for (size_t i = 0; i < f->count; i++, bits >>= 1) {
        if (i % 32 == 0) bits = lg_random_bits(random);
        sum += bits & 1 ? f->differences[i] : -f->differences[i];
    }
    return sum;
}

static double drawn_share(const flips *f, lg_key key) {
    lg_random random = lg_random_from(key);
    size_t hits = 1;
    for (int i = 0; i < LG_FLIPS; i++) hits += as_far(f, drawn_sum(f, &random));
    return (double)hits / (LG_FLIPS + 1);
}

lg_paired lg_paired_test(const double *differences, size_t count, lg_key key) {
    lg_paired r = {count, NAN, NAN, count <= MAX_EXACT};
    if (count == 0) return r;
    flips f = {differences, count, 0, 0};
    for (size_t i = 0; i < count; i++) f.sum += differences[i], f.slack += 1e-9 * fabs(differences[i]);
    r.mean = f.sum / (double)count;
    r.p = r.exact ? exact_share(&f) : drawn_share(&f, key);
    return r;
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

/* ---- horizon ---- */

/* Of number i among those of pairs without NaN. */
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
