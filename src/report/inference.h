/* inference.h: what the paired differences of two arms allow to be claimed: intervals of their mean over tasks or over
 * seeds, exact tests, and verdicts by rule.
 *
 * All verdicts assume that two arms without an effect have the same distribution. A share of solving seeds that is too
 * small to show among the seeds at hand is invisible to every rule here. */
#ifndef LG_REPORT_INFERENCE_H
#define LG_REPORT_INFERENCE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/key.h"

/* ---- effects ---- */

/* Differences of pairs that share task and seed. */
typedef struct lg_differences {
    const double *values;
    const size_t *tasks; /* the task of each, ascending */
    size_t count;
} lg_differences;

/* Puts a value behind the `count` that are there, or behind those of its task. Returns its place. */
size_t lg_differences_insert(double *values, size_t *tasks, size_t count, size_t task, double value);
size_t lg_differences_means(lg_differences d, double *means); /* of each task, [count]; returns the number of tasks */

/* What an effect generalizes over: other tasks, or other seeds of the same tasks. */
typedef enum lg_unit { LG_UNIT_TASK, LG_UNIT_SEED } lg_unit;

/* The mean of the tasks' means, and the error with which it is known. By task it is that of a mean of independent task
 * means. By seed the tasks are fixed: its square is the sum of s_t^2 / n_t over k^2 (k tasks of n_t pairs each), with
 * the degrees of freedom of Welch (1938) and Satterthwaite (1946). */
typedef struct lg_effect {
    lg_unit unit;
    size_t tasks, pairs;
    double mean, error, freedom; /* error: NaN where there are too few, 0 where all are equal */
} lg_effect;

bool lg_effect_of(lg_differences d, lg_unit unit, lg_effect *out); /* false: out of memory */

typedef struct lg_interval {
    double low, high;
} lg_interval;

/* Student's interval of this coverage, such as 0.95. NaN where the error is 0 or not known: without a spread nothing is
 * decided. */
lg_interval lg_effect_interval(const lg_effect *e, double coverage);

/* A check on Student's interval of the task means: the middle 95 % of the means of LG_RESAMPLES samples of whole tasks.
 * Seeds are not drawn again within a task: their variance is in the means of tasks already. */
#define LG_RESAMPLES 2000
bool lg_effect_bootstrap(lg_differences d, lg_key key, lg_interval *out); /* false: out of memory */

/* ---- tests ---- */

/* Is the mean of paired differences 0? The test turns their signs in all ways: p is the share of ways in which the sum
 * is at least as far from 0 as it is. It assumes that a difference is as likely as its opposite where there is no
 * effect, and nothing of any distribution. */
typedef struct lg_paired {
    size_t count;
    double mean, p; /* p two-sided; NaN without a pair */
    double least;   /* the smallest p that so many pairs can reach */
    bool exact;     /* all 2^count ways; else (1 + hits) / (1 + LG_FLIPS) of ways drawn from the key */
} lg_paired;
#define LG_FLIPS 20000
lg_paired lg_paired_test(const double *differences, size_t count, lg_key key);

/* p of a family of claims, corrected for their number by Holm (1979). In place. */
bool lg_holm(double *p, size_t count); /* false: out of memory */

/* How many seeds of two arms solve a task. */
typedef struct lg_solved {
    size_t solved[2], seeds[2];
} lg_solved;

/* Do the arms solve equally often? Fisher's exact test, two-sided, over all tasks: the distribution of what the first
 * arm solves, given what both solve of each task. Tasks with fewer than four seeds an arm are left out; p is NaN where
 * none is left. */
bool lg_solved_test(const lg_solved *tasks, size_t count, double *p); /* false: out of memory */
bool lg_solved_is_mixed(const lg_solved *task); /* has an arm seeds that solve it and seeds that do not? */

/* ---- verdicts ---- */

typedef enum lg_verdict { LG_UNDECIDED, LG_HOLDS, LG_REFUTED } lg_verdict;

/* Is the mean above 0? It holds where the interval of coverage 1 - level is above 0 and p, corrected for its family, is
 * below the level; it is refuted where the interval is below 0. */
lg_verdict lg_verdict_above(const lg_effect *e, double p, double level);
/* Is the mean within +-margin? It holds where the interval of coverage 1 - 2 level is within (two one-sided tests),
 * and is refuted where that of 1 - level is outside. */
lg_verdict lg_verdict_within(const lg_effect *e, double margin, double level);
/* Does the first arm solve more often? With p of lg_solved_test, corrected for its family. */
lg_verdict lg_verdict_solved(const lg_solved *tasks, size_t count, double p, double level);

/* The level of each of so many looks at growing data that keeps all of them at 5 % (Pocock 1977): 2.2 % for three. NaN:
 * none, or more than ten. */
double lg_look_level(size_t looks);

/* How many units (tasks, or seeds a task) would decide with a power of 80 % if the mean stays as it is: for the
 * deviation as estimated, and for the ends of its 95 % interval, which is wide where units are few. Infinite beyond
 * LG_MOST_UNITS. */
typedef struct lg_needed {
    double likely, low, high;
} lg_needed;
#define LG_MOST_UNITS 100000
lg_needed lg_units_needed(const lg_effect *e, double level);

#endif
