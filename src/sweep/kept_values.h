/* kept_values.h: stored results of `lengthen analyze`. They let a claim (a statement that reports check) be about
 * models whose parameters were deleted. The results are JSON rows in values.jsonl or values.jsonl.xz, in a directory of
 * runs or in the folder of a file of kept runs. */
#ifndef LG_SWEEP_KEPT_VALUES_H
#define LG_SWEEP_KEPT_VALUES_H

#include "sweep/kept_runs.h"

typedef struct lg_kept_value {
    const char *run; /* the last component of its path */
    int length;      /* 0: the row has none */
    double value;
} lg_kept_value;

typedef struct lg_kept_values {
    lg_kept_value *list;
    size_t count, capacity;
} lg_kept_values;

/* The values file of a directory of runs or of a file of kept runs; NULL if there is none, or when out of memory. */
const char *lg_kept_values_file(const char *place, lg_arena *arena);
/* Reads the member `name` of all rows that match `rows`: a map from names of members to the values that they must have.
 * Skips rows in which `name` is missing or null. LG_CORRUPT: a damaged line. */
bool lg_kept_values_read(const char *file, const char *name, const lg_yaml_node *rows, lg_arena *arena,
                         lg_kept_values *out, lg_error *err);
/* The mean over the values of a run at lengths[0]..lengths[1] (0: all lengths). run: its id or directory. NaN if the
 * run has no value. */
double lg_kept_values_mean(const lg_kept_values *x, const char *run, const int lengths[2]);

#endif
