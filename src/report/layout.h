/* layout.h: sorts the runs of a sweep into the cells of a table by the roles of its axes. A cell holds the runs of one
 * row and column. A group of a cell holds the runs that differ only in axes that are averaged over (seeds). */
#ifndef LG_REPORT_LAYOUT_H
#define LG_REPORT_LAYOUT_H

#include "api/report.h"
#include "api/sweep.h"
#include "report/axis_roles.h"
#include "report/run_attributes.h"
#include "report/statistics.h"
#include "sweep/registry/results.h"

#define LG_NO_RUN ((size_t)-1)

/* The progress of a set of runs. */
typedef struct lg_tally {
    size_t planned;              /* all runs, in any state */
    size_t state[LG_RUN_STATES]; /* by lg_run_state; LG_RUN_DONE counts only runs with a score */
    size_t interrupted;          /* runs still to do that were interrupted */
    size_t trained;              /* runs still to do that are trained but not yet tested */
    size_t tested;               /* trained, with scores from other tests than the current plan's */
    size_t unmeasured;           /* done, but without a score in the report's metric, which is optional */
} lg_tally;

typedef struct lg_group {
    const size_t *runs; /* indices in the manifest, ordered by the axes that are averaged over */
    size_t count;
    size_t done;
    double mean; /* mean score of the finished runs; NaN without any */
} lg_group;

typedef struct lg_cell_runs {
    const size_t *runs; /* sorted by group, then by seed */
    size_t count;
    lg_tally tally;
    lg_group *groups;
    size_t group_count;
    size_t best;            /* the run with the best score, or LG_NO_RUN */
    const lg_group *chosen; /* the group with the best mean, or NULL */
} lg_cell_runs;

typedef struct lg_layout {
    lg_axis_roles roles;
    const char *const *rows, *const *columns; /* labels; a single "" if no axis has the role */
    const char *row_axis, *column_axis;       /* names of the axes, separated by commas; or "" */
    size_t row_count, column_count;
    lg_cell_runs *cells;           /* [row_count, column_count] */
    const int *row_of, *column_of; /* [runs]: the row and column of each; both -1: not in the table */
    lg_tally tally;                /* progress of all runs that `where` keeps, also of unassigned runs */
    size_t unassigned;             /* runs from `include:` without a label for a row or a column */
    bool averages_tasks;           /* cells hold several tasks: they have means but no best run */
    const char *averaged, *others; /* names of the axes averaged over, and of those whose best label is shown; or "" */
    const char *over;              /* `averaged` as text: "seeds" */
    const char *units;             /* the axes averaged over except seeds; "": intervals are over seeds */
} lg_layout;

/* Allocates from the arena. asked, own: see lg_axis_roles_choose. */
lg_layout *lg_layout_make(const lg_results *results, const lg_report_layout *asked, const lg_report_layout *own,
                          lg_arena *arena, lg_error *err);
/* The run's labels on the axes whose best label is shown: "1e-3"; "lr 1e-3, pre_norm"; or "". NULL: out of memory. */
const char *lg_layout_winner(const lg_layout *l, const lg_manifest *m, size_t run, lg_arena *arena);
const lg_cell_runs *lg_cell_runs_at(const lg_layout *l, size_t row, size_t column);

/* The labels of a run on the axes that are averaged over, as one number; runs of a group are sorted by it. */
size_t lg_layout_seed(const lg_layout *l, const lg_manifest *m, size_t run);
/* Like lg_layout_seed without the axes of seeds: runs that differ only in the seed are samples of one unit. */
size_t lg_layout_unit(const lg_layout *l, const lg_manifest *m, size_t run);

/* The runs of a row that have labels in both `labels` and `others` (lg_planned_has), as one cell with the groups of all
 * columns. NULL: out of memory. */
const lg_cell_runs *lg_layout_pick(const lg_layout *l, const lg_results *results, size_t row, const bool *const *labels,
                                   const bool *const *others, lg_arena *arena);

/* Is the run finished, with a finite score? */
bool lg_is_done(const lg_results *all, size_t run);
/* The better of two runs by the metric of the results; `a` if they tie. Either may be LG_NO_RUN. */
size_t lg_better_run(const lg_results *all, size_t a, size_t b);

#endif
