/* compare.h: describes tables that compare some models of a sweep. compare.c reads the tables in `compare:` of a sweep
 * file; those of published studies are in report/published/. */
#ifndef LG_SWEEP_PLAN_COMPARE_H
#define LG_SWEEP_PLAN_COMPARE_H

#include <stdbool.h>

#include "base/error.h"

/* The value of a column: the mean over seeds for the row's best choice, the best score, or the difference of the two
 * columns before it. */
typedef enum lg_compared { LG_COMPARE_MEAN, LG_COMPARE_BEST, LG_COMPARE_GAIN } lg_compared;
typedef struct lg_comparison_column {
    const char *label;
    lg_compared value;
    /* The labels of the column's runs, [axes][labels]; NULL for an axis matches any label. `words` describes them:
     * "seed=1,2". */
    const bool *const *where;
    const char *words;
    /* If `where` is NULL, the column shows the models with these three choices, each of which matches any choice if it
     * is NULL. If all three are NULL, the column shows the best of the models that are in no other column. */
    const char *positions, *encoding, *attention;
} lg_comparison_column;

typedef struct lg_comparison {
    const char *name, *place; /* in a sweep file: the table's name, and FILE:LINE:COLUMN; else NULL */
    const char *title;
    const char *caption;                 /* NULL: generated from its columns */
    const lg_comparison_column *columns; /* terminated by zeros */
    const bool *const *where;            /* labels of the table's runs; rows without such runs are omitted; NULL: all */
    const char *words;                   /* describes `where`: "seed=1,2" */
    const char *gain;                    /* subject of a note on the mean gain: "Sorting"; NULL: no note */
    const char *study;                   /* name of the published study; or NULL */
    const char *published_gain;          /* gain in that study: "15.7 on 15 tasks" */
} lg_comparison;

/* Fails, with the table's location, if a table or figure already has the table's name. names: returns name i of these
 * tables and figures, NULL past the last. */
bool lg_comparison_is_new(const lg_comparison *x, const char *(*names)(size_t i), lg_error *err);

#endif
