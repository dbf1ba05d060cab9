/* pairing.h: pairs the runs of two arms by task and seed and takes the differences of their scores. Arms are the things
 * compared: columns or rows of the layout, or columns of a table of the sweep file. */
#ifndef LG_REPORT_PAIRING_H
#define LG_REPORT_PAIRING_H

#include "report/inference.h"
#include "report/report.h"

/* Pairs sorted by task, in the order in which they were added; there is room for all runs of the report. */
typedef struct lg_pairing {
    double *values; /* the first score minus the second, in the metric's unit */
    size_t *tasks;
    size_t *runs; /* [2 * count]: the first and the second run of each pair */
    size_t count;
    lg_effect_unit unit;
    const char *unit_name; /* "task"; or the other axes averaged over, such as "encoding"; or "seed": then `tasks` has
                              rows of the layout */
} lg_pairing;

bool lg_pairing_new(const lg_report *r, lg_pairing *out); /* allocates in the report's arena; false: out of memory */

/* The compared arms, each with the groups that the table of means shows. */
typedef struct lg_arms {
    const char *const *labels; /* [count] */
    size_t count, blocks;
    const lg_group *const *groups; /* [count, blocks]; NULL: the arm has no finished run there */
    const char *const *places;     /* [blocks]: their labels */
} lg_arms;
bool lg_arms_of_columns(const lg_report *r, lg_arms *out); /* blocks are the rows; false: out of memory */
bool lg_arms_of_rows(const lg_report *r, lg_arms *out);    /* blocks are the columns */

void lg_pairing_of_arms(const lg_report *r, const lg_arms *x, size_t a, size_t b, lg_pairing *out);
void lg_pairing_of_arm(const lg_report *r, const lg_arms *x, size_t arm, lg_pairing *out); /* only its scores */
/* The pairs of two groups of one task; both are sorted by seed. */
void lg_pairing_of_groups(const lg_report *r, const lg_group *a, const lg_group *b, lg_pairing *out);

lg_differences lg_pairing_differences(const lg_pairing *p);
/* The 95 % interval of an effect on scores, clamped to the possible differences of the metric. */
lg_interval lg_pairing_interval(const lg_report *r, const lg_effect *e);

/* The comparison of two arms: the mean difference and its error, its 95 % interval, and the p value of the test that
 * the mean is 0. */
typedef struct lg_difference {
    lg_effect effect;
    lg_interval interval;
    lg_paired test;
} lg_difference;
/* pairs: made by lg_pairing_new; gets the pairs of the two arms. False: out of memory. */
bool lg_difference_of_arms(const lg_report *r, const lg_arms *x, size_t a, size_t b, lg_pairing *pairs,
                           lg_difference *out);

#endif
