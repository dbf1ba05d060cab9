/* sweep.h: the inside of an lg_sweep: the private header of the api_*.c files. */
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
    double written;          /* when the file of the plan was written, in seconds; 0: not known */
    bool gathered;           /* it is any runs in a directory (runs_as_sweep.c): there is no plan, and no registry */
    const char **found_dirs; /* [found]: all of them, damaged ones too */
    size_t found;
    lg_registry *registry; /* NULL until it is needed */
    lg_results results;    /* as of the last refresh; zeros before the first */
    lg_rungs rungs;        /* the same; of the arena of the results */
    size_t metric;         /* in which scores are shown; LG_METRICS: that of the plan */
    lg_arena *presented;   /* title and note, as the sweep file has them now; NULL: those of the plan */
    const char *title, *note;
    lg_arena *shown;       /* texts that the caller got since then */
    const char *promotion; /* lg_promotion_rule_words; NULL: not made yet */
    const char **labels;   /* [runs, axes], and directories [runs], for lg_sweep_describe; NULL: not made yet */
    const char **dirs;
};

/* lg_sweep_plan without the names of reports. */
lg_status lg_sweep_plan_with(lg_context *c, const char *file, const char *dir, bool write, const lg_grid_names *names,
                             lg_sweep **out);
/* The registry, opened; a new one is filled from run directories and shards. NULL on failure. */
lg_registry *lg_sweep_registry(lg_sweep *s, lg_error *err);
/* Results as they are now, with curves or without; of a sweep that was refreshed. */
bool lg_sweep_read_results(lg_sweep *s, bool curves, lg_results *out, lg_error *err);
/* Any runs as a sweep: makes the plan anew where directories have come or gone; and reads their results. */
bool lg_sweep_gather(lg_sweep *s, lg_error *err);
/* The plan of runs that are at hand, [count] each. names: labels of the axes "run", in place of "scheme", and
 * "variant"; NULL: there are none. NULL on failure. */
lg_manifest *lg_manifest_of_runs(lg_context *c, const lg_resolved_config **configs, const char **dirs,
                                 const char *const *const names[2], size_t count, lg_error *err);
bool lg_sweep_read_runs(const lg_sweep *s, lg_results *out, lg_error *err);
/* Fills the open registry again from run directories and shards; and fails with an error about those that are damaged.
 */
bool lg_sweep_rebuild(lg_sweep *s, lg_damage *damage, lg_error *err);
void lg_sweep_tell_damage(const lg_sweep *s, const lg_damage *damage, lg_error *err);
bool lg_sweep_reload(lg_sweep *s, lg_error *err); /* lg_sweep_refresh */
/* Names all runs, for lg_sweep_describe, which may then be called from several threads. */
bool lg_sweep_name_runs(lg_sweep *s, lg_error *err);
/* A run, with what is known of it: the record borrows the strings of both. */
lg_sweep_run lg_sweep_describe(const lg_sweep *s, size_t run, const lg_run_result *x);

#endif
