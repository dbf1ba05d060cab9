/* pairing.h: runs of two arms that share task and seed, and the differences of their scores. Arms are what is compared:
 * columns of the layout, its rows, or columns of a table of the sweep file. */
#ifndef LG_REPORT_PAIRING_H
#define LG_REPORT_PAIRING_H

#include "report/inference.h"
#include "report/report.h"

/* In the order in which they are added; room for all runs of the report. */
typedef struct lg_pairing {
    double *values; /* the score of the first less that of the second, in the unit of the metric */
    size_t *tasks;
    size_t *runs; /* [2 * count], the first's and the second's */
    size_t count;
    lg_unit unit;
    const char *unit_name; /* "task"; where there is one, what else is averaged over, as "encoding"; else "seed", and
                              tasks are then the rows of the layout */
} lg_pairing;

bool lg_pairing_new(const lg_report *r, lg_pairing *out); /* in the report's arena; false: out of memory */

/* Each at the choice that the table of means takes. */
typedef struct lg_arms {
    const char *const *labels; /* [count] */
    size_t count, blocks;
    const lg_group *const *groups; /* [count, blocks]; NULL: the arm has no finished runs there */
    const char *const *places;     /* [blocks]: their labels */
} lg_arms;
bool lg_arms_of_columns(const lg_report *r, lg_arms *out); /* blocks are the rows; false: out of memory */
bool lg_arms_of_rows(const lg_report *r, lg_arms *out);    /* blocks are the columns */

void lg_pairing_of_arms(const lg_report *r, const lg_arms *x, size_t a, size_t b, lg_pairing *out);
void lg_pairing_of_arm(const lg_report *r, const lg_arms *x, size_t arm, lg_pairing *out); /* its scores alone */
/* The pairs of two groups, which are sorted by seed, of one task. */
void lg_pairing_of_groups(const lg_report *r, const lg_group *a, const lg_group *b, lg_pairing *out);

lg_differences lg_pairing_differences(const lg_pairing *p);
/* The 95 % interval of an effect on scores, within what differences of the metric can be. */
lg_interval lg_pairing_interval(const lg_report *r, const lg_effect *e);

/* What the pairs of two arms say: the mean and its error, the 95 % interval, and p that the mean is 0. */
typedef struct lg_difference {
    lg_effect effect;
    lg_interval interval;
    lg_paired test;
} lg_difference;
/* The pairs stay in *pairs. False: out of memory. */
bool lg_difference_of_arms(const lg_report *r, const lg_arms *x, size_t a, size_t b, lg_pairing *pairs,
                           lg_difference *out);

#endif
