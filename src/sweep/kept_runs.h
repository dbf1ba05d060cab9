/* kept_runs.h: reads finished runs without their models: the config, run.json and the scores. The source is a directory
 * of runs, a sweep, or a file written by tools/keep_runs.py (plain or xz). */
#ifndef LG_SWEEP_KEPT_RUNS_H
#define LG_SWEEP_KEPT_RUNS_H

#include <jansson.h>

#include "config/yaml.h"
#include "sweep/registry/results.h"

typedef struct lg_kept_run {
    const char *name;           /* the run's id (from a file) or its directory */
    const lg_yaml_item *config; /* as in config.yaml */
    lg_run_result result;       /* its state is LG_RUN_DONE */
} lg_kept_run;

typedef struct lg_kept_runs {
    const char *place; /* the file or directory */
    lg_kept_run *runs; /* sorted as in the file, or by the names of directories */
    size_t count, capacity;
    size_t unfinished; /* number of directories whose runs are not done; they are skipped */
    lg_arena *arena;   /* holds all of it; borrowed */
} lg_kept_runs;

/* Allocates everything in the arena. LG_USAGE: there is no such file or directory, or it has no finished run.
 * LG_CORRUPT: a damaged file or line. */
bool lg_kept_runs_read(lg_context *c, const char *place, lg_arena *arena, lg_kept_runs *out, lg_error *err);
/* Passes the lines of a file, plain or xz, to `each`. Adds file and line number to errors of `each`. */
typedef bool (*lg_kept_line_fn)(void *user, const json_t *line, lg_error *err);
bool lg_kept_lines_each(const char *file, lg_kept_line_fn each, void *user, lg_error *err);
/* Restores run directories from a file, for planned runs that have no directory yet. *count: the number of restored
 * runs. */
bool lg_kept_runs_restore(const char *place, const lg_manifest *m, const char *sweep, size_t *count, lg_error *err);
/* The value of an option, by its full name. If the run lacks the option, because it is from an earlier version or has
 * other choices, returns the default. NULL: there is no such option. */
const char *lg_kept_run_value(const lg_kept_run *r, const char *key);

#endif
