/* published.h: numbers that papers have printed, to stand beside ours. Where a print leaves a digit out or open, what
 * is known is a range, and a result within it differs by nothing. */
#ifndef LG_REPORT_PUBLISHED_H
#define LG_REPORT_PUBLISHED_H

#include "metric/metric.h"
#include "report/run_attributes.h"
#include "report/statistics.h"

typedef struct lg_published_value {
    double low, high; /* the value, equal ends; or a range, its high end left out; NaN: none */
    double spread;    /* deviation as printed, cut to the digits that can be read; NaN */
    bool guessed;     /* its place in the table was inferred */
    const char *text; /* as it is shown: "96.", "~71.7 ± 4" */
} lg_published_value;

/* A column of a study, by what its models are, and the steps of its data. */
typedef struct lg_study_column {
    const char *positions, *encoding, *scratchpad; /* encoding, scratchpad: NULL: of any */
    const char *cell, *store;                      /* of recurrent networks; NULL: Transformers */
} lg_study_column;

/* Tasks that the study ranks together: their names, with blanks. */
typedef struct lg_study_group {
    const char *label, *tasks;
} lg_study_group;

/* A row of `scores` ends with a newline. "TABLE,TASK,CELL,..." has a cell for each column: "96." in [96, 97), "67.3",
 * "-" not legible, "~" guessed place, "±4" a deviation in [4, 5), "±4?" one that is hardly legible, "±?" not at all.
 * "POSITIONS ENCODING SCRATCHPAD,TASK,TRAINED,LENGTH:CELL,..." is a curve, scores of such models at single lengths,
 * which ascend. TRAINED is the longest length of training. */
typedef struct lg_study {
    const char *name, *source;
    const lg_metric *metric;        /* of its scores */
    const char *analyzed;           /* the task whose models it looks into */
    lg_setup setup;                 /* of each run */
    size_t seeds, rates;            /* runs of a cell: seeds x learning rates */
    const char *gain, *best_gain;   /* of randomized positions, in points: in the mean, in the best row; "" */
    const lg_study_column *columns; /* of the tables best, mean, rank and time; ends with zeros */
    const char *scores;             /* as CSV */
    const lg_study_group *groups;   /* ends with zeros; NULL: there are none */
    lg_ties ties;                   /* how its ranks are computed */
} lg_study;

const char *lg_study_name(size_t i);             /* of all that there are; NULL beyond the last */
const lg_study *lg_study_find(const char *name); /* NULL: there is none of that name */
/* The column that such models have in the study; -1: none. */
int lg_study_column_of(const lg_study *s, const lg_run_attributes *f);
/* One number. NaN where the study has none, or s is NULL, or the column is negative. Its text is taken from the arena;
 * NULL: out of memory. */
lg_published_value lg_study_value(const lg_study *s, const char *table, const char *task, int column, lg_arena *arena);
/* The curve of such models: its row from TRAINED on. NULL: none, or s is NULL. */
const char *lg_study_curve_of(const lg_study *s, const lg_run_attributes *f, const char *task);
int lg_study_curve_trained(const char *curve);
int lg_study_curve_next(const char *curve, int after); /* the shortest length above `after`; 0: there is none */
/* As lg_study_value, of a length. */
lg_published_value lg_study_curve_value(const char *curve, int length, lg_arena *arena);

bool lg_published_value_is(const lg_published_value *n); /* is there one? */
/* How far a result lies from it: 0 within the range. */
double lg_published_value_difference(const lg_published_value *n, double ours);

#endif
