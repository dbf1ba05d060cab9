/* published.h: numbers printed in papers, shown beside ours. If a digit is missing or illegible, the number is a range,
 * and a result within it has difference 0. */
#ifndef LG_REPORT_PUBLISHED_H
#define LG_REPORT_PUBLISHED_H

#include "metric/metric.h"
#include "report/run_attributes.h"
#include "report/statistics.h"

typedef struct lg_published_value {
    double low, high; /* equal for a single value; or a range [low, high); NaN: none */
    double spread;    /* the printed standard deviation, cut to its legible digits; NaN without one */
    bool guessed;     /* its place in the table was inferred */
    const char *text; /* as shown: "96.", "~71.7 ± 4" */
} lg_published_value;

/* A column of a study: which models it holds, and the format of the scratchpads in their data. */
typedef struct lg_study_column {
    const char *positions, *encoding, *scratchpad; /* encoding, scratchpad: NULL matches any */
    const char *cell, *store;                      /* cell and store of recurrent networks; NULL for Transformers */
} lg_study_column;

/* Tasks that the study ranks together; `tasks` holds their names separated by blanks. */
typedef struct lg_study_group {
    const char *label, *tasks;
} lg_study_group;

/* A row of `scores` ends with a newline. There are two kinds of rows:
 * - "TABLE,TASK,CELL,..." has a cell for each column.
 * - "POSITIONS ENCODING SCRATCHPAD,TASK,TRAINED,LENGTH:CELL,..." is a curve: the scores of such models at single
 *   lengths, ascending. TRAINED is the longest training length.
 *
 * In a cell, "96." is a number in [96, 97), "67.3" a number, "-" an illegible number, and "~" marks a guessed place.
 * "±4" is a deviation in [4, 5), "±4?" a barely legible deviation, and "±?" an illegible deviation. */
typedef struct lg_study {
    const char *name, *source;
    const lg_metric *metric;        /* metric of the study's scores */
    const char *analyzed;           /* the task whose models it analyzes */
    lg_setup setup;                 /* settings of each run */
    size_t seeds, rates;            /* a cell has seeds x rates (learning rates) runs */
    const char *gain, *best_gain;   /* gain of randomized positions, in points: mean and best row; or "" */
    const lg_study_column *columns; /* columns of the tables best, mean, rank and time; ends with zeros */
    const char *scores;             /* as CSV */
    const lg_study_group *groups;   /* terminated by zeros; NULL without groups */
    lg_ties ties;                   /* how ranks treat ties */
} lg_study;

const char *lg_study_name(size_t i);             /* name of study i; NULL past the last study */
const lg_study *lg_study_find(const char *name); /* NULL if there is none of this name */
/* The study's column for models with these attributes; -1 without one. */
int lg_study_column_of(const lg_study *s, const lg_run_attributes *f);
/* One number. NaN if the study has none, s is NULL or the column is negative. The text is allocated in the arena; NULL:
 * out of memory. */
lg_published_value lg_study_value(const lg_study *s, const char *table, const char *task, int column, lg_arena *arena);
/* The curve of models with these attributes: its row, starting at TRAINED. NULL if there is none or s is NULL. */
const char *lg_study_curve_of(const lg_study *s, const lg_run_attributes *f, const char *task);
int lg_study_curve_trained(const char *curve);
int lg_study_curve_next(const char *curve, int after); /* the shortest length above `after`; 0 without one */
/* Like lg_study_value, at one length. */
lg_published_value lg_study_curve_value(const char *curve, int length, lg_arena *arena);

bool lg_published_value_is(const lg_published_value *n); /* is there a number? */
/* Our result minus the published number, or minus the nearer end of its range; 0 within the range. */
double lg_published_value_difference(const lg_published_value *n, double ours);

#endif
