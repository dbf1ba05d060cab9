/* kept_values.h: stored results of analyses of finished runs, so that claims (statements that reports check) can be
 * checked without models. The results are JSON rows of `lengthen analyze` in values.jsonl or values.jsonl.xz, in a
 * directory of runs or in the folder of a file of kept runs. */
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
/* Reads the member `name` of all rows whose other members have the values in `rows`, a map of scalars. Skips rows in
 * which `name` is missing or null. LG_CORRUPT: a damaged line. */
bool lg_kept_values_read(const char *file, const char *name, const lg_yaml_node *rows, lg_arena *arena,
                         lg_kept_values *out, lg_error *err);
/* The mean over the values of a run, named by its id or directory, at lengths[0] to lengths[1] (0: all). NaN: none. */
double lg_kept_values_mean(const lg_kept_values *x, const char *run, const int lengths[2]);

#endif
