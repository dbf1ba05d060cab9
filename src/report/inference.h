/* inference.h: statistical inference from the paired differences of two arms: intervals of their mean over tasks or
 * over seeds, exact tests, and verdicts by fixed rules.
 *
 * All verdicts assume that, if there is no effect, the two arms have the same distribution. If the share of seeds that
 * solve a task is so small that none of the available seeds solves it, no rule here detects this share. */
#ifndef LG_REPORT_INFERENCE_H
#define LG_REPORT_INFERENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/key.h"

/* ---- effects ---- */

/* Differences of pairs that share task and seed. */
typedef struct lg_differences {
    const double *values;
    const size_t *tasks; /* the task of each value, ascending */
    size_t count;
} lg_differences;

/* Inserts a value after the other values of its task, or at the end. Returns its index. */
size_t lg_differences_insert(double *values, size_t *tasks, size_t count, size_t task, double value);
size_t lg_differences_means(lg_differences d, double *means); /* of each task, [count]; returns the number of tasks */

/* What an effect generalizes over: other tasks, or other seeds of the same tasks. */
typedef enum lg_effect_unit { LG_UNIT_TASK, LG_UNIT_SEED } lg_effect_unit;

/* The mean of the task means, and its standard error. With LG_UNIT_TASK, the task means are independent samples. With
 * LG_UNIT_SEED, the tasks are fixed: the squared error is the sum of s_t^2 / n_t, divided by k^2, where k is the number
 * of tasks, and task t has n_t pairs with the variance s_t^2. The degrees of freedom are those of Welch (1938) and
 * Satterthwaite (1946). */
typedef struct lg_effect {
    lg_effect_unit unit;
    size_t tasks, pairs;
    double mean, error, freedom; /* error: NaN with too few values, 0 if all are equal */
} lg_effect;

bool lg_effect_of(lg_differences d, lg_effect_unit unit, lg_effect *out); /* false: out of memory */

typedef struct lg_interval {
    double low, high;
} lg_interval;

/* Student's interval of this coverage, such as 0.95. NaN if the error is 0 or unknown: without a spread nothing can be
 * decided. */
lg_interval lg_effect_interval(const lg_effect *e, double coverage);

/* A check of Student's interval of the task means: draws LG_RESAMPLES bootstrap samples of whole tasks, and gives the
 * middle 95 % of their means. Seeds are not resampled within a task, because the task means already include the
 * variance between seeds. */
#define LG_RESAMPLES 2000
bool lg_effect_bootstrap(lg_differences d, lg_key key, lg_interval *out); /* false: out of memory */

/* Computes the rank correlation `all` of x and y over `count` cells; tasks has the task of each cell, ascending from 0.
 * Leaving out one task at a time gives `pseudo`, a pseudo-value for each task (Quenouille 1956, Tukey 1958); the
 * standard error of their mean is the standard error of the correlation. False: out of memory. */
bool lg_rank_correlation_by_task(const double *x, const double *y, const size_t *tasks, size_t count, double *all,
                                 double *pseudo);

/* ---- tests ---- */

/* Is the mean of paired differences 0? The sign-flip test: p is the share of sign assignments whose sum is at least as
 * far from 0 as the observed sum. It assumes only that without an effect a difference is as likely as its negative. */
typedef struct lg_paired {
    size_t count;
    double mean, p; /* p two-sided; NaN without pairs */
    double least;   /* the smallest p that this number of pairs can reach */
    bool exact;     /* true: p is the share of all 2^count assignments; false: p is (1 + hits) / (1 + LG_FLIPS), where
                       hits counts those of LG_FLIPS random assignments that are as far from 0 */
} lg_paired;
#define LG_FLIPS 20000
lg_paired lg_paired_test(const double *differences, size_t count, lg_key key);

/* Corrects the p values of a family of claims for their number (Holm 1979), in place. */
bool lg_holm(double *p, size_t count); /* false: out of memory */

/* How many seeds of each of two arms solve a task. */
typedef struct lg_solved {
    size_t solved[2], seeds[2];
} lg_solved;

/* Do the arms solve equally often? Fisher's exact test, two-sided, over all tasks. It uses the distribution of the
 * first arm's number of solving seeds, given the total of both arms in each task. Tasks with fewer than four seeds in
 * an arm are skipped; p is NaN if no task remains. */
bool lg_solved_test(const lg_solved *tasks, size_t count, double *p); /* false: out of memory */
bool lg_solved_is_mixed(const lg_solved *task); /* does an arm have both seeds that solve it and seeds that do not? */

/* ---- verdicts ---- */

typedef enum lg_verdict { LG_UNDECIDED, LG_HOLDS, LG_REFUTED } lg_verdict;

/* Is the mean above 0? Holds if the interval of coverage 1 - level is above 0 and p, corrected for its family, is below
 * the level. Refuted if the interval is below 0. */
lg_verdict lg_verdict_above(const lg_effect *e, double p, double level);
/* Is the mean within +-margin? Holds if the interval of coverage 1 - 2 level lies within +-margin (two one-sided
 * tests). Refuted if the interval of coverage 1 - level lies outside of +-margin. */
lg_verdict lg_verdict_within(const lg_effect *e, double margin, double level);
/* Does the first arm solve more often? p is from lg_solved_test, corrected for its family. */
lg_verdict lg_verdict_solved(const lg_solved *tasks, size_t count, double p, double level);

/* The significance level to use at each of `looks` looks at growing data, so that the level of all looks together is 5
 * % (Pocock 1977): 2.2 % for three looks. NaN for no look or more than ten. */
double lg_look_level(size_t looks);

/* The number of units (tasks, or seeds per task) that would decide with a power of 80 % if the mean stays the same: for
 * the estimated standard deviation, and for the ends of its 95 % interval, which is wide with few units. Infinite
 * beyond LG_MOST_UNITS. */
typedef struct lg_needed {
    double likely, low, high;
} lg_needed;
#define LG_MOST_UNITS 100000
lg_needed lg_units_needed(const lg_effect *e, double level);

#endif
