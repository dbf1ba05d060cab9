/* pairing.h: runs of two columns that share task and seed, and the differences of their scores. */
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

/* The pairs of two columns, each at the choice that the table of means takes. */
void lg_pairing_of_columns(const lg_report *r, size_t a, size_t b, lg_pairing *out);
/* ... and those of two groups, which are sorted by seed, of one task. */
void lg_pairing_of_groups(const lg_report *r, const lg_group *a, const lg_group *b, lg_pairing *out);

lg_differences lg_pairing_differences(const lg_pairing *p);
/* The 95 % interval of an effect on scores, within what differences of the metric can be. */
lg_interval lg_pairing_interval(const lg_report *r, const lg_effect *e);

#endif
