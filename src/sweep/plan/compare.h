/* compare.h: tables that set some models of a sweep side by side, as data: those of `compare:` of a sweep file, which
 * this file reads, and those of studies (report/published/). */
#ifndef LG_SWEEP_PLAN_COMPARE_H
#define LG_SWEEP_PLAN_COMPARE_H

#include <stdbool.h>

#include "base/error.h"

/* A column of a comparison: the mean of a row at its best choice, the best score, or the difference of the two columns
 * before it. */
typedef enum lg_compared { LG_COMPARE_MEAN, LG_COMPARE_BEST, LG_COMPARE_GAIN } lg_compared;
typedef struct lg_comparison_column {
    const char *label;
    lg_compared value;
    /* Of the runs with these labels, [axes][labels], NULL for an axis being any; and in words: "seed=1,2". */
    const bool *const *where;
    const char *words;
    /* Without labels: of models with these choices, NULL being any; if all are NULL: the best of all models that no
     * column names. */
    const char *positions, *encoding, *attention;
} lg_comparison_column;

typedef struct lg_comparison {
    const char *name, *place; /* of one in a sweep file: its table's name, FILE:LINE:COLUMN; else NULL */
    const char *title;
    const char *caption;                 /* NULL: made of what its columns are */
    const lg_comparison_column *columns; /* ends with zeros */
    const bool *const *where;            /* labels of all its runs: only rows with such runs are shown; NULL: all */
    const char *words;                   /* the same, in words */
    const char *gain;                    /* of a note on the mean gain: "Sorting"; NULL: none */
    const char *study;                   /* that it is of, by name; NULL */
    const char *published_gain;          /* by that study: "of 15 tasks: 15.7" */
} lg_comparison;

/* Fails, at its place, where the name is one of these, which NULL ends: those of other tables and of figures. */
bool lg_comparison_is_new(const lg_comparison *x, const char *(*names)(size_t i), lg_error *err);

#endif
