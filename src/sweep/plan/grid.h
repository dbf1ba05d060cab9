/* grid.h: reads a sweep file and plans all its runs. A sweep file is YAML:
 *
 *   title: Score by task and encoding
 *   base: randpe-2023                  # a preset or a config file that all runs start from
 *   set: {train: {steps: 20000}}       # options of all runs
 *   grid:                              # all combinations of
 *     task: [even_pairs, bucket_sort]  # the values of an option, under its name, short flag or axis;
 *     seed: 0..9                       # integers also as a range;
 *     scheme:                          # or named labels, each with the options that it sets
 *       none: {encoding: none}
 *       R relative: {positions: randomized, encoding: relative}
 *   random:                            # each combination of the grid with each random draw of options
 *     draws: 20
 *     seed: 1
 *     options:
 *       train.lr: {log_uniform: [1e-4, 1e-2]}
 *       model.blocks: {integer: [1, 6]}
 *   halving:                           # at each of these steps, the best third by validation score continues
 *     rungs: [1000, 3000]
 *     factor: 3
 *   exclude:                           # removes combinations that match all labels of a rule
 *     - {task: even_pairs, scheme: [none, R relative], seed: 5..9}
 *   include:                           # adds runs with their own options and labels
 *     - {task: parity_check, scheme: none, seed: 0, set: {train.lr: 1e-2}}
 *     - {task: parity_check, scheme: rope, seed: 0, set: {encoding: rope}}
 *   select: {rows: task, columns: scheme, mean: seed}
 *   compare:                           # additional tables that compare some of the runs
 *     encodings:
 *       where: {task: even_pairs}
 *       columns:
 *         - {label: none, where: {scheme: none}}
 *         - {label: R, where: {scheme: R relative}, take: mean}
 *         - {label: gain, take: gain}
 *   reports: [best, encodings]         # the tables and figures of the sweep's report
 *   published: randpe-2023             # the study whose numbers are shown beside ours
 *   note: 20,000 steps in place of 2,000,000
 */
#ifndef LG_SWEEP_PLAN_GRID_H
#define LG_SWEEP_PLAN_GRID_H

#include "api/sweep.h"
#include "base/stop.h"
#include "sweep/plan/manifest.h"

/* Callback that receives the progress of planning. Both members may be NULL. */
typedef struct lg_plan_progress {
    lg_plan_fn each;
    void *user;
} lg_plan_progress;
void lg_plan_progress_report(const lg_plan_progress *p, lg_plan_phase phase, size_t done, size_t runs);

/* What the caller provides. report(i) and study(i) return the names that `reports:` and `published:` may use, and NULL
 * after the last name; they are functions because reports are in a higher layer than sweeps. planned: if the file is
 * the sweep.yaml of a sweep directory, the plan in this directory. The sweep then keeps the plan's name, and base files
 * that are not found relative to this sweep.yaml are taken from the plan. */
typedef struct lg_grid_names {
    const char *(*report)(size_t i), *(*study)(size_t i);
    lg_plan_progress progress;
    const lg_manifest *planned;          /* NULL: the file is not in a sweep directory */
    const struct lg_custom_list *custom; /* data added by the calling program */
    const lg_stop_hook *stop;            /* checked before each run is resolved; NULL: none */
} lg_grid_names;

/* Reads a sweep file, enumerates its runs, and resolves the config of each run. The hash of this config is the run's
 * id. Does not estimate costs. Fails (LG_USAGE) with file:line:column on any error, including two runs with the same
 * config. If names is NULL, `reports:` and `published:` may use any name. */
lg_manifest *lg_grid_read(const char *path, const lg_grid_names *names, lg_error *err);
/* *same: the sweep file still has the runs of the plan, or does not exist. Resolves only the configs of combinations
 * that the plan lacks. */
bool lg_grid_same_runs(const char *path, const lg_manifest *plan, bool *same, lg_error *err);
/* Chooses defaults for what `select:` leaves open: means over the seed axis, rows by task, columns by another axis. */
void lg_grid_select_rest(lg_manifest *m);

#endif
