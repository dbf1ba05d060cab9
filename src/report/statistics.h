/* statistics.h: what describes a handful of scores: moments, quantiles, the interval in which their mean lies, ranks,
 * and the longest length that a model holds. What may be concluded from differences is in inference.h. */
#ifndef LG_REPORT_STATISTICS_H
#define LG_REPORT_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

#include "sweep/registry/results.h"

/* What values there can be; infinite where there is no bound. */
typedef struct lg_range {
    double low, high;
} lg_range;
extern const lg_range lg_amounts; /* from 0 on */

/* Of `count` numbers. Members that so few do not have are NaN: the deviation and the interval need two. Equal numbers
 * have no interval either: they do not tell how far others are from them.
 *
 * The 95 % interval of the mean has the quantile t = t(0.975, count - 1) of Student's distribution, and stays within
 * the range. Of numbers with two bounds it is the interval of Wilson (1927), with t for the normal quantile and the
 * effective number of trials p (1 - p) / (sample_sd^2 / count) of surveys (Kott and Carr 1997) for their number, p
 * being the mean's share of the range; of others mean -+ t sample_sd / sqrt(count), cut at the bound. */
typedef struct lg_summary {
    size_t count;
    double mean, median, min, max;
    double sample_sd; /* divides by the count less one */
    double low, high; /* the interval */
} lg_summary;

lg_summary lg_summarize(double *values, size_t count, lg_range range); /* sorts them */

/* P(T <= t) of the distributions of Student and of chi squared, and back; freedom > 0, 0 < p < 1. */
double lg_student_cdf(double t, double freedom);
double lg_student_quantile(double p, double freedom);
double lg_chi_square_cdf(double x, double freedom);
double lg_chi_square_quantile(double p, double freedom);

/* 1 / rank of each of some numbers, the best of which has rank 1; NaN for NaN. Equal ones share the mean of their
 * ranks, or the best of them, or have them in their order. */
typedef enum lg_ties { LG_TIES_AVERAGE, LG_TIES_MIN, LG_TIES_FIRST } lg_ties;
void lg_reciprocal_ranks(const double *values, size_t count, bool lower_is_better, lg_ties ties, double *out);

/* Spearman's rank correlation of pairs without NaN; equal numbers share the mean of their ranks. NaN where fewer than
 * three are left, or all of one kind are equal. */
double lg_rank_correlation(const double *x, const double *y, size_t count);

/* The longest tested length up to which every tested length has at least this value of a metric; 0 where the first has
 * not. */
int lg_horizon(const lg_point *points, size_t count, size_t metric, double least);

#endif
