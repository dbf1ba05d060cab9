/* statistics.h: descriptive statistics of a few scores: moments, quantiles, the interval of the mean, ranks, and the
 * length horizon. Conclusions from differences are in inference.h. */
#ifndef LG_REPORT_STATISTICS_H
#define LG_REPORT_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

#include "sweep/registry/results.h"

/* The smallest and the largest possible value of a number: -INFINITY and INFINITY if there is no bound. */
typedef struct lg_range {
    double low, high;
} lg_range;
extern const lg_range lg_amounts; /* from 0 to infinity */

double lg_mean(const double *values, size_t count); /* count 0: NaN */

/* Describes `count` numbers. Members that need more numbers are NaN: the deviation and the interval need two. Equal
 * numbers have no interval, because their spread does not show the error of the mean.
 *
 * The 95 % interval of the mean uses the quantile t = t(0.975, count - 1) of Student's distribution and stays within
 * the range.
 * - If both ends of the range are finite, it is the interval of Wilson (1927) with t in place of the normal quantile.
 *   Let p = (mean - range.low) / width and s = sample_sd / width, where width = range.high - range.low. The number of
 *   trials is the effective number p (1 - p) / (s^2 / count), as in surveys (Kott and Carr 1997).
 * - Otherwise, it is mean -+ t sample_sd / sqrt(count), clamped to the range. */
typedef struct lg_summary {
    size_t count;
    double mean, median, min, max;
    double sample_sd; /* divides by count - 1 */
    double low, high; /* the interval */
} lg_summary;

lg_summary lg_summarize(double *values, size_t count, lg_range range); /* sorts the values in place */

/* P(T <= t) of Student's distribution and of chi squared, and the inverses; freedom > 0, 0 < p < 1. */
double lg_student_cdf(double t, double freedom);
double lg_student_quantile(double p, double freedom);
double lg_chi_square_cdf(double x, double freedom);
double lg_chi_square_quantile(double p, double freedom);

/* 1 / rank of each number; the best has rank 1; NaN for NaN. Ties share the mean of their ranks, or the best of them,
 * or are ranked in their order. */
typedef enum lg_ties { LG_TIES_AVERAGE, LG_TIES_MIN, LG_TIES_FIRST } lg_ties;
void lg_reciprocal_ranks(const double *values, size_t count, bool lower_is_better, lg_ties ties, double *out);

/* Spearman's rank correlation of the pairs without NaN; ties share the mean of their ranks. NaN with fewer than three
 * pairs, or if all x or all y are equal. */
double lg_rank_correlation(const double *x, const double *y, size_t count);

/* The length horizon: the longest tested length up to which every tested length has at least the value `least` of a
 * metric; 0 if the shortest does not. */
int lg_horizon(const lg_point *points, size_t count, size_t metric, double least);

#endif
