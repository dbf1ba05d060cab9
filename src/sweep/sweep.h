/* sweep.h: the definition of lg_sweep; private to the api_*.c files. */
#ifndef LG_SWEEP_SWEEP_H
#define LG_SWEEP_SWEEP_H

#include "api/sweep.h"
#include "run/session.h"
#include "sweep/plan/grid.h"
#include "sweep/registry/merge.h"
#include "sweep/registry/registry.h"
#include "sweep/registry/results.h"
#include "sweep/registry/rungs.h"

struct lg_sweep {
    lg_context *context;
    char *dir;
    lg_manifest *manifest;
    double written;          /* modification time of the sweep file that was planned, in seconds; 0: unknown */
    bool gathered;           /* true for arbitrary runs of a directory (runs_as_sweep.c), without plan and registry */
    const char **found_dirs; /* [found]: all directories, including damaged ones */
    size_t found;
    lg_registry *registry; /* opened when first needed */
    lg_results results;    /* as of the last refresh; zeros before the first */
    lg_rungs rungs;        /* as of the last refresh; allocated in the results' arena */
    size_t metric;         /* the metric of shown scores; LG_METRICS: the metric of the plan */
    lg_arena *presented;   /* holds the sweep file's current title and note; NULL: use those of the plan */
    const char *title, *note;
    lg_arena *shown;       /* texts returned since the last refresh */
    const char *promotion; /* lg_promotion_rule_words; NULL until needed */
    const char **labels;   /* [runs, axes], and directories [runs], for lg_sweep_describe; NULL until needed */
    const char **dirs;
};

/* lg_sweep_plan without the check of report names. */
lg_status lg_sweep_plan_with(lg_context *c, const char *file, const char *dir, bool write, const lg_grid_names *names,
                             lg_sweep **out);
/* Opens the registry; a new one is filled from run directories and shards. NULL on failure. */
lg_registry *lg_sweep_registry(lg_sweep *s, lg_error *err);
/* Reads the current results of a refreshed sweep. curves: also reads curves. */
bool lg_sweep_read_results(lg_sweep *s, bool curves, lg_results *out, lg_error *err);
/* For arbitrary runs as a sweep: rebuilds the plan if directories have appeared or disappeared. */
bool lg_sweep_gather(lg_sweep *s, lg_error *err);
/* Builds a plan that consists of the given runs; arrays are [count]. names: the labels of the axes "run" (which
 * replaces "scheme") and "variant"; NULL: no such axis. NULL on failure. */
lg_manifest *lg_manifest_of_runs(lg_context *c, const lg_resolved_config **configs, const char **dirs,
                                 const char *const *const names[2], size_t count, lg_error *err);
bool lg_sweep_read_runs(const lg_sweep *s, lg_results *out, lg_error *err);
/* Refills the open registry from run directories and shards, and reports the damaged run directories in *damage. */
bool lg_sweep_rebuild(lg_sweep *s, lg_damage *damage, lg_error *err);
void lg_sweep_tell_damage(const lg_sweep *s, const lg_damage *damage, lg_error *err);
bool lg_sweep_reload(lg_sweep *s, lg_error *err); /* lg_sweep_refresh, with errors in err */
/* Names all runs for lg_sweep_describe, which several threads may then call. */
bool lg_sweep_name_runs(lg_sweep *s, lg_error *err);
/* Describes a run and its result x. The description borrows the strings of the sweep and of x. */
lg_sweep_run lg_sweep_describe(const lg_sweep *s, size_t run, const lg_run_result *x);

#endif
