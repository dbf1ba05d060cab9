/* kept_values.h: what analyses measured in the models of finished runs, so that claims need no models: JSON rows of
 * `lengthen analyze` in values.jsonl or values.jsonl.xz, in a directory of runs or beside a file of kept runs. */
#ifndef LG_SWEEP_KEPT_VALUES_H
#define LG_SWEEP_KEPT_VALUES_H

#include "sweep/kept_runs.h"

typedef struct lg_kept_value {
    const char *run; /* the last part of its path */
    int length;      /* 0: the row has none */
    double value;
} lg_kept_value;

typedef struct lg_kept_values {
    lg_kept_value *list;
    size_t count, capacity;
} lg_kept_values;

/* The file that belongs to a place of kept runs; NULL: there is none, or out of memory. */
const char *lg_kept_values_file(const char *place, lg_arena *arena);
/* Reads member `name` of the rows whose other members have the values of `rows`, scalars of a map. Rows without it, or
 * with null, are skipped. LG_CORRUPT: a damaged line. */
bool lg_kept_values_read(const char *file, const char *name, const lg_yaml_node *rows, lg_arena *arena,
                         lg_kept_values *out, lg_error *err);
/* The mean over the values of a run, named by its id or directory, at lengths[0] to lengths[1] (0: all). NaN: none. */
double lg_kept_values_mean(const lg_kept_values *x, const char *run, const int lengths[2]);

#endif
