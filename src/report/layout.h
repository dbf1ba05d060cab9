/* layout.h: the runs of a sweep sorted into the cells of a table, by the roles of its axes. A cell has the runs of
 * one row and one column; a group of a cell those that differ in axes alone that are averaged over (seeds). */
#ifndef LG_REPORT_LAYOUT_H
#define LG_REPORT_LAYOUT_H

#include "api/report.h"
#include "api/sweep.h"
#include "report/axis_roles.h"
#include "report/run_attributes.h"
#include "report/statistics.h"
#include "sweep/registry/results.h"

#define LG_NO_RUN ((size_t)-1)

/* How far some runs are. */
typedef struct lg_tally {
    size_t planned;          /* all of them, in whatever state */
    size_t state[LG_STATES]; /* by lg_state; done: those with a score alone */
    size_t interrupted;      /* of those that are to do */
    size_t trained;          /* of those that are to do: they are left to be tested */
    size_t tested;           /* of those trained: they have scores of other tests than the plan has now */
    size_t unmeasured;       /* done, with scores in other metrics: not in this one, or there are no steps for it */
} lg_tally;

typedef struct lg_group {
    const size_t *runs; /* indices of the manifest, by the axes that are averaged over */
    size_t count;
    size_t done;
    double mean; /* of the scores of those done; NaN */
} lg_group;

typedef struct lg_cell_runs {
    const size_t *runs; /* by group, then by seed */
    size_t count;
    lg_tally tally;
    lg_group *groups;
    size_t group_count;
    size_t best;            /* the run with the best score; LG_NO_RUN */
    const lg_group *chosen; /* the group with the best mean; NULL */
} lg_cell_runs;

typedef struct lg_layout {
    lg_axis_roles roles;
    const char *const *rows, *const *columns; /* labels; one of "" where no axis has the role */
    const char *row_axis, *column_axis;       /* names of the axes with commas; "" */
    size_t row_count, column_count;
    lg_cell_runs *cells;           /* [row_count, column_count] */
    const int *row_of, *column_of; /* [runs]: where each goes; both -1: nowhere */
    lg_tally tally;                /* of all runs that `where` keeps, the unassigned included */
    size_t unassigned;             /* runs that have no label for a row or a column, from `include:` */
    bool averages_tasks;           /* cells hold several tasks: they have means, and no best run */
    const char *averaged, *others; /* names of the axes that are averaged over, and chosen by best; "" */
    const char *over;              /* the former in words: "seeds" */
    const char *units;             /* of those averaged over all but seeds: what intervals are over; "": seeds */
} lg_layout;

/* Everything is taken from the arena. asked, own: see lg_axis_roles_choose. */
lg_layout *lg_layout_make(const lg_results *results, const lg_report_layout *asked, const lg_report_layout *own,
                          lg_arena *arena, lg_error *err);
/* Which labels of the axes that are chosen by best a run has: "1e-3"; "lr 1e-3, pre_norm"; "". NULL without memory. */
const char *lg_layout_winner(const lg_layout *l, const lg_manifest *m, size_t run, lg_arena *arena);
const lg_cell_runs *lg_cell_runs_at(const lg_layout *l, size_t row, size_t column);

/* The labels of a run on the axes that are averaged over, as one number; groups are sorted by it. */
size_t lg_layout_seed(const lg_layout *l, const lg_manifest *m, size_t run);
/* The same without seeds: runs that differ in seeds alone are draws of one unit. */
size_t lg_layout_unit(const lg_layout *l, const lg_manifest *m, size_t run);

/* The runs of a row with all of these labels (lg_planned_has), as one cell: groups stay those of their columns. NULL:
 * out of memory. */
const lg_cell_runs *lg_layout_pick(const lg_layout *l, const lg_results *results, size_t row, const bool *const *labels,
                                   const bool *const *others, lg_arena *arena);

/* Has the run been evaluated at all lengths? Then it has a score. */
bool lg_is_done(const lg_results *all, size_t run);
/* The better of two runs by the metric of the results, the first where they are equal; either may be LG_NO_RUN. */
size_t lg_better_run(const lg_results *all, size_t a, size_t b);

#endif
