/* grid.h: from a sweep file to the plan of all its runs. A sweep file is YAML:
 *
 *   title: Score by task and encoding
 *   base: randpe-2023                  # a preset or a config file that all runs start from
 *   set: {train: {steps: 20000}}       # options of all runs
 *   grid:                              # all combinations of
 *     task: [even_pairs, bucket_sort]  # the values of an option, by its name, short flag or axis;
 *     seed: 0..9                       # for whole numbers also as a range;
 *     scheme:                          # or labels with names of their own, each with the options that it sets
 *       none: {encoding: none}
 *       R relative: {positions: randomized, encoding: relative}
 *   random:                            # each of these combined with so many draws
 *     draws: 20
 *     seed: 1
 *     options:
 *       train.lr: {log_uniform: [1e-4, 1e-2]}
 *       model.blocks: {integer: [1, 6]}
 *   halving:                           # by a validation at these steps, one of three goes on
 *     rungs: [1000, 3000]
 *     factor: 3
 *   exclude:                           # without the combinations that have all labels of one of these
 *     - {task: even_pairs, scheme: [none, R relative], seed: 5..9}
 *   include:                           # and these runs, with options, and labels, of their own
 *     - {task: parity_check, scheme: none, seed: 0, set: {train.lr: 1e-2}}
 *     - {task: parity_check, scheme: rope, seed: 0, set: {encoding: rope}}
 *   select: {rows: task, columns: scheme, mean: seed}
 *   compare:                           # tables of its own, which set some of its runs side by side
 *     encodings:
 *       where: {task: even_pairs}
 *       columns:
 *         - {label: none, where: {scheme: none}}
 *         - {label: R, where: {scheme: R relative}, take: mean}
 *         - {label: gain, take: gain}
 *   reports: [best, encodings]         # tables and figures that it is made for
 *   published: randpe-2023             # whose numbers to show beside
 *   note: 20,000 steps in place of 2,000,000
 */
#ifndef LG_SWEEP_PLAN_GRID_H
#define LG_SWEEP_PLAN_GRID_H

#include "api/sweep.h"
#include "base/stop.h"
#include "sweep/plan/manifest.h"

/* Whom to call about the progress of planning; each: NULL for nobody. */
typedef struct lg_plan_progress {
    lg_plan_fn each;
    void *user;
} lg_plan_progress;
void lg_plan_progress_report(const lg_plan_progress *p, lg_plan_phase phase, size_t done, size_t runs);

/* What the caller provides. The names that `reports:` and `published:` may have, one after another, and NULL beyond the
 * last: reports stand above sweeps. Whom to call after each run. And, for the sweep file of a sweep directory, the plan
 * there: the sweep keeps its name, and a base that lies beside the original file is taken from the plan. */
typedef struct lg_grid_names {
    const char *(*report)(size_t i), *(*study)(size_t i);
    lg_plan_progress progress;
    const lg_manifest *planned;          /* NULL: it is another file */
    const struct lg_custom_list *custom; /* data of the program */
    const lg_stop_hook *stop;            /* asked before each run is resolved; NULL: nobody */
} lg_grid_names;

/* Reads a sweep file, enumerates its runs, resolves the config of each and names it; costs are not estimated yet. Fails
 * (LG_USAGE) with file:line:column for anything that is wrong, two runs of the same config included. names: NULL where
 * any name will do. */
lg_manifest *lg_grid_read(const char *path, const lg_grid_names *names, lg_error *err);
/* Does the sweep file of a sweep directory still say `grid:`, `exclude:`, `include:` and `set:` as the plan has them?
 * It does where there is none. No config is resolved but those of combinations that the plan lacks. */
bool lg_grid_same_runs(const char *path, const lg_manifest *plan, bool *same, lg_error *err);
/* What `select:` leaves open: seeds are seeds, a row is a task, a column what else there is. */
void lg_grid_select_rest(lg_manifest *m);

#endif
